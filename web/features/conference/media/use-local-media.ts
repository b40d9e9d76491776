import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  hear,
  listenTo,
  type Sound,
  soundOf,
  startListening,
} from '#web/conference-core/media/audio-level.ts';
import { localMedia } from '#web/conference-core/media/local-media.ts';
import type { LocalMedia, LocalState } from '#web/conference-core/media/local-state.ts';

/** This person's devices, kept on as long as a screen shows them. */
export function useLocalMedia(): { media: LocalMedia; local: LocalState } {
  const media = localMedia();
  const local = useSyncExternalStore(media.subscribe, media.state);
  useEffect(() => media.retain(), [media]);
  useEffect(() => {
    void media.prepare();
  }, [media]);
  return { media, local };
}

/**
 * How loud one's own microphone is, and whether anything comes from it at all.
 * @param track null while it is off
 */
export function useSound(track: MediaStreamTrack | null): { level: number; sound: Sound } {
  const [level, setLevel] = useState(0);
  const [sound, setSound] = useState<Sound>('unknown');
  useEffect(() => {
    setLevel(0);
    setSound('unknown');
    if (!track) return;
    let heard = startListening(performance.now());
    return listenTo(track, (now) => {
      const at = performance.now();
      heard = hear(heard, now, at);
      setLevel(now);
      setSound(soundOf(heard, at, track.muted));
    });
  }, [track]);
  return { level, sound };
}
