import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Caption, readTyped, readVtt, writeTyped, writeVtt } from './captions.ts';

const file = (...blocks: string[]) => ['WEBVTT', ...blocks].join('\n\n');

describe('WebVTT', () => {
  test('is read without its marks, notes and styles', () => {
    const read = readVtt(
      '\ufeffWEBVTT - un film\r\n\r\nNOTE rien\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n2\r\n00:02.500 --> 00:04.000 align:start\r\n<v Anna>Tom &amp; <i>Lou</i></v>\r\n\r\n00:00:00.000 --> 00:00:02.000\r\nBonjour\r\nà tous\r\n',
    );
    expect(read.captions).toEqual([
      { from: 0, to: 2000, text: 'Bonjour\nà tous' },
      { from: 2500, to: 4000, text: 'Tom & Lou' },
    ]);
  });

  test.each([
    ['other text', 'Bonjour'],
    ['nothing but a head', 'WEBVTT\n\n'],
    ['an end before its beginning', file('00:04.000 --> 00:02.000\nBonjour')],
    ['a time of four decimals', file('00:01.000 --> 00:02.0005\nBonjour')],
    ['a time that is none', file('00:99.000 --> 00:02.000\nBonjour')],
    ['a block that is no caption', file('Bonjour\n\u00e0 tous')],
    ['four hundred captions', file(...Array.from({ length: 400 }, () => '00:00.000 --> 00:01.000\nBonjour'))],
    ['a caption as long as a page', file(`00:00.000 --> 00:01.000\n${'a'.repeat(401)}`)],
    ['a NUL', file('00:00.000 --> 00:01.000\nBon\0jour')],
  ])('%s is refused', (_what, text) => {
    expect(readVtt(text).captions).toBeNull();
  });

  const said = (text: string) =>
    readVtt(text).captions?.map((caption) => [caption.from, caption.to, caption.text]);
  test.each([
    [
      'entities of HTML, by name and by number',
      file(
        '00:00.000 --> 00:02.000\nL&#39;&eacute;t&eacute; &quot;ici&quot; &#x2014; &hellip; &amp;lt; &rien;',
      ),
      [[0, 2000, 'L\'été "ici" — … &lt; &rien;']],
    ],
    [
      'captions without a blank line between them',
      file('00:00.000 --> 00:02.000\nUn\n00:02.000 --> 00:04.000\nDeux'),
      [
        [0, 2000, 'Un'],
        [2000, 4000, 'Deux'],
      ],
    ],
    ['no blank line behind the head', 'WEBVTT\n00:00.000 --> 00:02.000\nUn', [[0, 2000, 'Un']]],
    [
      'no spaces around the arrow, and tabs',
      file('00:00.000-->00:02.000\nUn', '00:02.000\t-->\t00:04.000\tline:0\nDeux'),
      [
        [0, 2000, 'Un'],
        [2000, 4000, 'Deux'],
      ],
    ],
    ['an hour of one digit', file('0:00:01.000 --> 0:00:02.000\nUn'), [[1000, 2000, 'Un']]],
    ['a block that is no caption', file('Rien', '00:00.000 --> 00:02.000\nUn'), [[0, 2000, 'Un']]],
    ['a note with an arrow', file('NOTE a --> b', '00:00.000 --> 00:02.000\nUn'), [[0, 2000, 'Un']]],
    [
      'a note with an arrow on any of its lines',
      file('NOTE\nun --> deux', 'NOTE\nun\ndeux --> trois\nquatre', '00:00.000 --> 00:02.000\nUn'),
      [[0, 2000, 'Un']],
    ],
    [
      'styles and regions with an arrow',
      file('STYLE\n/* --> */\n::cue { color: red }', 'REGION\nid:a --> b', '00:00.000 --> 00:02.000\nUn'),
      [[0, 2000, 'Un']],
    ],
    ['times within a note, which end it', file('NOTE\nrien\n00:00.000 --> 00:02.000\nUn'), [[0, 2000, 'Un']]],
    [
      'positions right behind the times',
      file('00:00.000 --> 00:02.000align:start\nUn', '00:02.000-->00:04.000line:0\nDeux'),
      [
        [0, 2000, 'Un'],
        [2000, 4000, 'Deux'],
      ],
    ],
    [
      'SubRip',
      '\ufeff1\r\n00:00:00,000 --> 00:00:02,000\r\n<i>Un</i>\r\n\r\n2\r\n00:00:02,000 --> 00:00:04,000\r\nDeux\r\n',
      [
        [0, 2000, 'Un'],
        [2000, 4000, 'Deux'],
      ],
    ],
    [
      'SubRip without blank lines: a number is no word, but where it is one',
      '1\n00:00:00,000 --> 00:00:02,000\nUn\n7\n2\n00:00:02,000 --> 00:00:04,000\nDeux',
      [
        [0, 2000, 'Un\n7'],
        [2000, 4000, 'Deux'],
      ],
    ],
  ])('%s: read as browsers do', (_what, text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  test.each([
    ['a time that is none', '00:61.000 --> 00:62.000\nDeux', { fault: 'time', caption: 2, line: 6 }],
    [
      'an end before its beginning',
      '00:04.000 --> 00:03.000\nDeux',
      { fault: 'backwards', caption: 2, line: 6 },
    ],
    ['an end after an hour', '00:04.000 --> 01:00:00.001\nDeux', { fault: 'too_late', caption: 2, line: 6 }],
    [
      'a page of words',
      `00:04.000 --> 00:05.000\n${'a'.repeat(401)}`,
      { fault: 'too_long', caption: 2, line: 6 },
    ],
  ])('%s: the wrong caption is named with its line', (_what, block, wrong) => {
    expect(
      readVtt(file('00:00.000 --> 00:02.000\nUn', block, '00:01.000 --> 00:00.000\nTrois')).wrong,
    ).toEqual(wrong);
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
        expect(readVtt(writeVtt(sorted)).captions).toEqual(sorted);
      }),
    );
  });

  test('a caption says what it says: no mark in it becomes one, no arrow a time', () => {
    const captions = [{ from: 0, to: 1000, text: '1 < 2 & <b>gras</b> 00:01.000 --> 00:02.000' }];
    expect(readVtt(writeVtt(captions)).captions).toEqual(captions);
  });

  test('any text is captions or none, and takes no time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (text) => {
        const read = readVtt(`WEBVTT\n\n${text}`);
        for (const { from, to } of read.captions ?? []) expect(to).toBeGreaterThan(from);
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
