import { useState } from 'react';
import { z } from 'zod';
import { CORNERS } from './layout/arrange.ts';
import { LAYOUTS } from './layout/plan.ts';

/** How somebody likes their room, kept in this browser. */
const preferences = z.object({
  layout: z.enum(LAYOUTS).catch('screen').default('screen'),
  corner: z.enum(CORNERS).catch('bottom-right').default('bottom-right'),
  /** One's own view is hidden; the others still see one. The name is that of the stored value. */
  tucked: z.boolean().catch(false).default(false),
});
export type Preferences = z.output<typeof preferences>;

const KEY = 'loge-room-view';

function readPreferences(storage: Pick<Storage, 'getItem'>): Preferences {
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

/** By person, 0 to 1. */
export type Volumes = Readonly<Record<string, number>>;
const volumes = z.record(z.string(), z.number().min(0).max(1));

const keyOf = (roomId: string) => `loge-volumes-${roomId}`;

/** The volumes that were set in a room; none when the stored value is not one of ours. */
export function readVolumes(storage: Pick<Storage, 'getItem'>, roomId: string): Volumes {
  try {
    return volumes.parse(JSON.parse(storage.getItem(keyOf(roomId)) ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * How loud each person is heard. It is kept in this tab for this room, so that it survives a
 * reload, and so that nobody is silent in another session.
 */
export function useVolumes(roomId: string): [Volumes, (personId: string, volume: number) => void] {
  const [kept, setKept] = useState(() => readVolumes(sessionStorage, roomId));
  const change = (personId: string, volume: number) => {
    const next = { ...kept, [personId]: volume };
    sessionStorage.setItem(keyOf(roomId), JSON.stringify(next));
    setKept(next);
  };
  return [kept, change];
}
