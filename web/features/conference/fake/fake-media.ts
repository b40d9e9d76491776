import { browserEffects } from '../media/effects/effects.ts';
import { createLocalMedia, type LocalMedia } from '../media/local-media.ts';
import { personPicture, screenPicture } from './pictures.ts';
import { voice } from './voices.ts';

/** The real devices' keeper, over devices that are drawn, and over a memory that forgets. */
export function createFakeMedia({ camera = true, mic = true } = {}): LocalMedia {
  const kept = new Map([['loge-devices', JSON.stringify({ camera, mic })]]);
  const changes = new EventTarget();
  return createLocalMedia({
    source: {
      getUserMedia: async ({ audio, video } = {}) =>
        new MediaStream([
          ...(audio ? [voice({ speaks: false, pitch: 150 })] : []),
          ...(video ? [personPicture(1)] : []),
        ]),
      getDisplayMedia: async () => new MediaStream([screenPicture()]),
      enumerateDevices: async () => [],
      addEventListener: changes.addEventListener.bind(changes),
    },
    permissions: undefined,
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    effects: browserEffects,
  });
}
