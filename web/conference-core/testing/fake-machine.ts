import { EffectFailed } from '../media/effects/effects.ts';
import { createLocalMedia } from '../media/local-media.ts';
import type { LocalMedia } from '../media/local-state.ts';

interface FakeTrack {
  kind: string;
  enabled: boolean;
  stopped: boolean;
  onended: (() => void) | null;
  stop: () => void;
  getSettings: () => { deviceId: string };
}
const track = (kind: string, deviceId = kind): FakeTrack => ({
  kind,
  enabled: true,
  stopped: false,
  onended: null,
  stop() {
    this.stopped = true;
  },
  getSettings: () => ({ deviceId }),
});
/** The device that is asked for; undefined when any does. */
const exactOf = (asked: MediaTrackConstraints | boolean | undefined): string | undefined => {
  const id = typeof asked === 'object' ? asked.deviceId : undefined;
  return typeof id === 'object' && !Array.isArray(id) && typeof id.exact === 'string' ? id.exact : undefined;
};
export const failure = (name: string, message = '') => Object.assign(new Error(message), { name });

export interface Machine {
  /** What fails when it is asked for. */
  fails: Partial<Record<'audio' | 'video' | 'background' | 'noise', Error>>;
  /** What the browser says before it is asked. */
  permission: 'granted' | 'prompt' | 'denied';
  /** The share comes with its sound. */
  sound: boolean;
  /** What the browser waits for before it gives what it was asked for. */
  waits: Promise<void>;
}

/** A machine with a camera and a microphone, of which some may fail. */
export function machine(given: Partial<Machine> = {}) {
  const { fails = {}, permission = 'granted', sound = false, waits } = given;
  const made: FakeTrack[] = [];
  const asked: MediaStreamConstraints[] = [];
  const plugged: { kind: string; label: string; deviceId: string }[] = [];
  const statuses: { state: string; onchange: (() => void) | null }[] = [];
  let onDevices = () => {};
  let behind = () => {};
  const source = {
    getUserMedia: async (constraints: MediaStreamConstraints) => {
      asked.push(constraints);
      const kinds = (['audio', 'video'] as const).filter((kind) => constraints[kind]);
      // Only a request for that very device fails when it is gone.
      const broken = kinds.find((kind) =>
        fails[kind]?.name === 'OverconstrainedError' ? exactOf(constraints[kind]) : fails[kind],
      );
      if (broken) throw fails[broken];
      await waits;
      const tracks = kinds.map((kind) => track(kind, exactOf(constraints[kind])));
      made.push(...tracks);
      return { getTracks: () => tracks };
    },
    getDisplayMedia: async () => {
      if (fails.video) throw fails.video;
      await waits;
      const screen = track('video');
      const voices = sound ? [track('audio')] : [];
      made.push(screen, ...voices);
      return {
        getTracks: () => [screen, ...voices],
        getVideoTracks: () => [screen],
        getAudioTracks: () => voices,
      };
    },
    enumerateDevices: async () => plugged,
    addEventListener: (_name: string, listener: () => void) => {
      onDevices = listener;
    },
  };
  const permissions = {
    query: async () => {
      const status = { state: permission as string, onchange: null };
      statuses.push(status);
      return status;
    },
  };
  const processedOf = (what: 'background' | 'noise', kind: string) => async () => {
    if (fails[what]) throw new EffectFailed(what, { cause: fails[what] });
    const processed = track(kind, 'processed');
    made.push(processed);
    return { track: processed as unknown as MediaStreamTrack, stop: () => processed.stop() };
  };
  const effects = {
    canReplaceBackground: () => true,
    canSuppressNoise: () => true,
    background: async (_camera: MediaStreamTrack, _background: string, onBehind: () => void) => {
      behind = onBehind;
      return processedOf('background', 'video')();
    },
    suppressNoise: processedOf('noise', 'audio'),
  };
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const open = () =>
    createLocalMedia({
      source: source as unknown as MediaDevices,
      permissions: permissions as unknown as Permissions,
      storage,
      effects,
    });
  return {
    open,
    made,
    asked,
    fails,
    fallBehind: () => behind(),
    plug(kind: string) {
      plugged.push({ kind, label: kind, deviceId: kind });
      onDevices();
    },
    allow() {
      for (const status of statuses) {
        status.state = 'granted';
        status.onchange?.();
      }
    },
  };
}

/** Media that are on. */
export async function opened(computer: ReturnType<typeof machine>) {
  const media = computer.open();
  media.retain();
  await media.start();
  return media;
}
export const deviceIdOf = (media: LocalMedia, slot: 'audio' | 'camera') =>
  media.tracks()[slot]?.getSettings().deviceId ?? null;
