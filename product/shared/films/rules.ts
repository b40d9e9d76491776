/**
 * The limits of a streamer's introduction. The bucket `clips` has the same limits, and the server
 * holds every file against them by its content.
 */
export const MOST_FILM_SECONDS = 60;
export const MOST_FILM_BYTES = 50 * 1024 * 1024;
/** The longer and the shorter side of the picture at most, in pixels: « 4K », upright or not. */
export const MOST_FILM_SIDES = { longer: 3840, shorter: 2160 } as const;
/** Recorders end with the frame after the last second, and sound is cut into pieces of its own. */
const FILM_SLACK_SECONDS = 1;

/** Why a film is refused. */
export const FILM_FAULTS = [
  /** Broken off, not a film, or put together as no camera does. */
  'unreadable',
  /** Neither MP4 nor WebM. */
  'container',
  /** Not H.264 in MP4, not VP8, VP9 or AV1 in WebM. */
  'picture_codec',
  /** H.264 of ten bits, 4:2:2 or 4:4:4. */
  'picture_profile',
  /** Not AAC in MP4, not Opus in WebM. */
  'sound_codec',
  'no_picture',
  'too_long',
  'too_many_pixels',
  /** A track with places, as action cameras write it, which cannot be taken out. */
  'places',
] as const;
export type FilmFault = (typeof FILM_FAULTS)[number];

const REFUSED = 'film refused: ';

/**
 * A fault as the storage's answer says it, and back: `faultIn` finds it in the text of an answer.
 */
export const sayFault = (fault: FilmFault): string => `${REFUSED}${fault}`;
export const faultIn = (answer: string): FilmFault | null =>
  FILM_FAULTS.find((fault) => answer.includes(sayFault(fault))) ?? null;

/** The facts found by taking a film apart. */
export interface FilmFacts {
  type: 'video/mp4' | 'video/webm';
  /** As it is seen, in pixels: a telephone's film that is turned upright is higher than wide. */
  width: number;
  height: number;
  /** The longest that anything in it says or adds up to. */
  seconds: number;
}

/**
 * @param most seconds that it may last
 * @returns why a film of these facts is refused; null: it is not
 */
export function faultOf({ width, height, seconds }: FilmFacts, most: number): FilmFault | null {
  if (!(seconds > 0) || !(width >= 16) || !(height >= 16)) return 'unreadable';
  if (seconds > most + FILM_SLACK_SECONDS) return 'too_long';
  const isTooWide =
    Math.max(width, height) > MOST_FILM_SIDES.longer || Math.min(width, height) > MOST_FILM_SIDES.shorter;
  return isTooWide ? 'too_many_pixels' : null;
}
