import { decodeHTML } from 'entities';

/**
 * Captions of a film: read from WebVTT (w3.org/TR/webvtt1) or from lines that somebody typed, and
 * written as WebVTT that says nothing but them.
 */
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

/**
 * `01:02:03.456` as browsers read it (WebVTT, « collect a WebVTT timestamp »), hours left out as
 * one likes; with a comma, as SubRip writes it.
 */
const TIME = String.raw`(?:(\d+):)?([0-5]\d):([0-5]\d)[.,](\d{3})`;
/** The times of a caption; what it says of its position may stand right behind them. */
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?!\d)`);

const millisecondsOf = ([hours = '0', minutes = '0', seconds = '0', rest = '0']: readonly (
  | string
  | undefined
)[]): number => ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest);

/** Blocks that show nothing, by their first line. */
const SILENT = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;

/**
 * The words of a caption, without marks such as `<i>` or `<v Speaker>`; a file of somebody's may be
 * written with any entity of HTML.
 */
const plain = (text: string): string => decodeHTML(text.replace(/<[^<>]*>/g, '')).trim();

/** Why a caption of a file cannot be taken. */
export const CAPTION_FAULTS = [
  'time',
  'backwards',
  'too_late',
  'too_long',
  'too_many',
  'no_captions',
] as const;
export type CaptionFault = (typeof CAPTION_FAULTS)[number];

/** The fault of a file, and its place: which caption, and on which line, both from 1. */
export interface WrongCaption {
  fault: CaptionFault;
  caption: number;
  line: number;
}

/** @returns why a caption is refused; null: it is not */
function faultOfCaption({ from, to, text }: Caption): CaptionFault | null {
  if (to <= from) return 'backwards';
  if (to > LATEST) return 'too_late';
  return text.length > MOST_CAPTION_LETTERS ? 'too_long' : null;
}

const NO_CAPTIONS: WrongCaption = { fault: 'no_captions', caption: 1, line: 1 };

/**
 * Reads WebVTT as browsers do (w3.org/TR/webvtt1, « WebVTT parser algorithm »): a line with an
 * arrow begins a caption, whether or not a blank line stands before it or spaces around the arrow.
 * SubRip, which has no head and writes a comma in its times, is read likewise. Styles, regions,
 * notes and positions are left out.
 * @returns the captions in their order; or the first that ends before it begins, has a time that is
 * none, or is too long; or that there is none, or too many
 */
export function readVtt(
  file: string,
): { captions: Caption[]; wrong: null } | { captions: null; wrong: WrongCaption } {
  const lines = file.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const hasHead = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '');
  const isSubRip = /^\s*(?:\d+\s+)?\d+:\d\d:\d\d[.,]\d{3}\s*-->/.test(file.replace(/^\ufeff/, ''));
  if ((!hasHead && !isSubRip) || file.includes('\0')) return { captions: null, wrong: NO_CAPTIONS };
  const captions: Caption[] = [];
  let count = 0;
  let isSilent = false;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (at === 0 || lines[at - 1] === '') isSilent = SILENT.test(line);
    at += 1;
    const times = TIMES.exec(line);
    // An arrow without times within a note is skipped; with times it ends the note.
    if (!line.includes('-->') || (isSilent && times === null)) continue;
    isSilent = false;
    const number = at;
    count += 1;
    const words: string[] = [];
    for (; at < lines.length && lines[at] !== '' && !lines[at]?.includes('-->'); at += 1)
      words.push(lines[at] ?? '');
    // The number of the next caption stands on the line before its times: without a blank line it
    // is no word of this one.
    const startsNext = lines[at]?.includes('-->') === true;
    if (startsNext && words.length > 1 && words.at(-1)?.trim() === String(count + 1)) words.pop();
    const text = plain(words.join('\n'));
    const wrong = (fault: CaptionFault) => ({
      captions: null,
      wrong: { fault, caption: count, line: number },
    });
    if (times === null) return wrong('time');
    const [from, to] = [millisecondsOf(times.slice(1, 5)), millisecondsOf(times.slice(5, 9))];
    // A caption without words is allowed and shows nothing.
    if (text === '') continue;
    if (captions.length === MOST_CAPTIONS) return wrong('too_many');
    const fault = faultOfCaption({ from, to, text });
    if (fault !== null) return wrong(fault);
    captions.push({ from, to, text });
  }
  if (captions.length === 0) return { captions: null, wrong: NO_CAPTIONS };
  return { captions: captions.toSorted((a, b) => a.from - b.from || a.to - b.to), wrong: null };
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
 * Reads captions as one types them: a line each, « 0:03 Bonjour » or « 0:03-0:05 Bonjour ». A line
 * without an end stays until the next one, five seconds at most.
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
    if (words === '' || faultOfCaption(caption) !== null || isLate) return { captions: null, wrong: line };
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
