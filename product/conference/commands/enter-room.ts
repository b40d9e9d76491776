import type pg from 'pg';
import { AfterCommit } from '#platform/functions/command.ts';
import { tellRoom } from '#product/booking/tell-room.ts';
import type { Person } from '#product/command/access.ts';
import { audit } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import type { MediaEngine } from '#server/integrations/media/media-engine.ts';
import {
  MediaNotReady,
  type MediaParticipant,
  type MediaRelay,
  MediaUnavailable,
} from '#server/integrations/media/media-engine.ts';
import {
  type Admission,
  admit,
  bothThere,
  endAdmission,
  isInside,
  isThere,
  liveAdmissions,
} from '../admissions.ts';
import type { RoomEntry, RoomPeer } from '../contract.ts';
import { enterRoom as contract, REASON_LENGTH } from '../contract.ts';
import type { OpenRoom } from '../engine-of-room.ts';
import { lockRoom } from '../engine-of-room.ts';
import { momentOfAct, readEntry, recordAct, reopen } from '../host-state.ts';
import { loadRoom, type Room, refusalOf, stateOf } from '../room.ts';
import type { Entry } from '../rules/entry.ts';
import { standingOf } from '../standing.ts';

/**
 * How often a person may enter, reloads and lost connections counted, since each time is kept as
 * evidence. Seconds.
 */
const ENTRIES = { allowed: 60, within: 600 };

/**
 * Lets one connection of a person into the room of a session, or into its lobby; the server alone
 * decides who, when and where.
 */
export const enterRoom = (deps: Pick<ProductDeps, 'media'>) =>
  serve({
    contract,
    async run({ db, person, input, now }) {
      const room = await loadRoom(db, input.roomId, person);
      const { sessionId, side } = room;
      await spend(db, { key: `room-enter:${person.id}`, ...ENTRIES }, now);
      const early = refusalOf(stateOf(room.booking, now, true), room);
      if (early) throw early;
      const opened = await lockRoom(db, { sessionId, seats: room.row.seats }, deps.media, now);
      const { epoch, engine } = opened;
      const live = await liveAdmissions(db, sessionId);
      const refused = refusalOf(stateOf(room.booking, now, bothThere(live, now)), room);
      if (refused) throw refused;
      const entry = await readEntry(db, room, person.id, now);
      if (entry.to === 'out') throw notLetIn(entry);
      const waiting = entry.to === 'lobby';

      const mayReplace = (one: Admission) => input.takeOver || one.id === input.resume || !isThere(one, now);
      const own = live.filter(({ personId }) => personId === person.id);
      if (!own.every(mayReplace)) throw new AppError('room_open_elsewhere');
      const others = live.filter(({ personId }) => personId !== person.id);
      if (!waiting && others.filter((other) => isInside(other, now)).length >= engine.capacity)
        throw new AppError('room_full');
      const admins = side === 'admin' ? others.filter((other) => other.side === 'admin') : [];
      if (side === 'admin') {
        if (admins.filter((other) => isInside(other, now)).length >= placesOfAdmins(engine, room))
          throw new AppError('room_full');
        await recordAdminEntry(db, { room, person, reason: input.reason, now });
      }

      // Otherwise a heartbeat would bring a silent admin back into a place that somebody else has
      // by now.
      const replaced = [...own, ...admins.filter((other) => !isThere(other, now))];
      for (const each of replaced)
        await endAdmission(db, each, isThere(each, now) ? 'replaced' : 'silent', now);
      if (entry.to === 'room' && entry.reopens) await openAgain(db, room, person, now);

      const self = await admit(db, { sessionId, personId: person.id, side, waiting }, now);
      await tellRoom(db, sessionId);
      const standing = await standingOf(db, { room, self, live: others, epoch, engine, now });
      return new AfterCommit(async () => {
        // Only after every check that may refuse: a person who is refused keeps the media of their
        // other tab.
        for (const { id: participantId } of replaced) await engine.revoke({ sessionId, participantId });
        await engine.open({ sessionId });
        const { iceServers } = waiting
          ? { iceServers: [] }
          : await engine.admit({ sessionId, participantId: self.id }, now);
        const offers = await offersFor(opened, { sessionId, participantId: self.id }, standing.peers);
        return { ...standing, participantId: self.id, side, iceServers, offers };
      });
    },
  });

/** The free places: one for the streamer, and one for each seat that is sold. */
const placesOfAdmins = ({ capacity }: MediaEngine, { row }: Room): number => capacity - row.seats - 1;

function notLetIn(entry: Extract<Entry, { to: 'out' }>): AppError {
  if (entry.code !== 'room_refused') return new AppError(entry.code);
  const details = { againAt: new Date(entry.againAt).toISOString() };
  return new AppError(entry.code, undefined, { details });
}

/** A person of the side that ended the session for everybody reopens it by entering. */
async function openAgain(
  db: pg.ClientBase,
  { sessionId, side }: Room,
  { id: actorId }: Person,
  now: Date,
): Promise<void> {
  if (side === 'viewer') throw new Error('a viewer opens nothing again');
  await reopen(db, sessionId);
  const at = await momentOfAct(db, sessionId, now);
  await recordAct(db, { sessionId, actorId, side, act: 'reopen', targetId: null, now: at });
}

async function recordAdminEntry(
  db: pg.ClientBase,
  { room, person, reason, now }: { room: Room; person: Person; reason: string; now: Date },
): Promise<void> {
  if (reason.length < REASON_LENGTH.min) throw new AppError('entry_reason_required');
  await db.query(
    'insert into public.admin_entries (session_id, admin_id, reason, entered_at) values ($1, $2, $3, $4)',
    [room.sessionId, person.id, reason, now],
  );
  await audit(db, {
    at: now,
    actorId: person.id,
    action: contract,
    subject: { table: 'bookings', id: room.row.id },
    before: null,
    after: { sessionId: room.sessionId },
    reason,
  });
}

/**
 * How long entering waits for the offers; after it the browser asks for them later. Milliseconds.
 */
const PATIENCE = 1_000;

/**
 * The media server's offers for each peer who already publishes, so that a browser can answer at
 * once without asking. Offers that take too long are left out.
 */
async function offersFor(
  { engine: { relay }, home }: OpenRoom,
  self: MediaParticipant,
  peers: readonly RoomPeer[],
): Promise<RoomEntry['offers']> {
  if (!relay) return [];
  const published = peers.filter(({ publishes }) => publishes);
  if (published.length === 0 || (relay.home && !(await relay.home.isHere(home)))) return [];
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE);
  try {
    const offers = published.map(({ participantId }) => offerOf(relay, self, participantId, late.signal));
    return (await Promise.all(offers)).filter((offer) => offer !== null);
  } finally {
    clearTimeout(timer);
  }
}

async function offerOf(
  relay: MediaRelay,
  self: MediaParticipant,
  participantId: string,
  late: AbortSignal,
): Promise<RoomEntry['offers'][number] | null> {
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  late.addEventListener('abort', () => resolve(null), { once: true });
  const offered = relay.subscribe(self, participantId).then(
    (sdp) => ({ participantId, sdp }),
    (error: unknown) => {
      // The browser that asked gets this in its answer and needs no hint.
      if (error instanceof MediaNotReady || error instanceof MediaUnavailable) return null;
      throw error;
    },
  );
  return await Promise.race([offered, tooLate]);
}
