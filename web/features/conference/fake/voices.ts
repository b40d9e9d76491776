import { audioContext } from '../media/use-level.ts';

/** Loud enough for a level, too quiet to disturb whoever looks at the page. */
const LOUDNESS = 0.035;
/** A microphone that works gives a little of its own noise: nothing at all would be told as a fault. */
const BREATH = 0.001;

/** A hum in the rhythm of somebody who speaks, or with `speaks: false` the silence of somebody who listens. */
export function voice({ speaks, pitch }: { speaks: boolean; pitch: number }): MediaStreamTrack {
  const audio = audioContext();
  const target = audio.createMediaStreamDestination();
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.value = pitch;
  gain.gain.value = speaks ? LOUDNESS : BREATH;
  tone.connect(gain).connect(target);
  tone.start();
  if (speaks) {
    const words = audio.createOscillator();
    const depth = audio.createGain();
    words.frequency.value = 2.5;
    depth.gain.value = LOUDNESS / 3;
    words.connect(depth).connect(gain.gain);
    words.start();
  }
  const [track] = target.stream.getAudioTracks();
  if (!track) throw new Error('This browser makes no sound');
  return track;
}
