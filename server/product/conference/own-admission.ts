import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import type { Person } from '#server/product/access.ts';
import { type Admission, findAdmission } from './admissions.ts';

/**
 * The admission that a participant speaks from, locked.
 * @throws AppError room_taken_over when a newer connection of the same person replaced it, room_left when it ended otherwise
 */
export const lockOwnAdmission = (db: pg.ClientBase, person: Person, named: Named): Promise<Admission> =>
  ownAdmission(db, person, named, 'for update');

/** The same without a lock, for work that takes longer than its transaction should keep others waiting. */
export const readOwnAdmission = (db: pg.ClientBase, person: Person, named: Named): Promise<Admission> =>
  ownAdmission(db, person, named, '');

interface Named {
  roomId: string;
  participantId: string;
}

async function ownAdmission(
  db: pg.ClientBase,
  person: Person,
  { roomId, participantId }: Named,
  lock: 'for update' | '',
): Promise<Admission> {
  const found = await findAdmission(db, { sessionId: roomId, personId: person.id, participantId }, lock);
  if (found?.endCause === 'replaced') throw new AppError('room_taken_over');
  if (!found || found.endCause !== null) throw new AppError('room_left');
  return found.admission;
}
