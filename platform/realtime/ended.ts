import type pg from 'pg';
import { uuidOrNull } from '#server/postgres/as-caller.ts';
import type { Connection } from './connection.ts';

/**
 * The channel on which the database reports whose access ended (realtime_notify_ended.sql and
 * realtime_access_ended.sql).
 */
export const ENDED_CHANNEL = 'realtime_ended';
/**
 * RFC 6455: policy violation. The client connects again, with the token of the person who is signed
 * in by then.
 */
const POLICY_VIOLATION = 1008;
export const ENDED_REASON = 'Session ended';

/** Closes the sockets of a session or person. @param payload `session <id>` or `person <id>` */
export function closeEnded(connections: Iterable<Connection>, payload: string): void {
  const [what, id] = payload.split(' ');
  for (const connection of connections) {
    for (const { who } of connection.channels()) {
      if ((what === 'session' ? who.caller.sessionId : who.caller.userId) !== id) continue;
      connection.end(POLICY_VIOLATION, ENDED_REASON);
      break;
    }
  }
}

/**
 * The same for sessions that ended without a notification: they expired, or the notification was
 * missed while the database was away.
 */
export async function sweepEnded(pool: pg.Pool, connections: Iterable<Connection>): Promise<void> {
  const asked = [...connections].flatMap((connection) =>
    [...connection.channels()].map(({ who }) => ({
      connection,
      session: uuidOrNull(who.caller.sessionId),
      person: uuidOrNull(who.caller.userId),
    })),
  );
  const known = asked.filter(({ session, person }) => session !== null || person !== null);
  if (known.length === 0) return;
  const { rows } = await pool.query(
    `select w.at from unnest($1::uuid[], $2::uuid[]) with ordinality as w(session, person, at)
     where auth.access_ended(w.session, w.person)`,
    [known.map(({ session }) => session), known.map(({ person }) => person)],
  );
  for (const { at } of rows) known[Number(at) - 1]?.connection.end(POLICY_VIOLATION, ENDED_REASON);
}
