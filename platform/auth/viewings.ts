import type pg from 'pg';
import type { Keys } from '#platform/gateway/keys.ts';

/** A viewing that was opened: the token reads as the person, and is refused for everything else. */
export interface Viewing {
  id: string;
  token: string;
  until: Date;
}

/**
 * Looking at somebody's pages as they do. Each is opened in the transaction of who decides that it
 * may be.
 */
export interface Viewings {
  /**
   * Ends the viewing that the session may have, and opens another, for 15 minutes at most.
   * @throws pg's 23503 when the session or the person is gone
   */
  open(
    db: pg.ClientBase,
    who: { actorId: string; sessionId: string; personId: string; minutes: number },
  ): Promise<Viewing>;
  /** Ends the viewings of a person who looks; does nothing where there is none. */
  endOf(db: pg.ClientBase, actorId: string): Promise<void>;
}

/**
 * The token names who looks as its actor (RFC 8693, 4.1), which is what the gateway knows it by. It
 * has no refresh token, and its session is no row of `auth.sessions`: the auth service knows nobody
 * by it.
 */
export const createViewings = (
  keys: Pick<Keys, 'sign'>,
  issuer: () => string,
  now: () => Date,
): Viewings => ({
  async open(db, { actorId, sessionId, personId, minutes }) {
    await db.query('delete from auth.viewings where session_id = $1', [sessionId]);
    const { rows } = await db.query(
      `insert into auth.viewings (session_id, person_id, not_after) values ($1, $2, now() + make_interval(mins => $3)) returning id`,
      [sessionId, personId, minutes],
    );
    const [row] = rows;
    if (!row) throw new Error('the viewing is not there');
    const begun = Math.floor(now().getTime() / 1000);
    const ends = begun + minutes * 60;
    const token = await keys.sign({
      iss: issuer(),
      sub: personId,
      aud: 'authenticated',
      role: 'authenticated',
      // Never more than this: what asks for the second factor of its person stays closed.
      aal: 'aal1',
      session_id: row.id,
      act: { sub: actorId },
      iat: begun,
      exp: ends,
    });
    return { id: row.id, token, until: new Date(ends * 1000) };
  },
  async endOf(db, actorId) {
    await db.query(
      'delete from auth.viewings v using auth.sessions s where s.id = v.session_id and s.user_id = $1',
      [actorId],
    );
  },
});
