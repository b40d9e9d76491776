/** Letters, and what joins them in a name. No dot, slash or digit, so no address can pose as one. */
const plainName = /^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u;

/**
 * The opening of a mail. Anybody can sign up anybody's address under any name, so only what looks like a first name is
 * repeated; else a stranger could put their own words into a mail of ours.
 */
export function greeting(firstName: unknown): string {
  return typeof firstName === 'string' && plainName.test(firstName.trim())
    ? `Bonjour ${firstName.trim()},`
    : 'Bonjour,';
}
