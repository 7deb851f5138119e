import { type Content, html, type Markup } from '../html.ts';
import { icon } from '../layout.ts';

interface BankQuestion {
  readonly icon: 'bank' | 'shield';
  readonly title: string;
  readonly text: string;
  /** The amount with its label, which the page shows larger than other facts. */
  readonly sum: readonly [label: string, money: string] | null;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The form with the answer buttons. */
  readonly form: Markup;
  /** A hint for the developer. */
  readonly hint: Content;
}

/** A bank's question to its customer: who requests how much and why, with buttons to answer. */
export const bankQuestion = ({ icon: name, title, text, sum, facts, form, hint }: BankQuestion): Markup =>
  html`<div class="bank">
<div class="card">
<div class="bank-asks"><span class="seal">${icon(name)}</span><h1>${title}</h1><p class="soft">${text}</p></div>
<dl class="bill">
${sum !== null && html`<div class="bill-sum"><dt>${sum[0]}</dt><dd>${sum[1]}</dd></div>`}
${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
</dl>
${form}
</div>
<p class="hint bank-hint">${hint}</p>
</div>`;
