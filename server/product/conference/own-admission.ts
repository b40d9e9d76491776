import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import type { Person } from '#server/product/access.ts';
import { type Admission, lockAdmission } from './admissions.ts';

/**
 * The admission that a participant speaks from, locked.
 * @throws AppError room_taken_over when a newer connection of the same person replaced it, room_left when it ended otherwise
 */
export async function lockOwnAdmission(
  db: pg.ClientBase,
  person: Person,
  { roomId, participantId }: { roomId: string; participantId: string },
): Promise<Admission> {
  const found = await lockAdmission(db, { sessionId: roomId, personId: person.id, participantId });
  if (found?.endCause === 'replaced') throw new AppError('room_taken_over');
  if (!found || found.endCause !== null) throw new AppError('room_left');
  return found.admission;
}
