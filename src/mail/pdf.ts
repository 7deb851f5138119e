import { dateOf } from '../engine/clock.ts';
import { moneyOf } from '../engine/money.ts';
import { Pen } from './pen.ts';
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
/** From one line of a name to the next, and of a note, in points. */
const rowHeight = 12;
const noteHeight = 15;

/** What is drawn on, and what writes on it. */
interface Sheet {
  readonly pdf: Pdf;
  readonly pen: Pen;
}

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
  const sheet: Sheet = { pdf, pen: new Pen(pdf) };
  drawHead(sheet, document);
  drawParties(sheet, document);
  drawRows(sheet, document);
  drawTotals(sheet, document);
  drawClosing(sheet, document, origin);
  for (let at = 0; at < pdf.bufferedPageRange().count; at++) {
    pdf.switchToPage(at);
    drawSandboxNote(sheet);
  }
  pdf.end();
  return printed;
}

const colorOf = ({ color }: PrintedDocument['issuer']): string => (/^#[0-9a-f]{6}$/i.test(color) ? color : ink);

/** A heading in small capital letters. */
const writeLabel = ({ pdf }: Sheet, text: string, x: number, y: number): void => {
  pdf.font('Helvetica-Bold').fontSize(8).fillColor(soft);
  pdf.text(text, x, y, { characterSpacing: 0.6, lineBreak: false });
};

function drawHead({ pdf, pen }: Sheet, { title, number, issuer }: PrintedDocument): void {
  const color = colorOf(issuer);
  pdf.rect(0, 0, page.width, 8).fill(color);
  pdf.fillColor(ink);
  pen.use('bold', 20);
  for (const [at, line] of pen.linesOf(issuer.name, width / 2, 2).entries()) pen.write(line, margin, margin + at * 24);
  pdf.fillColor(color);
  pen.use('bold', 24).writeTo(title.toUpperCase(), right, margin - 3);
  pdf.fillColor(soft);
  pen.use('regular', 11).writeTo(number, right, margin + 26);
}

function drawParties(sheet: Sheet, { recipient, facts }: PrintedDocument): void {
  const { pdf, pen } = sheet;
  const top = 132;
  writeLabel(sheet, 'BILLED TO', margin, top);
  let y = top + 16;
  for (const [at, text] of recipient.entries()) {
    pdf.fillColor(ink);
    pen.use(at === 0 ? 'bold' : 'regular', 10);
    for (const line of pen.linesOf(text, width / 2, 3)) {
      pen.write(line, margin, y);
      y += 15;
    }
  }
  let factY = top;
  pen.use('regular', 10);
  for (const { label, value } of facts) {
    pdf.fillColor(soft);
    pen.write(label, right - 200, factY);
    pdf.fillColor(ink);
    pen.writeTo(value, right, factY);
    factY += 18;
  }
  pdf.y = Math.max(y, factY, top + 60) + 24;
}

function drawHeadings(sheet: Sheet): void {
  const { pdf, pen } = sheet;
  const { y } = pdf;
  writeLabel(sheet, 'DESCRIPTION', margin, y);
  pen.use('bold', 8);
  pen.writeTo('QTY', columns.quantity, y);
  pen.writeTo('UNIT PRICE', columns.unit, y);
  pen.writeTo('AMOUNT', columns.amount, y);
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

function drawRows(sheet: Sheet, { rows, currency }: PrintedDocument): void {
  const { pdf, pen } = sheet;
  drawHeadings(sheet);
  for (const row of rows) {
    const names = pen.use('regular', 10).linesOf(row.name, namesWidth);
    const height = names.length * rowHeight;
    if (breakPage(pdf, height + 20)) drawHeadings(sheet);
    drawRow(sheet, row, names, currency);
    pdf.y += height + 9;
    rule(pdf, 0.5);
    pdf.y += 9;
  }
}

function drawRow(
  { pdf, pen }: Sheet,
  { quantity, unit_amount, amount }: PrintedRow,
  names: readonly string[],
  currency: string,
): void {
  const { y } = pdf;
  pdf.fillColor(ink);
  pen.use('regular', 10);
  for (const [at, name] of names.entries()) pen.write(name, margin, y + at * rowHeight);
  pen.writeTo(String(quantity), columns.quantity, y);
  pen.writeTo(moneyOf(unit_amount, currency), columns.unit, y);
  pen.writeTo(moneyOf(amount, currency), columns.amount, y);
  pdf.y = y;
}

function drawTotals({ pdf, pen }: Sheet, { totals, currency }: PrintedDocument): void {
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
    pdf.fillColor(isLast ? ink : soft);
    pen.use(isLast ? 'bold' : 'regular', isLast ? 13 : 10).write(label, from, y);
    pdf.fillColor(ink);
    pen.writeTo(moneyOf(amount, currency), right, y);
    pdf.y = y + (isLast ? 24 : 20);
  }
}

function drawClosing({ pdf, pen }: Sheet, { note, link, issuer }: PrintedDocument, origin: string): void {
  if (note !== null) {
    pdf.y += 18;
    for (const line of pen.use('regular', 10).linesOf(note, width * 0.7)) {
      breakPage(pdf, noteHeight);
      const { y } = pdf;
      pdf.fillColor(ink);
      pen.write(line, margin, y);
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
  pdf.fillColor('#ffffff');
  pen.write(link.label, margin + 18, y + 10);
  pdf.link(margin, y, button, 30, url);
  pdf.font('Helvetica').fontSize(9).fillColor(soft);
  pdf.text(url, margin, y + 40, { link: url, width });
}

/** Says at the foot of a page that nobody owes anything because of it. */
function drawSandboxNote({ pdf, pen }: Sheet): void {
  pdf.fillColor(soft);
  pen.use('regular', 8);
  // A line in the margin begins no page where it does not break.
  pen.write(sandboxNote, (page.width - pen.widthOf(sandboxNote)) / 2, page.height - margin / 2 - 8);
}
