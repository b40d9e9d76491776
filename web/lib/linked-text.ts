/** A stretch of a text; `href` where it is an address that one may follow. */
export interface TextPart {
  shown: string;
  href: string | null;
}

const ADDRESS = /https?:\/\/[^\s<>"«»“”]+/giu;
/**
 * Marks that change the direction of writing, and invisible letters: an address with them is meant
 * to deceive.
 */
const UNSEEN = /[\p{Cc}\p{Cf}]/u;
/** The end of a sentence is not the end of an address. */
const SENTENCE_END = /[.,;:!?…'’*_~]+$/u;

/**
 * The address at the beginning of what looks like one: without the sentence's own full stop, or a
 * bracket that it did not open.
 */
function trimmed(found: string): string {
  let text = found;
  for (;;) {
    const before = text;
    text = text.replace(SENTENCE_END, '');
    for (const [open, close] of ['()', '[]', '{}']) {
      if (open === undefined || close === undefined) continue;
      if (text.endsWith(close) && text.split(close).length > text.split(open).length)
        text = text.slice(0, -1);
    }
    if (text === before) return text;
  }
}

/**
 * The address as typed when it shows exactly where it leads; otherwise as the browser reads it,
 * with foreign letters of a host as xn--….
 */
function shownAs(typed: string, url: URL): string {
  const plain = /^[\x21-\x7e]+$/.test(typed) && !typed.includes('\\');
  const host = /^https?:\/\/([^/?#]*)/i.exec(typed)?.[1]?.toLowerCase();
  return plain && (host === url.host || host === `${url.host}:${url.port}`) ? typed : url.href;
}

function linkOf(typed: string): TextPart | null {
  if (UNSEEN.test(typed)) return null;
  const url = URL.parse(typed);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  // `https://loge.fr@elsewhere` leads elsewhere, and a host without a dot is somebody's own
  // machine.
  if (url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return null;
  return { shown: shownAs(typed, url), href: url.href };
}

/**
 * A text that somebody wrote, with the addresses in it set apart: http and https alone, no
 * markdown, so that what is shown is where it leads. An address that cannot be followed safely
 * stays text.
 */
export function linkedParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const say = (until: number) => {
    if (until > end) parts.push({ shown: text.slice(end, until), href: null });
    end = until;
  };
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    // An address shortened at a hidden mark would still look like a part of it: the whole of it
    // stays text.
    const typed = UNSEEN.test(found) ? found : trimmed(found);
    const link = linkOf(typed);
    if (link === null) continue;
    say(index);
    parts.push(link);
    end = index + typed.length;
  }
  say(text.length);
  return parts;
}
