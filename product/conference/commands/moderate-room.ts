import type pg from 'pg';
import { AfterCommit } from '#platform/functions/command.ts';
import { tellRoom } from '#product/booking/tell-room.ts';
import { audit } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import type { MediaEngine } from '#server/integrations/media/media-engine.ts';
import {
  type Admission,
  type EndCause,
  endAdmission,
  findAdmission,
  isInside,
  isThere,
  letIn,
  liveAdmissions,
  newestAdmission,
} from '../admissions.ts';
import { readOpenRoom } from '../engine-of-room.ts';
import { moderateRoom as contract } from '../host-contract.ts';
import { momentOfAct, readHostState, recordAct } from '../host-state.ts';
import { lockOwnAdmission } from '../own-admission.ts';
import { loadRoom, type Room } from '../room.ts';
import { type HostAct, mayDo } from '../rules/host.ts';

/** An order repeated within this many milliseconds is a double click. */
const REPEATED = 3_000;

/**
 * One act of a host who is in the room; repeating it changes nothing and leaves no second record.
 * The media of removed people end after the commit; if that fails, keep-media.ts ends them.
 */
export const moderateRoom = (deps: Pick<ProductDeps, 'media'>) =>
  serve({
    contract,
    async run({ db, person, input: { roomId, participantId, act, target }, now: asked }) {
      const room = await loadRoom(db, roomId, person);
      const { sessionId } = room;
      const open = await readOpenRoom(db, sessionId, deps.media, 'for update');
      if (!open) throw new AppError('room_left');
      const { endedBy } = await readHostState(db, sessionId);
      // Ending also removes the host, so a second request finds the session ended.
      if (act === 'end' && endedBy !== null && endedBy === room.side) return {};
      const { side } = await lockOwnAdmission(db, person, { roomId: sessionId, participantId }, asked);
      if (side === 'viewer') throw new AppError('forbidden');
      const now = await momentOfAct(db, sessionId, asked);
      const host: Host = { db, room, side, engine: open.engine, now };
      const did = target === null ? await actOnRoom(host, act) : await actOn(host, act, target);
      if (!did) return {};
      const done = { sessionId, actorId: person.id, side, act, targetId: did.targetId, now };
      await recordAct(db, done);
      if (side === 'admin') await auditAct(db, { ...done, bookingId: room.row.id });
      await tellRoom(db, sessionId);
      return new AfterCommit(async () => {
        await Promise.all(did.putOut.map((id) => open.engine.revoke({ sessionId, participantId: id })));
        return {};
      });
    },
  });

interface Host {
  db: pg.ClientBase;
  room: Room;
  side: 'streamer' | 'admin';
  engine: MediaEngine;
  now: Date;
}

/** The act; null when it changes nothing. */
type Did = {
  /** The target's person; null for an act upon the whole room. */
  targetId: string | null;
  /** The participants whom it removes. */
  putOut: readonly string[];
} | null;

async function actOnRoom(host: Host, act: HostAct): Promise<Did> {
  const { db, room, side, now } = host;
  const { sessionId, row } = room;
  if (!mayDo(side, act, null)) throw new AppError('forbidden');
  if (act === 'end') {
    await db.query('update private.rooms set ended_at = $2, ended_by = $3 where session_id = $1', [
      sessionId,
      now,
      side,
    ]);
    const live = await liveAdmissions(db, sessionId);
    for (const one of live) await endAdmission(db, one, 'ended', now);
    return { targetId: null, putOut: live.map(({ id }) => id) };
  }
  if (row.seats === 1) throw new AppError('group_only');
  const { rowCount } = await db.query(
    'update private.rooms set lobby_on = $2 where session_id = $1 and lobby_on <> $2',
    [sessionId, act === 'lobby_on'],
  );
  return rowCount === 0 ? null : { targetId: null, putOut: [] };
}

/**
 * @throws AppError participant_gone when the target is not in the room, forbidden when the host may
 *   not do this to them
 */
async function actOn(host: Host, act: HostAct, participantId: string): Promise<Did> {
  const { db, room, side, now } = host;
  const { sessionId } = room;
  const found = await findTarget(db, { sessionId, participantId }, causeOf(act, side) !== null);
  if (!found) throw new AppError('participant_gone');
  const { admission: target, endCause } = found;
  if (!mayDo(side, act, target.side)) throw new AppError('forbidden');
  if (endCause !== null && endCause === causeOf(act, side)) return null;
  if (endCause !== null || !isThere(target, now)) throw new AppError('participant_gone');
  if (act === 'admit' && !target.waiting) return null;
  const inPlace = act === 'remove' || target.waiting === (act === 'admit' || act === 'refuse');
  if (!inPlace) throw new AppError('participant_gone');
  const cause = causeOf(act, side);
  if (cause) await endAdmission(db, target, cause, now);
  else if (!(await carryOut(host, act, target))) return null;
  return { targetId: target.personId, putOut: cause ? [target.id] : [] };
}

/**
 * The admission that an act is meant for, locked. Removing a person works from whichever of their
 * tabs is named: for somebody who left and came back, it is the newest admission.
 */
async function findTarget(
  db: pg.ClientBase,
  { sessionId, participantId }: { sessionId: string; participantId: string },
  putsOut: boolean,
): ReturnType<typeof findAdmission> {
  const named = await findAdmission(db, { sessionId, personId: null, participantId });
  if (!named || !putsOut || named.endCause === null || !BY_THEMSELF.includes(named.endCause)) return named;
  const { personId } = named.admission;
  const newest = await newestAdmission(db, sessionId, personId);
  return newest === null ? null : findAdmission(db, { sessionId, personId, participantId: newest });
}

const BY_THEMSELF: readonly EndCause[] = ['left', 'replaced', 'silent'];

const causeOf = (act: HostAct, side: Host['side']): EndCause | null => {
  if (act === 'remove') return side === 'admin' ? 'barred' : 'removed';
  return act === 'refuse' ? 'refused' : null;
};

/** Carries out the acts that remove nobody. @returns false when it was done a moment ago */
async function carryOut({ db, room, engine, now }: Host, act: HostAct, target: Admission): Promise<boolean> {
  if (act === 'admit') {
    const live = await liveAdmissions(db, room.sessionId);
    if (live.filter((one) => isInside(one, now)).length >= engine.capacity) throw new AppError('room_full');
    await letIn(db, room.sessionId, target, now);
    return true;
  }
  const last = act === 'mute' ? target.mutedAt : target.shareStoppedAt;
  if (last && now.getTime() - last.getTime() < REPEATED) return false;
  await db.query(
    `update private.admissions set ${act === 'mute' ? 'muted_at' : 'share_stopped_at'} = $2 where id = $1`,
    [target.id, now],
  );
  return true;
}

/**
 * Records what an admin did in a room in the audit log, with the reason that they gave when they
 * entered.
 */
async function auditAct(
  db: pg.ClientBase,
  done: {
    sessionId: string;
    bookingId: string;
    actorId: string;
    act: HostAct;
    targetId: string | null;
    now: Date;
  },
): Promise<void> {
  const { sessionId, bookingId, actorId, act, targetId, now } = done;
  const { rows } = await db.query(
    `select reason from public.admin_entries where session_id = $1 and admin_id = $2 order by id desc limit 1`,
    [sessionId, actorId],
  );
  const [entry] = rows;
  if (!entry) throw new Error(`admin ${actorId} is in room ${sessionId} without having said why`);
  await audit(db, {
    at: now,
    actorId,
    action: contract,
    subject: { table: 'bookings', id: bookingId },
    before: null,
    after: { sessionId, act, targetId },
    reason: entry.reason,
  });
}
