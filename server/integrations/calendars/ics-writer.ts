import type { Instant } from '#domain/time/instant.ts';

/** Longest content line, in octets, its line break not counted (RFC 5545, 3.1). */
const LONGEST_LINE = 75;

/** Breaks a line into such that begin with a space, never within a character. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LONGEST_LINE) {
      pieces.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join('\r\n');
}

/** iCalendar text of these lines, folded, each ended as the format wants it. */
export const icsText = (lines: readonly string[]): string => `${lines.map(folded).join('\r\n')}\r\n`;

/** A TEXT value: what separates values is escaped, other control characters are dropped. */
export const escapedText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get in
    .replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, ' ');

/** A parameter's value in quotes; quotes themselves cannot be written (RFC 5545, 3.2). */
export const quoted = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get in
  `"${text.replaceAll('"', '’').replace(/[\u0000-\u001f\u007f]/g, ' ')}"`;

/** `20260312T173000Z`. */
export const utcTime = (instant: Instant): string =>
  new Date(instant).toISOString().replace(/\.\d+|[-:]/g, '');
