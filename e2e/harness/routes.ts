import { type Area, maySee } from '#product/shared/areas.ts';
import { PAGES } from '#product/shared/pages.ts';
import type { Role } from '#product/shared/roles.ts';

/** Values for the parameters of a path: a room and a person that do not exist. */
const EXAMPLES: Readonly<Record<string, string>> = { ':roomId': 'une-loge' };
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** An address of each page of these areas, in the order of the table of pages. */
export const addressesOf = (...areas: readonly Area[]): string[] =>
  PAGES.filter(({ area }) => areas.includes(area)).map(({ path }) =>
    path.replace(/:\w+/g, (name) => EXAMPLES[name] ?? NOBODY),
  );

/** What opens for somebody of this role beside the public pages (section 6); /dashboard leads on. */
export const addressesFor = (role: Role): string[] =>
  addressesOf(
    ...(['viewer', 'streamer', 'admin', 'conference'] as const).filter((area) => maySee(area, role)),
  );
