/** The sound of a microphone; `unknown` until it was measured for long enough. */
export type Sound = 'unknown' | 'heard' | 'quiet' | 'none';

/** On the scale of a `Meter`. A microphone that gives less gives only its own noise. */
const QUIET = 0.015;
/**
 * Milliseconds. A person who reads the page may be silent for a while, which is no fault of the
 * microphone.
 */
const QUIET_FOR = 8_000;
/**
 * Milliseconds. Noise suppression makes exact silence for moments only: after this time the
 * microphone was switched off, by a button or by the system.
 */
const NONE_FOR = 5_000;

/** When it was last loud, and when there was last any sound, in milliseconds on any clock. */
export interface Heard {
  loudAt: number;
  anyAt: number;
  everLoud: boolean;
}

export const startListening = (at: number): Heard => ({ loudAt: at, anyAt: at, everLoud: false });

export function hear(before: Heard, level: number, at: number): Heard {
  const isLoud = level >= QUIET;
  return {
    loudAt: isLoud ? at : before.loudAt,
    anyAt: level > 0 ? at : before.anyAt,
    everLoud: before.everLoud || isLoud,
  };
}

/**
 * A microphone that was heard once counts as heard, however long its owner listens.
 * @param held the browser says that the track gives nothing (`muted`)
 */
export function soundOf({ loudAt, anyAt, everLoud }: Heard, at: number, held = false): Sound {
  if (held) return 'none';
  if (everLoud) return 'heard';
  if (at - anyAt >= NONE_FOR) return 'none';
  return at - loudAt >= QUIET_FOR ? 'quiet' : 'unknown';
}

/** Milliseconds between two measurements of a level. */
export const METER_EVERY = 100;
let context: AudioContext | null = null;

/**
 * One for the whole page: browsers allow few. Where it may not start by itself, it starts with the
 * first gesture.
 */
export function audioContext(): AudioContext {
  if (context === null) {
    const made = new AudioContext();
    const resume = () => {
      if (made.state === 'suspended') void made.resume();
    };
    for (const gesture of ['pointerdown', 'keydown']) document.addEventListener(gesture, resume);
    context = made;
  }
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** How loud a track is now. */
export interface Meter {
  track: MediaStreamTrack;
  /** 0 to 1; speech is around 0.2. */
  level(): number;
  close(): void;
}

export function openMeter(track: MediaStreamTrack): Meter {
  const audio = audioContext();
  const source = audio.createMediaStreamSource(new MediaStream([track]));
  const analyser = audio.createAnalyser();
  analyser.fftSize = 512;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    track,
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      // Speech is around -30 dB: this scale of the root mean square moves with it.
      return Math.min(1, Math.sqrt(power) * 6);
    },
    close: () => source.disconnect(),
  };
}

/**
 * Measures a track ten times a second, while the browser lets audio run.
 * @param onLevel how loud, 0 to 1
 * @returns stops it
 */
export function listenTo(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const meter = openMeter(track);
  const timer = setInterval(() => {
    if (audioContext().state === 'running') onLevel(meter.level());
  }, METER_EVERY);
  return () => {
    clearInterval(timer);
    meter.close();
  };
}
