import { describe, expect, test } from 'vitest';
import { linkedParts } from './linked-text.ts';

/** The links of a text, as what is shown and where it leads. */
const linksOf = (text: string) =>
  linkedParts(text).flatMap(({ shown, href }) => (href === null ? [] : [[shown, href]]));

describe('addresses in what people write', () => {
  test('become links, without the sentence around them', () => {
    expect(linkedParts('Voir https://lichess.org/abc?x=1#2, merci.')).toEqual([
      { shown: 'Voir ', href: null },
      { shown: 'https://lichess.org/abc?x=1#2', href: 'https://lichess.org/abc?x=1#2' },
      { shown: ', merci.', href: null },
    ]);
    expect(linksOf('(https://fr.wikipedia.org/wiki/Loge_(théâtre))')).toEqual([
      [
        'https://fr.wikipedia.org/wiki/Loge_(th%C3%A9%C3%A2tre)',
        'https://fr.wikipedia.org/wiki/Loge_(th%C3%A9%C3%A2tre)',
      ],
    ]);
    expect(linksOf('« https://loge.fr/a » https://loge.fr/b… HTTP://LOGE.FR')).toEqual([
      ['https://loge.fr/a', 'https://loge.fr/a'],
      ['https://loge.fr/b', 'https://loge.fr/b'],
      ['HTTP://LOGE.FR', 'http://loge.fr/'],
    ]);
  });

  test.each([
    ['javascript:alert(1)'],
    ['data:text/html,https'],
    ['ftp://loge.fr/x'],
    ['file:///etc/passwd'],
    ['https://'],
    ['https://localhost/x'],
    // The name before the @ is no host.
    ['https://loge.fr@evil.example/'],
    ['https://loge.fr:secret@evil.example/'],
    // Marks that turn the writing round, or cannot be seen.
    ['https://loge.fr/\u202egpj.exe'],
    ['https://lo\u200bge.fr/'],
    ['https://loge.fr/\u2066x\u2069'],
    ['[Loge](javascript:alert(1))'],
  ])('%j leads nowhere', (text) => {
    expect(linksOf(text)).toEqual([]);
    expect(
      linkedParts(text)
        .map(({ shown }) => shown)
        .join(''),
    ).toBe(text);
  });

  test('show the host that they lead to, letter by letter', () => {
    // A Cyrillic « о ».
    expect(linksOf('https://lоge.fr/')[0]?.[0]).toBe('https://xn--lge-sed.fr/');
    expect(linksOf('https://loge.fr\\@evil.example/')).toEqual([
      ['https://loge.fr/@evil.example/', 'https://loge.fr/@evil.example/'],
    ]);
    expect(linksOf('https://0x7f.1/')).toEqual([['https://127.0.0.1/', 'https://127.0.0.1/']]);
    // Full-width letters and ideographic dots are read as plain ones.
    expect(linksOf('https://ｌｏｇｅ。fr/')).toEqual([['https://loge.fr/', 'https://loge.fr/']]);
  });

  test('of a markdown link the address alone is one, and no letter of a text is lost', () => {
    const text = '[ma page](https://loge.fr/x) et **gras**\nhttps://a.example/1 https://b.example/2';
    expect(linksOf(text).map(([, href]) => href)).toEqual([
      'https://loge.fr/x',
      'https://a.example/1',
      'https://b.example/2',
    ]);
    expect(
      linkedParts(text)
        .map(({ shown }) => shown)
        .join(''),
    ).toBe(text);
    expect(linkedParts('')).toEqual([]);
  });
});
