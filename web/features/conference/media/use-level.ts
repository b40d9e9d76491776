import { useEffect, useState } from 'react';

const EVERY = 100;
let context: AudioContext | null = null;

/** One for the page: browsers allow few. One that may not start by itself starts with the first gesture. */
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

/**
 * Listens to a track, ten times a second, as long as the browser lets it.
 * @param onLevel how loud, 0 to 1
 * @returns stops listening
 */
export function listenTo(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const audio = audioContext();
  const source = audio.createMediaStreamSource(new MediaStream([track]));
  const analyser = audio.createAnalyser();
  analyser.fftSize = 512;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    if (audio.state !== 'running') return;
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    // Speech is around -30 dB: the root mean square on a scale on which it moves.
    onLevel(Math.min(1, Math.sqrt(power) * 6));
  }, EVERY);
  return () => {
    clearInterval(timer);
    source.disconnect();
  };
}

/** How loud a track is, 0 to 1, ten times a second; 0 without one. */
export function useLevel(track: MediaStreamTrack | null, enabled = true): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    setLevel(0);
    if (track && enabled) return listenTo(track, setLevel);
  }, [track, enabled]);
  return level;
}
