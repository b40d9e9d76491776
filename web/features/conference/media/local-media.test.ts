import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLocalMedia } from './local-media.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface FakeTrack {
  kind: string;
  enabled: boolean;
  stopped: boolean;
  onended: (() => void) | null;
  stop: () => void;
}
const track = (kind: string): FakeTrack => ({
  kind,
  enabled: true,
  stopped: false,
  onended: null,
  stop() {
    this.stopped = true;
  },
});
const failure = (name: string, message = '') => Object.assign(new Error(message), { name });

/** A machine with a camera and a microphone, of which some may fail. */
function machine(fails: Partial<Record<'audio' | 'video', Error>> = {}) {
  const made: FakeTrack[] = [];
  const asked: MediaStreamConstraints[] = [];
  const source = {
    getUserMedia: async (constraints: MediaStreamConstraints) => {
      asked.push(constraints);
      const kinds = (['audio', 'video'] as const).filter((kind) => constraints[kind]);
      const broken = kinds.find((kind) => fails[kind]);
      if (broken) throw fails[broken];
      const tracks = kinds.map(track);
      made.push(...tracks);
      return { getTracks: () => tracks };
    },
    getDisplayMedia: async () => {
      if (fails.video) throw fails.video;
      const screen = track('video');
      made.push(screen);
      return { getVideoTracks: () => [screen] };
    },
    enumerateDevices: async () => [],
    addEventListener: () => undefined,
  };
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  } as unknown as Storage;
  const open = () => createLocalMedia(source as unknown as MediaDevices, storage);
  return { open, made, asked, fails };
}

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
    const { open } = machine({ video: failure(name, message) });
    const media = open();
    media.retain();
    await media.start();
    expect(media.state().problems).toMatchObject({ camera: problem, mic: null });
    expect(media.flags()).toMatchObject({ mic: true, camera: false });
  },
);

test('a page that is not secure says so', async () => {
  const media = createLocalMedia(undefined, {
    getItem: () => '{broken',
    setItem: () => undefined,
  } as unknown as Storage);
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

test('a device that is unplugged gives way to the next one, or says so', async () => {
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
  const { open } = machine({ video: failure('NotAllowedError') });
  const media = open();
  await media.shareScreen();
  expect(media.state().problems.screen).toBeNull();
});
