const at = (id) => document.getElementById(id);
const say = (text) => {
  at('message').textContent = text;
};
const ask = async (path, body) => (await fetch(path, body && { method: 'POST', body: JSON.stringify(body) })).json();

/** What a buyer can do, by the code of an error. `message` is for developers; only the texts of `fields` are for buyers. */
const sentences = {
  declined: 'Your card was declined. You paid nothing. Try another card.',
  network: 'The payment service cannot be reached. Try again.',
  unknown: 'No answer came. Reload the page to see whether you paid.',
  rate_limited: 'Too many tries. You paid nothing. Wait a moment.',
  three_ds_failed: 'Your bank did not confirm that it is you. You paid nothing.',
  three_ds_cancelled: 'You stopped the confirmation. You paid nothing.',
  three_ds_timeout: 'The confirmation took too long. You paid nothing. Try again.',
};
function complain({ code, message, fields }) {
  console.info(code, message);
  say(fields ? Object.values(fields).join(' ') : (sentences[code] ?? 'Paying is not possible here. You paid nothing.'));
}

// Without the emulator there is no SDK. The buttons stay disabled, so no form is sent.
if (globalThis.PaymentsSDK === undefined) {
  say('Paying is not possible at the moment. You paid nothing. Try again later.');
  throw new Error('The script of the payments SDK has not loaded.');
}

/** The order is good when the server has heard of the payment from the service, not when this page says so. */
async function waitForOrder(id) {
  say('Thank you! Waiting for the confirmation…');
  while (!(await ask('/paid')).includes(id)) await new Promise((go) => setTimeout(go, 250));
  say(`Paid: ${id}`);
  sessionStorage.removeItem('order');
}

let isBusy = false;
const setBusy = (busy) => {
  isBusy = busy;
  at('pay').disabled = busy;
};

/**
 * One payment at a time: until it ends, its button is busy, and another click or Enter does nothing. After a payment the
 * button stays so; after a decline or without an answer the buyer may press again, for the same order.
 */
async function pay(buyerOf) {
  if (isBusy) return;
  setBusy(true);
  say('One moment…');
  try {
    const buyer = await buyerOf();
    const lost = { error: 'No answer came. Press Pay again: you pay only once.' };
    const { id, error } = await ask('/pay', { order, ...buyer }).catch(() => lost);
    if (id) return await waitForOrder(id);
    say(error);
  } catch (error) {
    complain(error);
  }
  setBusy(false);
}

const { publishableKey, amount } = await ask('/config');
// An order outlives a reload, so that a payment that was begun is not begun again.
const { order, transaction } = await ask('/order', { order: sessionStorage.getItem('order') });
sessionStorage.setItem('order', order);
const payments = PaymentsSDK(publishableKey);
at('price').textContent = `$${amount.toFixed(2)}`;

const ways = {
  checkout: async () => {
    const { clientSecret, error } = await ask('/session', { order });
    if (error) return say(error);
    payments.mountCheckout('#checkout', {
      clientSecret,
      appearance: { variables: { colorPrimary: '#7c2d12' } },
      onComplete: ({ transactionId }) => waitForOrder(transactionId),
      onError: complain,
    });
  },
  card: () => {
    const fields = payments.mountCardInputs('#card-fields', { appearance: { variables: { colorPrimary: '#7c2d12' } } });
    at('card-form').addEventListener('submit', (event) => {
      event.preventDefault();
      pay(async () => {
        const { token } = await fields.createToken();
        const threeDS = at('secure').checked ? await payments.threeDS().authenticate({ amount, token }) : null;
        const isSkipped = threeDS?.status === 'SKIPPED';
        return { token, threeDS: isSkipped ? null : threeDS, email: at('email').value };
      });
    });
  },
  wallet: () => {
    const wallets = payments.elements().mountWallets('#wallet', { amount, collectShipping: true });
    wallets.on('walletPayment', ({ paysioWallet, wallet, threeDS }) => pay(() => ({ paysioWallet, wallet, threeDS })));
    wallets.on('error', complain);
  },
};

const shown = new Set();
for (const button of document.querySelectorAll('[data-way]')) {
  button.addEventListener('click', () => {
    for (const other of document.querySelectorAll('[data-way]')) {
      other.setAttribute('aria-pressed', String(other === button));
      at(other.dataset.way).hidden = other !== button;
    }
    say('');
    if (!shown.has(button.dataset.way)) ways[button.dataset.way]();
    shown.add(button.dataset.way);
  });
  button.disabled = false;
}

// The page was loaded again after the payment, before its confirmation.
if (transaction) {
  setBusy(true);
  await waitForOrder(transaction);
}
