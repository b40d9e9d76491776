import { useEffect, useSyncExternalStore } from 'react';
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
