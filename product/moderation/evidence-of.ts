import type pg from 'pg';
import { ofName } from '#product/shared/elision.ts';
import { findFilm } from './reported-film.ts';
import { findPicture } from './reported-picture.ts';
import type { Evidence } from './rules/evidence.ts';
import type { SubjectKind } from './rules/moderation.ts';

/** A reported thing as the database has it. */
export interface Found {
  /**
   * The person whom the evidence is about; null: nobody's any more, or nobody is named in a group.
   */
  personId: string | null;
  /** Its session; null of what is no session's. */
  sessionId: string | null;
  evidence: Evidence;
}

const NOTHING = { session: null, attendances: [], payments: [] };

/**
 * A thing as it is now, to be kept with a report or shown beside one; null when there is none. `id`
 * is as the case has it.
 * @param owner of a picture or film: whose it is, since two people may have files of one name
 */
export async function evidenceOf(
  db: pg.ClientBase,
  kind: SubjectKind,
  id: string,
  owner: string | null = null,
): Promise<Found | null> {
  switch (kind) {
    case 'profile': {
      const { rows } = await db.query(
        `select s.id, s.display_name, s.headline, s.bio, private.is_visible_streamer(s.id) as shown,
           array_remove(array[p.avatar_url, s.banner_url] || s.gallery_urls || f.poster_url, null) as pictures,
           array_remove(array[f.film_url, f.captions_url], null) as films
         from public.streamers s join public.profiles p on p.id = s.id left join public.films f on f.streamer_id = s.id
         where s.id = $1::uuid`,
        [id],
      );
      const [row] = rows;
      if (!row) return null;
      const text = [row.headline, row.bio].filter((part) => part !== '').join('\n\n');
      const pictures = row.pictures ?? [];
      const evidence = {
        title: row.display_name,
        text,
        pictures,
        films: row.films ?? [],
        isShown: row.shown ?? false,
        ...NOTHING,
      };
      return { personId: row.id, sessionId: null, evidence };
    }
    case 'picture': {
      const picture = await findPicture(db, id, owner);
      if (picture === null) return null;
      const { personId, displayName, url, isShown } = picture;
      const evidence = {
        title: `Image ${ofName(displayName)}`,
        text: '',
        pictures: [url],
        isShown,
        ...NOTHING,
      };
      return { personId, sessionId: null, evidence };
    }
    case 'film': {
      const film = await findFilm(db, id, owner);
      if (film === null) return null;
      const { personId, displayName, title: text, pictures, films, isShown } = film;
      const title = `Film ${ofName(displayName)}`;
      return { personId, sessionId: null, evidence: { title, text, pictures, films, isShown, ...NOTHING } };
    }
    case 'offer': {
      const { rows } = await db.query(
        `select streamer_id, title, description, price_cents, is_active and archived_at is null and private.is_visible_streamer(streamer_id) as shown
         from public.offers where id = $1::uuid`,
        [id],
      );
      const [row] = rows;
      if (!row) return null;
      const evidence = { title: row.title, text: row.description, isShown: row.shown ?? false, ...NOTHING };
      return { personId: row.streamer_id, sessionId: null, evidence };
    }
    case 'review': {
      const { rows } = await db.query(
        `select r.viewer_id, r.rating, r.body, r.hidden_at is null as shown, b.session_id, private.abbreviated_name(v.first_name, v.last_name) as author
         from public.reviews r join public.bookings b on b.id = r.booking_id left join public.profiles v on v.id = r.viewer_id
         where r.id = $1::uuid`,
        [id],
      );
      const [row] = rows;
      if (!row) return null;
      const title = `Avis ${ofName(row.author ?? 'quelqu’un')}, ${row.rating} sur 5`;
      const evidence = {
        title,
        text: row.body,
        isShown: row.shown ?? false,
        ...(await sessionOf(db, row.session_id)),
      };
      return { personId: row.viewer_id, sessionId: row.session_id, evidence };
    }
    case 'message': {
      const { rows } = await db.query(
        `select m.session_id, m.author_id, m.body, m.hidden_at is null as shown, private.abbreviated_name(p.first_name, p.last_name) as author
         from public.session_messages m left join public.profiles p on p.id = m.author_id where m.id = $1::bigint`,
        [id],
      );
      const [row] = rows;
      if (!row) return null;
      const title = `Message de ${row.author ?? 'quelqu’un'}`;
      const evidence = {
        title,
        text: row.body,
        isShown: row.shown ?? false,
        ...(await sessionOf(db, row.session_id)),
      };
      return { personId: row.author_id, sessionId: row.session_id, evidence };
    }
    case 'session': {
      const { rows } = await db.query('select session_id, title from public.bookings where id = $1::uuid', [
        id,
      ]);
      const [row] = rows;
      if (!row) return null;
      const evidence = {
        title: `Session « ${row.title} »`,
        text: '',
        isShown: true,
        ...(await sessionOf(db, row.session_id)),
      };
      return { personId: null, sessionId: row.session_id, evidence };
    }
  }
}

/** When a session is, who was in its room, and what was paid for it. */
async function sessionOf(
  db: pg.ClientBase,
  sessionId: string,
): Promise<Pick<Evidence, 'session' | 'attendances' | 'payments'>> {
  const { rows: bookings } = await db.query(
    'select start_at, status from public.bookings where session_id = $1 order by seat limit 1',
    [sessionId],
  );
  const { rows: stays } = await db.query(
    'select side, joined_at, left_at from public.attendances where session_id = $1 order by joined_at, id limit 100',
    [sessionId],
  );
  const { rows: payments } = await db.query(
    `select p.state, p.captured_cents, p.refunded_cents from public.payments p join public.bookings b on b.id = p.booking_id
     where b.session_id = $1 order by p.created_at, p.id limit 100`,
    [sessionId],
  );
  const [first] = bookings;
  return {
    session: first ? { startAt: first.start_at.toISOString(), status: first.status } : null,
    attendances: stays.map(({ side, joined_at: joined, left_at: left }) => ({
      side,
      joinedAt: joined.toISOString(),
      leftAt: left?.toISOString() ?? null,
    })),
    payments: payments.map(({ state, captured_cents: capturedCents, refunded_cents: refundedCents }) => ({
      state,
      capturedCents,
      refundedCents,
    })),
  };
}
