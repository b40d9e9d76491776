/**
 * The characters that no document, file of the tax office or table shows, and those that XML 1.0
 * forbids (2.2): controls, halves of pairs, noncharacters, marks of direction.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]/gu;

/**
 * A text of somebody's as files may have it: on one line, with nothing that cannot be seen. It may
 * be empty.
 */
export const legible = (text: string): string =>
  text
    .replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replaceAll(UNSEEN, '')
    .normalize('NFC')
    .trim();
