/**
 * The roles of an admin within the team: one of the first two alone, or several of the others.
 * Stored in `team_roles`, which policies and commands ask.
 */
export const TEAM_ROLES = ['all', 'read_only', 'support', 'moderation', 'finance'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** The name of each role. */
export const TEAM_ROLE_LABELS = {
  all: 'Tout',
  read_only: 'Lecture seule',
  support: 'Support',
  moderation: 'Modération',
  finance: 'Finances',
} as const satisfies Record<TeamRole, string>;

/** The roles that a command or a page can ask for: `all` has each of them, `read_only` none. */
export type TeamDuty = Exclude<TeamRole, 'all' | 'read_only'>;

/**
 * Whether these roles may stand together: `all` and `read_only` alone, none twice, one at least.
 */
export const canStandTogether = (roles: readonly TeamRole[]): boolean =>
  roles.length > 0 &&
  new Set(roles).size === roles.length &&
  (roles.length === 1 || !roles.some((role) => role === 'all' || role === 'read_only'));

/** Whether somebody with these roles has one of the duties; with none asked for only `all` does. */
export const hasDuty = (roles: readonly string[], ...duties: readonly TeamDuty[]): boolean =>
  roles.includes('all') || duties.some((duty) => roles.includes(duty));

/**
 * The pages of the team that are of use to some roles alone; everybody of the team has the others.
 */
const DUTIES_OF_PAGES: Readonly<Record<string, readonly TeamDuty[]>> = {
  // Nobody but `all`: it says what each of the first streamers earns.
  '/admin-dashboard/analytics': [],
  '/admin-dashboard/messages': ['support'],
  '/admin-dashboard/moderation': ['moderation'],
  '/admin-dashboard/reports': ['finance'],
};

/** Whether a page of the team shows anything to somebody with these roles. */
export const mayOpenPage = (path: string, roles: readonly string[]): boolean => {
  const duties = DUTIES_OF_PAGES[path];
  return duties === undefined || hasDuty(roles, ...duties);
};

/** How long somebody of the team sees a person's pages as they do. */
export const VIEWING_MINUTES = 15;
