import { type Area, maySee } from '#product/shared/areas.ts';
import { dashboardOf, type Role } from '#product/shared/roles.ts';
import { safeReturnPath } from '#web/lib/return-path.ts';

const areaOf = (path: string): Area =>
  (['viewer', 'streamer', 'admin'] as const).find((area) => path.startsWith(`/${area}-dashboard`)) ??
  'public';

/**
 * Where somebody lands after signing in: where they were going, when that is a page of ours that
 * their role may see; otherwise their own dashboard.
 * @param next what the address remembered, as it came
 */
export function pathAfterSignIn(role: Role, next: string | null): string {
  const path = safeReturnPath(next);
  return path && maySee(areaOf(path), role) ? path : dashboardOf(role);
}
