/** « Le lun. 12 janv. 2026 à 14:03, Loge <bonjour@loge.fr> a écrit : », « On Mon, Jan 12, 2026 at 2:03 PM Loge wrote: ». */
const QUOTE_HEADER = /^(?:le\s.{5,300}\sa\s+écrit|on\s.{5,300}\swrote)\s*:$/i;
const QUOTE_BEGINS = /^(?:le|on)\s/i;
/** Lines over which programs spread that sentence. */
const HEADER_LINES = 4;

/** Below one of these stands the mail that was answered. */
const DIVIDER =
  /^(?:[-_*]{2,}\s*(?:original message|message d['’]origine|message original|message initial|forwarded message|message transféré|reply message)\s*[-_*]*|_{20,}|-{20,})$/i;

/** Outlook's block instead: who, when, to whom, each on a line of its own. */
const FIELD = /^\*?(?:de|from|envoyé|sent|date|à|to|cc|objet|subject)\s*:\*?\s/i;
const FIRST_FIELD = /^\*?(?:de|from)\s*:\*?\s/i;
const FIELDS_OF_BLOCK = 3;

/** What programs write below a mail by themselves. */
const SIGNATURE =
  /^(?:envoyé (?:de|depuis|à partir de|avec) .{2,80}|sent (?:from|with|via) .{2,80}|(?:obtenez|obtenir|télécharger|get) outlook (?:pour|for) .{2,40}|provenance : courrier pour windows.*)$/i;

const INVISIBLE = /[^\P{Cc}\n\t]|[\u200b\u2060\ufeff]/gu;

/**
 * What somebody wrote in a reply, from the plain text of their mail: without the mail that they answered, and without signatures. An answer
 * between quoted lines or below them stays. Each line is looked at once.
 * @returns the text, trimmed; empty when nothing is theirs
 */
export function replyText(mail: string): string {
  const lines = mail
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(INVISIBLE, '')
    .split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const text = line.trim();
    if (text.startsWith('>')) continue;
    // RFC 3676, 4.3: dashes and a space, which some programs take away.
    if (line === '-- ' || text === '--') break;
    if (DIVIDER.test(text) || SIGNATURE.test(text)) break;
    if (FIRST_FIELD.test(text) && isBlock(lines, at)) break;
    const header = headerLines(lines, at);
    if (header > 0) {
      let next = at + header;
      while (next < lines.length && lines[next]?.trim() === '') next += 1;
      // Quoted lines are left out one by one, since an answer may stand between them. Where nothing marks them, the rest is the quotation.
      if (!lines[next]?.trim().startsWith('>')) break;
      at += header - 1;
      continue;
    }
    kept.push(line.trimEnd());
  }
  return kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** How many lines from here say who wrote the quoted mail, and when; 0: this line does not begin that. */
function headerLines(lines: readonly string[], at: number): number {
  if (!QUOTE_BEGINS.test(lines[at]?.trim() ?? '')) return 0;
  let sentence = '';
  for (let count = 1; count <= HEADER_LINES; count += 1) {
    const next = lines[at + count - 1]?.trim() ?? '';
    if (next === '') return 0;
    sentence = `${sentence} ${next}`.trim();
    if (sentence.length > 320) return 0;
    if (QUOTE_HEADER.test(sentence)) return count;
  }
  return 0;
}

/** Whether the fields of a quoted mail follow: one line « De : » may be the person's own. */
function isBlock(lines: readonly string[], at: number): boolean {
  const fields = lines.slice(at, at + 6).filter((line) => FIELD.test(`${line.trim()} `));
  return fields.length >= FIELDS_OF_BLOCK;
}

/** What a mail says about itself besides its words; names of headers in lower case. */
export interface MailOrigin {
  from: string;
  headers: Readonly<Record<string, string>>;
}

const MACHINES =
  /^(?:mailer-daemon|postmaster|no-?reply|ne-?pas-?repondre|bounces?|daemon)(?:[+._-][^@]*)?@/i;

/**
 * Whether a machine wrote it: an out-of-office reply, a delivery report, a list (RFC 3834, section 2). Nobody is answered then, or two machines
 * would write to each other for ever.
 */
export function isAutomatic({ from, headers }: MailOrigin): boolean {
  if (!from.includes('@') || MACHINES.test(from)) return true;
  const submitted = headers['auto-submitted']?.trim().toLowerCase() ?? 'no';
  if (!/^no(?:\s*;|$)/.test(submitted)) return true;
  if (/^(?:bulk|junk|list|auto_reply)$/i.test(headers.precedence?.trim() ?? '')) return true;
  if (headers['return-path']?.trim() === '<>') return true;
  return ['list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond', 'x-loop', 'feedback-id'].some(
    (name) => headers[name] !== undefined,
  );
}
