/** Where a stored picture of a public bucket is read. */
export const STORED = '/storage/v1/object/public/';
const RENDERED = '/storage/v1/render/image/public/';

/** In CSS pixels, at the widest; a browser takes the double of them for a fine screen. */
export const BANNER_ON_CARD = { width: 640, height: 224 };
export const BANNER_ON_PROFILE = { width: 1280, height: 448 };
export const FACE_ON_CARD = { width: 56, height: 56 };
export const CATEGORY_ON_HOME = { width: 300, height: 125 };
export const CATEGORY_ON_SEARCH = { width: 120, height: 50 };
export const FACE_ON_PROFILE = { width: 96, height: 96 };

/** Of one picture on a card, of which a page shows two dozen. */
export const CARD_BYTES = 25_000;

/**
 * A picture of ours in the size in which it is shown, and twice that for fine screens; one that is
 * a file of the page as it is.
 */
export function pictureSources(
  url: string,
  { width, height }: { width: number; height: number },
): { src: string; srcSet?: string } {
  if (!url.startsWith(STORED)) return { src: url };
  const most = width <= BANNER_ON_CARD.width ? `&max_bytes=${CARD_BYTES}` : '';
  const at = (times: number) =>
    `${RENDERED}${url.slice(STORED.length)}?width=${width * times}&height=${height * times}${most}`;
  return { src: at(1), srcSet: `${at(1)} 1x, ${at(2)} 2x` };
}

/**
 * The most pixels of a picture that the server keeps; a picture that unpacks to gigabytes is
 * refused.
 */
export const MOST_PICTURE_PIXELS = 50_000_000;
export const MOST_PICTURE_FRAMES = 199;

/** Why a picture is refused. */
export const PICTURE_FAULTS = [
  'unreadable',
  /** Of one that moves, those of all its frames count. */
  'too_many_pixels',
  'too_many_frames',
  /** As telephones write it (HEVC), which neither browsers nor the server decode. */
  'heic',
] as const;
export type PictureFault = (typeof PICTURE_FAULTS)[number];

const REFUSED = 'picture refused: ';

/**
 * A fault as the storage's answer says it, and back: `pictureFaultIn` finds it in the text of an
 * answer.
 */
export const sayPictureFault = (fault: PictureFault): string => `${REFUSED}${fault}`;
export const pictureFaultIn = (answer: string): PictureFault | null =>
  /mime type image\/hei[cf]/.test(answer)
    ? 'heic'
    : (PICTURE_FAULTS.find((fault) => answer.includes(sayPictureFault(fault))) ?? null);
