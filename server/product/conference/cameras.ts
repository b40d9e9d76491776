import type pg from 'pg';
import { type CameraSeat, shownCameras } from '#domain/conference/engine.ts';
import type { MediaEngine } from '#server/integrations/media/media-engine.ts';
import { type Admission, isInside } from '#server/product/lifecycle/admissions.ts';
import { tellRoom } from '#server/product/lifecycle/tell-room.ts';

export const cameraSeats = (admissions: readonly Admission[]): CameraSeat[] =>
  admissions.map(({ id, side, number, wantsCamera }) => ({ participantId: id, side, number, wantsCamera }));

/**
 * Somebody said whether they have a camera to show. Those whose camera gets or loses a place by it are told to ask.
 * @param live with that person as they were before
 * @returns the participants whose cameras the engine is to pass on; null when it is to pass on all
 */
export async function shareCameras(
  db: pg.ClientBase,
  change: {
    sessionId: string;
    self: Admission;
    live: readonly Admission[];
    camera: boolean;
    engine: MediaEngine;
    now: Date;
  },
): Promise<readonly string[] | null> {
  const { sessionId, self, live, camera, engine, now } = change;
  const there = live.filter((admission) => admission.id === self.id || isInside(admission, now));
  const shownOf = (admissions: readonly Admission[]) => shownCameras(cameraSeats(admissions), engine.cameras);
  const before = shownOf(there);
  const changed = there.map((other) => (other.id === self.id ? { ...other, wantsCamera: camera } : other));
  const after = shownOf(changed);
  const wanted = changed.filter(({ wantsCamera }) => wantsCamera).length;
  const others = (shown: readonly string[]) => shown.filter((id) => id !== self.id).join();
  if (others(before) !== others(after)) await tellRoom(db, sessionId);
  return wanted > engine.cameras ? after : null;
}
