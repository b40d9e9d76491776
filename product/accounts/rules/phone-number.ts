/**
 * Reads a telephone number as people write and paste it: `06 12 34 56 78` is French, every other
 * country's begins with `+` or `00`; the zero in `+33 (0)6` is for calls from within, and address
 * books put invisible marks of direction around numbers.
 * @returns E.164 with its plus sign, or null for what is no number
 */
export function readPhoneNumber(written: string): string | null {
  const bare = written
    .normalize('NFKC')
    .replace(/^[\s\p{Cf}]*tel:/iu, '')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .replace(/(?<=^(?:\+|00)\d{1,3})\(0\)/, '')
    .replaceAll(/[./()\p{Pd}\u00b7\u2022\u2212]/gu, '')
    .replace(/^00/, '+')
    // No number of France has a zero behind its code.
    .replace(/^\+330(?=[1-9]\d{8}$)/, '+33');
  const number = /^0[1-9]\d{8}$/.test(bare) ? `+33${bare.slice(1)}` : bare;
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
