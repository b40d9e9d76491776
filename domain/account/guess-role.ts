import { isRole, type Role } from './roles.ts';

/**
 * The role of a profile that has none, guessed from the e-mail (spec 5). It only decides which dashboard the page opens:
 * policies and commands ask `profiles.role` and never this, so an address that says 'admin' is granted nothing.
 */
export function guessRole(email: string): Role {
  const text = email.toLowerCase();
  if (text.includes('admin')) return 'admin';
  if (text.includes('streamer')) return 'streamer';
  return 'viewer';
}

/** @returns the profile's role, or the guess where it has none that we know */
export const roleOrGuess = (role: unknown, email: string): Role => (isRole(role) ? role : guessRole(email));
