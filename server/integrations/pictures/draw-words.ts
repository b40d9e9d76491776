import { readFileSync as readFile } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

/** The tokens of web/ui/tokens.css, which are oklch: libvips reads no such colour. */
export const GROUND = '#120c10';
export const INK = '#f8f3ec';
export const SOFT = '#c9bdb3';
export const SPOT = '#f9bd55';

const require = createRequire(import.meta.url);
const fontAt = (file: string): Font => {
  const font = create(readFile(require.resolve(file)));
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`);
  return font;
};

/** A face is two files: the letters of western Europe, and the rest of the Latin ones. */
type Face = readonly [Font, Font];
let faces: { display: Face; text: Face } | undefined;

/** The two typefaces of the page, read from their files once. */
export function readFaces(): { display: Face; text: Face } {
  faces ??= openFaces();
  return faces;
}

function openFaces() {
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
 * no file has are left out; a space of a width that none has, as French puts before « h », is a
 * space like others.
 */
function outline([latin, rest]: Face, text: string): { width: number; path: string } {
  const runs: { font: Font; text: string }[] = [];
  const has = (letter: string) => latin.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  for (const letter of text.normalize('NFC').replace(/\s/g, (space) => (has(space) ? space : ' '))) {
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

/** A line of text in a picture; lengths in its pixels. */
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

/** One line as an element of an SVG, made smaller, and then cut, to fit into its width. */
export function drawWords({ face, text, size, smallest, width, x, y, fill }: Line): string {
  let shown = outline(face, text);
  const words = text.split(/\s+/);
  while (shown.width * smallest > width && words.length > 1) {
    words.pop();
    shown = outline(face, `${words.join(' ').replace(/[\s,;:·.]+$/, '')}…`);
  }
  const fitting = Math.max(Math.min(size, width / Math.max(shown.width, 0.01)), smallest * 0.6);
  return `<path transform="translate(${x} ${y}) scale(${fitting})" fill="${fill}" d="${shown.path}"/>`;
}

/** The arch of web/ui/logo.tsx with its name, which ends at `right`. */
export function drawLogo(face: Face, { right, y }: { right: number; y: number }): string {
  const name = outline(face, 'Loge');
  const left = right - name.width * 44;
  return `<path transform="translate(${left} ${y}) scale(44)" fill="${INK}" d="${name.path}"/>
    <g transform="translate(${left - 62} ${y - 42}) scale(1.8)" fill="none"><path d="M2 25V12a11 11 0 0 1 22 0v13" stroke="${INK}" stroke-width="2.4"/>
    <path d="M8.2 25V13a4.8 4.8 0 0 1 9.6 0v12" fill="${SPOT}"/></g>`;
}
