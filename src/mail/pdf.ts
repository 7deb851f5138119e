import { dateOf } from '../engine/clock.ts';
import { moneyOf } from '../engine/money.ts';
import type { Mail, PrintedDocument, PrintedRow } from './staged.ts';

type Pdf = PDFKit.PDFDocument;

const margin = 56;
/** US letter, in points. */
const page = { width: 612, height: 792 };
const right = page.width - margin;
const width = right - margin;
const ink = '#111827';
const soft = '#6b7280';
const line = '#e5e7eb';
/** What every page says: nobody shall take it for a paper of a real merchant. */
const sandboxNote = 'Sandbox: made by payments-emulator, a local sandbox. No real money is owed or moves.';
/** The right edges of the columns of numbers. */
const columns = { quantity: right - 190, unit: right - 90, amount: right };
const namesWidth = columns.quantity - margin - 50;

/**
 * Prints a document as PDF. The same document, instant and origin give the same bytes: the date is the emulated one, the
 * file's id is made from it, and nothing is compressed, since that would depend on the machine's library.
 */
export async function printPdf(document: PrintedDocument, at: Mail['at'], origin: string): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({
    size: [page.width, page.height],
    margin,
    compress: false,
    // The foot of each page is written at the end.
    bufferPages: true,
    info: {
      Title: `${document.title} ${document.number}`,
      Author: document.issuer.name,
      Producer: 'payments-emulator',
      Creator: 'payments-emulator',
      CreationDate: dateOf(at),
    },
  });
  const chunks: Buffer[] = [];
  const printed = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  drawHead(pdf, document);
  drawParties(pdf, document);
  drawRows(pdf, document);
  drawTotals(pdf, document);
  drawClosing(pdf, document, origin);
  for (let at = 0; at < pdf.bufferedPageRange().count; at++) {
    pdf.switchToPage(at);
    drawSandboxNote(pdf);
  }
  pdf.end();
  return printed;
}

const colorOf = ({ color }: PrintedDocument['issuer']): string => (/^#[0-9a-f]{6}$/i.test(color) ? color : ink);

function write(pdf: Pdf, text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions = {}): void {
  pdf.text(printable(text), x, y, options);
}

/** Writes text that ends at `edge`. */
function writeTo(pdf: Pdf, text: string, edge: number, y: number): void {
  const shown = printable(text);
  pdf.text(shown, edge - pdf.widthOfString(shown), y, { lineBreak: false });
}

function drawHead(pdf: Pdf, { title, number, issuer }: PrintedDocument): void {
  const color = colorOf(issuer);
  pdf.rect(0, 0, page.width, 8).fill(color);
  pdf.font('Helvetica-Bold').fontSize(20).fillColor(ink);
  write(pdf, issuer.name, margin, margin, { width: width / 2, height: 48, ellipsis: true });
  pdf.fontSize(24).fillColor(color);
  writeTo(pdf, title.toUpperCase(), right, margin - 3);
  pdf.font('Helvetica').fontSize(11).fillColor(soft);
  writeTo(pdf, number, right, margin + 26);
}

function drawParties(pdf: Pdf, { recipient, facts }: PrintedDocument): void {
  const top = 132;
  pdf.font('Helvetica-Bold').fontSize(8).fillColor(soft);
  write(pdf, 'BILLED TO', margin, top, { characterSpacing: 0.6 });
  let y = top + 16;
  for (const [at, text] of recipient.entries()) {
    pdf
      .font(at === 0 ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(10)
      .fillColor(ink);
    write(pdf, text, margin, y, { width: width / 2, height: 13, ellipsis: true });
    y += 15;
  }
  let factY = top;
  for (const { label, value } of facts) {
    pdf.font('Helvetica').fontSize(10).fillColor(soft);
    write(pdf, label, right - 200, factY, { lineBreak: false });
    pdf.fillColor(ink);
    writeTo(pdf, value, right, factY);
    factY += 18;
  }
  pdf.y = Math.max(y, factY, top + 60) + 24;
}

function drawHeadings(pdf: Pdf): void {
  const { y } = pdf;
  pdf.font('Helvetica-Bold').fontSize(8).fillColor(soft);
  write(pdf, 'DESCRIPTION', margin, y, { characterSpacing: 0.6, lineBreak: false });
  writeTo(pdf, 'QTY', columns.quantity, y);
  writeTo(pdf, 'UNIT PRICE', columns.unit, y);
  writeTo(pdf, 'AMOUNT', columns.amount, y);
  pdf.y = y + 15;
  rule(pdf, 1);
  pdf.y += 9;
}

function rule(pdf: Pdf, thickness: number, from = margin): void {
  pdf.moveTo(from, pdf.y).lineTo(right, pdf.y).lineWidth(thickness).strokeColor(line).stroke();
}

/** Begins a page if less than `height` is left. Returns whether it did. */
function breakPage(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= page.height - margin) return false;
  pdf.addPage();
  pdf.y = margin;
  return true;
}

function drawRows(pdf: Pdf, { rows, currency }: PrintedDocument): void {
  drawHeadings(pdf);
  for (const row of rows) {
    pdf.font('Helvetica').fontSize(10);
    const height = pdf.heightOfString(printable(row.name), { width: namesWidth });
    if (breakPage(pdf, height + 20)) drawHeadings(pdf);
    drawRow(pdf, row, currency);
    pdf.y += height + 9;
    rule(pdf, 0.5);
    pdf.y += 9;
  }
}

function drawRow(pdf: Pdf, { name, quantity, unit_amount, amount }: PrintedRow, currency: string): void {
  const { y } = pdf;
  pdf.font('Helvetica').fontSize(10).fillColor(ink);
  write(pdf, name, margin, y, { width: namesWidth });
  writeTo(pdf, String(quantity), columns.quantity, y);
  writeTo(pdf, printableMoney(unit_amount, currency), columns.unit, y);
  writeTo(pdf, printableMoney(amount, currency), columns.amount, y);
  pdf.y = y;
}

function drawTotals(pdf: Pdf, { totals, currency }: PrintedDocument): void {
  const from = right - 220;
  breakPage(pdf, totals.length * 22 + 20);
  pdf.y += 4;
  for (const [at, { label, amount }] of totals.entries()) {
    const isLast = at === totals.length - 1;
    if (isLast && at > 0) {
      rule(pdf, 1, from);
      pdf.y += 9;
    }
    const { y } = pdf;
    pdf.font(isLast ? 'Helvetica-Bold' : 'Helvetica').fontSize(isLast ? 13 : 10);
    pdf.fillColor(isLast ? ink : soft);
    write(pdf, label, from, y, { lineBreak: false });
    pdf.fillColor(ink);
    writeTo(pdf, printableMoney(amount, currency), right, y);
    pdf.y = y + (isLast ? 24 : 20);
  }
}

function drawClosing(pdf: Pdf, { note, link, issuer }: PrintedDocument, origin: string): void {
  if (note !== null) {
    pdf.font('Helvetica').fontSize(10);
    breakPage(pdf, 40);
    pdf.y += 18;
    pdf.fillColor(ink);
    write(pdf, note, margin, pdf.y, { width: width * 0.7, lineGap: 3 });
    pdf.y += 6;
  }
  if (link === null) return;
  breakPage(pdf, 70);
  pdf.y += 20;
  const { y } = pdf;
  const url = `${origin}${link.path}`;
  pdf.font('Helvetica-Bold').fontSize(10);
  const button = pdf.widthOfString(printable(link.label)) + 36;
  pdf.roundedRect(margin, y, button, 30, 4).fill(colorOf(issuer));
  pdf.fillColor('#ffffff');
  write(pdf, link.label, margin + 18, y + 10, { lineBreak: false });
  pdf.link(margin, y, button, 30, url);
  pdf.font('Helvetica').fontSize(9).fillColor(soft);
  write(pdf, url, margin, y + 40, { link: url, width });
}

/** Says at the foot of a page that nobody owes anything because of it. */
function drawSandboxNote(pdf: Pdf): void {
  // A text that stands in the margin begins no page.
  pdf.page.margins.bottom = 0;
  pdf.font('Helvetica').fontSize(8).fillColor(soft);
  write(pdf, sandboxNote, margin, page.height - margin / 2 - 8, { width, align: 'center' });
}

/** The characters of Windows-1252, which the standard fonts of PDF can show. */
const shown = /[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\n]/u;

/** Text as the standard fonts can show it: other letters lose their marks, and what is left becomes a question mark. */
function printable(text: string): string {
  let result = '';
  for (const character of text) {
    if (shown.test(character)) result += character;
    else if (/\p{C}/u.test(character)) continue;
    else result += bareOf(character);
  }
  return result;
}

/** Letters whose stroke is no mark in Unicode. */
const struck: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i', Ħ: 'H', ħ: 'h' };

function bareOf(character: string): string {
  const plain = struck[character];
  if (plain !== undefined) return plain;
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return bare !== '' && [...bare].every((each) => shown.test(each)) ? bare : '?';
}

/** Minor units as people write them: 4200 `USD` is `$42.00`. A sign that the fonts lack is replaced by the code. */
function printableMoney(amount: number, currency: string): string {
  const symbol = moneyOf(amount, currency);
  return printable(symbol) === symbol ? symbol : moneyOf(amount, currency, 'code');
}
