import type { Form } from '../form.ts';

export type Method = 'card' | 'ach';

/**
 * Shows the fields of a payment method, and the sentence about the data that the shop stores. The shop always stores
 * a card, and stores a bank account if it will be debited again.
 */
export function showMethod({ element }: Form, method: Method, isSubscription: boolean): void {
  for (const input of element.querySelectorAll<HTMLInputElement>('[name="method"]')) {
    input.checked = input.value === method;
  }
  const show = (selector: string, isShown: boolean): void => {
    element.querySelector(selector)?.toggleAttribute('hidden', !isShown);
  };
  show('#cardFields', method === 'card');
  show('#bankFields', method === 'ach');
  show('#authorization', method === 'ach');
  show('#cardKept', method === 'card');
  show('#accountKept', method === 'ach' && isSubscription);
}
