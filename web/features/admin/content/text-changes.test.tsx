import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { changesOf } from './text-changes.ts';
import { Changes } from './text-editor.tsx';

const BEFORE = ['## Prix', '', 'Le prix est en euros.', '', 'Un paragraphe de trop.', '', '## Fin', ''].join(
  '\n',
);
const AFTER = [
  '## Prix',
  '',
  'Le prix est en euros, frais compris.',
  '',
  '## Fin',
  '',
  'Un paragraphe de plus.',
  '',
].join('\n');

describe('two versions of a text', () => {
  test('differ by a paragraph that was changed, one that was removed and one that was added', () => {
    expect(changesOf(BEFORE, AFTER).filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'Le prix est en euros.' },
      { kind: 'added', text: 'Le prix est en euros, frais compris.' },
      { kind: 'removed', text: 'Un paragraphe de trop.' },
      { kind: 'added', text: '\nUn paragraphe de plus.' },
    ]);
  });

  test('are made of what they share and of what one of them has, and of nothing else', () => {
    expect(changesOf(BEFORE, BEFORE)).toEqual([{ kind: 'same', lines: 7 }]);
    expect(changesOf('', 'Un.\n')).toEqual([{ kind: 'added', text: 'Un.' }]);
    expect(changesOf('Un.\n', '')).toEqual([{ kind: 'removed', text: 'Un.' }]);
  });

  test('are told by words too, to whoever does not see the colours', () => {
    const heard = renderToStaticMarkup(<Changes before={BEFORE} after={AFTER} />)
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    for (const sentence of [
      'Retiré : Le prix est en euros.',
      'Ajouté : Le prix est en euros, frais compris.',
      'Retiré : Un paragraphe de trop.',
      'Ajouté : Un paragraphe de plus.',
      'lignes inchangées',
    ])
      expect(heard).toContain(sentence);
    expect(renderToStaticMarkup(<Changes before={BEFORE} after={BEFORE} />)).toContain('Aucune différence');
  });
});
