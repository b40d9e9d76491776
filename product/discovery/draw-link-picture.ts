import {
  drawLogo,
  drawWords,
  GROUND,
  INK,
  readFaces,
  SOFT,
  SPOT,
} from '#server/integrations/pictures/draw-words.ts';

/** The words of a link picture. */
export interface LinkPictureWords {
  name: string;
  headline: string;
  /** « 4,8 (40) », « Dès 25 € », « Échecs »: those that are known. */
  facts: readonly string[];
}

export const LINK_PICTURE = { width: 1200, height: 630 };
const COVER_HEIGHT = 420;
const FACE = { size: 208, left: 64, top: 268, ring: 10 };
const MARGIN = 64;

/**
 * Draws what chats and networks show for a link to a profile: the cover, the face, the name, and
 * why one would go there.
 * @param pictures as they are stored; null: the streamer has none
 * @param onUnreadable hears of a picture that is none, which is left out
 * @returns a JPEG of 1200 by 630
 */
export async function drawLinkPicture(
  words: LinkPictureWords,
  pictures: { cover: Buffer | null; face: Buffer | null },
  onUnreadable: (error: unknown) => void,
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { display, text } = readFaces();
  const { width, height } = LINK_PICTURE;
  /** A picture cut to its place; null: there is none, or it cannot be read. */
  const cut = async (picture: Buffer | null, width: number, height: number) => {
    if (picture === null) return null;
    try {
      return await sharp(picture, { limitInputPixels: 50_000_000 })
        .resize(width, height)
        .ensureAlpha()
        .png()
        .toBuffer();
    } catch (error) {
      onUnreadable(error);
      return null;
    }
  };
  const cover = await cut(pictures.cover, width, COVER_HEIGHT);
  const face = await cut(pictures.face, FACE.size, FACE.size);
  const beside = face === null ? MARGIN : FACE.left + FACE.size + 40;
  const room = { smallest: 40, x: beside, width: width - MARGIN - beside };
  const over = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${GROUND}" stop-opacity="0.15"/>
    <stop offset="0.55" stop-color="${GROUND}" stop-opacity="0.45"/><stop offset="1" stop-color="${GROUND}"/></linearGradient>
    <radialGradient id="light" cx="0.74" cy="-0.1" r="0.9"><stop offset="0" stop-color="${SPOT}"/><stop offset="0.4" stop-color="#9a4256"/>
    <stop offset="1" stop-color="${GROUND}"/></radialGradient></defs>
    ${cover === null ? `<rect width="${width}" height="${COVER_HEIGHT + 1}" fill="url(#light)"/>` : ''}
    <rect width="${width}" height="${COVER_HEIGHT + 1}" fill="url(#dusk)"/>
    ${face === null ? '' : `<circle cx="${FACE.left + FACE.size / 2}" cy="${FACE.top + FACE.size / 2}" r="${FACE.size / 2 + FACE.ring}" fill="${GROUND}"/>`}
    ${drawWords({ ...room, face: display, text: words.name, size: 84, y: 428, fill: INK })}
    ${drawWords({ face: text, text: words.headline, size: 36, smallest: 32, x: MARGIN, width: width - 2 * MARGIN, y: 532, fill: INK })}
    ${drawWords({ face: text, text: words.facts.join(' · '), size: 32, smallest: 28, x: MARGIN, width: width - 2 * MARGIN - 240, y: 588, fill: SOFT })}
    ${drawLogo(display, { right: width - MARGIN, y: 588 })}</svg>`;
  const layers = [];
  if (cover !== null) layers.push({ input: cover, left: 0, top: 0 });
  layers.push({ input: Buffer.from(over), left: 0, top: 0 });
  if (face !== null) {
    const { size, left, top } = FACE;
    const round = Buffer.from(
      `<svg width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}"/></svg>`,
    );
    const input = await sharp(face)
      .composite([{ input: round, blend: 'dest-in' }])
      .png()
      .toBuffer();
    layers.push({ input, left, top });
  }
  return sharp({ create: { width, height, channels: 3, background: GROUND } })
    .composite(layers)
    .jpeg({ quality: 82, progressive: true })
    .toBuffer();
}
