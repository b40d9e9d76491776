import type pg from 'pg';
import { AppError, type ErrorCode } from '#contracts/errors.ts';
import type { Person } from '#server/product/access.ts';
import { type Admission, type EndCause, findAdmission } from './admissions.ts';

/** What somebody is told whose admission ended. */
const OUT: Readonly<Record<EndCause, ErrorCode>> = {
  left: 'room_left',
  replaced: 'room_taken_over',
  silent: 'room_left',
  closed: 'room_left',
  removed: 'room_removed',
  barred: 'room_barred',
  refused: 'room_refused',
  ended: 'room_ended',
};

/**
 * The admission that a participant speaks from within the room, locked.
 * @throws AppError why it ended, room_taken_over when a newer connection of the same person replaced it; room_waiting in the lobby
 */
export const lockOwnAdmission = async (db: pg.ClientBase, person: Person, named: Named): Promise<Admission> =>
  inRoom(await ownAdmission(db, person, named, 'for update'));

/** The same without a lock, for work that takes longer than its transaction should keep others waiting. */
export const readOwnAdmission = async (db: pg.ClientBase, person: Person, named: Named): Promise<Admission> =>
  inRoom(await ownAdmission(db, person, named, ''));

/** The same, locked, of somebody who may still wait to be let in. */
export const lockOwnPresence = (db: pg.ClientBase, person: Person, named: Named): Promise<Admission> =>
  ownAdmission(db, person, named, 'for update');

function inRoom(admission: Admission): Admission {
  if (admission.waiting) throw new AppError('room_waiting');
  return admission;
}

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
  if (!found) throw new AppError('room_left');
  if (found.endCause !== null) throw new AppError(OUT[found.endCause]);
  return found.admission;
}
