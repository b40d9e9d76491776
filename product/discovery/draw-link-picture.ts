import { readFileSync as readFile } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

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

/** The tokens of web/ui/tokens.css, which are oklch: libvips reads no such colour. */
const GROUND = '#120c10';
const INK = '#f8f3ec';
const SOFT = '#c9bdb3';
const SPOT = '#f9bd55';

const require = createRequire(import.meta.url);
const fontAt = (file: string): Font => {
  const font = create(readFile(require.resolve(file)));
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`);
  return font;
};

/** A face is two files: the letters of western Europe, and the rest of the Latin ones. */
type Face = readonly [Font, Font];
let faces: { display: Face; text: Face } | undefined;
function readFaces() {
  const face = (name: (subset: 'latin' | 'latin-ext') => string): Face => [
    fontAt(name('latin')),
    fontAt(name('latin-ext')),
  ];
  return {
    display: face(
      (subset) =>
        `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${subset}-opsz-normal.woff2`,
    ),
    text: face((subset) => `@fontsource/instrument-sans/files/instrument-sans-${subset}-500-normal.woff`),
  };
}

/**
 * A line of text as outlines, so that no font has to be installed where it is drawn. Letters that
 * no file has are left out.
 */
function outline([latin, rest]: Face, text: string): { width: number; path: string } {
  const runs: { font: Font; text: string }[] = [];
  for (const letter of text.normalize('NFC')) {
    const code = letter.codePointAt(0) ?? 0;
    const font = [latin, rest].find((each) => each.hasGlyphForCodePoint(code));
    if (!font) continue;
    const last = runs.at(-1);
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  let x = 0;
  let path = '';
  for (const { font, text: part } of runs) {
    const { glyphs, positions } = font.layout(part);
    const scale = 1 / font.unitsPerEm;
    for (const [index, glyph] of glyphs.entries()) {
      const place = positions[index];
      if (!place) continue;
      path += glyph.path.translate(place.xOffset, place.yOffset).scale(scale, -scale).translate(x, 0).toSVG();
      x += place.xAdvance * scale;
    }
  }
  return { width: x, path };
}

interface Line {
  face: Face;
  text: string;
  size: number;
  /** Where the line is made smaller, and then cut, to fit. */
  smallest: number;
  width: number;
  x: number;
  /** Of the baseline. */
  y: number;
  fill: string;
}

function drawn({ face, text, size, smallest, width, x, y, fill }: Line): string {
  let shown = outline(face, text);
  const words = text.split(/\s+/);
  while (shown.width * smallest > width && words.length > 1) {
    words.pop();
    shown = outline(face, `${words.join(' ').replace(/[\s,;:·.]+$/, '')}…`);
  }
  const fitting = Math.max(Math.min(size, width / Math.max(shown.width, 0.01)), smallest * 0.6);
  return `<path transform="translate(${x} ${y}) scale(${fitting})" fill="${fill}" d="${shown.path}"/>`;
}

/** The arch of web/ui/logo.tsx with its name, at the right end of the line. */
function logo(face: Face, y: number): string {
  const name = outline(face, 'Loge');
  const left = LINK_PICTURE.width - MARGIN - name.width * 44;
  return `<path transform="translate(${left} ${y}) scale(44)" fill="${INK}" d="${name.path}"/>
    <g transform="translate(${left - 62} ${y - 42}) scale(1.8)" fill="none"><path d="M2 25V12a11 11 0 0 1 22 0v13" stroke="${INK}" stroke-width="2.4"/>
    <path d="M8.2 25V13a4.8 4.8 0 0 1 9.6 0v12" fill="${SPOT}"/></g>`;
}

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
  faces ??= readFaces();
  const { display, text } = faces;
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
    ${drawn({ ...room, face: display, text: words.name, size: 84, y: 428, fill: INK })}
    ${drawn({ face: text, text: words.headline, size: 36, smallest: 32, x: MARGIN, width: width - 2 * MARGIN, y: 532, fill: INK })}
    ${drawn({ face: text, text: words.facts.join(' · '), size: 32, smallest: 28, x: MARGIN, width: width - 2 * MARGIN - 240, y: 588, fill: SOFT })}
    ${logo(display, 588)}</svg>`;
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
