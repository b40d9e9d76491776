import type { LocalSource, Tracks } from '../controller/ports.ts';
import type { Flags } from '../controller/signal.ts';
import { type Choices, keepChoices, readChoices } from './choices.ts';
import { type DeviceProblem, problemOf } from './device-problem.ts';

export type DeviceKind = 'mic' | 'camera' | 'speaker';

export interface LocalState {
  /** `asking` while the browser asks the person. */
  phase: 'idle' | 'asking' | 'ready';
  choices: Choices;
  tracks: Tracks;
  hand: boolean;
  problems: Readonly<Record<'mic' | 'camera' | 'screen', DeviceProblem | null>>;
  devices: readonly MediaDeviceInfo[];
}

/** This person's camera, microphone and screen: one for the whole page, so that setup and room show the same. */
export interface LocalMedia extends LocalSource {
  state(): LocalState;
  /** Asks for what was chosen last; again after a problem. */
  start(): Promise<void>;
  setMic(on: boolean): Promise<void>;
  setCamera(on: boolean): Promise<void>;
  setHand(up: boolean): void;
  choose(kind: DeviceKind, deviceId: string): Promise<void>;
  shareScreen(): Promise<void>;
  stopScreen(): void;
  /** Keeps the devices on until it is called back; between two pages they stay on for a moment. */
  retain(): () => void;
}

const LINGER = 1_500;
type Source = Pick<
  MediaDevices,
  'getUserMedia' | 'getDisplayMedia' | 'enumerateDevices' | 'addEventListener'
>;

const wanted = (kind: 'mic' | 'camera', { micId, cameraId }: Choices): MediaStreamConstraints => {
  const id = kind === 'mic' ? micId : cameraId;
  const device = id === null ? {} : { deviceId: { ideal: id } };
  return kind === 'mic'
    ? { audio: { ...device, echoCancellation: true, noiseSuppression: true, autoGainControl: true } }
    : { video: { ...device, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } } };
};

/** @param source `navigator.mediaDevices`; undefined on a page that is not secure */
export function createLocalMedia(source: Source | undefined, storage: Storage): LocalMedia {
  const listeners = new Set<() => void>();
  let state: LocalState = {
    phase: 'idle',
    choices: readChoices(storage),
    tracks: { audio: null, camera: null, screen: null },
    hand: false,
    problems: { mic: null, camera: null, screen: null },
    devices: [],
  };
  let users = 0;

  const set = (changes: Partial<LocalState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const prefer = (changes: Partial<Choices>) => {
    const choices = { ...state.choices, ...changes };
    keepChoices(storage, choices);
    set({ choices });
  };
  const setTrack = (slot: keyof Tracks, track: MediaStreamTrack | null) => {
    if (state.tracks[slot] === track) return;
    state.tracks[slot]?.stop();
    set({ tracks: { ...state.tracks, [slot]: track } });
  };
  const setProblem = (kind: 'mic' | 'camera' | 'screen', problem: DeviceProblem | null) =>
    set({ problems: { ...state.problems, [kind]: problem } });

  async function listDevices(): Promise<void> {
    if (source) set({ devices: await source.enumerateDevices() });
  }

  function adopt(kind: 'mic' | 'camera', track: MediaStreamTrack): void {
    const slot = kind === 'mic' ? 'audio' : 'camera';
    track.onended = () => {
      // Unplugged, or the permission was taken back: the next best device, if there is one.
      if (state.tracks[slot] !== track) return;
      setTrack(slot, null);
      setProblem(kind, 'unplugged');
      void acquire(kind);
    };
    if (kind === 'mic') track.enabled = state.choices.mic;
    setTrack(slot, track);
    setProblem(kind, null);
  }

  async function acquire(kind: 'mic' | 'camera'): Promise<void> {
    if (!source) return setProblem(kind, 'insecure');
    try {
      const stream = await source.getUserMedia(wanted(kind, state.choices));
      const [track] = stream.getTracks();
      if (track) adopt(kind, track);
    } catch (error) {
      setProblem(kind, problemOf(error));
    }
  }

  /** One question of the browser for both; when it fails, each by itself, to know which it was. */
  async function acquireBoth(): Promise<void> {
    if (!source) {
      set({ problems: { ...state.problems, mic: 'insecure', camera: 'insecure' } });
      return;
    }
    try {
      const both = { ...wanted('mic', state.choices), ...wanted('camera', state.choices) };
      const stream = await source.getUserMedia(both);
      for (const track of stream.getTracks()) adopt(track.kind === 'audio' ? 'mic' : 'camera', track);
    } catch {
      await acquire('mic');
      await acquire('camera');
    }
  }

  function stop(): void {
    for (const slot of ['audio', 'camera', 'screen'] as const) setTrack(slot, null);
    set({ phase: 'idle', hand: false });
  }

  source?.addEventListener('devicechange', () => void listDevices());

  const media: LocalMedia = {
    state: () => state,
    tracks: () => state.tracks,
    flags: (): Flags => ({
      mic: state.tracks.audio?.enabled === true,
      camera: state.tracks.camera !== null,
      screen: state.tracks.screen !== null,
      hand: state.hand,
    }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      if (state.phase === 'asking') return;
      set({ phase: 'asking' });
      const needsMic = state.tracks.audio === null;
      const needsCamera = state.choices.camera && state.tracks.camera === null;
      if (needsMic && needsCamera) await acquireBoth();
      else if (needsMic) await acquire('mic');
      else if (needsCamera) await acquire('camera');
      await listDevices();
      set({ phase: 'ready' });
      if (users === 0) stop();
    },
    async setMic(on) {
      prefer({ mic: on });
      if (!state.tracks.audio && on) await acquire('mic');
      if (state.tracks.audio) state.tracks.audio.enabled = on;
      set({});
    },
    async setCamera(on) {
      prefer({ camera: on });
      // The light of the camera goes out, too.
      if (on) await acquire('camera');
      else setTrack('camera', null);
    },
    setHand: (hand) => set({ hand }),
    async choose(kind, deviceId) {
      if (kind === 'speaker') return prefer({ speakerId: deviceId });
      prefer(kind === 'mic' ? { micId: deviceId } : { cameraId: deviceId, camera: true });
      await acquire(kind);
    },
    async shareScreen() {
      if (!source) return setProblem('screen', 'insecure');
      try {
        const stream = await source.getDisplayMedia({ video: { frameRate: { ideal: 15, max: 30 } } });
        const [track] = stream.getVideoTracks();
        if (!track) return;
        track.contentHint = 'detail';
        track.onended = () => setTrack('screen', null);
        setTrack('screen', track);
        setProblem('screen', null);
      } catch (error) {
        const problem = problemOf(error);
        // Closing the browser's window is an answer, not a problem.
        setProblem('screen', problem === 'denied' ? null : problem);
      }
    },
    stopScreen: () => setTrack('screen', null),
    retain() {
      users += 1;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        users -= 1;
        setTimeout(() => {
          if (users === 0) stop();
        }, LINGER);
      };
    },
  };
  return media;
}

let shared: LocalMedia | null = null;

/** The page's one. */
export function localMedia(): LocalMedia {
  shared ??= createLocalMedia(navigator.mediaDevices, window.localStorage);
  return shared;
}
