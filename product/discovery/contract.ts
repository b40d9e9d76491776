import { z } from 'zod';
import { anyone, person } from '#product/shared/access.ts';
import { BROWSE_SORTS, FREE_WHEN } from '#product/shared/browsing.ts';
import { contract } from '#product/shared/contract.ts';
import { CHANNEL_PROVIDERS } from './rules/channels.ts';

/** Finding a streamer: for anybody, signed in or not. Instants ISO 8601, prices cents. */

export const streamerCard = z.object({
  id: z.uuid(),
  handle: z.string(),
  displayName: z.string(),
  headline: z.string(),
  avatarUrl: z.string().nullable(),
  bannerUrl: z.string().nullable(),
  /** Stands in the banner's place until it has come: a tiny picture as a `data:` address. */
  bannerPlaceholder: z.string().nullable(),
  /** The film that is shown without its sound when somebody points at the card. */
  filmUrl: z.string().nullable(),
  categories: z.array(z.string()),
  languages: z.array(z.string()),
  ratingAverage: z.number().nullable(),
  ratingCount: z.int(),
  featured: z.boolean(),
  /** Channels elsewhere that are proven to be theirs. */
  channels: z.array(z.object({ provider: z.enum(CHANNEL_PROVIDERS), name: z.string(), live: z.boolean() })),
  /**
   * The lowest price of the active offers that match, free ones left out; null when there is none.
   */
  fromPriceCents: z.int().nullable(),
  /**
   * `trial`: some of their matching offers are free of charge; `only`: all that they offer is free.
   */
  free: z.enum(['none', 'trial', 'only']),
  durations: z.array(z.int()),
  /**
   * The first free start of an active offer, and which: of those that fit what was asked for, and
   * within the hours that were asked for.
   */
  nextFree: z.object({ start: z.iso.datetime(), offerId: z.uuid() }).nullable(),
  /** Whether all that they offer is for adults only. */
  adultsOnly: z.boolean(),
});
export type StreamerCard = z.output<typeof streamerCard>;

/**
 * A page of published streamers. `zone` is the viewer's: 'today' and 'evenings' are theirs. Price,
 * duration and free time are asked of one and the same offer. Typos are forgiven when nothing is
 * found as it was typed.
 */
export const browseStreamers = contract(
  'discovery/browse-streamers',
  z.strictObject({
    query: z.string().trim().max(100).default(''),
    category: z.string().max(40).nullable().default(null),
    language: z.string().max(8).nullable().default(null),
    /**
     * Only those that the caller keeps among their favourites; nobody for a caller without an
     * account.
     */
    favourites: z.boolean().default(false),
    /** Of some active offer, of which the card says the price; what is free of charge costs 0. */
    priceMinCents: z.int().nonnegative().nullable().default(null),
    priceMaxCents: z.int().nonnegative().nullable().default(null),
    durationMinutes: z.int().nullable().default(null),
    free: z.enum(FREE_WHEN).nullable().default(null),
    ratingMin: z.number().min(1).max(5).nullable().default(null),
    sort: z.enum(BROWSE_SORTS).default('relevance'),
    page: z.int().min(1).max(1000).default(1),
    zone: z.string().min(1).max(64).default('Europe/Paris'),
  }),
  z.object({
    total: z.int(),
    page: z.int(),
    pages: z.int(),
    cards: z.array(streamerCard),
    now: z.iso.datetime(),
  }),
  { access: anyone, viewing: true },
);

const home = z.object({
  freeToday: z.array(streamerCard),
  /** The streamers who are free next, today or later, when few are today; empty when enough are. */
  soonest: z.array(streamerCard),
  /** Those whom the team features today, in its order, then the best rated. */
  featured: z.array(streamerCard),
  categories: z.array(z.object({ slug: z.string(), streamers: z.int() })),
  now: z.iso.datetime(),
});

/**
 * Returns the content of `/`: the streamers who are free today, featured streamers, how many in
 * each category.
 */
export const getHome = contract(
  'discovery/get-home',
  z.strictObject({ zone: z.string().min(1).max(64).default('Europe/Paris') }),
  home,
  { access: anyone, viewing: true },
);

/**
 * The next free starts of a streamer's offers, for the profile. Refuses with `streamer_not_found`.
 */
export const listNextStarts = contract(
  'discovery/list-next-starts',
  z.strictObject({ streamerId: z.uuid(), count: z.int().min(1).max(12).default(6) }),
  z.object({
    offers: z.array(z.object({ offerId: z.uuid(), starts: z.array(z.iso.datetime()) })),
    now: z.iso.datetime(),
  }),
  { access: anyone, viewing: true },
);

/** The most people whom `list-met-streamers` names. */
export const MET = 4;

/**
 * Visible streamers whom the caller met in a session that was held, those they met last first. Of
 * each their card, when that session began, what it was, and its offer while it can still be
 * booked.
 */
export const listMetStreamers = contract(
  'discovery/list-met-streamers',
  z.strictObject({}),
  z.object({
    met: z.array(
      z.object({
        card: streamerCard,
        lastAt: z.iso.datetime(),
        lastTitle: z.string(),
        offerId: z.uuid().nullable(),
      }),
    ),
    now: z.iso.datetime(),
  }),
  { access: person, viewing: true },
);
