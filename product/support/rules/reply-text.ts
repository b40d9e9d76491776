import {
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

/** A reply in its two parts; what a program marked as the mail that was answered is in neither. */
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

/** A line that leads to a mail that was answered, or is somebody's own rule. */
const isLead = (line: string): boolean => isRule(line) || isAnnouncement(line) || isDivider(line);

/** Whether a mail that was answered begins here, with nothing that marks its lines. */
function isCut(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim() ?? '';
  if (line === '') return false;
  if (isDivider(line) || isFieldBlock(lines, at)) return true;
  if (!isLead(line)) return false;
  const next = nextLine(lines, at + 1);
  if ((isLongRule(line) || isAnnouncement(line)) && isFromField(lines[next] ?? '')) return true;
  if (isAnnouncement(lines[next]?.trim() ?? '')) return isFieldBlock(lines, nextLine(lines, next + 1));
  return isFieldBlock(lines, next) || meaningOf(lines, next) === 'folds';
}

/**
 * The meaning of a program's sentence for the lines below it, by how sure it is and how they begin.
 */
function meaningOf(lines: readonly string[], at: number): 'folds' | 'marks' | 'nothing' {
  const attribution = readAttribution(lines, at);
  if (attribution === null || attribution.certainty === 'spoken') return 'nothing';
  const next = lines[nextLine(lines, at + attribution.lines)]?.trim() ?? '';
  if (next.startsWith('>')) return attribution.certainty === 'maybe' ? 'nothing' : 'marks';
  // Somebody who cites what was written to them.
  return attribution.certainty !== 'sure' && /^["“”«'‘„]/.test(next) ? 'nothing' : 'folds';
}

/** Whether a run of marked lines says by itself that it is the mail that was answered. */
function isMarkedMail(marked: readonly string[]): boolean {
  const lines = marked.map(unquoted);
  return lines.some((_, at) => {
    const certainty = readAttribution(lines, at)?.certainty;
    return isCut(lines, at) || certainty === 'sure' || certainty === 'likely';
  });
}

/**
 * Reads the plain text of a reply. The mail that was answered is left out where a program marked
 * each of its lines, and folded where nothing does: an answer may stand between them. A person's
 * own words stay, between quoted lines and below them too. Each line is looked at a fixed number of
 * times.
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
    const meaning = meaningOf(lines, at);
    if (meaning === 'marks') {
      const { lines: count = 1, isNameFirst = false } = readAttribution(lines, at) ?? {};
      attributed = true;
      // A word that stands alone above the address may be the person's last word.
      if (isNameFirst) folded.push(...lines.slice(at, at + count));
      at += count - 1;
      continue;
    }
    if (isLead(text) && meaningOf(lines, nextLine(lines, at + 1)) === 'marks') continue;
    if (meaning === 'folds' || isCut(lines, at)) {
      folded.push(...lines.slice(at));
      break;
    }
    kept.push(line.trimEnd());
  }
  // Marked lines alone are the mail that was answered, sent back.
  const own = textOf(words);
  return { words: own, folded: own === '' && folded.every(isQuoted) ? '' : textOf(folded) };
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
