import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DEFAULT_RULES } from '#product/availability/rules/availability.ts';
import type { AvailabilityContext } from '#product/availability/rules/availability-context.ts';
import type { DateSpan } from '#product/availability/rules/hours.ts';
import type { IntakeQuestion } from '#product/booking/rules/booking.ts';
import { daysAfter, type Instant, minutesAfter } from '#product/shared/time/instant.ts';
import type { Weekday } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { demoFilm, demoPicture } from './demo-pictures.ts';
import PLACEHOLDERS from './demo-placeholders.json' with { type: 'json' };
import type { OfferDraft, PageDraft } from './page-draft.ts';
import { insertRows } from './rows.ts';

/** A page with its offers' ids, and the hours as the slot engine reads them. */
export interface SeededPage {
  readonly streamerId: string;
  readonly page: PageDraft;
  readonly offers: readonly {
    readonly id: string;
    readonly draft: OfferDraft;
    readonly questions: readonly IntakeQuestion[];
  }[];
  readonly hours: AvailabilityContext['hours'];
  /** The page went public then: no session is earlier. */
  readonly publishedAt: Instant;
}

const DAY = 86_400_000;
/** Minutes of notice: some streamers accept late bookings, others do not. */
const NOTICES = [DEFAULT_RULES.noticeMinutes, 120, 240, DEFAULT_RULES.noticeMinutes, 60, 720] as const;

/** From one day to another, counted from today in the calendar of a zone. */
const spanFrom = (
  now: Instant,
  zone: string,
  { first, last }: { readonly first: number; readonly last: number },
): DateSpan => ({
  first: localDateAt(zone, daysAfter(now, first)),
  last: localDateAt(zone, daysAfter(now, last)),
});

/**
 * The linked identities of the demo's channels, which prove them. No calendar is fetched for them,
 * since the channels do not exist.
 */
async function seedChannels(
  db: pg.ClientBase,
  { streamerId, page, publishedAt }: SeededPage,
  now: Instant,
): Promise<void> {
  for (const { provider, id, login, name, live, account = id } of page.channels ?? []) {
    const at = new Date(publishedAt);
    const by = provider === 'twitch' ? 'twitch' : 'google';
    const data = { sub: account, provider_id: account, name: login ?? name, nickname: name };
    const { rows } = await db.query(
      `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5, $5) returning id`,
      [streamerId, by, account, data, at],
    );
    await db.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || jsonb_build_object('providers', jsonb_build_array('email', $2::text))
       where id = $1`,
      [streamerId, by],
    );
    await db.query(
      `insert into public.streamer_channels (streamer_id, provider, channel_id, login, name, identity_id, verified_at, follows_schedule, live_since)
       values ($1, $2, $3, $4, $5, $6, $7, false, $8)
       on conflict (streamer_id, provider) do update set follows_schedule = false, live_since = excluded.live_since`,
      [
        streamerId,
        provider,
        id,
        login ?? null,
        name,
        rows[0]?.id ?? '',
        at,
        live ? new Date(minutesAfter(now, -40)) : null,
      ],
    );
  }
}

interface Draft {
  readonly streamerId: string;
  readonly page: PageDraft;
  readonly joinedAt: Date;
}

/** The offers and hours of a draft, as Loge keeps them. */
function pageOf({ streamerId, page, joinedAt }: Draft, now: Instant): SeededPage {
  const weekly = page.hours.flatMap(([weekdays, from, to]) =>
    weekdays.map((weekday) => ({ weekday: weekday as Weekday, from: from * 60, to: to * 60 })),
  );
  const offers = page.offers.map((draft) => ({
    id: randomUUID(),
    draft,
    questions: (draft.asks ?? []).map((label, index) => ({
      id: `q${index + 1}`,
      label,
      required: index === 0,
      long: index > 0,
    })),
  }));
  const { zone, absence, travel } = page;
  const hours = {
    zone,
    weekly,
    exceptions: [],
    holidays: [],
    absences: absence ? [spanFrom(now, zone, absence)] : [],
    travels: travel ? [{ zone: travel.zone, ...spanFrom(now, zone, travel) }] : [],
  };
  return { streamerId, page, offers, hours, publishedAt: (joinedAt.getTime() + DAY) as Instant };
}

/** Publishes one page. @param index its place among the pages */
async function publishPage(
  db: pg.ClientBase,
  { streamerId, page, publishedAt }: SeededPage,
  index: number,
): Promise<void> {
  const categories = [...new Set(page.offers.map(({ category }) => category))];
  const cover = demoPicture(page.name, 'cover');
  const placeholders = { [cover]: (PLACEHOLDERS as Readonly<Record<string, string>>)[cover] ?? null };
  await db.query(
    `update public.streamers set headline = $2, bio = $3, categories = $4, languages = $5, zone = $6, notice_minutes = $7,
         published_at = $8, featured_at = $9, created_at = $10, banner_url = $11, placeholders = $12 where id = $1`,
    [
      streamerId,
      page.headline,
      page.bio,
      categories,
      page.languages,
      page.zone,
      page.notice ?? NOTICES[index % NOTICES.length] ?? 0,
      new Date(publishedAt),
      page.featured ? new Date(publishedAt + DAY) : null,
      new Date(publishedAt - DAY),
      cover,
      placeholders,
    ],
  );
  await db.query('update public.profiles set avatar_url = coalesce(avatar_url, $2) where id = $1', [
    streamerId,
    demoPicture(page.name, 'portrait'),
  ]);
}

/** Weekly hours, absences and travels. */
async function seedHours(db: pg.ClientBase, pages: readonly SeededPage[]): Promise<void> {
  await insertRows(
    db,
    'public.weekly_hours',
    pages.flatMap(({ streamerId, hours }) =>
      hours.weekly.map(({ weekday, from, to }) => ({
        id: randomUUID(),
        streamer_id: streamerId,
        weekday,
        from_minute: from,
        to_minute: to,
      })),
    ),
  );
  await insertRows(
    db,
    'public.absences',
    pages.flatMap(({ streamerId, page, hours, publishedAt }) =>
      hours.absences.map(({ first, last }) => ({
        id: randomUUID(),
        streamer_id: streamerId,
        first_date: first,
        last_date: last,
        reason: page.absence?.reason ?? '',
        created_at: new Date(publishedAt),
      })),
    ),
  );
  await insertRows(
    db,
    'public.travels',
    pages.flatMap(({ streamerId, hours }) =>
      hours.travels.map(({ first, last, zone }) => ({
        id: randomUUID(),
        streamer_id: streamerId,
        zone,
        first_date: first,
        last_date: last,
      })),
    ),
  );
}

async function seedOffers(db: pg.ClientBase, pages: readonly SeededPage[]): Promise<void> {
  await insertRows(
    db,
    'public.offers',
    pages.flatMap(({ streamerId, offers, publishedAt }) =>
      offers.map(({ id, draft, questions }, position) => ({
        id,
        streamer_id: streamerId,
        title: draft.title,
        description: draft.about,
        category: draft.category,
        duration_minutes: draft.minutes,
        price_cents: draft.euros * 100,
        seats: draft.seats ?? 1,
        confirmation: draft.onRequest ? 'on_request' : 'instant',
        policy: draft.policy ?? 'standard',
        questions,
        step_minutes: draft.step ?? null,
        notice_minutes: draft.notice ?? null,
        position,
        is_active: true,
        revision: 1,
        created_at: new Date(publishedAt),
        updated_at: new Date(publishedAt),
      })),
    ),
  );
}

/** Writes the streamers' pages, hours, offers and links. `joinedAt` by streamer's id. */
export async function seedPages(
  db: pg.ClientBase,
  drafts: readonly Draft[],
  now: Instant,
): Promise<SeededPage[]> {
  const pages = drafts.map((draft) => pageOf(draft, now));
  for (const [index, page] of pages.entries()) await publishPage(db, page, index);
  await insertRows(
    db,
    'public.films',
    pages.flatMap(({ streamerId, page, publishedAt }) => {
      const film = demoFilm(page.name);
      return film ? [{ streamer_id: streamerId, ...film, created_at: new Date(publishedAt) }] : [];
    }),
  );
  await seedHours(db, pages);
  await seedOffers(db, pages);
  await insertRows(
    db,
    'public.streamer_links',
    pages.flatMap(({ streamerId, page }) =>
      (page.links ?? []).map(([platform, url], position) => ({
        id: randomUUID(),
        streamer_id: streamerId,
        platform,
        url,
        position,
      })),
    ),
  );
  for (const page of pages) await seedChannels(db, page, now);
  return pages;
}
