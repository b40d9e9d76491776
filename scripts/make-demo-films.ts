/**
 * Makes the films of six of the demo's streamers: `node scripts/make-demo-films.ts`. Each is drawn
 * here, frame by frame, in the browser of the tests, whose encoder makes VP9 of it; nothing in them
 * is of anybody else. Its files are committed. Encoders differ from version to version, so a second
 * run draws the same pictures and may write other bytes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_FILMS, type DemoFilm, pictureName } from '../database/seed/demo-pictures.ts';
import { checkFilm } from '../platform/storage/films/check-film.ts';
import { MOST_FILM_SECONDS } from '../product/shared/films/rules.ts';
import { findBrowser } from './test/browser.ts';

const folder = join(import.meta.dirname, '../web/public/demo');
const WIDTH = 640;
const HEIGHT = 360;
const FRAMES_A_SECOND = 20;
const BITS_A_SECOND = 170_000;

interface Encoded {
  /** Base64. */
  data: string;
  /** Milliseconds. */
  at: number;
  isKey: boolean;
}
interface Made {
  frames: Encoded[];
  /** The picture that stands for it, PNG in base64. */
  poster: string;
}

/** Runs in the page: draws every frame of a film and encodes it. */
async function drawInPage(
  wanted: DemoFilm & { width: number; height: number; rate: number; bits: number },
): Promise<Made> {
  const { motif, hues, seconds, width, height, rate, bits } = wanted;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas');
  const [first, second] = hues;
  const light = (hue: number, saturation: number, lightness: number, alpha = 1) =>
    `hsla(${hue}, ${saturation}%, ${lightness}%, ${alpha})`;
  const round = (x: number, y: number, wide: number, tall: number, radius: number) => {
    context.beginPath();
    context.roundRect(x, y, wide, tall, radius);
    context.fill();
  };
  const turn = 2 * Math.PI;

  /** Each draws the moment `t`, from 0 to 1; the end meets the beginning. */
  const motifs: Record<DemoFilm['motif'], (t: number) => void> = {
    pixels(t) {
      const side = 20;
      const sun = [
        width * (0.2 + 0.6 * ((1 - Math.cos(turn * t)) / 2)),
        110 - 40 * Math.sin(turn * t),
      ] as const;
      for (let x = 0; x < width; x += side)
        for (let y = 0; y < height; y += side) {
          const far = Math.hypot(x - sun[0], y - sun[1]);
          const hill = 230 + Math.sin(x / 95 + turn * t) * 40 + Math.sin(x / 37 - turn * t * 2) * 16;
          if (y > hill) context.fillStyle = light(second, 50, 42 - (y - hill) / 9);
          else if (far < 62) context.fillStyle = light(first, 85, 74 - far / 6);
          else continue;
          context.fillRect(x, y, side - 2, side - 2);
        }
      const step = Math.floor(t * 32);
      const heroX = ((step * side) % (width + side)) - side;
      const ground = 230 + Math.sin(heroX / 95 + turn * t) * 40 + Math.sin(heroX / 37 - turn * t * 2) * 16;
      const jump = Math.abs(Math.sin(t * turn * 4)) * 50;
      context.fillStyle = light(first, 90, 88);
      const top = Math.floor((ground - jump) / side) * side - 2 * side;
      context.fillRect(heroX, top, side - 2, side - 2);
      context.fillRect(heroX, top + side, side - 2, side - 2);
    },
    brush(t) {
      for (let stroke = 0; stroke < 7; stroke += 1) {
        const begins = stroke / 9;
        const drawn = Math.min(1, Math.max(0, (t - begins) * 4)) * (t > 0.9 ? (1 - t) * 10 : 1);
        if (drawn === 0) continue;
        for (let hair = 0; hair < 6; hair += 1) {
          context.strokeStyle = light(stroke % 3 === 0 ? second : first + stroke * 9, 62, 46 + hair * 4, 0.6);
          context.lineWidth = 4 + ((stroke * 7 + hair * 3) % 6);
          context.lineCap = 'round';
          context.beginPath();
          for (let part = 0; part <= 40 * drawn; part += 1) {
            const x = -20 + (part / 40) * (width + 40);
            const y = 40 + stroke * 44 + Math.sin(part / 7 + stroke * 2) * 34 + hair * 6;
            if (part === 0) context.moveTo(x, y);
            else context.lineTo(x, y);
          }
          context.stroke();
        }
      }
    },
    table(t) {
      for (let plate = 0; plate < 4; plate += 1) {
        const [x, y, size] = [95 + plate * 152, 262 + (plate % 2) * 26, 66] as const;
        context.fillStyle = light(second, 28, 78);
        context.beginPath();
        context.ellipse(x, y, size, size * 0.6, 0, 0, turn);
        context.fill();
        context.fillStyle = light(first + plate * 16, 70, 52);
        context.beginPath();
        context.ellipse(x, y, size * 0.74, size * 0.43, 0, 0, turn);
        context.fill();
        for (let bite = 0; bite < 8; bite += 1) {
          const angle = turn * (bite / 8 + (plate % 2 ? -t : t));
          context.fillStyle = light(first + bite * 14 - 40, 72, 58);
          context.beginPath();
          context.arc(
            x + Math.cos(angle) * size * 0.46,
            y + Math.sin(angle) * size * 0.25,
            5 + (bite % 3) * 2,
            0,
            turn,
          );
          context.fill();
        }
        context.strokeStyle = light(second, 40, 88, 0.3);
        context.lineWidth = 11;
        context.lineCap = 'round';
        context.beginPath();
        for (let part = 0; part <= 20; part += 1) {
          const rise = y - 50 - part * 8;
          const sway = Math.sin(part / 3 - turn * (t * 3 + plate / 4)) * (4 + part);
          if (part === 0) context.moveTo(x + sway, rise);
          else context.lineTo(x + sway, rise);
        }
        context.stroke();
      }
    },
    board(t) {
      const side = 40;
      const left = (width - 8 * side) / 2;
      for (let square = 0; square < 64; square += 1) {
        const [x, y] = [square % 8, Math.floor(square / 8)] as const;
        context.fillStyle = (x + y) % 2 ? light(first, 40, 24) : light(second, 34, 62);
        context.fillRect(left + x * side, 20 + y * side, side, side);
      }
      // A knight's walk that ends where it began.
      const walk = [
        [1, 7],
        [2, 5],
        [4, 4],
        [5, 2],
        [7, 1],
        [6, 3],
        [5, 5],
        [3, 6],
        [1, 7],
      ] as const;
      const way = t * (walk.length - 1);
      const from = walk[Math.floor(way)] ?? walk[0];
      const to = walk[Math.floor(way) + 1] ?? from;
      const part = Math.min(1, (way % 1) * 1.8);
      const eased = part * part * (3 - 2 * part);
      const piece = (x: number, y: number, hue: number, size: number) => {
        const [middle, foot] = [left + (x + 0.5) * side, 20 + (y + 0.92) * side] as const;
        context.fillStyle = light(hue, 70, 84);
        context.beginPath();
        context.arc(middle, foot - size * 1.55, size * 0.42, 0, turn);
        context.fill();
        context.beginPath();
        context.moveTo(middle - size * 0.24, foot - size * 1.3);
        context.lineTo(middle - size * 0.62, foot);
        context.lineTo(middle + size * 0.62, foot);
        context.lineTo(middle + size * 0.24, foot - size * 1.3);
        context.fill();
      };
      for (const [x, y] of walk.slice(0, Math.floor(way) + 1)) {
        context.fillStyle = light(first, 80, 60, 0.35);
        context.fillRect(left + x * side, 20 + y * side, side, side);
      }
      piece(6, 6, second, 15);
      piece(2, 1, second, 15);
      piece(4, 0, second, 18);
      const lift = Math.sin(eased * Math.PI) * 0.5;
      piece(from[0] + (to[0] - from[0]) * eased, from[1] + (to[1] - from[1]) * eased - lift, first, 19);
    },
    waves(t) {
      for (let bar = 0; bar < 40; bar += 1) {
        const swell = Math.sin(bar / 4 + turn * t * 2) * 0.5 + Math.sin(bar / 1.7 - turn * t * 3) * 0.3;
        const beat = 0.75 + 0.25 * Math.cos(turn * t * 16);
        const tall = 16 + Math.abs(swell) * 240 * beat;
        context.fillStyle = light(bar % 3 ? first : second, 75, 62, 0.35 + 0.6 * Math.abs(swell));
        round(bar * 16 + 3, 180 - tall / 2, 10, tall, 5);
      }
    },
    lines(t) {
      const typed = Math.min(1, t * 1.15) * (t > 0.93 ? (1 - t) / 0.07 : 1) * 74;
      let word = 0;
      for (let row = 0; row < 13; row += 1) {
        let x = 50 + ([0, 1, 2, 2, 1, 2, 3, 3, 2, 1, 1, 0, 0][row] ?? 0) * 30;
        for (let at = 0; at < 3 + ((row * 5) % 4); at += 1) {
          const long = 26 + ((row * 37 + at * 53) % 74);
          const shown = Math.min(1, Math.max(0, (typed - word * 1.25) / 1.25));
          context.fillStyle = light([first, second, first + 45][(at + row) % 3] ?? first, 62, 66, 0.9);
          if (shown > 0) round(x, 22 + row * 24, Math.max(9, long * shown), 9, 4.5);
          if (shown > 0 && shown < 1) {
            context.fillStyle = light(first, 40, 92);
            context.fillRect(x + long * shown + 4, 18 + row * 24, 8, 17);
          }
          x += long + 12;
          word += 1;
        }
      }
    },
  };

  const frames: Encoded[] = [];
  const faults: Error[] = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      frames.push({ data: btoa(text), at: Math.round(chunk.timestamp / 1000), isKey: chunk.type === 'key' });
    },
    error: (error) => faults.push(error),
  });
  encoder.configure({
    codec: 'vp09.00.10.08',
    width,
    height,
    bitrate: bits,
    framerate: rate,
    latencyMode: 'quality',
  });
  const count = seconds * rate;
  let poster = '';
  for (let frame = 0; frame < count; frame += 1) {
    const ground = context.createLinearGradient(0, 0, width, height);
    ground.addColorStop(0, light(second, 40, 24));
    ground.addColorStop(1, 'hsl(325, 24%, 9%)');
    context.fillStyle = ground;
    context.fillRect(0, 0, width, height);
    motifs[motif](frame / count);
    // Anybody who sees it knows what it is, on a card too, which shows the middle of it.
    context.font = '600 15px sans-serif';
    context.fillStyle = 'hsla(325, 24%, 9%, 0.72)';
    round(16, 56, context.measureText('Film de démonstration').width + 22, 27, 13);
    context.fillStyle = 'hsl(40, 30%, 94%)';
    context.fillText('Film de démonstration', 27, 74.5);
    if (frame === Math.round(count * 0.45)) poster = canvas.toDataURL('image/png').split(',')[1] ?? '';
    const picture = new VideoFrame(canvas, { timestamp: (frame * 1e6) / rate });
    encoder.encode(picture, { keyFrame: frame % (2 * rate) === 0 });
    picture.close();
    while (encoder.encodeQueueSize > 8) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await encoder.flush();
  if (faults[0]) throw faults[0];
  return { frames, poster };
}

/** An element of WebM with a length of eight bytes. */
function element(id: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), length, body]);
}
function number(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
}

/**
 * The plainest WebM: a cluster for each whole picture. The storage's own check then gives it an
 * index, as it does with everybody's films.
 */
function webmOf(frames: readonly Encoded[]): Buffer {
  const clusters: { at: number; blocks: Buffer[] }[] = [];
  for (const { data, at, isKey } of frames) {
    if (isKey || clusters.length === 0) clusters.push({ at, blocks: [] });
    const cluster = clusters.at(-1);
    const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0]);
    head.writeInt16BE(at - (cluster?.at ?? 0), 1);
    cluster?.blocks.push(element('a3', Buffer.concat([head, Buffer.from(data, 'base64')])));
  }
  const picture = element('e0', number('b0', WIDTH), number('ba', HEIGHT));
  return Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    element(
      '18538067',
      element('1549a966', number('2ad7b1', 1_000_000)),
      element(
        '1654ae6b',
        element('ae', number('d7', 1), number('73c5', 1), number('83', 1), element('86', 'V_VP9'), picture),
      ),
      ...clusters.map(({ at, blocks }) => element('1f43b675', number('e7', at), ...blocks)),
    ),
  ]);
}

const executablePath = findBrowser();
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
const scratch = mkdtempSync(join(tmpdir(), 'loge-films-'));
try {
  const page = await browser.newPage();
  // Encoders are there for pages of a secure origin alone.
  await page.route('https://films.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('https://films.test/');
  for (const film of DEMO_FILMS) {
    const made = await page.evaluate(drawInPage, {
      ...film,
      width: WIDTH,
      height: HEIGHT,
      rate: FRAMES_A_SECOND,
      bits: BITS_A_SECOND,
    });
    const [raw, checked] = [join(scratch, `${film.motif}.raw`), join(scratch, `${film.motif}.webm`)];
    await writeFile(raw, webmOf(made.frames));
    const facts = await checkFilm(raw, 'video/webm', MOST_FILM_SECONDS, checked);
    const bytes = await readFile(checked);
    const name = join(folder, `${pictureName(film.name)}-film`);
    await writeFile(`${name}.webm`, bytes);
    await sharp(Buffer.from(made.poster, 'base64')).webp({ quality: 72 }).toFile(`${name}.webp`);
    console.log(`${film.name}: ${facts.seconds.toFixed(2)} s, ${Math.round(bytes.length / 1024)} KB`);
  }
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
