/**
 * Reads a telephone number as people write it: `06 12 34 56 78` is French, every other country's begins with `+` or `00`.
 * @returns E.164 with its plus sign, or null for what is no number
 */
export function readPhoneNumber(written: string): string | null {
  const bare = written.replaceAll(/[\s.()\u00a0\u202f-]/g, '').replace(/^00/, '+');
  const number = /^0[1-9]\d{8}$/.test(bare) ? `+33${bare.slice(1)}` : bare;
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
