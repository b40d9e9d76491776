import { useEffect, useSyncExternalStore } from 'react';
import { type LocalMedia, type LocalState, localMedia } from './local-media.ts';

/** This person's devices, kept on as long as a screen shows them. */
export function useLocalMedia(): { media: LocalMedia; local: LocalState } {
  const media = localMedia();
  const local = useSyncExternalStore(media.subscribe, media.state);
  useEffect(() => media.retain(), [media]);
  useEffect(() => {
    void media.start();
  }, [media]);
  return { media, local };
}
