import { expect, test } from 'vitest';
import { browserEffects } from '#web/conference-core/media/effects/effects.ts';
import { createLocalMedia } from '#web/conference-core/media/local-media.ts';
import type { DeviceProblem } from '#web/conference-core/media/local-state.ts';
import { deviceNote, problemText } from './device-text.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const EDGE = `${CHROME.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64')} Edg/156.0.0.0`;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

test('a refusal is undone where the browser at hand keeps it', () => {
  expect(problemText('mic', 'denied', CHROME)).toContain('icône des réglages');
  expect(problemText('mic', 'denied', EDGE)).toContain('cadenas');
  expect(problemText('mic', 'denied', FIREFOX)).toContain('icône barrée');
  expect(problemText('mic', 'denied', SAFARI)).toContain('menu « Safari »');
  expect(problemText('mic', 'denied', IPHONE)).toContain('Réglages du site web');
});

test('a refusal of the system is undone in the system at hand', () => {
  expect(problemText('camera', 'system', EDGE)).toContain('« Paramètres »');
  expect(problemText('camera', 'system', SAFARI)).toContain('« Réglages Système »');
  expect(problemText('camera', 'system', IPHONE)).toContain('« Réglages »');
});

const problems: DeviceProblem[] = ['denied', 'system', 'in_use', 'none', 'insecure', 'unplugged', 'unknown'];
test.each(problems)('%s is a sentence for each device', (problem) => {
  expect(problemText('mic', problem, CHROME)).toMatch(/\.$/);
  if (problem !== 'insecure') expect(problemText('camera', problem, CHROME)).toContain('améra');
});

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

test('a background that switched the camera off is explained, until the camera is on again', () => {
  const effects = { ...nothing.effects, background: 'slow' as const };
  expect(noteOf({ effects, tracks: { ...well.tracks, camera: null } })).toContain('ne suit pas');
  expect(noteOf({ effects })).toBeNull();
});

test('a device that is missing is told before one that is silent', () => {
  const problems = { ...nothing.problems, mic: 'none' as const };
  expect(noteOf({ problems, tracks: { ...well.tracks, audio: null } }, 'none')).toContain('Aucun micro');
});
