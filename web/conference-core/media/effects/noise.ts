import { loadRnnoise, RnnoiseWorkletNode } from '@sapphi-red/web-noise-suppressor';
import wasm from '@sapphi-red/web-noise-suppressor/rnnoise.wasm?url';
import simdWasm from '@sapphi-red/web-noise-suppressor/rnnoise_simd.wasm?url';
import worklet from '@sapphi-red/web-noise-suppressor/rnnoiseWorklet.js?url';
import type { Processed } from '../local-state.ts';

/** The rate that the network was trained on (RNNoise). */
const SAMPLE_RATE = 48_000;
/**
 * Milliseconds. Where the browser wants a gesture first, the effect would be silent: the voice is
 * sent as it is instead.
 */
const PATIENCE = 2_000;

interface Ready {
  context: AudioContext;
  wasmBinary: ArrayBuffer;
}
let ready: Promise<Ready> | null = null;
let inUse = 0;

async function prepare(): Promise<Ready> {
  const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
  const [wasmBinary] = await Promise.all([
    loadRnnoise({ url: wasm, simdUrl: simdWasm }),
    context.audioWorklet.addModule(worklet),
  ]);
  return { context, wasmBinary };
}

async function isRunning(context: AudioContext): Promise<boolean> {
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  return context.state === 'running';
}

/**
 * Removes the noise from a microphone (RNNoise, in an audio worklet). This module is imported when
 * the effect is first chosen.
 */
export async function suppressNoise(mic: MediaStreamTrack): Promise<Processed> {
  ready ??= prepare().catch((error: unknown) => {
    ready = null; // the next choice tries again
    throw error;
  });
  const { context, wasmBinary } = await ready;
  if (!(await isRunning(context))) throw new Error('The browser plays no sound before a gesture');
  const source = context.createMediaStreamSource(new MediaStream([mic]));
  const suppressor = new RnnoiseWorkletNode(context, { wasmBinary, maxChannels: 1 });
  const target = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
  source.connect(suppressor).connect(target);
  inUse += 1;
  const [track] = target.stream.getAudioTracks();
  if (!track) throw new Error('The worklet gives no track');
  return {
    track,
    stop() {
      track.stop();
      source.disconnect();
      suppressor.disconnect();
      suppressor.destroy();
      inUse -= 1;
      if (inUse === 0) void context.suspend();
    },
  };
}
