import type { Processed } from './effects/effects.ts';

/** What a captured device needs from whoever owns it. Both are asked at each opening: what was chosen may have changed. */
export interface CapturedDeviceDeps {
  /** @throws what getUserMedia throws */
  capture(): Promise<MediaStreamTrack>;
  /** Makes what is sent of what was captured; null when it is sent as it is. @throws EffectFailed */
  process(raw: MediaStreamTrack): Promise<Processed | null>;
  onChange(): void;
  /** The hardware went away by itself. */
  onLost(): void;
}

/** A camera or a microphone, and what is sent of it. */
export interface CapturedDevice {
  /** What is sent; null while it is off. */
  track(): MediaStreamTrack | null;
  deviceId(): string | null;
  setEnabled(enabled: boolean): void;
  /** Captures anew; what there was stays until then. @throws what the capture or its processing throws */
  open(): Promise<void>;
  /** Takes what was captured elsewhere. */
  adopt(raw: MediaStreamTrack): Promise<void>;
  /** Makes what is sent anew, of what is captured already; nothing while it is off. */
  reprocess(): Promise<void>;
  close(): void;
}

/** Its steps run one after the other, so that a person who changes their mind faster than hardware does ends with what they chose last. */
export function createCapturedDevice(deps: CapturedDeviceDeps): CapturedDevice {
  let raw: MediaStreamTrack | null = null;
  let processed: Processed | null = null;
  let sent: MediaStreamTrack | null = null;
  let wanted = false;
  let queue: Promise<unknown> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work);
    queue = done.catch(() => undefined); // whoever asked for this step is told by `done`
    return done;
  }

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
