/** Captions of a film: read from WebVTT (w3.org/TR/webvtt1) or from lines that somebody typed, and written as WebVTT that says nothing but them. */
export interface Caption {
  /** Milliseconds from the beginning of the film. */
  from: number;
  to: number;
  /** Plain text, of a few lines at most. */
  text: string;
}

export const MOST_CAPTIONS = 300;
export const MOST_CAPTION_LETTERS = 400;
/** Of a file; three hundred captions of a minute have a tenth of it. */
export const MOST_CAPTION_BYTES = 256 * 1024;
/** How long a typed caption stays at most, in milliseconds, when its line does not say. */
const STAYS = 5_000;
/** An hour is far more than a film has, and less than a number that overflows. */
const LATEST = 3_600_000;

/** `01:02:03.456`, hours left out as one likes. @returns milliseconds, or null */
function timeOf(text: string): number | null {
  const [, hours = '0', minutes = '', seconds = '', milliseconds = ''] =
    /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/.exec(text) ?? [];
  if (minutes === '') return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(milliseconds);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** The words of a caption, without marks such as `<i>` or `<v Speaker>`. */
const plain = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim();

const fits = ({ from, to, text }: Caption): boolean =>
  from >= 0 && to > from && to <= LATEST && text !== '' && text.length <= MOST_CAPTION_LETTERS;

/**
 * Reads WebVTT. Styles, regions, notes and positions are left out.
 * @returns the captions in their order; null when it is no WebVTT, has a caption that ends before it begins, or has none or too many
 */
export function readVtt(file: string): Caption[] | null {
  const [head = '', ...blocks] = file
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/);
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(head) || file.includes('\0')) return null;
  const captions: Caption[] = [];
  for (const block of blocks) {
    const lines = block.split('\n').filter((line, at) => at > 0 || line !== '');
    if (lines.length === 0 || /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(lines[0] ?? '')) continue;
    const at = lines.findIndex((line) => line.includes('-->'));
    if (at < 0 || at > 1) return null;
    const [start = '', , end = ''] = (lines[at] ?? '').trim().split(/\s+/);
    const [from, to] = [timeOf(start), timeOf(end)];
    const text = plain(lines.slice(at + 1).join('\n'));
    // A caption without words is allowed and shows nothing.
    if (text === '' && from !== null && to !== null) continue;
    if (from === null || to === null || !fits({ from, to, text }) || captions.length === MOST_CAPTIONS)
      return null;
    captions.push({ from, to, text });
  }
  if (captions.length === 0) return null;
  return captions.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

const padded = (value: number, digits = 2) => String(value).padStart(digits, '0');

function stamp(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    padded(part),
  );
  return `${clock.join(':')}.${padded(milliseconds % 1000, 3)}`;
}

const escaped = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\n{2,}/g, '\n');

export const writeVtt = (captions: readonly Caption[]): string =>
  `WEBVTT\n${captions.map(({ from, to, text }) => `\n${stamp(from)} --> ${stamp(to)}\n${escaped(text)}\n`).join('')}`;

/** `0:03` or `0:03,5`. */
const TYPED = String.raw`(\d{1,2}):([0-5]\d)(?:[.,](\d))?`;
const LINE = new RegExp(String.raw`^${TYPED}(?:\s*[-–]\s*${TYPED})?\s+(\S.*)$`);

const typedTime = (minutes = '0', seconds = '0', tenth = '0'): number =>
  (Number(minutes) * 60 + Number(seconds)) * 1000 + Number(tenth) * 100;

/**
 * Reads captions as one types them: a line each, « 0:03 Bonjour » or « 0:03-0:05 Bonjour ». A line without an end stays until the next one,
 * five seconds at most.
 * @param seconds how long the film is
 * @returns the captions, or the number of the first line that cannot be read, from 1
 */
export function readTyped(
  text: string,
  seconds: number,
): { captions: Caption[]; wrong: null } | { captions: null; wrong: number } {
  const found: { from: number; to: number | null; text: string; line: number }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const match = LINE.exec(line.trim());
    if (match === null || found.length === MOST_CAPTIONS) return { captions: null, wrong: index + 1 };
    const from = typedTime(match[1], match[2], match[3]);
    const to = match[4] === undefined ? null : typedTime(match[4], match[5], match[6]);
    found.push({ from, to, text: (match[7] ?? '').trim(), line: index + 1 });
  }
  const captions: Caption[] = [];
  for (const [index, { from, to, text: words, line }] of found.entries()) {
    const next = found[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    const end = to ?? Math.min(next, from + STAYS, Math.max(Math.ceil(seconds * 1000), from + 1000));
    const caption = { from, to: end, text: words };
    const isLate = from >= seconds * 1000;
    if (!fits(caption) || isLate) return { captions: null, wrong: line };
    captions.push(caption);
  }
  return { captions, wrong: null };
}

function typed(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100);
  const seconds = Math.floor(tenths / 10);
  const rest = tenths % 10;
  return `${Math.floor(seconds / 60)}:${padded(seconds % 60)}${rest === 0 ? '' : `,${rest}`}`;
}

/** Captions as one types them, to be changed. */
export const writeTyped = (captions: readonly Caption[]): string =>
  captions
    .map(({ from, to, text }) => `${typed(from)}-${typed(to)} ${text.replace(/\s*\n\s*/g, ' ')}`)
    .join('\n');
