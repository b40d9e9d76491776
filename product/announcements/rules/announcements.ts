/** Whom an announcement of the team can be for. */
export const SEGMENTS = [
  'all_viewers',
  'all_streamers',
  'streamers_of_category',
  'viewers_this_week',
] as const;
export type Segment = (typeof SEGMENTS)[number];

/** The names of the segments. */
export const SEGMENT_LABELS = {
  all_viewers: 'Tous les viewers',
  all_streamers: 'Tous les streamers',
  streamers_of_category: 'Les streamers d’une catégorie',
  viewers_this_week: 'Les viewers qui ont une session sous 7 jours',
} as const satisfies Record<Segment, string>;

export const ANNOUNCEMENT_TITLE_MAX = 80;
/** The most letters that a banner shows whole on a telephone. */
export const ANNOUNCEMENT_BODY_MAX = 600;

/** How long a banner stands at most, from when it is sent. */
export const BANNER_DAYS_MAX = 90;

/**
 * Where the reader of an announcement's mail withdraws their consent, signed in or not; the
 * receipt's id follows.
 */
export const STOP_ANNOUNCEMENTS_PATH = '/emails/annonces';

/** Where an announcement stands; the moments are epoch milliseconds. */
export function announcementState(
  { sendAt, stoppedAt, finishedAt }: { sendAt: number; stoppedAt: number | null; finishedAt: number | null },
  now: number,
): 'planned' | 'sending' | 'sent' | 'stopped' {
  if (stoppedAt !== null) return 'stopped';
  if (finishedAt !== null) return 'sent';
  return now < sendAt ? 'planned' : 'sending';
}
