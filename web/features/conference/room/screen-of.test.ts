import { expect, test } from 'vitest';
import { OUTSIDE, type RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { fakeDetails, fakeTimes } from '#web/testing/room/fake-screen.tsx';
import type { LoadedRoom } from '../queries.ts';
import { arrivalText, screenOf } from './screen-of.ts';

const scene = { title: '', room: () => ({}) };
const found: LoadedRoom = fakeDetails(scene, fakeTimes(scene));
const shown = (room: Partial<RoomSnapshot>, details: Partial<LoadedRoom> = {}) =>
  screenOf({ ...found, ...details }, { ...OUTSIDE, ...room });
const out = (code: string) => ({ out: { code, message: '' } });

test('inside there is the wait at the door, then the stage', () => {
  expect(shown({ phase: 'inside', waiting: true })).toBe('waiting');
  expect(shown({ phase: 'inside' })).toBe('stage');
});

test.each([
  ['the door, before one enters', {}, {}, 'join'],
  ['the door, while one enters', { phase: 'entering' }, {}, 'join'],
  ['why it stays shut', {}, { state: 'early' }, 'early'],
  ['what one was put out for', out('room_removed'), {}, 'out'],
  ['the door, when another tab has the room', out('room_open_elsewhere'), {}, 'join'],
  ['what comes after, when one left', out('left'), {}, 'after'],
  ['what comes after, when it is over', {}, { state: 'over' }, 'after'],
  [
    'what comes after, when it is settled already',
    {},
    { booking: { ...found.booking, status: 'completed' } },
    'after',
  ],
] as const)('outside there is %s', (_what, room, details, screen) => {
  expect(shown(room, details)).toBe(screen);
});

test.each([
  [true, true, 'on vous voit et on vous entend.'],
  [true, false, 'on vous entend, votre caméra est coupée.'],
  [false, true, 'on vous voit, votre micro est coupé.'],
  [false, false, 'votre micro et votre caméra sont coupés.'],
])('with the microphone %s and the camera %s one is told so', (mic, camera, told) => {
  expect(arrivalText({ mic, camera })).toContain(told);
});
