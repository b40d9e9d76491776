import type pg from 'pg';
import {
  BANNER_ON_CARD,
  BANNER_ON_PROFILE,
  FACE_ON_CARD,
  FACE_ON_PROFILE,
  pictureSources,
} from '#product/shared/pictures.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { ANYBODY, findStreamers } from './find-streamers.ts';

/** As many as the first screen of the list shows. */
const CARDS = 6;

/**
 * Stands where there is no picture: a pixel of nothing, so that the same markup serves every
 * streamer.
 */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

interface Pictured {
  bannerUrl: string | null;
  avatarUrl: string | null;
  placeholder: string | null;
}

/** The addresses of a streamer's pictures as words of a document's first lines. */
export function pictureWords({ bannerUrl, avatarUrl, placeholder }: Pictured, place: 'card' | 'profile') {
  const cover = pictureSources(bannerUrl ?? NOTHING, place === 'card' ? BANNER_ON_CARD : BANNER_ON_PROFILE);
  const face = pictureSources(avatarUrl ?? NOTHING, place === 'card' ? FACE_ON_CARD : FACE_ON_PROFILE);
  return {
    cover: cover.src,
    coverSet: cover.srcSet ?? '',
    face: face.src,
    faceSet: face.srcSet ?? '',
    placeholder: placeholder ?? NOTHING,
  };
}

/**
 * The words of the first cards of `/browse`, in the order in which the page's own search finds
 * them.
 */
export async function readFirstCards(pool: pg.Pool, now: Date): Promise<Record<string, string>[]> {
  return inTransaction(pool, async (db) => {
    const part = { sort: 'relevance', limit: CARDS, offset: 0, now } as const;
    const { ids } = await findStreamers(db, ANYBODY, part);
    const { rows } = await db.query(
      `select s.display_name, s.headline, s.languages,
         private.category_label(s.categories[1]) || case when cardinality(s.categories) > 1 then format(E' +\u00a0%s', cardinality(s.categories) - 1) else '' end as subjects, s.avatar_url, s.banner_url, s.placeholders ->> s.banner_url as placeholder
       from unnest($1::uuid[]) with ordinality as wanted (id, place) join public.streamers s on s.id = wanted.id
       order by wanted.place`,
      [ids],
    );
    return rows.map((row) => ({
      name: row.display_name,
      headline: row.headline,
      about: [row.subjects ?? 'Sessions', row.languages.map((code) => code.toUpperCase()).join(', ')].join(
        ' · ',
      ),
      ...pictureWords(
        { bannerUrl: row.banner_url, avatarUrl: row.avatar_url, placeholder: row.placeholder },
        'card',
      ),
    }));
  });
}
