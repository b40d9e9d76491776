/** The roles of people on Loge (spec 3): stored in `profiles.role`, which no client can change. */
export const ROLES = ['viewer', 'streamer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The names of the roles on the team's pages. */
export const ROLE_LABELS = {
  viewer: 'Viewer',
  streamer: 'Streamer',
  admin: 'Admin',
} as const satisfies Record<Role, string>;

export const isRole = (value: unknown): value is Role => ROLES.includes(value as Role);

/** Where each role lands after signing in, and is sent back to by a guard (spec 2). */
export const DASHBOARDS = {
  viewer: '/viewer-dashboard',
  streamer: '/streamer-dashboard',
  admin: '/admin-dashboard',
} as const satisfies Record<Role, string>;

export const dashboardOf = (role: Role): (typeof DASHBOARDS)[Role] => DASHBOARDS[role];

/** Every role has settings, where a person manages their account. */
export const settingsPageOf = (role: Role): string => `${DASHBOARDS[role]}/settings`;

/**
 * Where a person's account is set up: a streamer's settings begin with their page, and have the
 * account in a tab of its own.
 */
export const accountPageOf = (role: Role): string =>
  role === 'streamer' ? `${settingsPageOf(role)}?tab=account` : settingsPageOf(role);

/** The picture shown for a role until the person has their own. */
export const AVATARS = {
  viewer: '/avatars/viewer.svg',
  streamer: '/avatars/streamer.svg',
  admin: '/avatars/admin.svg',
} as const satisfies Record<Role, string>;

/** @returns the address of the person's picture: their own, else their role's */
export const avatarOf = (person: { avatarUrl: string | null; role: Role }): string =>
  person.avatarUrl ?? AVATARS[person.role];

/**
 * The role of a profile that has none, guessed from the e-mail (spec 5). It only decides which
 * dashboard the page opens: policies and commands read `profiles.role` and never this, so an
 * address that contains 'admin' gains nothing.
 */
export function guessRole(email: string): Role {
  const text = email.toLowerCase();
  if (text.includes('admin')) return 'admin';
  if (text.includes('streamer')) return 'streamer';
  return 'viewer';
}

/** @returns the profile's role, or the guess where it has none that we know */
export const roleOrGuess = (role: unknown, email: string): Role => (isRole(role) ? role : guessRole(email));
