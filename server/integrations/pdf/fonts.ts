import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';

export type Weight = 'text' | 'bold';
/**
 * A file of a font: our own letters, ours of the rest of Latin, and DejaVu's for every other letter
 * of Europe.
 */
export type Face = `${Weight}${'' | '-ext' | '-rest'}`;

const require = createRequire(import.meta.url);
const ours = (subset: 'latin' | 'latin-ext', weight: 400 | 700) => () =>
  unpackWoff(read(`@fontsource/instrument-sans/files/instrument-sans-${subset}-${weight}-normal.woff`));
const read = (file: string): Buffer => readFileSync(require.resolve(file));

const FILES: Readonly<Record<Face, () => Buffer>> = {
  text: ours('latin', 400),
  bold: ours('latin', 700),
  'text-ext': ours('latin-ext', 400),
  'bold-ext': ours('latin-ext', 700),
  'text-rest': () => read('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  'bold-rest': () => read('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};
/** In which a letter is looked for, the first that has it. The bold one has fewer letters. */
const ORDER: Readonly<Record<Weight, readonly Face[]>> = {
  text: ['text', 'text-ext', 'text-rest'],
  bold: ['bold', 'bold-ext', 'bold-rest', 'text-rest'],
};

interface Loaded {
  bytes: Buffer;
  font: Font;
  letters: ReadonlySet<number>;
}
/** Each is read at the first letter that needs it: most documents need none but the first. */
const loaded = new Map<Face, Loaded>();
function load(face: Face): Loaded {
  const known = loaded.get(face);
  if (known) return known;
  const bytes = FILES[face]();
  const font = create(bytes);
  if (!('layout' in font)) throw new Error(`${face} is a collection of fonts`);
  const now = { bytes, font, letters: new Set(font.characterSet) };
  loaded.set(face, now);
  return now;
}

/** The file of a face, as the PDF library takes it. */
export const bytesOf = (face: Face): Buffer => load(face).bytes;

export interface Run {
  face: Face;
  text: string;
}

const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });
/**
 * Characters that are not seen by themselves: controls, halves of pairs, marks of direction, what chooses between
 * two looks of a sign.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Variation_Selector}]/gu;
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Me}]/u;

/**
 * A text in runs of one face each. A sign that no face has is written in its plain form (« 𝓐 » as «
 * A ») or in small letters; a pictograph is left out; any other stands as its number in Unicode, « [U+674E] », since an
 * empty box would say nothing at all and PDF/A forbids it.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  const seen = text
    .replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replaceAll(UNSEEN, '')
    // Our fonts have U+00A0, but not the narrow no-break space that French typography prefers.
    .replaceAll(/(?! )\p{Zs}/gu, '\u00a0')
    .normalize('NFC');
  for (const { segment } of graphemes.segment(seen))
    for (const run of printed(segment, weight)) {
      const last = runs.at(-1);
      if (last?.face === run.face) last.text += run.text;
      else runs.push(run);
    }
  return runs;
}

function printed(sign: string, weight: Weight): Run[] {
  const points = Array.from(sign, (letter) => letter.codePointAt(0) ?? 0);
  const face = ORDER[weight].find((one) => points.every((point) => load(one).letters.has(point)));
  if (face !== undefined) return [{ face, text: sign }];
  const plain = sign.normalize('NFKC');
  if (plain !== sign) return Array.from(plain).flatMap((letter) => printed(letter, weight));
  // Georgian capitals, which few fonts have, are read as the letters that everybody writes.
  const small = sign.toLowerCase();
  if (small !== sign) return printed(small, weight);
  if (points.length > 1) return Array.from(sign).flatMap((letter) => printed(letter, weight));
  if (PICTOGRAPH.test(sign)) return [];
  const number = (points[0] ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return printed(`[U+${number}]`, weight);
}

/**
 * Looks at the glyphs with which a run is painted.
 * @throws Error when one of them is the empty box: a document that has it must not be kept
 */
export function checkGlyphs({ face, text }: Run): void {
  if (
    load(face)
      .font.layout(text)
      .glyphs.some(({ id }) => id === 0)
  )
    throw new Error(`the font ${face} has no glyph for a sign of ${JSON.stringify(text)}`);
}

/**
 * Converts a WOFF (1.0, W3C) to the font inside it: unpacked once here, because the PDF library
 * would do it for each document, ten times as slowly.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = 44 + index * 20;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(start, start + packed);
    return { entry, bytes: packed < length ? inflateSync(bytes) : bytes };
  });
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * 16, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [index, { entry, bytes }] of tables.entries()) {
    const at = 12 + index * 16;
    woff.copy(head, at, entry, entry + 4);
    woff.copy(head, at + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const padding = (4 - (bytes.length % 4)) % 4;
    parts.push(bytes, Buffer.alloc(padding));
    offset += bytes.length + padding;
  }
  return Buffer.concat(parts);
}
