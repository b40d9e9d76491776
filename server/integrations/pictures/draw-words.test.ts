import { expect, test } from 'vitest';
import { drawWords, readFaces } from './draw-words.ts';

test('a space that the typefaces lack is drawn as one that they have', () => {
  const { text } = readFaces();
  const line = { face: text, size: 20, smallest: 10, width: 400, x: 0, y: 20, fill: '#fff' };
  const spaced = drawWords({ ...line, text: '14 h 15' });
  expect(drawWords({ ...line, text: '14\u202fh\u202f15' })).toBe(spaced);
  expect(drawWords({ ...line, text: '14h15' })).not.toBe(spaced);
});
