import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceIdOf, failure, machine, opened } from '../testing/fake-machine.ts';
import { browserEffects } from './effects/effects.ts';
import { createLocalMedia } from './local-media.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('camera and microphone are asked for with one question', async () => {
  const { open, asked } = machine();
  const media = open();
  media.retain();
  await media.start();
  expect(asked).toHaveLength(1);
  expect(media.flags()).toEqual({ mic: true, camera: true, screen: false, hand: false });
});

test.each([
  ['NotAllowedError', '', 'denied'],
  ['NotAllowedError', 'Permission denied by system', 'system'],
  ['NotReadableError', '', 'in_use'],
  ['NotFoundError', '', 'none'],
])(
  'a camera that fails with %s %s is said apart, and the microphone comes all the same',
  async (name, message, problem) => {
    const { open } = machine({ fails: { video: failure(name, message) } });
    const media = open();
    media.retain();
    await media.start();
    expect(media.state().problems).toMatchObject({ camera: problem, mic: null });
    expect(media.flags()).toMatchObject({ mic: true, camera: false });
  },
);

test('a page that is not secure is reported', async () => {
  const media = createLocalMedia({
    source: undefined,
    permissions: undefined,
    storage: { getItem: () => '{broken', setItem: () => undefined },
    effects: browserEffects,
  });
  media.retain();
  await media.start();
  expect(media.state().problems).toMatchObject({ mic: 'insecure', camera: 'insecure' });
});

test('what was off stays off, here and the next time', async () => {
  const computer = machine();
  const media = computer.open();
  media.retain();
  await media.start();
  await media.setMic(false);
  await media.setCamera(false);
  expect(computer.made.find(({ kind }) => kind === 'audio')?.enabled).toBe(false);
  expect(computer.made.find(({ kind }) => kind === 'video')?.stopped).toBe(true); // its light is out
  const again = computer.open();
  again.retain();
  await again.start();
  expect(again.flags()).toMatchObject({ mic: false, camera: false });
  expect(computer.asked.at(-1)?.video).toBeUndefined();
});

test('an unplugged device is replaced by the next one, or the page says so', async () => {
  const computer = machine();
  const media = computer.open();
  media.retain();
  await media.start();
  computer.made.find(({ kind }) => kind === 'audio')?.onended?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(media.flags().mic).toBe(true);
  computer.fails.audio = failure('NotFoundError');
  computer.made.findLast(({ kind }) => kind === 'audio')?.onended?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(media.state()).toMatchObject({ tracks: { audio: null }, problems: { mic: 'none' } });
});

test('everything goes off soon after the last screen that showed it, and not between two', async () => {
  const { open, made } = machine();
  const media = open();
  const leaveSetup = media.retain();
  await media.start();
  leaveSetup();
  const leaveRoom = media.retain();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(made.some(({ stopped }) => stopped)).toBe(false);
  leaveRoom();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(made.every(({ stopped }) => stopped)).toBe(true);
});

test('a person who closes the choice of a screen has not met a problem', async () => {
  const { open } = machine({ fails: { video: failure('NotAllowedError') } });
  const media = open();
  await media.shareScreen();
  expect(media.state().problems.screen).toBeNull();
});

test('a share brings its sound, and both end together', async () => {
  const { open, made } = machine({ sound: true });
  const media = open();
  await media.shareScreen();
  expect(media.tracks()).toMatchObject({ screen: { kind: 'video' }, screenAudio: { kind: 'audio' } });
  media.stopShare();
  expect(media.tracks()).toMatchObject({ screen: null, screenAudio: null });
  expect(made.every(({ stopped }) => stopped)).toBe(true);
});

test('what the browser would ask is explained before it asks', async () => {
  const computer = machine({ permission: 'prompt' });
  const media = computer.open();
  media.retain();
  await media.prepare();
  expect(media.state().phase).toBe('explaining');
  expect(computer.asked).toHaveLength(0);
  await media.start();
  expect(media.state().phase).toBe('ready');
  expect(media.flags()).toMatchObject({ mic: true, camera: true });
});

test.each(['granted', 'denied'] as const)(
  'nothing is explained to whom is not asked: %s',
  async (permission) => {
    const media = machine({ permission }).open();
    media.retain();
    await media.prepare();
    expect(media.state().phase).toBe('ready');
  },
);

test('what was refused starts by itself once it is allowed in the browser', async () => {
  const denied = failure('NotAllowedError');
  const computer = machine({ permission: 'denied', fails: { audio: denied, video: denied } });
  const media = computer.open();
  media.retain();
  await media.prepare();
  expect(media.state().problems).toMatchObject({ mic: 'denied', camera: 'denied' });
  delete computer.fails.audio;
  delete computer.fails.video;
  computer.allow();
  await vi.advanceTimersByTimeAsync(0);
  expect(media.state().problems).toMatchObject({ mic: null, camera: null });
  expect(media.flags()).toMatchObject({ mic: true, camera: true });
});

test('a microphone that was missing is taken when it is plugged in', async () => {
  const computer = machine({ fails: { audio: failure('NotFoundError') } });
  const media = await opened(computer);
  expect(media.state().problems.mic).toBe('none');
  delete computer.fails.audio;
  computer.plug('audioinput');
  await vi.advanceTimersByTimeAsync(0);
  expect(media.flags().mic).toBe(true);
});

test('a background is what is sent, is remembered, and goes without asking for the camera again', async () => {
  const computer = machine();
  const media = await opened(computer);
  await media.setBackground('blur');
  expect(media.state().effects.background).toBe('on');
  expect(deviceIdOf(media, 'camera')).toBe('processed');
  expect(media.state().using.camera).toBe('video');
  const again = await opened(computer);
  expect(deviceIdOf(again, 'camera')).toBe('processed');
  const questions = computer.asked.length;
  await media.setBackground('none');
  expect(deviceIdOf(media, 'camera')).toBe('video');
  expect(computer.asked).toHaveLength(questions);
});

test('a background that this device is too slow for takes the camera off with it, rather than show the room', async () => {
  const computer = machine();
  const media = await opened(computer);
  await media.setBackground('night');
  computer.fallBehind();
  expect(media.flags().camera).toBe(false);
  expect(media.state()).toMatchObject({ effects: { background: 'slow' }, choices: { background: 'none' } });
  await media.setCamera(true);
  expect(deviceIdOf(media, 'camera')).toBe('video');
});

test('a background that does not load never lets the room be seen', async () => {
  const computer = machine({ fails: { background: failure('TypeError') } });
  const media = await opened(computer);
  await media.setBackground('blur');
  expect(media.flags().camera).toBe(false);
  expect(media.state()).toMatchObject({ effects: { background: 'failed' }, problems: { camera: null } });
});

test('a stronger suppression replaces the browser’s, and mute holds through it', async () => {
  const computer = machine();
  const media = await opened(computer);
  await media.setMic(false);
  await media.setNoise('strong');
  expect(computer.asked.at(-1)?.audio).toMatchObject({ noiseSuppression: false });
  expect(deviceIdOf(media, 'audio')).toBe('processed');
  expect(media.flags().mic).toBe(false);
  await media.setMic(true);
  expect(media.flags().mic).toBe(true);
});

test('a suppression that does not start leaves the browser’s own, and is reported', async () => {
  const computer = machine({ fails: { noise: failure('TypeError') } });
  const media = await opened(computer);
  await media.setNoise('strong');
  expect(media.state()).toMatchObject({ effects: { noise: 'failed' }, choices: { noise: 'browser' } });
  expect(computer.asked.at(-1)?.audio).toMatchObject({ noiseSuppression: true });
  expect(deviceIdOf(media, 'audio')).toBe('audio');
});

test('a camera that is switched off while it still opens stays off', async () => {
  const computer = machine();
  const media = computer.open();
  media.retain();
  const opening = media.setCamera(true);
  await media.setCamera(false);
  await opening;
  expect(media.flags().camera).toBe(false);
  expect(computer.made.every(({ stopped }) => stopped)).toBe(true);
});

test('an order of the streamer mutes, and the person may speak again', async () => {
  const media = await opened(machine());
  media.mute();
  expect(media.flags().mic).toBe(false);
  await media.setMic(true);
  expect(media.flags().mic).toBe(true);
});
