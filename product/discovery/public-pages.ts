import type pg from 'pg';
import { cents } from '#product/shared/money/cents.ts';
import { formatEuros } from '#product/shared/money/format.ts';
import { closedToCrawlers, documentTitle, pageAt } from '#product/shared/pages.ts';
import { TEXTS, type TextSlug } from '#product/shared/texts.ts';
import { formatDuration } from '#product/shared/time/duration.ts';
import { exampleDay } from '#product/shared/time/example-day.ts';
import { isDatabaseAway } from '#server/postgres/database.ts';
import { readFirstCards } from './first-cards.ts';
import {
  type Described,
  describeStreamer,
  type PublicStreamer,
  readPublicStreamer,
} from './public-streamer.ts';

const PROMISE =
  'Une heure en tête à tête avec le streamer que vous suivez : jouer, apprendre, faire relire votre partie. Vous choisissez l’heure, la place est à vous.';
const PICTURE = '/og.png';

/** The frame of the public pages, with nothing in it yet. */
const FRAME = { look: 'frame', words: {} } as const;

const plain = (title: string, more: Partial<Described> = {}): Described => ({
  status: 200,
  title,
  description: PROMISE,
  canonical: null,
  image: PICTURE,
  kind: 'website',
  jsonLd: null,
  first: FRAME,
  ...more,
});

const NOT_FOUND = plain('Page introuvable · Loge', { status: 404, description: 'Cette place n’existe pas.' });

/** A legal text or help as it is in force, in safe markup; null when nobody has written it. */
export type ReadText = (slug: TextSlug) => Promise<string | null>;

/** The first parts of the addresses whose second one names a streamer. */
const OF_STREAMERS: ReadonlySet<string> = new Set(['streamer', 'book-session', 's']);

/** The head of each public page, for search engines and the cards of chats. */
export function publicPages(pool: pg.Pool, readText: ReadText, now: () => Date = () => new Date()) {
  return {
    closed: closedToCrawlers(),
    list: () => listPages(pool),
    nameOf(path: string, query: URLSearchParams): string {
      if (pageAt(path) === null) return 'not found';
      const [, area = ''] = path.split('/');
      const named = (words: Record<string, string | null>) => {
        const given = Object.entries(words).filter((word): word is [string, string] => word[1] !== null);
        return `${path}?${new URLSearchParams(given)}`;
      };
      if (area === 'browse' && query.size > 0) return named({ category: query.get('category') });
      if (area === 'book-session')
        return named({ offer: query.get('offer'), later: LATER.some((name) => query.has(name)) ? '' : null });
      return path;
    },
    async describe(path: string, query: URLSearchParams): Promise<Described | null> {
      if (pageAt(path) === null) return NOT_FOUND;
      const [, area = '', named = ''] = path.split('/');
      if (area === '') return describeHome();
      if (area === 'browse') return await unlessAway(() => describeBrowse(pool, query, now()));
      const text = TEXTS.find(({ slug }) => slug === area);
      if (text) return await describeText(text, readText);
      if (!OF_STREAMERS.has(area)) {
        const page = pageAt(path);
        // A guarded page can have no content before it is known who asks.
        return plain(documentTitle(page?.title ?? null), page?.area === 'public' ? {} : { first: null });
      }
      return await unlessAway(async () => {
        const streamer = await readPublicStreamer(pool, decoded(named));
        if (!streamer) return NOT_FOUND;
        if (area === 'book-session') return describeBooking(streamer, query);
        const profile = describeStreamer(streamer);
        // The same card for chats as the profile's, without its first lines: it is another page.
        return area === 's' ? { ...profile, first: FRAME, jsonLd: null } : profile;
      });
    },
  };
}

/** @returns null while the database is away */
async function unlessAway<Answer>(read: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await read();
  } catch (error) {
    if (isDatabaseAway(error)) return null;
    throw error;
  }
}

/** A text that cannot be decoded is no handle. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}

const describeHome = (): Described =>
  plain(documentTitle(pageAt('/')?.title ?? null), {
    canonical: '/',
    first: { look: 'home', words: { day: exampleDay(new Date()) } },
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: 'Loge',
      url: '/',
      inLanguage: 'fr',
      description: PROMISE,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: '/browse?q={search_term_string}' },
        'query-input': 'required name=search_term_string',
      },
    },
  });

/** Of all filters only the category makes a page of its own for search engines. */
async function describeBrowse(pool: pg.Pool, query: URLSearchParams, now: Date): Promise<Described> {
  const known = await readCategory(pool, query.get('category'));
  const name = known ? `${known.label}\u202f: streamers à réserver` : 'Streamers à réserver';
  const canonical = known ? `/browse?category=${known.id}` : '/browse';
  return plain(`${name} · Loge`, {
    description: `${known ? `${known.label}. ` : ''}Choisissez par jeu, par langue, par prix ou par heure libre, et réservez une session en visio, en tête à tête.`,
    canonical,
    // With other filters in the address the head is another one, and the list too.
    first: query.size === 0 ? { look: 'browse', words: {}, list: await readFirstCards(pool, now) } : FRAME,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name,
      url: canonical,
      inLanguage: 'fr',
      isPartOf: { '@type': 'WebSite', name: 'Loge', url: '/' },
    },
  });
}

/** The category of an address, or the one that stands for it since a merge. */
async function readCategory(pool: pg.Pool, id: string | null) {
  if (id === null) return null;
  const { rows } = await pool.query(
    `select now_called.id, now_called.label from public.categories named
     join public.categories now_called on now_called.id = coalesce(named.merged_into, named.id) where named.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Readers without scripts find the whole text; while the database is away they are told so by the
 * page.
 */
async function describeText(
  { slug, title, about }: (typeof TEXTS)[number],
  readText: ReadText,
): Promise<Described | null> {
  return await unlessAway(async () =>
    plain(documentTitle(title), {
      description: about,
      canonical: `/${slug}`,
      first: {
        look: slug === 'aide' ? 'help' : 'text',
        words: { title, about },
        text: (await readText(slug)) ?? '',
      },
    }),
  );
}

/** The parameters that an address of the booker has once a place is held, or while all offers stand open. */
const LATER = ['booking', 'step', 'payment'];
/** As many offers stand beside each other in the booker; more are folded into the one that is chosen. */
const SIDE_BY_SIDE = 3;

function describeBooking({ displayName, offers }: PublicStreamer, query: URLSearchParams): Described {
  const described = plain(`Réserver avec ${displayName} · Loge`, {
    description: `Choisissez une session avec ${displayName} et l’heure qui vous va.`,
  });
  const asked = query.get('offer');
  const chosen = offers.find(({ id }) => asked === null || id === asked);
  if (!chosen || LATER.some((name) => query.has(name))) return described;
  const isBeside = offers.length > 1 && offers.length <= SIDE_BY_SIDE;
  const words = { name: displayName, isBeside: yes(isBeside), ...wordsOf(chosen, chosen) };
  const list = isBeside ? offers.map((offer) => wordsOf(offer, chosen)) : [];
  return { ...described, first: { look: 'booker', words, list } };
}

const yes = (is: boolean): string => (is ? 'yes' : 'no');

type PublicOffer = PublicStreamer['offers'][number];

const wordsOf = (offer: PublicOffer, chosen: PublicOffer) => ({
  title: offer.title,
  price: offer.priceCents === 0 ? 'Gratuit' : formatEuros(cents(offer.priceCents)),
  about: offer.about,
  duration: formatDuration(offer.durationMinutes),
  confirmation: offer.isInstant ? 'Confirmée tout de suite' : 'Sur demande',
  isChosen: yes(offer === chosen),
});

/**
 * Every page worth indexing: the two general ones, the categories that have somebody, and each
 * visible streamer.
 */
async function listPages(pool: pg.Pool): Promise<{ path: string; lastModified: Date | null }[]> {
  const { rows } = await pool.query(
    `select s.handle, s.categories, greatest(s.updated_at, max(o.updated_at)) as changed
     from public.streamers s left join public.offers o on o.streamer_id = s.id
     where s.published_at is not null and s.withheld_at is null and (s.away_until is null or s.away_until <= now())
     group by s.id order by s.published_at, s.id`,
  );
  const { rows: known } = await pool.query('select id from public.categories order by position, id');
  const taken = new Set(rows.flatMap(({ categories }) => categories));
  const categories = known.filter(({ id }) => taken.has(id));
  return [
    { path: '/', lastModified: null },
    { path: '/browse', lastModified: null },
    ...TEXTS.map(({ slug }) => ({ path: `/${slug}`, lastModified: null })),
    ...categories.map(({ id }) => ({ path: `/browse?category=${id}`, lastModified: null })),
    ...rows.map(({ handle, changed }) => ({ path: `/streamer/${handle}`, lastModified: changed })),
  ];
}
