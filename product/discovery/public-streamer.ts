import { createHash } from 'node:crypto';
import type pg from 'pg';
import { cents } from '#product/shared/money/cents.ts';
import { formatPrice } from '#product/shared/money/format.ts';
import { uuidOrNull } from '#server/postgres/as-caller.ts';
import type { LinkPictureWords } from './draw-link-picture.ts';
import { pictureWords } from './first-cards.ts';

/**
 * The description of a page in the HTML that the server sends; the port is
 * server/web/public-pages.ts.
 */
export interface Described {
  status: 200 | 404;
  title: string;
  description: string;
  canonical: string | null;
  image: string | null;
  kind: 'website' | 'profile';
  jsonLd: object | null;
  first: {
    look: 'frame' | 'home' | 'browse' | 'streamer' | 'booker' | 'text' | 'help';
    words: Readonly<Record<string, string>>;
    text?: string;
    list?: readonly Readonly<Record<string, string>>[];
  } | null;
}

export interface PublicStreamer {
  id: string;
  handle: string;
  displayName: string;
  headline: string;
  bio: string;
  /** The names of the categories and the languages. */
  subjects: string[];
  languages: string[];
  bannerUrl: string | null;
  avatarUrl: string | null;
  /**
   * The versions of the stored files behind the two, which other bytes or a removal change; empty
   * where none is stored.
   */
  pictureVersions: (string | null)[];
  placeholder: string | null;
  ratingAverage: number | null;
  ratingCount: number;
  offers: {
    id: string;
    title: string;
    priceCents: number;
    /** The beginning of its description. */
    about: string;
    durationMinutes: number;
    /** False: the streamer answers each request. */
    isInstant: boolean;
  }[];
  links: string[];
}

/** The characters of ids and handles; an address may contain anything. */
const NAMES = /^[a-z\d-]{3,40}$/i;

/**
 * A streamer whom the public sees, by id or by handle; null when there is none. An id comes first:
 * a handle may look like one.
 */
export async function readPublicStreamer(pool: pg.Pool, named: string): Promise<PublicStreamer | null> {
  if (!NAMES.test(named)) return null;
  const { rows } = await pool.query({
    name: 'read-public-streamer',
    text: `
      select s.id, s.handle, s.display_name as "displayName", s.headline, left(s.bio, 300) as bio, 
        (select coalesce(json_agg(k.label order by c.place), '[]') from unnest(s.categories) with ordinality c (id, place)
         join public.categories k on k.id = c.id) as subjects,
        (select coalesce(json_agg(k.label order by l.place), '[]') from unnest(s.languages) with ordinality l (id, place)
         join public.languages k on k.id = l.id) as languages,
        s.banner_url as "bannerUrl", s.avatar_url as "avatarUrl",
        (select coalesce(json_agg(o.version order by o.bucket_id, o.name), '[]') from unnest(array[s.banner_url, s.avatar_url]) u (url)
         join storage.objects o on o.bucket_id = split_part(u.url, '/', 6)
           and o.name = substr(u.url, length('/storage/v1/object/public/') + length(o.bucket_id) + 2)
         where u.url like '/storage/v1/object/public/%') as "pictureVersions",
        s.placeholders ->> s.banner_url as placeholder, s.rating_average::float8 as "ratingAverage", s.rating_count as "ratingCount",
        (select coalesce(json_agg(json_build_object('id', o.id, 'title', o.title, 'priceCents', o.price_cents, 'about', left(o.description, 200),
          'durationMinutes', o.duration_minutes, 'isInstant', o.confirmation = 'instant') order by o.position, o.id), '[]')
         from public.offers o where o.streamer_id = s.id and o.is_active and o.archived_at is null) as offers,
        (select coalesce(json_agg(l.url order by l.position, l.id), '[]') from public.streamer_links l where l.streamer_id = s.id) as links
      from public.streamers s
      where (s.id = $1::uuid or s.handle = lower($2)) and private.is_visible_streamer(s.id)
      order by s.id = $1::uuid desc nulls last limit 1`,
    values: [uuidOrNull(named), named],
  });
  return rows[0] ?? null;
}

/** The card of a profile, for people and for machines: who, what, from which price. */
export function describeStreamer(streamer: PublicStreamer): Described {
  const { displayName, headline, bio, handle } = streamer;
  const path = `/streamer/${handle}`;
  const subjects = streamer.subjects.join(', ');
  return {
    status: 200,
    title: `${displayName}${subjects === '' ? '' : `\u202f: ${subjects}`} · Loge`,
    description: shorten([headline, priceText(streamer), bio].filter((text) => text !== '').join('. ')),
    canonical: path,
    image: linkPicturePath(streamer),
    kind: 'profile',
    first: {
      look: 'streamer',
      words: { name: displayName, headline, ...pictureWords(streamer, 'profile') },
    },
    jsonLd: {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'ProfilePage',
          '@id': `${path}`,
          url: path,
          inLanguage: 'fr',
          mainEntity: { '@id': `${path}#personne` },
        },
        personOf(streamer, `${path}#personne`),
        ...serviceOf(streamer, path),
      ],
    },
  };
}

function personOf(streamer: PublicStreamer, id: string): object {
  const { displayName, headline, handle, languages, links } = streamer;
  const image = pictureOf(streamer);
  return {
    '@type': 'Person',
    '@id': id,
    name: displayName,
    alternateName: handle,
    url: `/streamer/${handle}`,
    ...(headline === '' ? {} : { description: headline }),
    ...(image === null ? {} : { image }),
    knowsLanguage: languages,
    sameAs: links,
  };
}

/** Left out while there is nothing to book. */
function serviceOf(
  { displayName, offers, ratingAverage, ratingCount }: PublicStreamer,
  path: string,
): object[] {
  if (offers.length === 0) return [];
  const prices = offers.map(({ priceCents }) => priceCents / 100);
  return [
    {
      '@type': 'Service',
      '@id': `${path}#sessions`,
      name: `Sessions avec ${displayName}`,
      serviceType: 'Session vidéo en direct',
      provider: { '@id': `${path}#personne` },
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: 'EUR',
        lowPrice: Math.min(...prices),
        highPrice: Math.max(...prices),
        offerCount: offers.length,
        offers: offers.map(({ title, priceCents }) => ({
          '@type': 'Offer',
          name: title,
          price: priceCents / 100,
          priceCurrency: 'EUR',
          url: path,
        })),
      },
      ...(ratingAverage === null
        ? {}
        : {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: ratingAverage,
              reviewCount: ratingCount,
              bestRating: 5,
            },
          }),
    },
  ];
}

/** « Sessions dès 25 € »; empty while there is nothing to book. */
function priceText({ offers }: Pick<PublicStreamer, 'offers'>): string {
  const paid = offers.map(({ priceCents }) => priceCents).filter((price) => price > 0);
  if (offers.length === 0) return '';
  return paid.length === 0 ? 'Sessions gratuites' : `Sessions dès ${formatPrice(cents(Math.min(...paid)))}`;
}

/** Link previews show no SVG, and some of the portraits by role are. */
function pictureOf({ bannerUrl, avatarUrl }: PublicStreamer): string | null {
  return [bannerUrl, avatarUrl].find((url) => url && !url.endsWith('.svg')) ?? null;
}

/** Up to the last whole word within the 160 characters of a description that are shown. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= 160) return line;
  return `${line.slice(0, 159).replace(/\s+\S*$/, '')}…`;
}

const average = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The words in the picture of a link to a profile. */
export function linkPictureWords(streamer: PublicStreamer): LinkPictureWords {
  const { displayName, headline, ratingAverage, ratingCount, subjects } = streamer;
  const facts = [
    ratingAverage === null ? '' : `${average.format(ratingAverage)} sur 5 (${ratingCount} avis)`,
    priceText(streamer),
    subjects[0] ?? '',
  ];
  return { name: displayName, headline, facts: facts.filter((fact) => fact !== '') };
}

/**
 * Names the picture by all that it shows, so that a profile that changes, or loses a file that it
 * names, has another address and another picture.
 */
export const linkPictureKey = (streamer: PublicStreamer): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        linkPictureWords(streamer),
        streamer.bannerUrl,
        streamer.avatarUrl,
        streamer.pictureVersions,
      ]),
    )
    .digest('base64url')
    .slice(0, 16);

/** The address of a streamer's link picture as their profile is now. */
const linkPicturePath = (streamer: PublicStreamer): string =>
  `/link-picture/${streamer.handle}.jpg?v=${linkPictureKey(streamer)}`;
