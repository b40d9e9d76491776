import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceIdOf, failure, machine, opened } from '../testing/fake-machine.ts';

/** What happens while the browser still asks, or when nobody looks any more. */
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Longer than devices linger after the last screen. */
const LATER = 5_000;

test('a microphone that is muted while it still opens comes muted', async () => {
  const { promise: waits, resolve: answer } = Promise.withResolvers<void>();
  const { open, made } = machine({ waits });
  const media = open();
  media.retain();
  const opening = media.setMic(true);
  await media.setMic(false);
  answer();
  await opening;
  expect(media.tracks().audio).not.toBeNull();
  expect(media.flags().mic).toBe(false);
  expect(made.map(({ enabled }) => enabled)).toEqual([false]);
});

describe('when no screen shows the devices any more', () => {
  test('one that is plugged in is not opened, and what failed is forgotten', async () => {
    const computer = machine({ fails: { audio: failure('NotFoundError') } });
    const media = computer.open();
    const leave = media.retain();
    await media.start();
    expect(media.state().problems.mic).toBe('none');
    leave();
    // Still within the moment between two pages.
    delete computer.fails.audio;
    const questions = computer.asked.length;
    computer.plug('audioinput');
    await vi.advanceTimersByTimeAsync(0);
    expect(computer.asked).toHaveLength(questions);
    await vi.advanceTimersByTimeAsync(LATER);
    expect(media.state()).toMatchObject({
      phase: 'idle',
      problems: { mic: null, camera: null, screen: null },
    });
    expect(computer.asked).toHaveLength(questions);
  });

  test('a permission that is given in the browser opens nothing', async () => {
    const denied = failure('NotAllowedError');
    const computer = machine({ permission: 'denied', fails: { audio: denied, video: denied } });
    const media = computer.open();
    const leave = media.retain();
    await media.prepare();
    leave();
    delete computer.fails.audio;
    delete computer.fails.video;
    const questions = computer.asked.length;
    computer.allow();
    await vi.advanceTimersByTimeAsync(LATER);
    expect(computer.asked).toHaveLength(questions);
    expect(media.tracks()).toMatchObject({ audio: null, camera: null });
  });
});

describe('a share whose dialog is still open after', () => {
  test('the room is stopped and not kept', async () => {
    const { promise: waits, resolve: answer } = Promise.withResolvers<void>();
    const { open, made } = machine({ waits, sound: true });
    const media = open();
    const leave = media.retain();
    const choosing = media.shareScreen();
    leave();
    await vi.advanceTimersByTimeAsync(LATER);
    answer();
    await choosing;
    expect(media.tracks()).toMatchObject({ screen: null, screenAudio: null });
    expect(made.map(({ stopped }) => stopped)).toEqual([true, true]);
  });

  test('an order to end it is stopped and not kept', async () => {
    const { promise: waits, resolve: answer } = Promise.withResolvers<void>();
    const { open, made } = machine({ waits });
    const media = open();
    const choosing = media.shareScreen();
    media.stopShare();
    answer();
    await choosing;
    expect(media.flags().screen).toBe(false);
    expect(made.map(({ stopped }) => stopped)).toEqual([true]);
  });
});

test('what is being explained is not asked by another screen that opens meanwhile', async () => {
  const computer = machine({ permission: 'prompt' });
  const media = computer.open();
  media.retain();
  await media.prepare();
  await media.prepare();
  expect(media.state().phase).toBe('explaining');
  expect(computer.asked).toEqual([]);
});

describe('a device that is chosen', () => {
  test('and is gone gives way to another', async () => {
    const computer = machine({ fails: { audio: failure('OverconstrainedError') } });
    const media = await opened(computer);
    await media.choose('mic', 'b');
    expect(computer.asked.slice(-2).map(({ audio }) => audio)).toMatchObject([
      { deviceId: { exact: 'b' } },
      expect.not.objectContaining({ deviceId: expect.anything() }),
    ]);
    expect(deviceIdOf(media, 'audio')).toBe('audio');
    expect(media.state().problems.mic).toBeNull();
  });

  test('is asked for by its id, replaces the one before, and is remembered', async () => {
    const computer = machine();
    const media = await opened(computer);
    const [before] = computer.made.filter(({ kind }) => kind === 'audio');
    await media.choose('mic', 'b');
    expect(computer.asked.at(-1)?.audio).toMatchObject({ deviceId: { exact: 'b' } });
    expect(deviceIdOf(media, 'audio')).toBe('b');
    expect(media.state()).toMatchObject({ using: { mic: 'b' }, choices: { micId: 'b' } });
    expect(before?.stopped).toBe(true);
    const again = await opened(computer);
    expect(deviceIdOf(again, 'audio')).toBe('b');
  });

  test('as a camera is switched on', async () => {
    const computer = machine();
    const media = await opened(computer);
    await media.setCamera(false);
    await media.choose('camera', 'c');
    expect(media.flags().camera).toBe(true);
    expect(deviceIdOf(media, 'camera')).toBe('c');
  });

  test('as a loudspeaker is remembered, and nothing is captured for it', async () => {
    const computer = machine();
    const media = await opened(computer);
    const questions = computer.asked.length;
    await media.choose('speaker', 's');
    expect(computer.asked).toHaveLength(questions);
    expect(computer.open().state().choices.speakerId).toBe('s');
  });
});
