import { changeRole, setTeamRoles } from '#product/administration/contract.ts';
import { setStreamerStanding } from '#product/administration/marketplace-contract.ts';
import { orderEntries, renameEntry, retireEntry, setPicture } from '#product/catalogue/contract.ts';
import { arrangeHome } from '#product/discovery/home-contract.ts';
import type { Contract, RequestOf } from '#product/shared/contract.ts';
import { REASON_MAX } from '#product/shared/contract.ts';
import type { Role } from '#product/shared/roles.ts';
import type { TeamRole } from '#product/shared/team-roles.ts';
import { assignThread, setThreadState } from '#product/support/contract.ts';
import type { ThreadState } from '#product/support/rules/support.ts';

/** The command that takes a decision of the team back. */
export interface Inverse<Of extends Contract = Contract> {
  contract: Of;
  input: RequestOf<Of>;
}

const OPPOSITE = {
  feature: 'unfeature',
  unfeature: 'feature',
  withhold: 'restore',
  restore: 'withhold',
} as const;

/** Why something was taken back, as the log keeps it. */
export const undoReason = (reason: string): string => `Annulé aussitôt : ${reason}`.slice(0, REASON_MAX);

/**
 * What takes a command of the team back, by its name: those that harm nobody, because no money moved, nobody was told, and what was before comes back
 * whole. `before` is what the page showed when it was decided; a thread that somebody else took meanwhile is refused by the inverse itself.
 */
export const UNDO = {
  [setStreamerStanding.name]: ({
    standing,
    ...rest
  }: RequestOf<typeof setStreamerStanding>): Inverse<typeof setStreamerStanding> => ({
    contract: setStreamerStanding,
    input: { ...rest, standing: OPPOSITE[standing], reason: undoReason(rest.reason) },
  }),
  // With the role of an admin go their rows of the team, and with making one a pending request: neither would come back.
  [changeRole.name]: (
    { personId, role, reason }: RequestOf<typeof changeRole>,
    before: Role | null,
  ): Inverse<typeof changeRole> | null =>
    before === null || before === 'admin' || role === 'admin'
      ? null
      : { contract: changeRole, input: { personId, role: before, reason: undoReason(reason) } },
  [setTeamRoles.name]: (
    { personId, reason }: RequestOf<typeof setTeamRoles>,
    before: TeamRole[],
  ): Inverse<typeof setTeamRoles> => ({
    contract: setTeamRoles,
    input: { personId, roles: before, reason: undoReason(reason) },
  }),
  [setThreadState.name]: (
    { threadId }: RequestOf<typeof setThreadState>,
    before: ThreadState,
  ): Inverse<typeof setThreadState> => ({
    contract: setThreadState,
    input: { threadId, state: before },
  }),
  [assignThread.name]: ({
    threadId,
    assigneeId,
    before,
  }: RequestOf<typeof assignThread>): Inverse<typeof assignThread> => ({
    contract: assignThread,
    input: { threadId, assigneeId: before, before: assigneeId },
  }),
  [orderEntries.name]: (
    { list, reason }: RequestOf<typeof orderEntries>,
    before: readonly string[],
  ): Inverse<typeof orderEntries> => ({
    contract: orderEntries,
    input: { list, ids: [...before], reason: undoReason(reason) },
  }),
  [renameEntry.name]: (
    { list, id, reason }: RequestOf<typeof renameEntry>,
    before: string,
  ): Inverse<typeof renameEntry> => ({
    contract: renameEntry,
    input: { list, id, label: before, reason: undoReason(reason) },
  }),
  [retireEntry.name]: ({
    retired,
    reason,
    ...rest
  }: RequestOf<typeof retireEntry>): Inverse<typeof retireEntry> => ({
    contract: retireEntry,
    input: { ...rest, retired: !retired, reason: undoReason(reason) },
  }),
  [setPicture.name]: ({
    id,
    picture,
    before,
    reason,
  }: RequestOf<typeof setPicture>): Inverse<typeof setPicture> => ({
    contract: setPicture,
    input: { id, picture: before, before: picture, reason: undoReason(reason) },
  }),
  [arrangeHome.name]: ({
    before,
    places,
    reason,
  }: RequestOf<typeof arrangeHome>): Inverse<typeof arrangeHome> => ({
    contract: arrangeHome,
    input: { before: places, places: before, reason: undoReason(reason) },
  }),
} as const;
