import { describe, expect, test } from 'vitest';
import { type CameraSeat, engineFor, mayShowCamera, shownCameras } from './engine.ts';

test('two people meet directly, more through a server of ours, or through Janus where there is one', () => {
  expect(engineFor(1, { janus: false })).toBe('p2p');
  expect(engineFor(1, { janus: true })).toBe('p2p');
  expect(engineFor(2, { janus: false })).toBe('embedded');
  expect(engineFor(12, { janus: true })).toBe('janus');
});

describe('cameras, of which the room shows two', () => {
  const seat = (participantId: string, number: number, more: Partial<CameraSeat> = {}): CameraSeat => ({
    participantId,
    number,
    side: 'viewer',
    wantsCamera: true,
    ...more,
  });

  test('go to the streamer, who came last, and to the viewer who came first', () => {
    const seats = [seat('b', 2), seat('a', 1), seat('streamer', 9, { side: 'streamer' })];
    expect(shownCameras(seats, 2)).toEqual(['streamer', 'a']);
    expect(seats.map(({ participantId }) => mayShowCamera(seats, participantId, 2))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('are not given to those who want none, and stay free for others', () => {
    const seats = [seat('a', 1, { wantsCamera: false }), seat('b', 2), seat('c', 3, { wantsCamera: false })];
    expect(shownCameras(seats, 2)).toEqual(['b']);
    expect(mayShowCamera(seats, 'a', 2)).toBe(true);
    expect(mayShowCamera(seats, 'c', 2)).toBe(true);
  });

  test('suffice for everybody when there are as many as people', () => {
    const seats = [1, 2, 3, 4].map((number) => seat(String(number), number));
    expect(shownCameras(seats, 4)).toHaveLength(4);
  });
});
