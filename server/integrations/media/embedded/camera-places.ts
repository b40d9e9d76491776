import { MOST_CAMERAS } from './layout.ts';

/** A camera from which nothing came for so long has given up its place. Milliseconds. */
const IDLE = 3_000;

/** The room's places for cameras. Who has one is decided by the server when there are too few, by who came first until it has spoken. */
export interface CameraPlaces {
  /** A packet of that one's camera came. `new`: it has its place only since now. */
  place(participantId: string): 'hidden' | 'new' | 'shown';
  /** Null: the first who comes. */
  show(participantIds: readonly string[] | null): void;
  leave(participantId: string): void;
}

export function createCameraPlaces(now: () => number): CameraPlaces {
  /** When their last packet came. */
  const shown = new Map<string, number>();
  let told: ReadonlySet<string> | null = null;
  return {
    place(participantId) {
      if (told && !told.has(participantId)) {
        shown.delete(participantId);
        return 'hidden';
      }
      const had = shown.has(participantId);
      if (!had && shown.size >= MOST_CAMERAS) {
        for (const [other, at] of shown)
          if (now() - at > IDLE || (told && !told.has(other))) shown.delete(other);
        if (shown.size >= MOST_CAMERAS) return 'hidden';
      }
      shown.set(participantId, now());
      return had ? 'shown' : 'new';
    },
    show(participantIds) {
      told = participantIds && new Set(participantIds.slice(0, MOST_CAMERAS));
    },
    leave(participantId) {
      shown.delete(participantId);
    },
  };
}
