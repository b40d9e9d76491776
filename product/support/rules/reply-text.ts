import {
  type Attribution,
  isAnnouncement,
  isDivider,
  isFieldBlock,
  isFromField,
  isLongRule,
  isOwnAdvertisement,
  isRule,
  readAttribution,
} from './quotations.ts';

const INVISIBLE = /[^\P{Cc}\n\t]|[\u200b\u2060\ufeff]/gu;

const linesOf = (mail: string): string[] =>
  mail
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(INVISIBLE, '')
    .split('\n');

const textOf = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** A reply in its two parts; what is surely the mail that was answered is in neither. */
export interface Reply {
  /** The person's own words. */
  words: string;
  /**
   * The part that may be a quotation or a signature, and may be theirs: it is shown folded. Empty
   * when nothing is unsure.
   */
  folded: string;
}

const isQuoted = (line: string): boolean => line.trimStart().startsWith('>');
const unquoted = (line: string): string => line.replace(/^\s*(?:>\s?)+/, '');

/** The first line from here that has something on it. */
function nextLine(lines: readonly string[], at: number): number {
  let next = at;
  while (next < lines.length && lines[next]?.trim() === '') next += 1;
  return next;
}

/** Whether a mail that was answered begins here, with nothing that marks its lines. */
function isCut(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim() ?? '';
  if (line === '') return false;
  if (isDivider(line) || isFieldBlock(lines, at)) return true;
  if (!isRule(line) && !isAnnouncement(line)) return false;
  const next = nextLine(lines, at + 1);
  if (isLongRule(line) && isFromField(lines[next] ?? '')) return true;
  return isFieldBlock(lines, next) || readAttribution(lines, next)?.certainty === 'sure';
}

/** Whether a run of marked lines says by itself that it is the mail that was answered. */
function isMarkedMail(marked: readonly string[]): boolean {
  const lines = marked.map(unquoted);
  return lines.some(
    (_, at) => isCut(lines, at) || (readAttribution(lines, at)?.certainty ?? 'spoken') !== 'spoken',
  );
}

/**
 * Reads the plain text of a reply. The mail that was answered is left out where a program marked
 * it; a person's own words stay, between quoted lines and below them too. Nothing is lost that only
 * looks like a quotation. Each line is looked at a fixed number of times.
 */
export function readReply(mail: string): Reply {
  const lines = linesOf(mail);
  const words: string[] = [];
  const folded: string[] = [];
  /** Where unmarked lines go: below a signature nothing is sure any more. */
  let kept = words;
  /** A program has said whose mail the marked lines are. */
  let attributed = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const text = line.trim();
    if (isQuoted(line)) {
      let end = at;
      while (end < lines.length && isQuoted(lines[end] ?? '')) end += 1;
      const marked = lines.slice(at, end);
      attributed ||= isMarkedMail(marked);
      if (!attributed) folded.push(...marked);
      at = end - 1;
      continue;
    }
    if (isOwnAdvertisement(text)) continue;
    // RFC 3676, 4.3: two dashes and a space. Without the space it is a rule that somebody drew.
    if (line === '-- ') {
      kept = folded;
      continue;
    }
    if (isCut(lines, at)) return ended(words, folded, lines.slice(at));
    const attribution = readAttribution(lines, at);
    if (attribution !== null) {
      const next = nextLine(lines, at + attribution.lines);
      const then = after(attribution.certainty, lines[next]?.trim() ?? '');
      if (then === 'ends') return ended(words, folded, lines.slice(at));
      if (then === 'folds') return { words: textOf(words), folded: textOf([...folded, ...lines.slice(at)]) };
      if (then === 'marks') {
        attributed = true;
        at += attribution.lines - 1;
        continue;
      }
    }
    kept.push(line.trimEnd());
  }
  // Marked lines alone are the mail that was answered, sent back.
  const own = textOf(words);
  return { words: own, folded: own === '' && folded.every(isQuoted) ? '' : textOf(folded) };
}

/**
 * The meaning of a program's sentence for the lines below it, by how sure it is and how they begin.
 */
function after(certainty: Attribution, next: string): 'ends' | 'folds' | 'marks' | 'nothing' {
  if (certainty === 'spoken') return 'nothing';
  if (next.startsWith('>')) return 'marks';
  if (certainty === 'sure') return 'ends';
  // Somebody who cites what was written to them.
  return /^["“”«'‘„]/.test(next) ? 'nothing' : 'folds';
}

/**
 * With nothing above it, the person may have written below, or in, what nothing marks: all of it is
 * kept.
 */
function ended(words: readonly string[], folded: readonly string[], rest: readonly string[]): Reply {
  const own = textOf(words);
  return { words: own, folded: textOf(own === '' ? [...folded, ...rest] : folded) };
}

/** The headers of a mail that say where it comes from; their names in lower case. */
export interface MailOrigin {
  from: string;
  headers: Readonly<Record<string, string>>;
}

const MACHINES = /^(?:mailer-daemon|no-?reply|ne-?pas-?repondre|bounces?)(?:[+._-][^@]*)?@/i;
/** Addresses that machines write from, and people of small houses too. */
const SHARED = /^(?:postmaster|daemon)(?:[+._-][^@]*)?@/i;

/**
 * Whether a machine wrote a mail: an out-of-office reply, a delivery report (RFC 3834, section 2).
 * `possible`: lists and providers of newsletters mark the mails of people too, so what it says
 * counts, and only no mail is sent back, or two machines would write to each other for ever.
 */
export function automationOf({ from, headers }: MailOrigin): 'certain' | 'possible' | 'none' {
  if (!from.includes('@') || MACHINES.test(from)) return 'certain';
  const submitted = headers['auto-submitted']?.trim().toLowerCase() ?? 'no';
  const precedence = headers.precedence?.trim().toLowerCase() ?? '';
  if (!/^no(?:\s*[;(]|$)/.test(submitted) || precedence === 'auto_reply') return 'certain';
  if (headers['return-path']?.trim() === '<>') return 'certain';
  const isSet = (name: string) => !['', 'no', undefined].includes(headers[name]?.trim().toLowerCase());
  if (['x-autoreply', 'x-autorespond'].some(isSet)) return 'certain';
  const marks = ['list-id', 'list-unsubscribe', 'x-loop', 'feedback-id'];
  const marked = marks.some((name) => headers[name] !== undefined);
  return marked || /^(?:bulk|junk|list)$/.test(precedence) || SHARED.test(from) ? 'possible' : 'none';
}
