import type { Flags } from '../controller/signaling.ts';
import {
  type CapturedDevice,
  type CaptureSource,
  captureOne,
  constraintsOf,
  createCapturedDevice,
  problemOf,
  SCREEN,
} from './capture.ts';
import { browserEffects, EffectFailed, type Effects } from './effects/effects.ts';
import {
  type CaptureKind,
  type Choices,
  keepChoices,
  type LocalMedia,
  type LocalState,
  type Permission,
  type PermissionSource,
  readChoices,
  watchPermission,
  wouldAsk,
} from './local-state.ts';

/** Devices stay on for a moment between two pages. */
const LINGER = 1_500;
const CAPTURED = ['mic', 'camera'] as const;
const LISTED = { mic: 'audioinput', camera: 'videoinput' } as const;

/** The browser's interfaces for devices and tracks. */
export interface LocalMediaDeps {
  /** `navigator.mediaDevices`; undefined on a page that is not secure. */
  source: CaptureSource | undefined;
  permissions: PermissionSource | undefined;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  effects: Effects;
}

const initial = (choices: Choices): LocalState => ({
  phase: 'idle',
  choices,
  tracks: { audio: null, camera: null, screen: null, screenAudio: null },
  hand: false,
  problems: { mic: null, camera: null, screen: null },
  permissions: { mic: 'unknown', camera: 'unknown' },
  devices: [],
  using: { mic: null, camera: null },
  effects: { background: 'off', noise: 'off' },
});

export function createLocalMedia({ source, permissions, storage, effects }: LocalMediaDeps): LocalMedia {
  const listeners = new Set<() => void>();
  let state = initial(readChoices(storage));
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
  const setProblem = (kind: keyof LocalState['problems'], problem: LocalState['problems']['mic']) =>
    set({ problems: { ...state.problems, [kind]: problem } });
  const setEffect = (name: keyof LocalState['effects'], effect: LocalState['effects']['noise']) =>
    set({ effects: { ...state.effects, [name]: effect } });
  const setPermission = (kind: CaptureKind, permission: Permission) => {
    const before = state.permissions[kind];
    set({ permissions: { ...state.permissions, [kind]: permission } });
    // It was denied, and then allowed in the browser's settings: nothing has to be pressed here.
    if (users > 0 && before === 'denied' && permission === 'granted' && state.problems[kind] !== null)
      void open(kind);
  };

  function showTracks(): void {
    if (mic.track()) mic.setEnabled(state.choices.mic);
    set({
      tracks: { ...state.tracks, audio: mic.track(), camera: camera.track() },
      using: { mic: mic.deviceId(), camera: camera.deviceId() },
    });
  }

  function deviceOf(kind: CaptureKind, process: Parameters<typeof createCapturedDevice>[0]['process']) {
    return createCapturedDevice({
      capture: async () => {
        if (!source) throw Object.assign(new Error('No devices on this page'), { name: 'SecurityError' });
        return captureOne(source, kind, state.choices);
      },
      process,
      onChange: showTracks,
      // Unplugged, or the permission was withdrawn: another device, if there is one.
      onLost() {
        setProblem(kind, 'unplugged');
        void open(kind);
      },
    });
  }

  const mic: CapturedDevice = deviceOf('mic', async (raw) => {
    const isStrong = state.choices.noise === 'strong';
    setEffect('noise', isStrong ? 'starting' : state.effects.noise === 'failed' ? 'failed' : 'off');
    if (!isStrong) return null;
    const made = await effects.suppressNoise(raw);
    setEffect('noise', 'on');
    return made;
  });
  const camera: CapturedDevice = deviceOf('camera', async (raw) => {
    const { background } = state.choices;
    if (background === 'none') {
      if (state.effects.background !== 'off') setEffect('background', 'off');
      return null;
    }
    setEffect('background', 'starting');
    const made = await effects.background(raw, background, () => giveUpBackground('slow'));
    setEffect('background', 'on');
    return made;
  });

  /**
   * Somebody who hides their room does not want it shown because a computer is slow: the camera
   * goes off until they switch it on.
   */
  function giveUpBackground(why: 'slow' | 'failed'): void {
    prefer({ background: 'none', camera: false });
    camera.close();
    setEffect('background', why);
  }

  /** Runs a step of a device, and keeps what went wrong. */
  async function attempt(kind: CaptureKind, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      setProblem(kind, null);
    } catch (error) {
      if (!(error instanceof EffectFailed)) return setProblem(kind, problemOf(error));
      console.warn(error.message, error.cause);
      if (kind === 'camera') return giveUpBackground('failed');
      // Being heard matters more: the browser's own suppression takes over.
      prefer({ noise: 'browser' });
      setEffect('noise', 'failed');
      await attempt('mic', mic.open);
    }
  }
  const open = (kind: CaptureKind) => attempt(kind, kind === 'mic' ? mic.open : camera.open);

  async function listDevices(): Promise<void> {
    if (!source) return;
    const devices = await source.enumerateDevices();
    set({ devices });
    for (const kind of CAPTURED) {
      const missing = state.problems[kind] === 'none' && (kind === 'mic' || state.choices.camera);
      // just plugged in
      if (users > 0 && missing && devices.some((device) => device.kind === LISTED[kind])) void open(kind);
    }
  }

  /**
   * Asks for both devices at once, so that the browser shows one prompt. If that fails, asks for
   * each alone to find out which one failed.
   */
  async function openBoth(): Promise<void> {
    let tracks: MediaStreamTrack[];
    try {
      if (!source) throw new Error('No devices on this page');
      const both = { ...constraintsOf('mic', state.choices), ...constraintsOf('camera', state.choices) };
      tracks = (await source.getUserMedia(both)).getTracks();
    } catch {
      await open('mic');
      await open('camera');
      return;
    }
    await Promise.all(
      tracks.map((track) =>
        track.kind === 'audio'
          ? attempt('mic', () => mic.adopt(track))
          : attempt('camera', () => camera.adopt(track)),
      ),
    );
  }

  /**
   * Counts shares that were asked for or ended: the browser's dialog may still be open when the
   * room is left.
   */
  let shares = 0;

  function setScreen(screen: MediaStreamTrack | null, screenAudio: MediaStreamTrack | null): void {
    shares += 1;
    for (const track of [state.tracks.screen, state.tracks.screenAudio]) track?.stop();
    set({ tracks: { ...state.tracks, screen, screenAudio } });
  }

  function stop(): void {
    mic.close();
    camera.close();
    setScreen(null, null);
    set({ phase: 'idle', hand: false, problems: { mic: null, camera: null, screen: null } });
  }

  const needed = (): CaptureKind[] =>
    CAPTURED.filter((kind) =>
      kind === 'mic' ? mic.track() === null : state.choices.camera && camera.track() === null,
    );

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
    async prepare() {
      if (state.phase === 'explaining') return; // it was explained: the person will press the button
      if (state.phase !== 'idle' || !source) return media.start();
      set({ phase: 'asking' });
      await Promise.all(
        CAPTURED.map(async (kind) =>
          setPermission(kind, await watchPermission(permissions, kind, (next) => setPermission(kind, next))),
        ),
      );
      await listDevices();
      const asks = needed().some((kind) =>
        wouldAsk(
          state.permissions[kind],
          state.devices.filter((device) => device.kind === LISTED[kind]),
        ),
      );
      set({ phase: asks ? 'explaining' : 'idle' });
      if (!asks) await media.start();
    },
    async start() {
      if (state.phase === 'asking') return;
      set({ phase: 'asking' });
      const missing = needed();
      if (missing.length === 2) await openBoth();
      else for (const kind of missing) await open(kind);
      await listDevices();
      set({ phase: 'ready' });
      if (users === 0) stop();
    },
    async setMic(on) {
      prefer({ mic: on });
      if (on && !mic.track()) await open('mic');
      mic.setEnabled(state.choices.mic); // it may have been muted while it was opened
      set({});
    },
    async setCamera(on) {
      prefer({ camera: on });
      if (on) await open('camera');
      else camera.close(); // its light goes out too
    },
    setHand: (hand) => set({ hand }),
    async choose(kind, deviceId) {
      if (kind === 'speaker') return prefer({ speakerId: deviceId });
      prefer(kind === 'mic' ? { micId: deviceId } : { cameraId: deviceId, camera: true });
      await open(kind);
    },
    async setBackground(background) {
      prefer({ background });
      setEffect('background', 'off');
      await attempt('camera', camera.reprocess);
    },
    async setNoise(noise) {
      prefer({ noise });
      setEffect('noise', 'off');
      if (mic.track()) await open('mic');
    },
    async shareScreen() {
      if (!source) return setProblem('screen', 'insecure');
      try {
        shares += 1;
        const share = shares;
        const stream = await source.getDisplayMedia(SCREEN);
        const [screen] = stream.getVideoTracks();
        if (!screen || share !== shares) {
          for (const track of stream.getTracks()) track.stop();
          return;
        }
        screen.contentHint = 'detail';
        screen.onended = () => setScreen(null, null);
        setScreen(screen, stream.getAudioTracks()[0] ?? null);
        setProblem('screen', null);
      } catch (error) {
        const problem = problemOf(error);
        // Closing the browser's dialog is an answer, not a problem.
        setProblem('screen', problem === 'denied' ? null : problem);
      }
    },
    stopScreen: () => setScreen(null, null),
    mute: () => void media.setMic(false),
    stopShare: () => setScreen(null, null),
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

/** The one of this page. */
export function localMedia(): LocalMedia {
  shared ??= createLocalMedia({
    source: navigator.mediaDevices,
    permissions: navigator.permissions,
    storage: window.localStorage,
    effects: browserEffects,
  });
  return shared;
}
