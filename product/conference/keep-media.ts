import type pg from 'pg';
import type { Logger } from 'pino';
import { tellRoom } from '#product/booking/tell-room.ts';
import type { MediaEngine, MediaEngines, MediaParticipant } from '#server/integrations/media/media-engine.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { raiseEpoch } from './engine-of-room.ts';
import { ENGINES } from './rules/engine.ts';
import { SILENCE } from './rules/presence.ts';

interface KeepDeps {
  pool: pg.Pool;
  media: MediaEngines;
  logger: Logger;
  now: () => Date;
  /** Requests that `rebuildLost` runs at once, and again while it fails. */
  askRebuild: () => void;
}

/** Keeps the media of this process in step with the rooms. */
export interface MediaKeeper {
  /**
   * Ends the media of people without a place in the room, and logs when an engine fails or works
   * again.
   */
  sweep(): Promise<void>;
  /** Tells the rooms whose media were lost to rebuild them. */
  rebuildLost(): Promise<void>;
  /** Stops listening for losses. */
  stop(): void;
}

/**
 * When the media server is lost, its rooms are told to build their media again. People whom it
 * still carries although they have left the room are disconnected: their browser no longer sends
 * heartbeats, so nothing else would tell it to stop.
 */
export function keepMedia(deps: KeepDeps): MediaKeeper {
  const { media, logger } = deps;
  const engines = ENGINES.map((name) => media.byName(name)).filter((engine) => engine?.relay != null);
  const failing = new Set<string>();
  /** Sessions that have not been told yet. */
  const lost = new Set<string>();
  const unsubscribe = engines.map((engine) =>
    engine?.relay?.onLost((sessionIds) => {
      for (const id of sessionIds) lost.add(id);
      deps.askRebuild();
    }),
  );
  const watch = async () => {
    for (const [engine, { ok, detail }] of Object.entries(await media.health())) {
      if (ok === !failing.has(engine)) continue;
      if (ok) failing.delete(engine);
      else failing.add(engine);
      logger[ok ? 'info' : 'error']({ engine, detail }, ok ? 'media work again' : 'media do not work');
    }
  };
  return {
    async sweep() {
      for (const engine of engines) if (engine) await sweepEngine(deps, engine);
      await watch();
    },
    async rebuildLost() {
      for (const id of lost) {
        await rebuild(deps, id);
        lost.delete(id);
      }
    },
    stop() {
      for (const end of unsubscribe) end?.();
    },
  };
}

/**
 * Processes that notice the same loss act once: after the first, nobody counts as publishing until
 * they publish again.
 */
async function rebuild({ pool }: KeepDeps, sessionId: string): Promise<void> {
  await inTransaction(pool, async (db) => {
    await db.query('select from private.rooms where session_id = $1 for update', [sessionId]);
    const { rowCount } = await db.query(
      `select from private.admissions where session_id = $1 and ended_at is null and published_at is not null limit 1`,
      [sessionId],
    );
    if (rowCount === 0) return;
    await raiseEpoch(db, sessionId);
    await tellRoom(db, sessionId);
  });
}

async function sweepEngine({ pool, now, logger }: KeepDeps, engine: MediaEngine): Promise<void> {
  const carried = engine.relay?.carried() ?? [];
  if (carried.length === 0) return;
  const home = (await engine.relay?.home?.key()) ?? null;
  // Media may still flow from somebody who was silent for long: they get a little more time, since
  // reconnecting takes a moment.
  const { rows } = await pool.query(
    `select a.id from private.admissions a join private.rooms r using (session_id)
     where a.id = any($1) and a.ended_at is null and a.last_seen_at > $2 and r.engine = $3
       and ($4::integer is null or r.home = $4)`,
    [
      carried.map(({ participantId }) => participantId),
      new Date(now().getTime() - 2 * SILENCE),
      engine.name,
      home,
    ],
  );
  const placed = new Set(rows.map(({ id }) => id));
  const gone = carried.filter(({ participantId }) => !placed.has(participantId));
  for (const participant of gone) await letGo(pool, engine, participant);
  if (gone.length > 0)
    logger.info({ engine: engine.name, people: gone.length }, 'media without a place ended');
}

async function letGo(pool: pg.Pool, engine: MediaEngine, participant: MediaParticipant): Promise<void> {
  await engine.revoke(participant);
  const { rowCount } = await pool.query(
    'update private.admissions set published_at = null where id = $1 and ended_at is null and published_at is not null',
    [participant.participantId],
  );
  if ((rowCount ?? 0) > 0) await inTransaction(pool, (db) => tellRoom(db, participant.sessionId));
}
