import { useEffect, useState } from 'react';
import { useLevel } from './use-level.ts';

/** Below it a microphone gives nothing but its own noise. */
const SILENT = 0.015;
const SILENT_FOR = 6_000;

/** Bars that move with the voice, and a word when nothing comes for a while. */
export function LevelMeter({ track }: { track: MediaStreamTrack | null }) {
  const level = useLevel(track);
  const silent = useSilence(track, level);
  return (
    <div className="grid gap-1.5">
      <div className="flex h-3 items-center gap-1" role="img" aria-label="Niveau du micro">
        {Array.from({ length: 16 }, (_unused, index) => (
          <span
            key={index}
            className={`h-full flex-1 rounded-full ${level * 16 > index + 0.3 ? 'bg-settled' : 'bg-wash'}`}
          />
        ))}
      </div>
      <p role="status" className="min-h-5 text-kicker text-muted">
        {silent &&
          'Aucun son ne vient de ce micro. Parlez, vérifiez qu’il n’est pas coupé, ou choisissez-en un autre.'}
      </p>
    </div>
  );
}

function useSilence(track: MediaStreamTrack | null, level: number): boolean {
  const [silent, setSilent] = useState(false);
  const quiet = track !== null && level < SILENT;
  useEffect(() => {
    setSilent(false);
    if (!quiet) return;
    const timer = setTimeout(() => setSilent(true), SILENT_FOR);
    return () => clearTimeout(timer);
  }, [quiet]);
  return silent;
}
