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

/** All that is known of the devices, and who listens to it; the choices are kept in the browser. */
function createStore(storage: LocalMediaDeps['storage']) {
  const listeners = new Set<() => void>();
  let state = initial(readChoices(storage));
  const set = (changes: Partial<LocalState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    prefer(changes: Partial<Choices>) {
      const choices = { ...state.choices, ...changes };
      keepChoices(storage, choices);
      set({ choices });
    },
    setProblem: (kind: keyof LocalState['problems'], problem: LocalState['problems']['mic']) =>
      set({ problems: { ...state.problems, [kind]: problem } }),
    setEffect: (name: keyof LocalState['effects'], effect: LocalState['effects']['noise']) =>
      set({ effects: { ...state.effects, [name]: effect } }),
  };
}
type Store = ReturnType<typeof createStore>;

/** Microphone and camera: what they send, with its effects, and what went wrong with them. */
function createDevices({ source, effects }: Pick<LocalMediaDeps, 'source' | 'effects'>, store: Store) {
  function showTracks(): void {
    if (mic.track()) mic.setEnabled(store.state().choices.mic);
    store.set({
      tracks: { ...store.state().tracks, audio: mic.track(), camera: camera.track() },
      using: { mic: mic.deviceId(), camera: camera.deviceId() },
    });
  }

  function deviceOf(kind: CaptureKind, process: Parameters<typeof createCapturedDevice>[0]['process']) {
    return createCapturedDevice({
      capture: async () => {
        if (!source) throw Object.assign(new Error('No devices on this page'), { name: 'SecurityError' });
        return captureOne(source, kind, store.state().choices);
      },
      process,
      onChange: showTracks,
      // Unplugged, or the permission was withdrawn: another device, if there is one.
      onLost() {
        store.setProblem(kind, 'unplugged');
        void open(kind);
      },
    });
  }

  const mic: CapturedDevice = deviceOf('mic', async (raw) => {
    const isStrong = store.state().choices.noise === 'strong';
    store.setEffect(
      'noise',
      isStrong ? 'starting' : store.state().effects.noise === 'failed' ? 'failed' : 'off',
    );
    if (!isStrong) return null;
    const made = await effects.suppressNoise(raw);
    store.setEffect('noise', 'on');
    return made;
  });
  const camera: CapturedDevice = deviceOf('camera', async (raw) => {
    const { background } = store.state().choices;
    if (background === 'none') {
      if (store.state().effects.background !== 'off') store.setEffect('background', 'off');
      return null;
    }
    store.setEffect('background', 'starting');
    const made = await effects.background(raw, background, () => giveUpBackground('slow'));
    store.setEffect('background', 'on');
    return made;
  });

  /**
   * Somebody who hides their room does not want it shown because a computer is slow: the camera
   * goes off until they switch it on.
   */
  function giveUpBackground(why: 'slow' | 'failed'): void {
    store.prefer({ background: 'none', camera: false });
    camera.close();
    store.setEffect('background', why);
  }

  /** Runs a step of a device, and keeps what went wrong. */
  async function attempt(kind: CaptureKind, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      store.setProblem(kind, null);
    } catch (error) {
      if (!(error instanceof EffectFailed)) return store.setProblem(kind, problemOf(error));
      console.warn(error.message, error.cause);
      if (kind === 'camera') return giveUpBackground('failed');
      // Being heard matters more: the browser's own suppression takes over.
      store.prefer({ noise: 'browser' });
      store.setEffect('noise', 'failed');
      await attempt('mic', mic.open);
    }
  }
  const open = (kind: CaptureKind) => attempt(kind, kind === 'mic' ? mic.open : camera.open);

  return { mic, camera, attempt, open };
}
type Devices = ReturnType<typeof createDevices>;

/** The devices that are wanted and not open. */
const missingOf = ({ mic, camera }: Devices, store: Store): CaptureKind[] =>
  CAPTURED.filter((kind) =>
    kind === 'mic' ? mic.track() === null : store.state().choices.camera && camera.track() === null,
  );

/**
 * Asks for both devices at once, so that the browser shows one prompt. If that fails, asks for
 * each alone to find out which one failed.
 */
async function openBoth(
  source: CaptureSource | undefined,
  { mic, camera, attempt, open }: Devices,
  store: Store,
): Promise<void> {
  let tracks: MediaStreamTrack[];
  try {
    if (!source) throw new Error('No devices on this page');
    const both = {
      ...constraintsOf('mic', store.state().choices),
      ...constraintsOf('camera', store.state().choices),
    };
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

/** The screen that this person shares, and its sound. */
function createScreen(source: CaptureSource | undefined, store: Store) {
  /**
   * Counts shares that were asked for or ended: the browser's dialog may still be open when the
   * room is left.
   */
  let shares = 0;

  function setScreen(screen: MediaStreamTrack | null, screenAudio: MediaStreamTrack | null): void {
    shares += 1;
    for (const track of [store.state().tracks.screen, store.state().tracks.screenAudio]) track?.stop();
    store.set({ tracks: { ...store.state().tracks, screen, screenAudio } });
  }

  async function share(): Promise<void> {
    if (!source) return store.setProblem('screen', 'insecure');
    try {
      shares += 1;
      const own = shares;
      const stream = await source.getDisplayMedia(SCREEN);
      const [screen] = stream.getVideoTracks();
      if (!screen || own !== shares) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      screen.contentHint = 'detail';
      screen.onended = () => setScreen(null, null);
      setScreen(screen, stream.getAudioTracks()[0] ?? null);
      store.setProblem('screen', null);
    } catch (error) {
      const problem = problemOf(error);
      // Closing the browser's dialog is an answer, not a problem.
      store.setProblem('screen', problem === 'denied' ? null : problem);
    }
  }
  return { share, stop: () => setScreen(null, null) };
}

/** The choices of this person, which take effect at once. */
function createSwitches(
  { mic, camera, attempt, open }: Devices,
  store: Store,
): Pick<LocalMedia, 'setMic' | 'setCamera' | 'choose' | 'setBackground' | 'setNoise'> {
  return {
    async setMic(on) {
      store.prefer({ mic: on });
      if (on && !mic.track()) await open('mic');
      mic.setEnabled(store.state().choices.mic); // it may have been muted while it was opened
      store.set({});
    },
    async setCamera(on) {
      store.prefer({ camera: on });
      if (on) await open('camera');
      else camera.close(); // its light goes out too
    },
    async choose(kind, deviceId) {
      if (kind === 'speaker') return store.prefer({ speakerId: deviceId });
      store.prefer(kind === 'mic' ? { micId: deviceId } : { cameraId: deviceId, camera: true });
      await open(kind);
    },
    async setBackground(background) {
      store.prefer({ background });
      store.setEffect('background', 'off');
      await attempt('camera', camera.reprocess);
    },
    async setNoise(noise) {
      store.prefer({ noise });
      store.setEffect('noise', 'off');
      if (mic.track()) await open('mic');
    },
  };
}

const flagsOf = ({ tracks, hand }: LocalState): Flags => ({
  mic: tracks.audio?.enabled === true,
  camera: tracks.camera !== null,
  screen: tracks.screen !== null,
  hand,
});

export function createLocalMedia({ source, permissions, storage, effects }: LocalMediaDeps): LocalMedia {
  const store = createStore(storage);
  const devices = createDevices({ source, effects }, store);
  const { mic, camera, open } = devices;
  const screen = createScreen(source, store);
  let users = 0;
  const setPermission = (kind: CaptureKind, permission: Permission) => {
    const before = store.state().permissions[kind];
    store.set({ permissions: { ...store.state().permissions, [kind]: permission } });
    // It was denied, and then allowed in the browser's settings: nothing has to be pressed here.
    if (users > 0 && before === 'denied' && permission === 'granted' && store.state().problems[kind] !== null)
      void open(kind);
  };

  async function listDevices(): Promise<void> {
    if (!source) return;
    const devices = await source.enumerateDevices();
    store.set({ devices });
    for (const kind of CAPTURED) {
      const missing =
        store.state().problems[kind] === 'none' && (kind === 'mic' || store.state().choices.camera);
      // just plugged in
      if (users > 0 && missing && devices.some((device) => device.kind === LISTED[kind])) void open(kind);
    }
  }

  function stop(): void {
    mic.close();
    camera.close();
    screen.stop();
    store.set({ phase: 'idle', hand: false, problems: { mic: null, camera: null, screen: null } });
  }

  source?.addEventListener('devicechange', () => void listDevices());

  const media: LocalMedia = {
    state: store.state,
    tracks: () => store.state().tracks,
    flags: () => flagsOf(store.state()),
    subscribe: store.subscribe,
    async prepare() {
      if (store.state().phase === 'explaining') return; // it was explained: the person will press the button
      if (store.state().phase !== 'idle' || !source) return media.start();
      store.set({ phase: 'asking' });
      await Promise.all(
        CAPTURED.map(async (kind) =>
          setPermission(kind, await watchPermission(permissions, kind, (next) => setPermission(kind, next))),
        ),
      );
      await listDevices();
      const asks = missingOf(devices, store).some((kind) =>
        wouldAsk(
          store.state().permissions[kind],
          store.state().devices.filter((device) => device.kind === LISTED[kind]),
        ),
      );
      store.set({ phase: asks ? 'explaining' : 'idle' });
      if (!asks) await media.start();
    },
    async start() {
      if (store.state().phase === 'asking') return;
      store.set({ phase: 'asking' });
      const missing = missingOf(devices, store);
      if (missing.length === 2) await openBoth(source, devices, store);
      else for (const kind of missing) await open(kind);
      await listDevices();
      store.set({ phase: 'ready' });
      if (users === 0) stop();
    },
    setHand: (hand) => store.set({ hand }),
    ...createSwitches(devices, store),
    shareScreen: screen.share,
    stopScreen: screen.stop,
    mute: () => void media.setMic(false),
    stopShare: screen.stop,
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
