import { SOUND_TEXT } from './device-note.ts';
import { useSound } from './use-sound.ts';

const BARS = 16;

/** Bars that move with the voice, and a word when nothing comes for a while. */
export function LevelMeter({ track }: { track: MediaStreamTrack | null }) {
  const { level, sound } = useSound(track);
  return (
    <div className="grid gap-1.5">
      <div className="flex h-3 items-center gap-1" role="img" aria-label="Niveau du micro">
        {Array.from({ length: BARS }, (_unused, index) => (
          <span
            key={index}
            className={`h-full flex-1 rounded-full ${level * BARS > index + 0.3 ? 'bg-settled' : 'bg-wash'}`}
          />
        ))}
      </div>
      <p
        role="status"
        className={`text-small ${sound === 'unknown' || sound === 'heard' ? '' : 'text-live'}`}
      >
        {SOUND_TEXT[sound]}
      </p>
    </div>
  );
}
