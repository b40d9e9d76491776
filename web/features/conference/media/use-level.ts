import { useEffect, useState } from 'react';

const EVERY = 100;
let context: AudioContext | null = null;

/** One for the page: browsers allow few, and it starts only after a gesture. */
export function audioContext(): AudioContext {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** How loud a track is, 0 to 1, ten times a second; 0 without one. */
export function useLevel(track: MediaStreamTrack | null, enabled = true): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    setLevel(0);
    if (!track || !enabled) return;
    const audio = audioContext();
    const source = audio.createMediaStreamSource(new MediaStream([track]));
    const analyser = audio.createAnalyser();
    analyser.fftSize = 512;
    source.connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      // Speech is around -30 dB: the root mean square on a scale on which it moves.
      setLevel(Math.min(1, Math.sqrt(power) * 6));
    }, EVERY);
    return () => {
      clearInterval(timer);
      source.disconnect();
    };
  }, [track, enabled]);
  return level;
}
