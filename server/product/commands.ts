import type { Command } from '#server/platform/functions/command.ts';
import { cancelDeletion } from './accounts/cancel-deletion.ts';
import { exportData } from './accounts/export-data.ts';
import { listSessions } from './accounts/list-sessions.ts';
import { requestDeletion } from './accounts/request-deletion.ts';
import { revokeSession } from './accounts/revoke-session.ts';
import { changeRole } from './administration/change-role.ts';
import { decideAdminRequest } from './administration/decide-admin-request.ts';
import { restorePerson } from './administration/restore-person.ts';
import { signOutEverywhere } from './administration/sign-out-everywhere.ts';
import { suspendPerson } from './administration/suspend-person.ts';
import type { ProductDeps } from './deps.ts';

/** Every command of Loge. One that is not listed here is not served. */
export const createCommands = (deps: ProductDeps): readonly Command[] => [
  cancelDeletion,
  exportData,
  listSessions,
  requestDeletion(deps),
  revokeSession,
  changeRole,
  decideAdminRequest(deps),
  restorePerson(deps),
  signOutEverywhere,
  suspendPerson(deps),
];
