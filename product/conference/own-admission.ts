import type pg from 'pg';
import type { Person } from '#product/command/access.ts';
import { AppError, type ErrorCode } from '#product/shared/errors.ts';
import { type Admission, type EndCause, findAdmission, isThere } from './admissions.ts';
import { loadRoom, refusalOf, stateOf } from './room.ts';

/** The error code for a participant whose admission has ended. */
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
 * The admission with which a participant is in the room, locked.
 * @throws AppError why it ended: room_taken_over when a newer connection of the same person
 * replaced it; room_waiting in the lobby; room_left for a participant who fell silent, until their
 * next heartbeat; the refusal of a closed room once their booking no longer opens it
 */
export const lockOwnAdmission = (
  db: pg.ClientBase,
  person: Person,
  named: Named,
  now: Date,
): Promise<Admission> => inRoom(db, person, named, now, 'for update');

/**
 * The same without a lock, for work that takes longer than others should wait for its transaction.
 */
export const readOwnAdmission = (
  db: pg.ClientBase,
  person: Person,
  named: Named,
  now: Date,
): Promise<Admission> => inRoom(db, person, named, now, '');

/** The same, locked, for a heartbeat: perhaps after a silence, perhaps still from the lobby. */
export const lockOwnPresence = (db: pg.ClientBase, person: Person, named: Named): Promise<Admission> =>
  ownAdmission(db, person, named, 'for update');

async function inRoom(
  db: pg.ClientBase,
  person: Person,
  named: Named,
  now: Date,
  lock: 'for update' | '',
): Promise<Admission> {
  const admission = await ownAdmission(db, person, named, lock);
  if (admission.waiting) throw new AppError('room_waiting');
  if (!isThere(admission, now)) throw new AppError('room_left');
  const room = await loadRoom(db, named.roomId, person);
  // Past the end the heartbeat decides whether both stay, and ends the admission when they do not.
  const refusal = refusalOf(stateOf(room.booking, now, true), room);
  if (refusal) throw refusal;
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
