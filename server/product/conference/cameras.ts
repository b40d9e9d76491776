import type pg from 'pg';
import { type CameraSeat, shownCameras } from '#domain/conference/engine.ts';
import type { MediaEngine } from '#server/integrations/media/media-engine.ts';
import { type Admission, isInside } from '#server/product/lifecycle/admissions.ts';
import { tellRoom } from '#server/product/lifecycle/tell-room.ts';

export const cameraSeats = (admissions: readonly Admission[]): CameraSeat[] =>
  admissions.map(({ id, side, number, wantsCamera }) => ({ participantId: id, side, number, wantsCamera }));

/**
 * Somebody said whether they have a camera to show: the engine passes on those that have a place, and who got or lost one is told to ask.
 * @param live with that person as they were before
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
): Promise<void> {
  const { sessionId, self, live, camera, engine, now } = change;
  const there = live.filter((admission) => admission.id === self.id || isInside(admission, now));
  const shownOf = (admissions: readonly Admission[]) => shownCameras(cameraSeats(admissions), engine.cameras);
  const before = shownOf(there);
  const changed = there.map((other) => (other.id === self.id ? { ...other, wantsCamera: camera } : other));
  const after = shownOf(changed);
  const wanted = changed.filter(({ wantsCamera }) => wantsCamera).length;
  await engine.relay?.showCameras({ sessionId }, wanted > engine.cameras ? after : null);
  const others = (shown: readonly string[]) => shown.filter((id) => id !== self.id).join();
  if (others(before) !== others(after)) await tellRoom(db, sessionId);
}
