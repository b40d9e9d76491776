import { expect, test } from 'vitest';
import { browserEffects } from '#web/conference-core/media/effects/effects.ts';
import { createLocalMedia } from '#web/conference-core/media/local-media.ts';
import { deviceNote } from './device-note.ts';

const nothing = createLocalMedia({
  source: undefined,
  permissions: undefined,
  storage: { getItem: () => null, setItem: () => undefined },
  effects: browserEffects,
}).state();
const track = {} as MediaStreamTrack;
const well = { ...nothing, tracks: { ...nothing.tracks, audio: track, camera: track } };
const noteOf = (local: Partial<typeof nothing>, sound: Parameters<typeof deviceNote>[1] = 'heard') =>
  deviceNote({ ...well, ...local }, sound, 'Essai/1.0');

test('nothing is said while all is well, nor to whom listens in silence', () => {
  expect(noteOf({})).toBeNull();
  expect(noteOf({}, 'quiet')).toBeNull();
});

test('a microphone that gives nothing is told, unless it is off on purpose', () => {
  expect(noteOf({}, 'none')).toContain('Aucun son');
  expect(noteOf({ choices: { ...nothing.choices, mic: false } }, 'none')).toBeNull();
});

test('a background that took the camera off with it says so, until the camera is on again', () => {
  const effects = { ...nothing.effects, background: 'slow' as const };
  expect(noteOf({ effects, tracks: { ...well.tracks, camera: null } })).toContain('ne suit pas');
  expect(noteOf({ effects })).toBeNull();
});

test('a device that is missing is told before one that is silent', () => {
  const problems = { ...nothing.problems, mic: 'none' as const };
  expect(noteOf({ problems, tracks: { ...well.tracks, audio: null } }, 'none')).toContain('Aucun micro');
});
