/** Turns bytes into text while they come. */
export interface TextReader {
  push(bytes: Uint8Array): string;
  /** Returns the text held back so far. */
  end(): string;
}

/** Enough to see a mark of byte order, or the zeros of UTF-16 without one. */
const FIRST_BYTES = 4;

/**
 * The encoding that the first bytes show: a mark, or `B` of BEGIN in two bytes; null when they show
 * none.
 */
function shownEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return null;
}

/**
 * The encoding that a Content-Type names; UTF-8 for none, for one that nobody knows, and for one of
 * two bytes a letter, of which the first bytes would show zeros.
 */
function namedEncoding(contentType: string | null): string {
  const [, name = 'utf-8'] = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '') ?? [];
  try {
    const { encoding } = new TextDecoder(name);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch (error) {
    if (error instanceof RangeError) return 'utf-8';
    throw error;
  }
}

/**
 * Reads a calendar's bytes as UTF-8, UTF-16 or what its server says. Bytes that are no text of it
 * do not matter: dates and rules are ASCII.
 * @param contentType the header of the answer
 */
export function createTextReader(contentType: string | null): TextReader {
  let decoder: TextDecoder | null = null;
  let held = new Uint8Array(0);
  const decode = (bytes: Uint8Array): string => {
    decoder ??= new TextDecoder(shownEncoding(bytes) ?? namedEncoding(contentType));
    return decoder.decode(bytes, { stream: true });
  };
  return {
    push(bytes) {
      if (decoder) return decode(bytes);
      held = Buffer.concat([held, bytes]);
      return held.length < FIRST_BYTES ? '' : decode(held);
    },
    end: () => (decoder ? '' : decode(held)) + (decoder?.decode() ?? ''),
  };
}
