import type { Background, Processed } from '../local-state.ts';

/** An effect that did not start, or does not exist on this device. */
export class EffectFailed extends Error {
  override name = 'EffectFailed';
}

/** The effects on picture and voice that this browser supports. */
export interface Effects {
  canReplaceBackground(): boolean;
  canSuppressNoise(): boolean;
  /**
   * @param onBehind this device cannot keep up: called once, then the effect should be stopped
   * @throws EffectFailed
   */
  background(
    camera: MediaStreamTrack,
    background: Exclude<Background, 'none'>,
    onBehind: () => void,
  ): Promise<Processed>;
  /** @throws EffectFailed */
  suppressNoise(mic: MediaStreamTrack): Promise<Processed>;
}

async function orFail<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new EffectFailed(what, { cause: error });
  }
}

/**
 * The effects of this browser. Their code and models are megabytes, and are loaded when somebody
 * chooses one.
 */
export const browserEffects: Effects = {
  // Only Chromium lets a page replace the frames of a camera without going through an element that
  // sleeps in hidden tabs.
  canReplaceBackground: () =>
    'MediaStreamTrackProcessor' in globalThis &&
    'MediaStreamTrackGenerator' in globalThis &&
    'WebAssembly' in globalThis &&
    'OffscreenCanvas' in globalThis,
  canSuppressNoise: () => 'AudioWorkletNode' in globalThis && 'WebAssembly' in globalThis,
  background: (camera, background, onBehind) =>
    orFail('the background could not be replaced', async () => {
      const { replaceBackground } = await import('./background.ts');
      return replaceBackground(camera, background, onBehind);
    }),
  suppressNoise: (mic) =>
    orFail('the noise could not be suppressed', async () => {
      const { suppressNoise } = await import('./noise.ts');
      return suppressNoise(mic);
    }),
};
