import { z } from 'zod';

/** What somebody chose before, kept in this browser. */
const choices = z.object({
  micId: z.string().nullable().default(null),
  cameraId: z.string().nullable().default(null),
  speakerId: z.string().nullable().default(null),
  mic: z.boolean().default(true),
  camera: z.boolean().default(true),
});
export type Choices = z.output<typeof choices>;

const KEY = 'loge-devices';

export function readChoices(storage: Pick<Storage, 'getItem'>): Choices {
  try {
    return choices.parse(JSON.parse(storage.getItem(KEY) ?? '{}'));
  } catch {
    return choices.parse({}); // written by another version, or by hand
  }
}

export function keepChoices(storage: Pick<Storage, 'setItem'>, kept: Choices): void {
  storage.setItem(KEY, JSON.stringify(kept));
}
