import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FilmFacts, type FilmFault, MOST_FILM_BYTES } from '#product/shared/films/rules.ts';
import { box, element, makeMp4, makeWebM, u32 } from '../testing/make-films.ts';

/**
 * The readers of films against a stranger's bytes, in a process whose heap has 96 MB: whatever is sent, it answers with a film or a reason, in
 * bounded time, and never grows with what a file says of itself.
 */

const MEGABYTE = 1024 * 1024;
/** A film of the largest size is read once and written once. */
const MOST_PROCESSOR_MS = 15_000;
/** Above what the process has after the first film: its heap, and what the collector has not yet given back. */
const MOST_GROWTH = 256 * MEGABYTE;

interface Answer {
  facts?: FilmFacts;
  fault?: FilmFault;
  /** What nothing foresaw. */
  broke?: string;
  processorMs: number;
  peak: number;
}

const folder = mkdtempSync(join(tmpdir(), 'loge-film-fuzz-'));
const [from, to] = [join(folder, 'from'), join(folder, 'to')];
let child: ChildProcess;
let lines: AsyncIterator<string>;
let peakBefore = 0;

async function check(file: Buffer, type: string): Promise<Answer & { written: number | null }> {
  await writeFile(from, file);
  child.stdin?.write(`${JSON.stringify({ from, type, to })}\n`);
  const { value, done } = await lines.next();
  if (done) throw new Error(`The process died of ${file.length} bytes of ${type}`);
  const answer = JSON.parse(value) as Answer;
  const written = answer.facts === undefined ? null : (await stat(to)).size;
  await rm(to, { force: true });
  return { ...answer, written };
}

/** What holds for every file. */
function expectBounded({ facts, fault, broke, processorMs, peak }: Answer): void {
  expect(broke).toBeUndefined();
  expect([facts, fault].filter((one) => one !== undefined)).toHaveLength(1);
  expect(processorMs).toBeLessThan(MOST_PROCESSOR_MS);
  expect(peak - peakBefore).toBeLessThan(MOST_GROWTH);
  if (facts) expect(facts.seconds).toBeLessThanOrEqual(61);
}

beforeAll(async () => {
  const program = join(import.meta.dirname, '../testing/film-process.ts');
  child = spawn(process.execPath, ['--max-old-space-size=96', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('The process has no output');
  lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  peakBefore = (await check(makeMp4(), 'video/mp4')).peak;
});
afterAll(async () => {
  child.stdin?.end();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

const films: readonly [string, Buffer][] = [
  ['video/mp4', makeMp4({ seconds: 3, inMovie: [box('udta', Buffer.from('a'))] })],
  ['video/mp4', makeMp4({ seconds: 3, fragmented: true })],
  ['video/quicktime', makeMp4({ seconds: 3, brand: 'qt  ', turned: true })],
  ['video/webm', makeWebM({ seconds: 3 })],
  ['video/webm', makeWebM({ seconds: 3, isOpen: false, said: 3 })],
];
const share = fc.double({ min: 0, max: 1, noNaN: true });
/** Lengths and counts at which readers stumble. */
const edge = fc
  .constantFrom('00', 'ff', '00000000', '00000001', '00000008', '7fffffff', '80000000', 'ffffffff')
  .map((hex) => Buffer.from(hex, 'hex'));
const wide = fc
  .constantFrom('01ffffffffffffff', '0100000000000000', 'ffffffffffffffff', '7ff0000000000000')
  .map((hex) => Buffer.from(hex, 'hex'));
const noise = fc.uint8Array({ minLength: 1, maxLength: 16 }).map((bytes) => Buffer.from(bytes));

type Change = (film: Buffer) => Buffer;
const at = (film: Buffer, place: number) => Math.floor(film.length * place);
const change: fc.Arbitrary<Change> = fc.oneof(
  // Other bytes in the place of some.
  fc.tuple(share, fc.oneof(edge, wide, noise)).map(
    ([place, others]): Change =>
      (film) => {
        const changed = Buffer.from(film);
        others.copy(changed, Math.min(at(film, place), Math.max(0, film.length - others.length)));
        return changed;
      },
  ),
  // More bytes.
  fc.tuple(share, fc.oneof(edge, wide, noise)).map(
    ([place, others]): Change =>
      (film) =>
        Buffer.concat([film.subarray(0, at(film, place)), others, film.subarray(at(film, place))]),
  ),
  // Fewer.
  fc.tuple(share, fc.nat(200)).map(
    ([place, length]): Change =>
      (film) =>
        Buffer.concat([film.subarray(0, at(film, place)), film.subarray(at(film, place) + length)]),
  ),
  // A stretch of it over and over.
  fc.tuple(share, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 500 })).map(
    ([place, length, times]): Change =>
      (film) => {
        const stretch = film.subarray(at(film, place), at(film, place) + length);
        const many = Array.from({ length: times }, () => stretch);
        return Buffer.concat([film.subarray(0, at(film, place)), ...many, film.subarray(at(film, place))]);
      },
  ),
  // The half of one and the half of another.
  fc.tuple(share, fc.constantFrom(...films)).map(
    ([place, [, other]]): Change =>
      (film) =>
        Buffer.concat([film.subarray(0, at(film, place)), other.subarray(at(other, place))]),
  ),
);

test('a film that was changed anywhere, in any way, is taken or refused with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...films),
      fc.array(change, { minLength: 1, maxLength: 8 }),
      async ([type, film], changes) => {
        const changed = changes.reduce((now, each) => each(now), film).subarray(0, 8 * MEGABYTE);
        if (changed.length === 0) return;
        const answer = await check(changed, type);
        expectBounded(answer);
        // What is written is not many times what came: a short file does not fill the disk.
        if (answer.written !== null) expect(answer.written).toBeLessThanOrEqual(changed.length * 12 + 1024);
      },
    ),
  );
}, 900_000);

test('noise behind the first bytes of a film, of any length, is refused with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...films),
      fc.integer({ min: 1, max: 300_000 }),
      async ([type, film], length) => {
        const head = film.subarray(0, type === 'video/webm' ? 60 : 200);
        const answer = await check(Buffer.concat([head, randomBytes(length)]), type);
        expectBounded(answer);
        expect(answer.fault).toBeDefined();
      },
    ),
  );
}, 900_000);

/** As many of these as a file may hold. */
const fill = (piece: Buffer, most = MOST_FILM_BYTES - MEGABYTE) =>
  Buffer.alloc(Math.floor(most / piece.length) * piece.length, piece);
const fragment = (...parts: Buffer[]) => box('traf', box('tfhd', u32(0x20000), u32(1)), ...parts);

test.each<[string, string, () => Buffer]>([
  ['heads of boxes', 'video/mp4', () => makeMp4({ atEnd: [fill(box('free'))] })],
  ['empty fragments', 'video/mp4', () => makeMp4({ fragmented: true, atEnd: [fill(box('moof'))] })],
  [
    'fragments of nothing but heads',
    'video/mp4',
    () => makeMp4({ fragmented: true, atEnd: [fill(box('moof', fill(box('traf'), MEGABYTE / 2)))] }),
  ],
  [
    'fragments of samples of no length',
    'video/mp4',
    () => {
      const samples = box('trun', u32(0x100), u32(120_000), Buffer.alloc(480_000));
      return makeMp4({ fragmented: true, atEnd: [fill(box('moof', fragment(samples)))] });
    },
  ],
  [
    'a movie of nothing but tracks',
    'video/mp4',
    () => makeMp4({ inMovie: [fill(box('trak'), 7 * MEGABYTE)] }),
  ],
  [
    'defaults of as many tracks',
    'video/mp4',
    () => {
      const each = Buffer.concat(
        Array.from({ length: 200_000 }, (_, id) => box('trex', ...[0, id, 1, 100, 0, 0].map(u32))),
      );
      return makeMp4({ inMovie: [box('mvex', each)] });
    },
  ],
  ['one box of zeros', 'video/mp4', () => makeMp4({ atEnd: [box('mdat', Buffer.alloc(48 * MEGABYTE))] })],
  ['empty elements', 'video/webm', () => makeWebM({ tags: [fill(Buffer.from('ec80', 'hex'))] })],
  [
    'empty clusters',
    'video/webm',
    () => makeWebM({ isOpen: false, tags: [fill(Buffer.from('1f43b67583e78100', 'hex'))] }),
  ],
  [
    'clusters of one block',
    'video/webm',
    () => makeWebM({ isOpen: false, tags: [fill(Buffer.from('1f43b67589e78100a38481000000', 'hex'))] }),
  ],
  [
    'as many clusters as are read',
    'video/webm',
    () =>
      makeWebM({
        isOpen: false,
        tags: [fill(Buffer.from('1f43b67589e78100a38481000000', 'hex'), 14 * 9_900)],
      }),
  ],
  [
    'one cluster of empty blocks',
    'video/webm',
    () =>
      makeWebM({
        isOpen: false,
        tags: [element(0x1f43b675, Buffer.from('e78100', 'hex'), fill(Buffer.from('a38481000000', 'hex')))],
      }),
  ],
  ['noise', 'video/webm', () => Buffer.concat([makeWebM().subarray(0, 60), randomBytes(48 * MEGABYTE)])],
])(
  'fifty megabytes of %s cost no more than their length',
  async (_what, type, make) => {
    const file = make();
    expect(file.length).toBeLessThanOrEqual(MOST_FILM_BYTES);
    const answer = await check(file, type);
    expectBounded(answer);
    if (answer.written !== null) expect(answer.written).toBeLessThanOrEqual(file.length * 4);
  },
  120_000,
);
