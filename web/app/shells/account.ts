import type { Role } from '#domain/account/roles.ts';

/** Who is signed in, as far as a shell needs to know. */
export interface ShellAccount {
  firstName: string;
  lastName: string;
  /** The uploaded picture, or the placeholder of the role. */
  avatarUrl: string | null;
  role: Role;
}

/** What every shell with an account menu is given. */
export interface AccountProps {
  account: ShellAccount | null;
  onSignOut: () => void;
}

/** First and last name as one; what there is of them. */
export const fullName = ({ firstName, lastName }: Pick<ShellAccount, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

export const roleNames: Readonly<Record<ShellAccount['role'], string>> = {
  viewer: 'Viewer',
  streamer: 'Streamer',
  admin: 'Admin',
};
