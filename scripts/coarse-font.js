// Makes a font smaller by moving the outlines of its letters to a coarser grid.

/** The tables that a PDF needs of a font, without layout and hinting. */
const kept = ['OS/2', 'cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'post'];

/**
 * Moves a TrueType font's outlines to a grid of `units` per em. On a grid of 256, no point of a 12-point letter moves
 * by more than a fortieth of a point, and the compressed letter is a quarter smaller.
 * @param {Buffer} font
 * @param {number} units
 * @throws Error for a font with composite letters, or without TrueType outlines
 */
export function coarseFont(font, units) {
  const tables = tablesOf(font);
  const scale = units / tables.head.readUInt16BE(18);
  const scaled = (value) => Math.round(value * scale);
  const glyphs = outlinesOf(tables).map((outline) => (outline === null ? Buffer.alloc(0) : coarse(outline, scaled)));
  const { head, hhea, hmtx } = tables;
  head.writeUInt16BE(units, 18);
  for (const at of [36, 38, 40, 42]) head.writeInt16BE(scaled(head.readInt16BE(at)), at);
  // The offsets of the letters are written as four bytes each.
  head.writeInt16BE(1, 50);
  for (const at of [4, 6, 8, 10, 12, 14, 16]) hhea.writeInt16BE(scaled(hhea.readInt16BE(at)), at);
  for (let at = 0; at < hmtx.length; at += 2) hmtx.writeInt16BE(scaled(hmtx.readInt16BE(at)), at);
  for (const at of [68, 70, 72, 86, 88]) tables['OS/2'].writeInt16BE(scaled(tables['OS/2'].readInt16BE(at)), at);
  const places = [0];
  for (const { length } of glyphs) places.push(places.at(-1) + length);
  const loca = Buffer.alloc(places.length * 4);
  for (const [at, place] of places.entries()) loca.writeUInt32BE(place, at * 4);
  return fontOf({ ...tables, glyf: Buffer.concat(glyphs), loca });
}

function tablesOf(font) {
  const tables = {};
  for (let at = 0; at < font.readUInt16BE(4); at++) {
    const entry = 12 + 16 * at;
    const start = font.readUInt32BE(entry + 8);
    const end = start + font.readUInt32BE(entry + 12);
    tables[font.toString('latin1', entry, entry + 4)] = Buffer.from(font.subarray(start, end));
  }
  return tables;
}

/** The letters as ends of contours and points; null for a letter without an outline, such as the space. */
function outlinesOf({ head, loca, maxp, glyf }) {
  const isLong = head.readInt16BE(50) === 1;
  const placeOf = (at) => (isLong ? loca.readUInt32BE(at * 4) : loca.readUInt16BE(at * 2) * 2);
  return Array.from({ length: maxp.readUInt16BE(4) }, (_, at) => {
    const [start, end] = [placeOf(at), placeOf(at + 1)];
    return start === end ? null : outlineOf(glyf.subarray(start, end));
  });
}

const bits = { onCurve: 1, shortX: 2, shortY: 4, repeat: 8, sameX: 16, sameY: 32 };

/** @param {Buffer} glyph as in the table `glyf` */
function outlineOf(glyph) {
  const contours = glyph.readInt16BE(0);
  if (contours < 0) throw new Error('A letter of the font is made of others.');
  const ends = Array.from({ length: contours }, (_, at) => glyph.readUInt16BE(10 + 2 * at));
  let at = 10 + 2 * contours;
  at += 2 + glyph.readUInt16BE(at);
  const flags = [];
  while (flags.length <= (ends.at(-1) ?? -1)) {
    const flag = glyph[at++];
    flags.push(flag);
    if (flag & bits.repeat) for (let times = glyph[at++]; times > 0; times--) flags.push(flag);
  }
  const along = (short, same) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? glyph[at++] : -glyph[at++];
      else if (!(flag & same)) {
        value += glyph.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = along(bits.shortX, bits.sameX);
  const ys = along(bits.shortY, bits.sameY);
  return { ends, isOnCurve: flags.map((flag) => (flag & bits.onCurve) !== 0), xs, ys };
}

/** A letter on the coarser grid, in the format of the table `glyf`. */
function coarse({ ends, isOnCurve, xs, ys }, scaled) {
  const across = written(xs.map(scaled), bits.shortX, bits.sameX);
  const down = written(ys.map(scaled), bits.shortY, bits.sameY);
  const flags = isOnCurve.map((is, at) => (is ? bits.onCurve : 0) | across.flags[at] | down.flags[at]);
  const head = Buffer.alloc(10);
  const box = [Math.min, Math.max].flatMap((of) => [of(...across.values), of(...down.values)]);
  for (const [at, value] of [ends.length, ...box].entries()) head.writeInt16BE(value, at * 2);
  // The last two bytes: no instructions.
  const contours = Buffer.alloc(ends.length * 2 + 2);
  for (const [at, end] of ends.entries()) contours.writeUInt16BE(end, at * 2);
  return Buffer.concat([head, contours, runs(flags), Buffer.from(across.bytes), Buffer.from(down.bytes)]);
}

/** The differences between successive values, each in its shortest form. */
function written(values, short, same) {
  const flags = [];
  const bytes = [];
  for (const [at, value] of values.entries()) {
    const step = value - (values[at - 1] ?? 0);
    const size = Math.abs(step);
    flags.push(step === 0 ? same : size > 255 ? 0 : step > 0 ? short | same : short);
    if (size > 255) bytes.push((step >> 8) & 255, step & 255);
    else if (step !== 0) bytes.push(size);
  }
  return { values, flags, bytes };
}

/** Equal successive flags are written once, with the number of repeats. */
function runs(flags) {
  const bytes = [];
  for (let at = 0; at < flags.length; ) {
    let again = 0;
    while (again < 255 && flags[at + again + 1] === flags[at]) again++;
    if (again === 0) bytes.push(flags[at]);
    else bytes.push(flags[at] | bits.repeat, again);
    at += again + 1;
  }
  return Buffer.from(bytes);
}

/** The font file (OpenType, "Organization of an OpenType Font"), without the checksums, which no PDF needs. */
function fontOf(tables) {
  const names = [...kept, 'glyf', 'loca'].sort();
  const directory = Buffer.alloc(12 + 16 * names.length);
  const power = 2 ** Math.floor(Math.log2(names.length));
  directory.writeUInt32BE(0x00010000, 0);
  for (const [at, value] of [names.length, power * 16, Math.log2(power), (names.length - power) * 16].entries())
    directory.writeUInt16BE(value, 4 + at * 2);
  const pieces = [directory];
  let place = directory.length;
  for (const [at, name] of names.entries()) {
    const table = tables[name];
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    directory.write(name, 12 + 16 * at, 'latin1');
    directory.writeUInt32BE(place, 12 + 16 * at + 8);
    directory.writeUInt32BE(table.length, 12 + 16 * at + 12);
    pieces.push(padded);
    place += padded.length;
  }
  return Buffer.concat(pieces);
}
