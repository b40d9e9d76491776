import { expect, test } from 'vitest';
import { createGate } from './gate.ts';
import { MediaUnavailable } from './media-engine.ts';

const settled = async (work: Promise<unknown>) => work.then(String, (error: Error) => error.name);

test('lets a few in at a time, in the order of asking, and takes the turn of none for good', async () => {
  const gate = createGate({ most: 2, patience: 5_000 });
  const begun: number[] = [];
  let inside = 0;
  let most = 0;
  const work = (index: number) =>
    gate(async () => {
      begun.push(index);
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
      if (index % 3 === 0) throw new Error('this one fails');
      return index;
    });
  const all = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((index) => settled(work(index))));
  expect(all).toEqual(['Error', '1', '2', 'Error', '4', '5', 'Error']);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(most).toBe(2);
});

test('keeps nobody longer than it promised, and has room again afterwards', async () => {
  const gate = createGate({ most: 1, patience: 30 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = gate(() => promise);
  const second = gate(async () => 'never');
  await expect(second).rejects.toThrow(MediaUnavailable);
  resolve('done');
  expect(await first).toBe('done');
  expect(await gate(async () => 'next')).toBe('next');
});
