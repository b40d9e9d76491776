import { useState } from 'react';
import { z } from 'zod';
import { CORNERS } from './corners.ts';
import { LAYOUTS } from './plan.ts';

/** How somebody likes their room, kept in this browser. */
const preferences = z.object({
  layout: z.enum(LAYOUTS).catch('screen').default('screen'),
  corner: z.enum(CORNERS).catch('bottom-right').default('bottom-right'),
  /** One's own view is folded away; the others see one all the same. */
  tucked: z.boolean().catch(false).default(false),
});
export type Preferences = z.output<typeof preferences>;

const KEY = 'loge-room-view';

export function readPreferences(storage: Pick<Storage, 'getItem'>): Preferences {
  try {
    return preferences.parse(JSON.parse(storage.getItem(KEY) ?? '{}'));
  } catch {
    return preferences.parse({}); // written by another version, or by hand
  }
}

export function usePreferences(): [Preferences, (changes: Partial<Preferences>) => void] {
  const [kept, setKept] = useState(() => readPreferences(localStorage));
  const change = (changes: Partial<Preferences>) => {
    const next = { ...kept, ...changes };
    localStorage.setItem(KEY, JSON.stringify(next));
    setKept(next);
  };
  return [kept, change];
}
