/**
 * Makes the portraits and covers of the demo's streamers and the pictures of its categories:
 * `node scripts/make-demo-pictures.ts`. Portraits are put together from Lorelei by Lisa Wischofsky
 * (CC0 1.0, through DiceBear); the others are drawn here, by what sessions are about. Its files are
 * committed, so that a first start draws nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAvatar } from '@dicebear/core';
import * as lorelei from '@dicebear/lorelei';
import sharp from 'sharp';
import { DEMO_CATEGORIES, demoCategory, demoPicture, pictureName } from '../database/seed/demo-pictures.ts';
import { SAMPLE_PAGE } from '../database/seed/page-draft.ts';
import { STREAMER_PAGES } from '../database/seed/streamer-pages.ts';

const folder = join(import.meta.dirname, '../web/public/demo');

interface Look {
  /** Lorelei's hair variants, 1 to 48. */
  hair: number;
  skin: string;
  hairColor: string;
  beard?: 1 | 2;
  glasses?: 1 | 3 | 4 | 5;
  earrings?: boolean;
  /** Degrees, of the two lights behind them. */
  hues: [number, number];
}

const [PALE, ROSE, SAND, HONEY, BRONZE, EARTH, NIGHT] = [
  'f6d7c0',
  'efc4a6',
  'e3ae86',
  'cf9467',
  'a86b45',
  '7d4a30',
  '5a3424',
];
const [INK, UMBER, CHESTNUT, COPPER, STRAW, ASH] = [
  '1d1620',
  '3a2430',
  '5d3526',
  '9c4a26',
  'd0a257',
  '8d8791',
];

// biome-ignore format: a person a line.
const LOOKS: Readonly<Record<string, Look>> = {
  'Camille Roux': { hair: 43, skin: PALE, hairColor: COPPER, hues: [25, 350] },
  'Yanis Belkacem': { hair: 39, skin: HONEY, hairColor: INK, beard: 1, hues: [265, 200] },
  'Éloïse Marchetti': { hair: 14, skin: ROSE, hairColor: CHESTNUT, glasses: 1, hues: [60, 20] },
  'Théo Vasseur': { hair: 4, skin: PALE, hairColor: STRAW, hues: [200, 160] },
  'Aïssatou Diallo': { hair: 26, skin: NIGHT, hairColor: INK, earrings: true, hues: [45, 90] },
  'Maxence Le Goff': { hair: 1, skin: ROSE, hairColor: ASH, beard: 2, glasses: 1, hues: [75, 40] },
  'Inès Carvalho': { hair: 35, skin: SAND, hairColor: UMBER, earrings: true, hues: [15, 60] },
  'Naoki Tanabe': { hair: 7, skin: ROSE, hairColor: INK, hues: [230, 300] },
  'Solène d’Aubigné': { hair: 37, skin: PALE, hairColor: STRAW, hues: [330, 280] },
  'Bastien Œuvrard': { hair: 8, skin: ROSE, hairColor: CHESTNUT, beard: 1, hues: [150, 100] },
  'Jade Nguyen': { hair: 23, skin: SAND, hairColor: INK, hues: [180, 230] },
  'Karim Haddad': { hair: 3, skin: HONEY, hairColor: INK, beard: 2, hues: [35, 5] },
  'Margaux Fontaine': { hair: 46, skin: PALE, hairColor: CHESTNUT, hues: [345, 30] },
  'Lucas Perrin': { hair: 12, skin: ROSE, hairColor: UMBER, glasses: 3, hues: [215, 255] },
  'Sofía Álvarez Ruiz': { hair: 32, skin: SAND, hairColor: UMBER, earrings: true, hues: [5, 330] },
  'Anaïs Kowalczyk': { hair: 19, skin: PALE, hairColor: 'b7556e', hues: [300, 350] },
  'Mehdi Cherif': { hair: 22, skin: BRONZE, hairColor: INK, hues: [140, 185] },
  'Clémence Briand': { hair: 41, skin: ROSE, hairColor: COPPER, glasses: 4, hues: [85, 130] },
  'Fatou Ndiaye': { hair: 5, skin: EARTH, hairColor: INK, earrings: true, hues: [55, 15] },
  'Raphaël Cohen': { hair: 44, skin: ROSE, hairColor: UMBER, beard: 2, glasses: 5, hues: [245, 210] },
  'Zoé Lambert': { hair: 18, skin: ROSE, hairColor: STRAW, hues: [195, 320] },
  'Ibrahim Koné': { hair: 28, skin: NIGHT, hairColor: INK, beard: 1, hues: [100, 60] },
  'Louise Van den Berghe': { hair: 15, skin: PALE, hairColor: STRAW, hues: [20, 285] },
  'Gaspard Toussaint': { hair: 20, skin: BRONZE, hairColor: UMBER, hues: [165, 220] },
  'Priya Raman': { hair: 33, skin: BRONZE, hairColor: INK, earrings: true, hues: [315, 45] },
  'Hugo Teixeira': { hair: 2, skin: SAND, hairColor: CHESTNUT, beard: 1, hues: [10, 215] },
  'Maëlle Kerguelen': { hair: 24, skin: PALE, hairColor: COPPER, hues: [190, 150] },
  'Lina Benali': { hair: 40, skin: HONEY, hairColor: INK, hues: [275, 15] },
};

const variant = (number: number) => `variant${String(number).padStart(2, '0')}`;

/** A stream of numbers from 0 to 1, the same for the same name. */
function chanceOf(name: string): () => number {
  let state = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** librsvg knows no oklch. */
const light = (hue: number, saturation: number, lightness: number, alpha = 1) =>
  `hsla(${hue}, ${saturation}%, ${lightness}%, ${alpha})`;

function portrait(name: string, look: Look): string {
  const svg = createAvatar(lorelei, {
    seed: name,
    hair: [variant(look.hair) as 'variant01'],
    skinColor: [look.skin],
    hairColor: [look.hairColor],
    beard: [variant(look.beard ?? 1) as 'variant01'],
    beardProbability: look.beard ? 100 : 0,
    glasses: [variant(look.glasses ?? 1) as 'variant01'],
    glassesProbability: look.glasses ? 100 : 0,
    earringsProbability: look.earrings ? 100 : 0,
    earringsColor: ['e9b44c'],
    frecklesProbability: 0,
    hairAccessoriesProbability: 0,
    mouth: ['happy01', 'happy02', 'happy03', 'happy04', 'happy05', 'happy06', 'happy13', 'happy14'],
    eyes: [2, 4, 6, 8, 10, 11, 12, 14, 17, 20, 23].map((number) => variant(number) as 'variant01'),
    eyebrows: [2, 3, 5, 7, 9, 10, 12].map((number) => variant(number) as 'variant01'),
    scale: 112,
    translateY: 4,
  }).toString();
  const face = Buffer.from(svg).toString('base64');
  const [first, second] = look.hues;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 256 256" width="256" height="256">
    <defs><radialGradient id="g" cx="0.7" cy="0.1" r="1.1"><stop offset="0" stop-color="${light(first, 70, 70)}"/>
    <stop offset="0.55" stop-color="${light(second, 48, 46)}"/><stop offset="1" stop-color="${light(second, 45, 22)}"/></radialGradient></defs>
    <rect width="256" height="256" fill="url(#g)"/><image x="0" y="0" width="256" height="256" xlink:href="data:image/svg+xml;base64,${face}"/></svg>`;
}

const WIDTH = 1280;
const HEIGHT = 448;
type Draw = (chance: () => number, first: number, second: number) => string;
const times = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('');
const between = (chance: () => number, low: number, high: number) => low + chance() * (high - low);

/** Rounded bars of a sound. */
const waves: Draw = (chance, first, second) =>
  times(64, (at) => {
    const swell = Math.sin(at / 6 + first) * 0.5 + Math.sin(at / 2.3 + second) * 0.3;
    const tall = 24 + Math.abs(swell + between(chance, -0.3, 0.3)) * 190;
    return `<rect x="${at * 20 + 4}" y="${240 - tall}" width="11" height="${tall * 1.6}" rx="5.5" fill="${light(at % 3 ? first : second, 75, 62, 0.25 + 0.55 * Math.abs(swell))}"/>`;
  });

/** A chessboard that runs to the horizon, with pieces of light on it. */
const board: Draw = (chance, first, second) => {
  const point = (x: number, y: number) => `${640 + (x - 8) * (60 + y * 34)},${120 + y * y * 5.4}`;
  const squares = times(128, (at) => {
    const [x, y] = [at % 16, Math.floor(at / 16)];
    const fill = light((x + y) % 2 ? first : second, 45, (x + y) % 2 ? 58 : 22, 0.2 + y * 0.07);
    return `<polygon points="${point(x, y)} ${point(x + 1, y)} ${point(x + 1, y + 1)} ${point(x, y + 1)}" fill="${fill}"/>`;
  });
  return `${squares}${times(5, (at) => {
    const [x, size] = [180 + at * 230 + between(chance, -70, 70), between(chance, 34, 62)];
    const y = 300 + between(chance, -60, 50);
    const fill = light(at % 2 ? first : second, 70, 74, 0.92);
    return `<g fill="${fill}"><circle cx="${x}" cy="${y - size * 1.9}" r="${size * 0.52}"/><path d="M${x - size * 0.3},${y - size * 1.6} Q${x},${y - size * 0.6} ${x - size * 0.75},${y} h${size * 1.5} Q${x},${y - size * 0.6} ${x + size * 0.3},${y - size * 1.6}z"/><rect x="${x - size * 0.9}" y="${y - 4}" width="${size * 1.8}" height="${size * 0.32}" rx="8"/></g>`;
  })}`;
};

/** Hills of pixels under a sun of pixels. */
const pixels: Draw = (chance, first, second) => {
  const side = 32;
  const sun = [between(chance, 700, 1050), 150];
  return times(40 * 14, (at) => {
    const [x, y] = [(at % 40) * side, Math.floor(at / 40) * side];
    const far = Math.hypot(x - (sun[0] ?? 0), y - (sun[1] ?? 0));
    if (far < 100)
      return `<rect x="${x}" y="${y}" width="30" height="30" fill="${light(first, 85, 72 - far / 8)}"/>`;
    const hill = 270 + Math.sin(x / 170 + first) * 70 + Math.sin(x / 61 + second) * 26;
    if (y > hill)
      return `<rect x="${x}" y="${y}" width="30" height="30" fill="${light(second, 50, 44 - (y - hill) / 9 + between(chance, -4, 4))}"/>`;
    return chance() > 0.965
      ? `<rect x="${x + 11}" y="${y + 11}" width="8" height="8" fill="${light(first, 60, 84, 0.8)}"/>`
      : '';
  });
};

/** Streaks that run past. */
const streaks: Draw = (chance, first, second) =>
  times(90, (at) => {
    const [x, y, long] = [between(chance, -200, 1280), between(chance, 0, 448), between(chance, 90, 520)];
    return `<rect x="${x}" y="${y}" width="${long}" height="${between(chance, 2, 9)}" rx="4" transform="skewX(-24)" fill="${light(at % 2 ? first : second, 80, between(chance, 45, 75), between(chance, 0.25, 0.9))}"/>`;
  });

/** Strokes of a wide brush. */
const brush: Draw = (chance, first, second) =>
  times(9, (at) => {
    const y = between(chance, 40, 400);
    const bend = () => between(chance, -170, 170);
    const path = `M-60,${y} C300,${y + bend()} 560,${y + bend()} 800,${y + bend()} S1180,${y + bend()} 1360,${y + bend()}`;
    const hue = at % 3 === 0 ? second : first + at * 6;
    return times(
      4,
      (hair) =>
        `<path d="${path}" transform="translate(0,${hair * 15 - 23})" fill="none" stroke="${light(hue, 58, 42 + hair * 6, 0.6)}" stroke-width="${between(chance, 15, 19)}" stroke-linecap="round"/>`,
    );
  });

/** A strip of film, its pictures lit. */
const film: Draw = (chance, first, second) =>
  `<g transform="rotate(-7 640 224)">${times(3, (row) =>
    times(9, (at) => {
      const [x, y] = [at * 176 - 130 + row * 60, row * 172 - 30];
      const fill = light(chance() > 0.5 ? first : second, 55, between(chance, 22, 66), 0.85);
      const holes = times(
        6,
        (hole) =>
          `<rect x="${x + 8 + hole * 27}" y="${y - 16}" width="13" height="9" rx="2" fill="${light(first, 30, 70, 0.5)}"/>`,
      );
      return `<rect x="${x}" y="${y}" width="160" height="124" rx="8" fill="${fill}"/>${holes}`;
    }),
  )}</g>`;

/** Spotlights on a stage. */
const spots: Draw = (chance, first, second) =>
  `${times(6, (at) => {
    const [top, foot] = [
      120 + at * 210 + between(chance, -60, 60),
      100 + at * 220 + between(chance, -160, 160),
    ];
    const wide = between(chance, 70, 150);
    return `<polygon points="${top - 9},0 ${top + 9},0 ${foot + wide},400 ${foot - wide},400" fill="${light(at % 2 ? first : second, 75, 66, 0.24)}"/><ellipse cx="${foot}" cy="400" rx="${wide}" ry="22" fill="${light(at % 2 ? first : second, 80, 74, 0.6)}"/>`;
  })}`;

/** A program, seen from far. */
const lines: Draw = (chance, first, second) =>
  times(15, (row) => {
    let x = 90 + Math.floor(between(chance, 0, 4)) * 54;
    return times(Math.floor(between(chance, 2, 7)), (at) => {
      const long = between(chance, 40, 210);
      const word = `<rect x="${x}" y="${24 + row * 28}" width="${long}" height="13" rx="6.5" fill="${light([first, second, first + 40][at % 3] ?? first, 62, 66, between(chance, 0.35, 0.95))}"/>`;
      x += long + 16;
      return word;
    });
  });

/** Plates on a table, and the steam over them. */
const table: Draw = (chance, first, second) =>
  `${times(6, (at) => {
    const [x, y, size] = [
      110 + at * 220 + between(chance, -50, 50),
      330 + between(chance, -60, 60),
      between(chance, 80, 128),
    ];
    return `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.62}" fill="${light(second, 28, 78, 0.9)}"/><ellipse cx="${x}" cy="${y}" rx="${size * 0.74}" ry="${size * 0.44}" fill="${light(first + at * 14, 70, 52)}"/>${times(9, () => `<circle cx="${x + between(chance, -size, size) * 0.5}" cy="${y + between(chance, -size, size) * 0.26}" r="${between(chance, 5, 15)}" fill="${light(first + between(chance, -50, 70), 72, 58, 0.95)}"/>`)}<path d="M${x},${y - 70} q-40,-50 0,-100 t0,-100" fill="none" stroke="${light(second, 40, 86, 0.28)}" stroke-width="16" stroke-linecap="round"/>`;
  })}`;

/** Draws the speech bubbles of people in a conversation. */
const bubbles: Draw = (chance, first, second) =>
  times(13, (at) => {
    const [x, y, wide, tall] = [
      between(chance, -40, 1160),
      between(chance, 10, 340),
      between(chance, 130, 290),
      between(chance, 60, 116),
    ];
    const fill = light(at % 2 ? first : second, 58, between(chance, 42, 68), 0.8);
    const tail = at % 2 ? x + wide - 50 : x + 40;
    return `<g fill="${fill}"><rect x="${x}" y="${y}" width="${wide}" height="${tall}" rx="${tall / 2.3}"/><path d="M${tail},${y + tall - 8} l${at % 2 ? 26 : -20},34 l${at % 2 ? -46 : 46},-28z"/></g>`;
  });

/** A sun over ridges. */
const ridges: Draw = (chance, first, second) =>
  `<circle cx="${between(chance, 300, 980)}" cy="190" r="${between(chance, 84, 124)}" fill="${light(first, 85, 68)}"/>${times(
    6,
    (row) => {
      const base = 190 + row * 46;
      const points = times(
        27,
        (at) =>
          ` L${at * 50},${base + Math.sin(at / (2.4 + row * 0.4) + row * 2 + second) * (44 - row * 4) + between(chance, -9, 9)}`,
      );
      return `<path d="M0,460${points} L1300,460z" fill="${light(second + row * 5, 44, 50 - row * 7)}"/>`;
    },
  )}`;

/** Lamps of a room in the evening, out of focus. */
const lamps: Draw = (chance, first, second) =>
  times(
    46,
    (at) =>
      `<circle cx="${between(chance, 0, 1280)}" cy="${between(chance, 0, 448)}" r="${between(chance, 12, 84)}" fill="${light([first, second, 40][at % 3] ?? first, 78, 66, between(chance, 0.1, 0.42))}"/>`,
  );

/** The crosses and buttons of game pads. */
const pads: Draw = (chance, first, second) =>
  times(14, (at) => {
    const [x, y, size] = [(at % 7) * 200 + (at > 6 ? 90 : 0), at > 6 ? 320 : 120, between(chance, 30, 46)];
    const fill = light(at % 2 ? first : second, 70, between(chance, 48, 70), 0.9);
    const turn = between(chance, -22, 22);
    const buttons = times(4, (side) => {
      const [right, down] = [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ][side] ?? [0, 0];
      const hue = [first, second, first + 60, second + 60][side] ?? first;
      return `<circle cx="${(right ?? 0) * size}" cy="${(down ?? 0) * size}" r="${size * 0.52}" fill="${light(hue, 72, 62, 0.92)}"/>`;
    });
    const cross = `<path d="M${-size / 2},${-size * 1.5} h${size} v${size} h${size} v${size} h${-size} v${size} h${-size} v${-size} h${-size} v${-size} h${size}z" fill="${fill}" stroke="${fill}" stroke-width="12" stroke-linejoin="round"/>`;
    return `<g transform="translate(${x},${y}) rotate(${turn})">${at % 2 ? buttons : cross}</g>`;
  });

const MOTIFS: Readonly<Record<string, Draw>> = {
  coaching: pixels,
  'jouer-ensemble': pixels,
  speedrun: streaks,
  echecs: board,
  musique: waves,
  dessin: brush,
  montage: film,
  'lancer-sa-chaine': spots,
  programmation: lines,
  cuisine: table,
  langues: bubbles,
  sport: ridges,
  discussion: lamps,
};

const cover = (name: string, category: string, hues: Look['hues']): string =>
  scene(chanceOf(name), MOTIFS[category] ?? lamps, hues, { left: 0, wide: WIDTH });

/** The width of a category's picture is 12/5 of its height, as on the home page. */
const categoryScene = (id: string, hues: Look['hues']): string => {
  const wide = (HEIGHT * 12) / 5;
  const draw = id === 'jouer-ensemble' ? pads : (MOTIFS[id] ?? lamps);
  return scene(chanceOf(`${id}, la catégorie`), draw, hues, { left: (WIDTH - wide) / 2, wide });
};

function scene(
  chance: () => number,
  draw: Draw,
  [first, second]: Look['hues'],
  { left, wide }: { left: number; wide: number },
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} 0 ${wide} ${HEIGHT}" width="${wide}" height="${HEIGHT}">
    <defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light(second, 40, 24)}"/>
    <stop offset="1" stop-color="hsl(325, 24%, 9%)"/></linearGradient></defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>${draw(chance, first, second)}</svg>`;
}

/** The most bytes that the picture of a card may have. */
const MOST_BYTES = 24_000;

/** As good as it can be within that. */
async function small(drawn: string): Promise<Buffer> {
  for (let quality = 62; ; quality -= 4) {
    const bytes = await sharp(Buffer.from(drawn)).webp({ quality }).toBuffer();
    if (bytes.length <= MOST_BYTES) return bytes;
    if (quality < 20) throw new Error('A cover has too much in it');
  }
}

mkdirSync(folder, { recursive: true });
/** The placeholder of each cover until it has loaded. */
const placeholders: Record<string, string> = {};
/** The sample streamer has the portrait of their role. */
const SAMPLE_HUES: Look['hues'] = [30, 330];
for (const page of [SAMPLE_PAGE, ...STREAMER_PAGES]) {
  const look = LOOKS[page.name];
  const category = page.offers[0]?.category;
  if (category === undefined || (look === undefined && page !== SAMPLE_PAGE))
    throw new Error(`${page.name} has no look, or no offer.`);
  const file = (kind: 'portrait' | 'cover') => join(folder, `${pictureName(page.name)}-${kind}.webp`);
  const drawn = cover(page.name, category, look?.hues ?? SAMPLE_HUES);
  const bytes = await small(drawn);
  writeFileSync(file('cover'), bytes);
  const tiny = await sharp(bytes).resize({ width: 16 }).webp({ quality: 40 }).toBuffer();
  placeholders[demoPicture(page.name, 'cover')] = `data:image/webp;base64,${tiny.toString('base64')}`;
  if (look)
    await sharp(Buffer.from(portrait(page.name, look)))
      .webp({ quality: 82 })
      .toFile(file('portrait'));
}
for (const { id, hues } of DEMO_CATEGORIES)
  await sharp(Buffer.from(categoryScene(id, [...hues])))
    .resize({ width: 600, height: 250 })
    .webp({ quality: 62 })
    .toFile(join(import.meta.dirname, '../web/public', demoCategory(id)));
writeFileSync(
  join(import.meta.dirname, '../database/seed/demo-placeholders.json'),
  `${JSON.stringify(placeholders, null, 2)}\n`,
);
