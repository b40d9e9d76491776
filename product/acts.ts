import { loadRoomFiles } from './room-files.ts';
import type { Act } from './shared/audit-words.ts';

const isAct = (value: unknown): value is Act =>
  typeof value === 'object' && value !== null && 'name' in value && 'audit' in value && value.audit !== null;

/**
 * Every act that the audit log may hold: the commands and the acts of tasks whose contracts say
 * what is kept of them.
 */
export async function loadActs(): Promise<readonly Act[]> {
  const contracts = await loadRoomFiles('*/*contract.ts');
  return contracts.flatMap(([, exports]) => Object.values(exports).filter(isAct));
}
