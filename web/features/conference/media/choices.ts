import { z } from 'zod';

/** What may stand behind somebody: the room as it is, blurred, or a picture of ours. */
export const BACKGROUNDS = ['none', 'blur', 'curtain', 'library', 'night'] as const;
export type Background = (typeof BACKGROUNDS)[number];
export type Backdrop = Exclude<Background, 'none' | 'blur'>;

/** Who takes the noise out of a voice: the browser, a network of our own on top of it, or nobody, as for music. */
export const NOISE_MODES = ['browser', 'strong', 'off'] as const;
export type NoiseMode = (typeof NOISE_MODES)[number];

/** What somebody chose before, kept in this browser. What another version wrote and this one does not know is as if never chosen. */
const choices = z.object({
  micId: z.string().nullable().catch(null),
  cameraId: z.string().nullable().catch(null),
  speakerId: z.string().nullable().catch(null),
  mic: z.boolean().catch(true),
  camera: z.boolean().catch(true),
  background: z.enum(BACKGROUNDS).catch('none'),
  noise: z.enum(NOISE_MODES).catch('browser'),
});
export type Choices = z.output<typeof choices>;

const KEY = 'loge-devices';

export function readChoices(storage: Pick<Storage, 'getItem'>): Choices {
  try {
    return choices.parse(JSON.parse(storage.getItem(KEY) ?? '{}'));
  } catch {
    return choices.parse({}); // written by hand
  }
}

export function keepChoices(storage: Pick<Storage, 'setItem'>, kept: Choices): void {
  try {
    storage.setItem(KEY, JSON.stringify(kept));
  } catch (error) {
    console.warn('The choice of devices could not be kept', error); // a full or forbidden storage: it holds until the page is closed
  }
}
