import type { Instant } from './time/instant.ts';
import type { LocalDate } from './time/local-date.ts';
import { localDateAt } from './time/wall-time.ts';
import type { ZoneName } from './time/zone.ts';

/**
 * The address to which the page reports visits. It is not a command, since the sender is anonymous;
 * see product/insight/count-visit.ts.
 */
export const VISITS_PATH = '/visits';

/**
 * From where somebody came to a streamer's page: `search` is Loge's own, `shared` a link that
 * somebody sent them.
 */
export const SOURCES = ['direct', 'search', 'shared', 'twitch', 'other'] as const;
export type Source = (typeof SOURCES)[number];

/** The query parameter by which a link says where it was placed, and its values. */
const VIA = 'via';
const VIA_WORDS: Readonly<Record<string, Source>> = { partage: 'shared', twitch: 'twitch' };

/** The end of a shared link. */
export const AS_SHARED = `?${VIA}=partage`;

/**
 * The zone whose days are counted, for everybody. A visitor's hash lasts as long as its salt, so
 * people can only be told apart within one and the same day. In the streamers' own zones a day
 * would have two salts, and one person would count twice.
 */
export const COUNTING_ZONE: ZoneName = 'Europe/Paris';

/** The day on which something at `instant` is counted. */
export const countingDay = (instant: Instant): LocalDate => localDateAt(COUNTING_ZONE, instant);

/**
 * From where a document was opened.
 * @param address the document's own
 * @param referrer what the browser says of the page before, '' when it says nothing
 */
export function sourceOf(address: URL, referrer: string): Source {
  const via = VIA_WORDS[address.searchParams.get(VIA) ?? ''];
  if (via !== undefined) return via;
  if (!URL.canParse(referrer)) return 'direct';
  const before = new URL(referrer);
  if (before.host === address.host) return 'search';
  return /(^|\.)twitch\.tv$/.test(before.hostname) ? 'twitch' : 'other';
}

/**
 * The kinds of devices that look at pages, as far as browsers say: a tablet that asks for pages
 * made for computers counts as one.
 */
export const DEVICES = ['phone', 'tablet', 'computer'] as const;
export type Device = (typeof DEVICES)[number];

/** @param agent what the browser says of itself */
export function deviceOf(agent: string): Device {
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(agent)) return 'tablet';
  return /Mobi|iPhone|Android/.test(agent) ? 'phone' : 'computer';
}
