import type pg from 'pg';
import type { z } from 'zod';
import { insertPerson } from '#database/seed/factories.ts';
import type { Command } from '#platform/functions/command.ts';
import { type Hours, openStreamer } from '#product/availability/testing/marketplace.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { Database } from '#server/postgres/database.ts';
import { browseStreamers } from '../commands/browse-streamers.ts';
import { getHome } from '../commands/get-home.ts';
import { listMetStreamers } from '../commands/list-met-streamers.ts';
import { listNextStarts } from '../commands/list-next-starts.ts';
import type * as contracts from '../contract.ts';
import { refreshAll } from '../refresh-task.ts';

export interface StreamerDraft {
  name: string;
  headline?: string;
  categories?: string[];
  languages?: string[];
  zone?: string;
  hours?: Hours;
  noticeMinutes?: number;
  horizonDays?: number;
  stepMinutes?: number;
  /** Days that offers may be booked for; the `horizonDays` next ones unless set. */
  window?: 'open_days' | { first: string; last: string };
  /** Of days on the streamer's wall, both ends included. */
  absences?: { first: string; last: string }[];
  travels?: { first: string; last: string; zone: string }[];
  rating?: { average: number; count: number };
  featured?: boolean;
  offers?: {
    title?: string;
    category?: string;
    minutes?: number;
    cents?: number;
    confirmation?: 'instant' | 'on_request';
    active?: boolean;
    /** The offer's own rules, in place of its streamer's. */
    noticeMinutes?: number | null;
    bufferMinutes?: number | null;
    hours?: Hours | null;
  }[];
}

let joined = 0;

/** Somebody's published page, with one offer of an hour at 30 € unless told. @returns their id */
export async function publish(pool: pg.Pool, draft: StreamerDraft): Promise<string> {
  const [firstName = '', ...rest] = draft.name.split(' ');
  const email = `decouverte-${++joined}@loge.test`;
  const id = await insertPerson(pool, { email, role: 'streamer', firstName, lastName: rest.join(' ') });
  const { noticeMinutes = 0, horizonDays = 60, stepMinutes = 15 } = draft;
  await openStreamer(pool, id, {
    zone: draft.zone ?? 'Europe/Paris',
    ...(draft.hours ? { hours: draft.hours } : {}),
    rules: { noticeMinutes, horizonDays },
  });
  await pool.query(
    `update public.streamers set display_name = $2, headline = $3, categories = $4, languages = $5, rating_average = $6, rating_count = $7,
       featured_at = case when $8 then now() end, published_at = now() - $9 * interval '1 second' where id = $1`,
    [
      id,
      draft.name,
      draft.headline ?? '',
      draft.categories ?? [],
      draft.languages ?? ['fr'],
      draft.rating?.average ?? null,
      draft.rating?.count ?? 0,
      draft.featured ?? false,
      joined,
    ],
  );
  await insertCalendar(pool, id, draft);
  for (const [position, offer] of (draft.offers ?? [{}]).entries()) {
    const ownHours = offer.hours?.map(([weekday, from, to]) => ({ weekday, from, to })) ?? null;
    await pool.query(
      `insert into public.offers (streamer_id, title, category, duration_minutes, price_cents, confirmation, is_active, step_minutes,
         notice_minutes, buffer_before_minutes, own_hours, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        id,
        offer.title ?? 'Une heure ensemble',
        offer.category ?? 'discussion',
        offer.minutes ?? 60,
        offer.cents ?? 3000,
        offer.confirmation ?? 'instant',
        offer.active ?? true,
        stepMinutes,
        offer.noticeMinutes ?? null,
        offer.bufferMinutes ?? null,
        ownHours === null ? null : JSON.stringify(ownHours),
        position,
      ],
    );
  }
  return id;
}

/** The parts of a calendar that most tests do not use. */
async function insertCalendar(pool: pg.Pool, id: string, draft: StreamerDraft): Promise<void> {
  const { window, absences = [], travels = [] } = draft;
  if (window !== undefined) {
    const [kind, first, last] =
      window === 'open_days' ? [window, null, null] : ['dates', window.first, window.last];
    await pool.query(
      'update public.streamers set window_kind = $2, window_first = $3, window_last = $4 where id = $1',
      [id, kind, first, last],
    );
  }
  for (const { first, last } of absences) {
    await pool.query('insert into public.absences (streamer_id, first_date, last_date) values ($1, $2, $3)', [
      id,
      first,
      last,
    ]);
  }
  for (const { first, last, zone } of travels) {
    await pool.query(
      'insert into public.travels (streamer_id, first_date, last_date, zone) values ($1, $2, $3, $4)',
      [id, first, last, zone],
    );
  }
}

type Contracts = typeof contracts;

/** The discovery commands at a moment, as the functions host runs them, without the host. */
export function discoveryAt(database: Database, now: Date) {
  const call =
    <
      C extends
        | Contracts['browseStreamers']
        | Contracts['getHome']
        | Contracts['listMetStreamers']
        | Contracts['listNextStarts'],
    >(
      command: Command,
      contract: C,
    ) =>
    (input: z.input<C['request']>, personId: string | null = null): Promise<z.output<C['response']>> =>
      inTransaction(database.pool, async (db) => {
        const parsed = contract.request.parse(input);
        const answer = await command.run({
          db,
          person: { id: personId },
          input: parsed,
          now,
          requestId: 'test',
          place: 'test',
        });
        return contract.response.parse(answer) as z.output<C['response']>;
      });
  const met = call(listMetStreamers, listMetStreamers.contract as Contracts['listMetStreamers']);
  const browse = call(browseStreamers, browseStreamers.contract as Contracts['browseStreamers']);
  return {
    browse: (input: Parameters<typeof browse>[0]) => browse(input),
    browseAs: (personId: string, input: Parameters<typeof browse>[0]) => browse(input, personId),
    met: (personId: string) => met({}, personId),
    home: call(getHome, getHome.contract as Contracts['getHome']),
    nextStarts: call(listNextStarts, listNextStarts.contract as Contracts['listNextStarts']),
    refresh: (logger: Parameters<typeof refreshAll>[0]['logger'] = console) =>
      refreshAll({ pool: database.pool, now, logger }),
  };
}
