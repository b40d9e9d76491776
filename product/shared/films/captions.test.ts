import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Caption, readTyped, readVtt, writeTyped, writeVtt } from './captions.ts';

const file = (...blocks: string[]) => ['WEBVTT', ...blocks].join('\n\n');

describe('WebVTT', () => {
  test('is read without its marks, notes and styles', () => {
    const read = readVtt(
      '\ufeffWEBVTT - un film\r\n\r\nNOTE rien\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n2\r\n00:02.500 --> 00:04.000 align:start\r\n<v Anna>Tom &amp; <i>Lou</i></v>\r\n\r\n00:00:00.000 --> 00:00:02.000\r\nBonjour\r\nà tous\r\n',
    );
    expect(read).toEqual([
      { from: 0, to: 2000, text: 'Bonjour\nà tous' },
      { from: 2500, to: 4000, text: 'Tom & Lou' },
    ]);
  });

  test.each([
    ['other text', 'Bonjour'],
    ['nothing but a head', 'WEBVTT\n\n'],
    ['an end before its beginning', file('00:04.000 --> 00:02.000\nBonjour')],
    ['a time that is none', file('00:99.000 --> 00:02.000\nBonjour')],
    ['SubRip', '1\n00:00:00,000 --> 00:00:02,000\nBonjour'],
    ['a block that is no caption', file('Bonjour\n\u00e0 tous')],
    ['four hundred captions', file(...Array.from({ length: 400 }, () => '00:00.000 --> 00:01.000\nBonjour'))],
    ['a caption as long as a page', file(`00:00.000 --> 00:01.000\n${'a'.repeat(401)}`)],
    ['a NUL', file('00:00.000 --> 00:01.000\nBon\0jour')],
  ])('%s is refused', (_what, text) => {
    expect(readVtt(text)).toBeNull();
  });

  const words = fc
    .string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
    .map((text) =>
      text
        .replace(/[\0\r<>&]|-->/gu, ' ')
        .replace(/\n+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '');
  const caption = fc
    .tuple(fc.nat(58_000), fc.integer({ min: 1, max: 2_000 }), words)
    .map(([from, stays, text]): Caption => ({ from, to: from + stays, text }));

  test('what is written is read again as it was', () => {
    fc.assert(
      fc.property(fc.array(caption, { minLength: 1, maxLength: 20 }), (captions) => {
        const sorted = captions.toSorted((a, b) => a.from - b.from || a.to - b.to);
        expect(readVtt(writeVtt(sorted))).toEqual(sorted);
      }),
    );
  });

  test('a caption says what it says: no mark in it becomes one, no arrow a time', () => {
    const captions = [{ from: 0, to: 1000, text: '1 < 2 & <b>gras</b> 00:01.000 --> 00:02.000' }];
    expect(readVtt(writeVtt(captions))).toEqual(captions);
  });

  test('any text is captions or none, and takes no time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (text) => {
        const read = readVtt(`WEBVTT\n\n${text}`);
        for (const { from, to } of read ?? []) expect(to).toBeGreaterThan(from);
      }),
    );
  });
});

describe('captions as one types them', () => {
  test('stay until the next one, five seconds at most, and as long as the film', () => {
    expect(readTyped('0:00 Bonjour\n0:02,5-0:03 Je suis Camille.\n\n0:10 À bientôt', 12)).toEqual({
      wrong: null,
      captions: [
        { from: 0, to: 2500, text: 'Bonjour' },
        { from: 2500, to: 3000, text: 'Je suis Camille.' },
        { from: 10_000, to: 12_000, text: 'À bientôt' },
      ],
    });
  });

  test.each([
    ['a line without a time', '0:00 Bonjour\nà tous', 2],
    ['a line without words', '0:01', 1],
    ['an end before its beginning', '0:05-0:03 Bonjour', 1],
    ['a time after the film', '0:00 Bonjour\n0:30 Trop tard', 2],
    ['two at one time', '0:01 Bonjour\n0:01 Bonsoir', 1],
  ])('%s is named', (_what, text, line) => {
    expect(readTyped(text, 12)).toEqual({ captions: null, wrong: line });
  });

  test('come back as they were', () => {
    const text = '0:00-0:02,5 Bonjour\n0:03-0:04 Je suis là';
    expect(writeTyped(readTyped(text, 12).captions ?? [])).toBe(text);
  });
});
