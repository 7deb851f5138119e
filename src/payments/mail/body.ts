import { hexOf, rgbOfHex, textOn } from '../../core/base/colors.ts';
import type { Fact, Mail, MailPart, PrintedOrder, ShownBlock } from './mail-draft.ts';
import { missingIn, moneyIn, wordsOf } from './words.ts';

/** The body as plain text. @param missing the characters that could not be printed in the message's PDFs */
export const textOf = (mail: Mail, origin: string, missing: readonly string[] = []): string => {
  const { locale } = mail;
  const parts = partsOf(mail, missing).map((part) => textPart(part, origin, locale));
  return `${[...parts, wordsOf(locale).mailNote].join('\n\n')}\n`;
};

const partsOf = ({ parts, locale }: Mail, missing: readonly string[]): readonly MailPart[] =>
  missing.length === 0 ? parts : [...parts, { text: missingIn(missing, wordsOf(locale)) }];

function textPart(part: MailPart, origin: string, locale: string): string {
  if ('text' in part) return part.text;
  if ('heading' in part) return `${part.heading}\n${'-'.repeat([...part.heading].length)}`;
  if ('facts' in part) return part.facts.map(textFact).join('\n');
  if ('order' in part) return textOrder(part.order, locale);
  if ('block' in part) return textBlock(part.block);
  return `${part.label}: ${origin}${part.path}`;
}

/** A value with several lines, such as an address, is written below its label. */
const textFact = ({ label, value }: Fact): string =>
  value.includes('\n') ? `${label}:\n  ${value.replaceAll('\n', '\n  ')}` : `${label}: ${value}`;

function textOrder({ rows, totals, currency }: PrintedOrder, locale: string): string {
  const money = moneyIn(locale, currency);
  const items = rows.map(({ name, quantity, amount }) => `${quantity} x ${name}: ${money(amount)}`);
  const sums = totals.map(({ label, amount }) => `${label}: ${money(amount)}`);
  return `${items.join('\n')}\n\n${sums.join('\n')}`;
}

const textBlock = ({ title, lines, link }: ShownBlock): string =>
  [title, ...lines, ...(link === null ? [] : [`${link.label}: ${link.url}`])].join('\n');

const ink = '#111827';
const soft = '#4b5563';
const line = '#e5e7eb';
const face = 'font-family:Helvetica,Arial,sans-serif';
const defaultColor = '#4f46e5';

/**
 * The body as HTML with tables and inline styles, which every mail program supports. Stored texts are always escaped.
 * @param missing the characters that could not be printed in the message's PDFs
 */
export function htmlOf(mail: Mail, origin: string, missing: readonly string[] = []): string {
  const { from, look, subject, locale } = mail;
  const words = wordsOf(locale);
  // Records can be edited by hand, so only a valid color is used in a style.
  const color = /^#[0-9a-f]{6}$/i.test(look.color) ? look.color : defaultColor;
  const body = partsOf(mail, missing)
    .map((part) => htmlPart(part, origin, color, locale))
    .join('\n');
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid ${line};border-top:4px solid ${color};border-radius:8px">
<tr><td style="padding:8px 32px;background:#fff8eb;border-bottom:1px solid #f1d9a7;${face};font-size:13px;color:#92500a"><strong>${escapeHtml(words.sandbox)}</strong> ${escapeHtml(words.mailNote)}</td></tr>
<tr><td style="padding:24px 32px 0;${face};font-size:18px;font-weight:bold;color:${ink}">${htmlSender(from, look.logo_url)}</td></tr>
<tr><td style="padding:8px 32px 24px;${face};font-size:15px;line-height:1.5;color:${ink}">
${body}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function htmlSender(name: string, logoUrl: string | null): string {
  const shown = escapeHtml(name);
  if (logoUrl === null) return shown;
  const picture = `<img src="${escapeHtml(logoUrl)}" alt="" height="32" style="height:32px;max-width:160px;vertical-align:middle;border:0">`;
  return `${picture}&nbsp; <span style="vertical-align:middle">${shown}</span>`;
}

function htmlPart(part: MailPart, origin: string, color: string, locale: string): string {
  if ('text' in part) return `<p>${htmlLines(part.text)}</p>`;
  if ('heading' in part) return `<h2 style="margin:24px 0 8px;font-size:16px">${escapeHtml(part.heading)}</h2>`;
  if ('facts' in part) return htmlFacts(part.facts);
  if ('order' in part) return htmlOrder(part.order, locale);
  if ('block' in part) return htmlBlock(part.block, color);
  return htmlButton(part.label, origin + part.path, color);
}

const htmlButton = (label: string, address: string, color: string): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(address)}" style="display:inline-block;padding:11px 20px;background:${color};border-radius:6px;color:${hexOf(textOn(rgbOfHex(color)))};font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>`;

const htmlFacts = (facts: readonly Fact[]): string => {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td valign="top" style="padding:3px 16px 3px 0;color:${soft};white-space:nowrap">${escapeHtml(label)}</td><td style="padding:3px 0;word-break:break-word">${htmlLines(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:16px 0;font-size:14px">\n${rows.join('\n')}\n</table>`;
};

function htmlOrder({ rows, totals, currency }: PrintedOrder, locale: string): string {
  const money = (amount: number): string => escapeHtml(moneyIn(locale, currency)(amount));
  const items = rows.map(({ name, quantity, unit_amount, amount }) => {
    const each = quantity === 1 ? '' : ` <span style="color:${soft}">${quantity} × ${money(unit_amount)}</span>`;
    const cell = `padding:10px 0;border-bottom:1px solid ${line}`;
    return `<tr><td style="${cell};word-break:break-word">${escapeHtml(name)}${each}</td><td align="right" valign="top" style="${cell};white-space:nowrap">${money(amount)}</td></tr>`;
  });
  const sums = totals.map(({ label, amount }, at) => {
    const weight = at === totals.length - 1 ? 'font-weight:bold' : `color:${soft}`;
    return `<tr><td style="padding:8px 0 0;${weight}">${escapeHtml(label)}</td><td align="right" style="padding:8px 0 0;${weight}">${money(amount)}</td></tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 16px">\n${[...items, ...sums].join('\n')}\n</table>`;
}

function htmlBlock({ title, lines, link }: ShownBlock, color: string): string {
  const said = lines.map((text) => `<p style="margin:6px 0 0">${htmlLines(text)}</p>`);
  const anchor =
    link === null
      ? ''
      : `<p style="margin:10px 0 0"><a href="${escapeHtml(link.url)}" style="color:${ink};font-weight:bold">${escapeHtml(link.label)}</a></p>`;
  return `<div style="margin:20px 0 0;padding:14px 18px;background:#f9fafb;border-left:4px solid ${color};border-radius:4px"><strong>${escapeHtml(title)}</strong>${said.join('')}${anchor}</div>`;
}

const htmlLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
