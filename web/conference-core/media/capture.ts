import pLimit from 'p-limit';
import type { CaptureKind, Choices, DeviceProblem, Processed } from './local-state.ts';

/** `navigator.mediaDevices`. */
export type CaptureSource = Pick<
  MediaDevices,
  'getUserMedia' | 'getDisplayMedia' | 'enumerateDevices' | 'addEventListener'
>;

/**
 * The constraints passed to getUserMedia. The device is asked for with `exact`, because Chromium
 * ignores a microphone that is only preferred.
 */
export function constraintsOf(kind: CaptureKind, choices: Choices): MediaStreamConstraints {
  const id = kind === 'mic' ? choices.micId : choices.cameraId;
  const device = id === null ? {} : { deviceId: { exact: id } };
  if (kind === 'camera')
    return { video: { ...device, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } } };
  // Two suppressors in a row make voices hollow, and all three of these spoil music.
  const isMusic = choices.noise === 'off';
  return {
    audio: {
      ...device,
      echoCancellation: true,
      noiseSuppression: choices.noise === 'browser',
      autoGainControl: !isMusic,
    },
  };
}

/**
 * The constraints passed to getDisplayMedia. The sound is not processed: it is not a voice in a
 * room.
 */
export const SCREEN: DisplayMediaStreamOptions = {
  video: { frameRate: { ideal: 15, max: 30 } },
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
};

/** Captures the chosen device, or another one when it is gone. @throws what getUserMedia throws */
export async function captureOne(
  source: CaptureSource,
  kind: CaptureKind,
  choices: Choices,
): Promise<MediaStreamTrack> {
  const stream = await source.getUserMedia(constraintsOf(kind, choices)).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'OverconstrainedError') throw error;
    return source.getUserMedia(constraintsOf(kind, { ...choices, micId: null, cameraId: null }));
  });
  const [track] = stream.getTracks();
  if (!track) throw new Error('The browser gave no track');
  return track;
}

/**
 * Maps a failure of getUserMedia to its meaning (its DOMException names, W3C Media Capture and
 * Streams).
 */
export function problemOf(error: unknown): DeviceProblem {
  if (!(error instanceof Error)) return 'unknown';
  switch (error.name) {
    case 'NotAllowedError':
      // Chromium says so when the operating system withholds the permission from the browser.
      return /system/i.test(error.message) ? 'system' : 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    case 'NotReadableError':
    case 'AbortError':
      return 'in_use';
    case 'SecurityError':
    case 'TypeError':
      return 'insecure';
    default:
      return 'unknown';
  }
}

/**
 * A captured device needs these from its owner. `capture` and `process` are called at each opening,
 * because the choices may have changed.
 */
export interface CapturedDeviceDeps {
  /** @throws what getUserMedia throws */
  capture(): Promise<MediaStreamTrack>;
  /** Makes the track to send from the captured one; null when that is sent as it is. */
  process(raw: MediaStreamTrack): Promise<Processed | null>;
  onChange(): void;
  /** The hardware went away by itself. */
  onLost(): void;
}

/** A camera or a microphone, with the track that is sent. */
export interface CapturedDevice {
  /** The track that is sent; null while it is off. */
  track(): MediaStreamTrack | null;
  deviceId(): string | null;
  setEnabled(enabled: boolean): void;
  /**
   * Captures again; the earlier track stays until then.
   * @throws what the capture or its processing throws
   */
  open(): Promise<void>;
  /** Takes a track that was captured elsewhere. */
  adopt(raw: MediaStreamTrack): Promise<void>;
  /** Applies the effects again to the running device; does nothing while it is off. */
  reprocess(): Promise<void>;
  close(): void;
}

/**
 * Its steps run one after the other, so that the last choice wins, however fast somebody changes
 * their mind.
 */
export function createCapturedDevice(deps: CapturedDeviceDeps): CapturedDevice {
  let raw: MediaStreamTrack | null = null;
  let processed: Processed | null = null;
  let sent: MediaStreamTrack | null = null;
  let wanted = false;
  const inTurn = pLimit(1);

  function drop(): void {
    processed?.stop();
    if (raw) {
      raw.onended = null;
      raw.stop();
    }
    raw = null;
    processed = null;
    sent = null;
  }

  async function take(fresh: MediaStreamTrack): Promise<void> {
    let made: Processed | null = null;
    try {
      made = wanted ? await deps.process(fresh) : null;
    } catch (error) {
      if (fresh !== raw) fresh.stop();
      throw error;
    }
    if (!wanted) {
      made?.stop();
      fresh.stop();
      return;
    }
    if (fresh === raw) processed?.stop();
    else drop();
    raw = fresh;
    processed = made;
    sent = made?.track ?? fresh;
    fresh.onended = () => {
      if (raw !== fresh) return;
      drop();
      deps.onChange();
      deps.onLost();
    };
    deps.onChange();
  }

  return {
    track: () => sent,
    deviceId: () => raw?.getSettings().deviceId ?? null,
    setEnabled(enabled) {
      for (const track of [raw, sent]) if (track) track.enabled = enabled;
    },
    open() {
      wanted = true;
      return inTurn(async () => take(await deps.capture()));
    },
    adopt(fresh) {
      wanted = true;
      return inTurn(() => take(fresh));
    },
    reprocess: () => inTurn(async () => (raw ? take(raw) : undefined)),
    close() {
      wanted = false;
      drop();
      deps.onChange();
    },
  };
}
