import { dateOf } from '../../core/base/instants.ts';
import { pdfFont, publicOriginOf, type Surroundings } from '../platform/surroundings.ts';
import { openFonts } from './fonts.ts';
import type { Mail, PrintedDocument, PrintedRow } from './mail-draft.ts';
import { Pen } from './pdf-text.ts';
import { missingIn, moneyIn, wordsOf } from './words.ts';

type Pdf = PDFKit.PDFDocument;

const margin = 56;
/** US letter, in points. */
const page = { width: 612, height: 792 };
const right = page.width - margin;
const width = right - margin;
const ink = '#111827';
const soft = '#6b7280';
const line = '#e5e7eb';
/** The right edges of the numeric columns. */
const columns = { quantity: right - 190, unit: right - 90, amount: right };
/** The left edge of the facts next to the recipient. */
const factsFrom = right - 240;
const namesWidth = columns.quantity - margin - 50;
/** The line heights of a name, a note and the footer, in points. */
const rowHeight = 12;
const noteHeight = 15;
const footHeight = 10;

/** A PDF, and the characters that none of its fonts contains. */
export interface PrintedPdf {
  readonly bytes: Buffer;
  readonly missing: readonly string[];
}

/** The PDF, the pen that writes into it, and the language. */
interface Sheet {
  readonly pdf: Pdf;
  readonly pen: Pen;
  readonly words: ReturnType<typeof wordsOf>;
  readonly money: ReturnType<typeof moneyIn>;
}

/**
 * Prints a document as a PDF. The same document, instant and origin give the same bytes: the date is emulated, the
 * file id is derived from the date, and the content is not compressed, because the result would depend on the
 * machine's library.
 */
export async function printPdf(document: PrintedDocument, at: Mail['at'], kernel: Surroundings): Promise<PrintedPdf> {
  const origin = publicOriginOf(kernel);
  const [{ default: PdfDocument }, fonts] = await Promise.all([import('pdfkit'), openFonts(kernel.facility(pdfFont))]);
  const pdf = new PdfDocument({
    size: [page.width, page.height],
    margin,
    compress: false,
    // The footers of all pages are written at the end.
    bufferPages: true,
    info: {
      Title: `${document.title} ${document.number}`,
      Author: document.issuer.name,
      Producer: 'payments-emulator',
      Creator: 'payments-emulator',
      CreationDate: dateOf(at),
    },
    lang: document.locale,
    // The standard PDF fonts would require files of the library next to the program.
    font: '',
  });
  const chunks: Buffer[] = [];
  const bytes = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  const { locale, currency } = document;
  const sheet: Sheet = { pdf, pen: new Pen(pdf, fonts), words: wordsOf(locale), money: moneyIn(locale, currency) };
  drawHead(sheet, document);
  drawParties(sheet, document);
  drawRows(sheet, document);
  drawTotals(sheet, document);
  drawClosing(sheet, document, origin);
  for (let at = 0; at < pdf.bufferedPageRange().count; at++) {
    pdf.switchToPage(at);
    drawFoot(sheet);
  }
  pdf.end();
  return { bytes: await bytes, missing: sheet.pen.missing };
}

const colorOf = ({ color }: PrintedDocument['issuer']): string => (/^#[0-9a-f]{6}$/i.test(color) ? color : ink);

/** Writes a label in small uppercase letters. */
const writeLabel = ({ pen }: Sheet, text: string, x: number, y: number): void =>
  pen.ink(soft).use('bold', 8).write(text.toUpperCase(), x, y);

function drawHead({ pdf, pen }: Sheet, { title, number, issuer }: PrintedDocument): void {
  const color = colorOf(issuer);
  pdf.rect(0, 0, page.width, 8).fill(color);
  let y = margin;
  pen.ink(ink).use('bold', 20);
  for (const text of pen.linesOf(issuer.name, width / 2, 2)) {
    pen.write(text, margin, y);
    y += 24;
  }
  pen.ink(soft).use('regular', 10);
  for (const text of issuer.address.flatMap((each) => pen.linesOf(each, width / 2, 2))) {
    pen.write(text, margin, y + 4);
    y += 14;
  }
  pen
    .ink(color)
    .use('bold', 24)
    .writeTo(title.toUpperCase(), right, margin - 3);
  pen
    .ink(soft)
    .use('regular', 11)
    .writeTo(number, right, margin + 26);
  pdf.y = Math.max(y + 28, 132);
}

function drawParties(sheet: Sheet, { recipient, addressee, facts }: PrintedDocument): void {
  const { pdf, pen, words } = sheet;
  const top = pdf.y;
  writeLabel(sheet, words.billedTo, margin, top);
  let y = top + 16;
  pen.ink(ink);
  for (const text of recipient) {
    pen.use(text === addressee ? 'bold' : 'regular', 10);
    for (const line of pen.linesOf(text, factsFrom - margin - 20, 3)) {
      pen.write(line, margin, y);
      y += 15;
    }
  }
  let factY = top;
  pen.use('regular', 10);
  for (const { label, value } of facts) {
    pen.ink(soft).write(label, factsFrom, factY);
    pen.ink(ink);
    for (const text of pen.linesOf(value, right - factsFrom - pen.widthOf(label) - 12)) {
      pen.writeTo(text, right, factY);
      factY += 14;
    }
    factY += 4;
  }
  pdf.y = Math.max(y, factY, top + 60) + 24;
}

function drawHeadings(sheet: Sheet): void {
  const { pdf, pen, words } = sheet;
  const { y } = pdf;
  writeLabel(sheet, words.description, margin, y);
  pen.writeTo(words.quantity.toUpperCase(), columns.quantity, y);
  pen.writeTo(words.unitPrice.toUpperCase(), columns.unit, y);
  pen.writeTo(words.amount.toUpperCase(), columns.amount, y);
  pdf.y = y + 15;
  rule(pdf, 1);
  pdf.y += 9;
}

function rule(pdf: Pdf, thickness: number, from = margin): void {
  pdf.moveTo(from, pdf.y).lineTo(right, pdf.y).lineWidth(thickness).strokeColor(line).stroke();
}

/** Starts a new page if less than `height` is left. Returns whether it started one. */
function breakPage(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= page.height - margin) return false;
  pdf.addPage();
  pdf.y = margin;
  return true;
}

function drawRows(sheet: Sheet, { rows }: PrintedDocument): void {
  const { pdf, pen } = sheet;
  drawHeadings(sheet);
  for (const row of rows) {
    const names = pen.use('regular', 10).linesOf(row.name, namesWidth);
    const height = names.length * rowHeight;
    if (breakPage(pdf, height + 20)) drawHeadings(sheet);
    drawRow(sheet, row, names);
    pdf.y += height + 9;
    rule(pdf, 0.5);
    pdf.y += 9;
  }
}

function drawRow(
  { pdf, pen, money }: Sheet,
  { quantity, unit_amount, amount }: PrintedRow,
  names: readonly string[],
): void {
  const { y } = pdf;
  pen.ink(ink).use('regular', 10);
  for (const [at, name] of names.entries()) pen.write(name, margin, y + at * rowHeight);
  pen.writeTo(String(quantity), columns.quantity, y);
  pen.writeTo(money(unit_amount), columns.unit, y);
  pen.writeTo(money(amount), columns.amount, y);
  pdf.y = y;
}

function drawTotals({ pdf, pen, money }: Sheet, { totals }: PrintedDocument): void {
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
    pen.use(isLast ? 'bold' : 'regular', isLast ? 13 : 10);
    pen.ink(isLast ? ink : soft).write(label, from, y);
    pen.ink(ink).writeTo(money(amount), right, y);
    pdf.y = y + (isLast ? 24 : 20);
  }
}

function drawClosing({ pdf, pen }: Sheet, { note, link, issuer }: PrintedDocument, origin: string): void {
  if (note !== null) {
    pdf.y += 18;
    for (const line of pen.use('regular', 10).linesOf(note, width * 0.7)) {
      breakPage(pdf, noteHeight);
      const { y } = pdf;
      pen.ink(ink).write(line, margin, y);
      pdf.y = y + noteHeight;
    }
    pdf.y += 6;
  }
  if (link === null) return;
  breakPage(pdf, 70);
  pdf.y += 20;
  const { y } = pdf;
  const url = `${origin}${link.path}`;
  const button = pen.use('bold', 10).widthOf(link.label) + 36;
  pdf.roundedRect(margin, y, button, 30, 4).fill(colorOf(issuer));
  pen.ink('#ffffff').write(link.label, margin + 18, y + 10);
  pdf.link(margin, y, button, 30, url);
  pen.ink(soft).use('regular', 9);
  for (const [at, line] of pen.linesOf(url, width).entries()) {
    const top = y + 40 + at * 12;
    pen.write(line, margin, top);
    pdf.link(margin, top, pen.widthOf(line), 12, url);
  }
}

/**
 * Writes the footer of a page: the notice that the document does not create a debt, and the characters that could not
 * be printed.
 */
function drawFoot({ pen, words }: Sheet): void {
  pen.ink(soft).use('regular', 8);
  const { missing } = pen;
  const notes = missing.length === 0 ? [] : pen.linesOf(missingIn(missing, words), width);
  // A line in the margin does not start a new page unless it wraps.
  let y = page.height - margin / 2 - 8 - notes.length * footHeight;
  for (const line of [...notes, words.pageNote]) {
    pen.write(line, (page.width - pen.widthOf(line)) / 2, y);
    y += footHeight;
  }
}
