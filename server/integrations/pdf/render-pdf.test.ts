import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkGlyphs, runsOf, type Weight } from './fonts.ts';
import { renderPdf, write } from './render-pdf.ts';

const shown = (text: string, weight: Weight = 'text') =>
  runsOf(text, weight)
    .map((run) => run.text)
    .join('');
const every = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).filter((sign) =>
    /[\p{L}\p{N}\p{Sc}]/u.test(sign),
  );

test.each([
  ['of western Europe, its fractions and powers', every(0xa1, 0xff)],
  ['of the rest of the Latin ones', [...every(0x100, 0x24f), ...every(0x1e00, 0x1ef9)]],
  ['of Greek', [...every(0x386, 0x3ce), ...every(0x1f00, 0x1fff)]],
  ['of Cyrillic', every(0x400, 0x481)],
  ['of Armenian and Georgian', [...every(0x531, 0x556), ...every(0x561, 0x586), ...every(0x10d0, 0x10f0)]],
  ['of Hebrew and Arabic', [...every(0x5d0, 0x5ea), ...every(0x621, 0x63a), ...every(0x641, 0x64a)]],
  ['that invoices need', [...'Œœ½²³€₤₺ŀℓ№℮∞≤≥←→Ⅷ']],
])('every letter %s prints as itself, thin and bold', (_which, letters) => {
  for (const weight of ['text', 'bold'] as const)
    for (const letter of letters) {
      expect(shown(letter, weight)).toBe(letter.normalize('NFC'));
      for (const run of runsOf(letter, weight)) checkGlyphs(run);
    }
});

test.each([
  ['Éloïse Œuvrard EI — Coup d’œil, niveau ½, m²', 'Éloïse Œuvrard EI — Coup d’œil, niveau ½, m²'],
  ['Ĝustavo Ŝmid, Ġużeppi Ħal, Ŧor', 'Ĝustavo Ŝmid, Ġużeppi Ħal, Ŧor'],
  ['n̈g̃ q̌', 'n̈g̃ q̌'],
  ['\ud835\udcd0nne Ｂ ㎏', 'Anne B kg'],
  ['Soirée 🎉👨‍👩‍👧 jeux 🇫🇷', 'Soirée  jeux '],
  ['a\u202fb\u2009c\u200b\u202e\u0007d\ufffe', 'a\u00a0b\u00a0cd'],
  ['Léa 李', 'Léa [U+674E]'],
  ['ᲜᲘᲜᲝ', 'ნინო'],
  ['Нино ᲜᲘᲜᲝ', 'Нино ნინო'],
])('%s is printed %s', (written, printed) => {
  expect(shown(written)).toBe(printed);
});

test('no text paints an empty box, whatever it says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'grapheme' }),
      async (...texts) => {
        for (const weight of ['text', 'bold'] as const)
          for (const text of texts) for (const run of runsOf(text, weight)) checkGlyphs(run);
      },
    ),
    { numRuns: 25 },
  );
});

test('a page with a box is not made', async () => {
  expect(() => checkGlyphs({ face: 'text', text: 'Œuvre 李' })).toThrow('has no glyph');
  const made = await renderPdf({ title: 'Essai', at: new Date('2026-11-28T08:00:00Z') }, (pdf) => {
    write(pdf, 'Éloïse Œuvrard Ω Ж ½', { y: 60 });
  });
  expect(made.toString('latin1').match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(2);
});
