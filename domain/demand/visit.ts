import type { Instant } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { localDateAt } from '#domain/time/wall-time.ts';
import type { ZoneName } from '#domain/time/zone.ts';

/** Where the page tells of visits: no command, since who asks is nobody; see server/product/visits/count-visit.ts. */
export const VISITS_PATH = '/visits';

/** From where somebody came to a streamer's page: `search` is Loge's own, `shared` a link that somebody passed on. */
export const SOURCES = ['direct', 'search', 'shared', 'twitch', 'other'] as const;
export type Source = (typeof SOURCES)[number];

/** The query parameter by which a link says where it stands, and its words. */
const VIA = 'via';
const VIA_WORDS: Readonly<Record<string, Source>> = { partage: 'shared', twitch: 'twitch' };

/** What a link that is passed on ends with. */
export const AS_SHARED = `?${VIA}=partage`;

/**
 * The zone whose days are counted, for everybody: a visitor's hash lives as long as its salt, so a person can be told from another within
 * one and the same day only. In each streamer's own zone that day would have two salts, and one person would count as two.
 */
export const COUNTING_ZONE: ZoneName = 'Europe/Paris';

/** The day to which something at `instant` counts. */
export const countingDay = (instant: Instant): LocalDate => localDateAt(COUNTING_ZONE, instant);

/**
 * From where a document was opened.
 * @param address the document's own @param referrer what the browser says of the page before, '' when it says nothing
 */
export function sourceOf(address: URL, referrer: string): Source {
  const via = VIA_WORDS[address.searchParams.get(VIA) ?? ''];
  if (via !== undefined) return via;
  if (!URL.canParse(referrer)) return 'direct';
  const before = new URL(referrer);
  if (before.host === address.host) return 'search';
  return /(^|\.)twitch\.tv$/.test(before.hostname) ? 'twitch' : 'other';
}
