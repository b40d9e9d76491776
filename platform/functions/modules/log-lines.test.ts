import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { logLines } from './worker.ts';

async function linesOf(texts: Iterable<string>): Promise<string[]> {
  const stream = new PassThrough();
  const lines: string[] = [];
  logLines(stream, (line) => lines.push(line));
  for (const text of texts) stream.write(text);
  stream.end();
  await finished(stream);
  return lines;
}

test('lines are handed on whole, wherever the pieces are cut, the last one also without its end', async () => {
  expect(await linesOf(['a', 'b\nc', '\n\nd', 'e'])).toEqual(['ab', 'c', '', 'de']);
});

test('of a line without end no more is kept than the longest line may have', async () => {
  const endless = Array.from({ length: 10 }, () => 'x'.repeat(64 * 1024));
  const lines = await linesOf([...endless, '\nnext\n']);
  expect(lines.map(({ length }) => length)).toEqual([16 * 1024, 4]);
});

test('of a flood of lines a part is handed on, and a word about the rest', async () => {
  const lines = await linesOf(['line\n'.repeat(50_000)]);
  expect(lines.filter((line) => line === 'line')).toHaveLength(200);
  expect(lines).toHaveLength(201);
});
