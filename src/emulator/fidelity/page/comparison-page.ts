import { counted } from '../../../core/base/terminal-text.ts';
import type { OutputKind } from '../../../core/system/output-file.ts';
import { Assets, policyHash } from '../../../pages/assets.ts';
import { html, type Markup, raw } from '../../../pages/html.ts';
import { type Finding, findingKinds } from '../compare/findings.ts';
import { type CompareReport, detail, differing, findingTitles, ledgerLine } from '../compare/report.ts';
import type { Side, Sides } from '../compare/sides.ts';
import { jsonRows, type Row } from './json-rows.ts';

const opening = '<!doctype html>\n<!-- payments-emulator comparison -->';

export const comparisonPageKind: OutputKind = {
  noun: 'page of a comparison',
  example: 'compare.html',
  isOwn: (beginning) => beginning.startsWith(opening),
  isStreamable: true,
};

/** For how many findings the answers are shown; the others are listed. */
const mostShown = 300;

/**
 * A comparison as one page that loads and runs nothing: each finding with both answers side by side.
 * @param sidesOf both answers of a finding
 */
export function comparisonPage(report: CompareReport, sidesOf: (finding: Finding) => Sides | null): string {
  const { findings, not_compared, compared, captures } = report;
  const style = new Assets().file('comparison.css').bytes.toString('utf8');
  const policy = `default-src 'none'; style-src ${policyHash(style)}; base-uri 'none'; form-action 'none'`;
  const kinds = findingKinds.filter((kind) => findings.some((finding) => finding.kind === kind));
  const filter = (value: string, text: string, isChosen: boolean) =>
    html`<label><input type="radio" name="kind" id="only-${value}"${isChosen ? raw(' checked') : null}> ${text}</label>\n`;
  return html`${raw(opening)}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Held against the service · payments-emulator</title>
<style>${raw(style)}</style>
</head>
<body>
<header>
<h1>The emulator, held against the service</h1>
<p>${counted(findings.length, 'finding')} in ${counted(compared, 'compared entry', 'compared entries')} of ${captures.join(', ')}. ${ledgerLine(report)}</p>
${
  kinds.length < 2
    ? null
    : html`<fieldset><legend class="visually-hidden">Kinds of findings</legend>
${filter('all', `All ${findings.length}`, true)}${kinds.map((kind) => filter(kind, `${titleOf(kind)} ${findings.filter((each) => each.kind === kind).length}`, false))}</fieldset>`
}
</header>
<main>
${kinds.map(
  (kind) => html`<section class="is-${kind}">
<h2>${findingTitles[kind]}</h2>
${findings.map((finding, at) => (finding.kind === kind ? findingOf(finding, at < mostShown ? sidesOf(finding) : null, at === 0) : null))}</section>
`,
)}${
  not_compared.length === 0
    ? null
    : html`<section><h2>Not compared</h2>
<ul>${not_compared.map(({ why, count, first }) => html`<li>${count} × ${why} <span class="soft">(first: ${first.capture}, entry ${first.entry})</span></li>\n`)}</ul></section>`
}
</main>
</body>
</html>
`.text;
}

const titleOf = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1);

const findingOf = (finding: Finding, sides: Sides | null, isOpen: boolean): Markup => {
  const { operation, place, seen, of } = finding;
  return html`<details${isOpen ? raw(' open') : null}>
<summary><code>${operation}</code> <strong><code>${place}</code></strong>
<span class="values">${differing(finding)}</span>
<span class="soft">${seen} of ${of}</span></summary>
<p class="soft">${detail(finding)}</p>
${sides === null ? null : answersOf(finding, sides)}</details>
`;
};

const answersOf = (finding: Finding, { of, service, emulator }: Sides): Markup => {
  const heading = (name: string, side: Side | null) => {
    const isOther = finding.place === 'status' && service?.status !== emulator?.status;
    const status = side?.status == null ? null : isOther ? html` · <mark>${side.status}</mark>` : ` · ${side.status}`;
    return html`<th scope="col">${name}${side === null ? ' sends nothing' : status}</th>`;
  };
  return html`<table><caption><code>${of}</code></caption>
<thead><tr>${heading('The service', service)}${heading('The emulator', emulator)}</tr></thead>
<tbody>
${rowsOf(finding, service, emulator).map(({ depth, differs, ...row }) => {
  const cell = (text: string | null) => {
    const line = text === null ? null : html`${raw('\t'.repeat(depth))}${differs ? html`<mark>${text}</mark>` : text}`;
    return html`<td>${line}</td>`;
  };
  return html`<tr${differs ? raw(' class="differs"') : null}>${cell(row.service)}${cell(row.emulator)}</tr>\n`;
})}</tbody></table>
`;
};

/** The lines of both answers, of which those that the finding is about are marked. */
function rowsOf({ place, service: named }: Finding, service: Side | null, emulator: Side | null): Row[] {
  const header = /^header (.+)$/.exec(place)?.[1];
  if (header !== undefined) {
    const line = (side: Side | null) =>
      side?.headers[header] === undefined ? null : `${header}: ${side.headers[header]}`;
    return [{ depth: 0, service: line(service), emulator: line(emulator), differs: true }];
  }
  const path = pathOf(place);
  // A field under another name is one finding, at the emulator's name.
  const other = typeof named === 'string' ? path.replace(/[^.]+$/, () => named) : path;
  return jsonRows(service?.body, emulator?.body, (at) => at === path || at === other);
}

/** The path in the bodies that a place is about: the order and the length are of a list, an error is the whole body. */
function pathOf(place: string): string {
  if (place === 'events') return 'type';
  if (place === 'order' || place === 'length') return 'data';
  return place.replace(/ (?:order|length)$/, '').replace(/^error\./, '');
}
