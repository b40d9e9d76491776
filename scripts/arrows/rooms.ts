/** Which room may know which: architecture.md's arrows, as a table. */

/** A room is a folder; the entry files of `server/` and `web/` are rooms of their own. */
export type Room = string;

export interface Arrows {
  /** Rooms it may import. */
  rooms: readonly Room[];
  /** Rooms of which it may import types alone. */
  types?: readonly Room[];
  /** Single files of other rooms: the forms that a room offers to be filled in. */
  files?: readonly string[];
  /** Packages it may import; any when absent. */
  packages?: readonly string[];
}

const RULES = ['domain', 'contracts'];

const arrows: Readonly<Record<Room, Arrows>> = {
  domain: { rooms: [], packages: ['temporal-polyfill'] },
  contracts: { rooms: ['domain'], packages: ['zod', 'temporal-polyfill'] },
  database: { rooms: [...RULES, 'server/postgres'] },
  'server/postgres': { rooms: [], types: ['server/settings', 'database'] },
  'server/platform': { rooms: ['domain', 'server/postgres'], types: ['server/settings', 'database'] },
  'server/integrations': {
    rooms: [...RULES, 'server/postgres'],
    types: ['server/settings', 'server/platform', 'database'],
  },
  'server/product': {
    rooms: [...RULES, 'server/postgres', 'server/integrations', 'database'],
    types: ['server/settings', 'server/platform', 'server/jobs'],
    // A command is written in the form that the functions protocol calls.
    files: ['server/platform/functions/command.ts'],
  },
  'server/jobs': {
    rooms: [...RULES, 'server/postgres', 'server/integrations'],
    types: ['server/settings', 'server/platform', 'database'],
  },
  'server/web': { rooms: [], types: ['server/settings'] },
  'server/settings': { rooms: RULES },
  'web/ui': { rooms: ['domain', 'web/lib'] },
  'web/lib': { rooms: RULES, types: ['database'] },
  'web/features': { rooms: [...RULES, 'web/lib', 'web/ui'], types: ['database'] },
  'web/pages': { rooms: [...RULES, 'web/lib', 'web/ui', 'web/features'], types: ['database'] },
  'web/app': { rooms: [...RULES, 'web/lib', 'web/ui', 'web/features', 'web/pages'], types: ['database'] },
};

/** Folders under these are rooms of their own: a feature never imports another. */
const SEPARATE = ['web/features'];

/** @param path from the root of the project */
export function roomOf(path: string): Room {
  const [first = '', second = '', third = ''] = path.split('/');
  if (first !== 'server' && first !== 'web') return path.includes('/') ? first : 'root';
  if (path === 'server/settings.ts' || path === 'server/settings.test.ts') return 'server/settings';
  const folder = `${first}/${second}`;
  if (second === '' || /\.\w+$/.test(second)) return first;
  return SEPARATE.includes(folder) && third !== '' ? `${folder}/${third}` : folder;
}

/** `web/features/booking` follows the arrows of `web/features`. */
const kindOf = (room: Room) => SEPARATE.find((folder) => room.startsWith(`${folder}/`)) ?? room;

/** Rooms without a row (the servers' entry files, scripts, e2e, bench, configurations) may know all. */
export const arrowsOf = (room: Room): Arrows | null => arrows[kindOf(room)] ?? null;

/** Whether the room `from` may import the file `target`. */
export function mayImport(from: Room, target: string, typeOnly: boolean): boolean {
  const to = kindOf(roomOf(target));
  const rule = arrowsOf(from);
  if (rule === null || from === roomOf(target)) return true;
  return (
    rule.rooms.includes(to) ||
    (typeOnly && (rule.types?.includes(to) ?? false)) ||
    (rule.files?.includes(target) ?? false)
  );
}
