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
/** Every feature, and the one with a row of its own. */
const FEATURES = ['web/features', 'web/features/conference'];
/** What takes the noise out of a voice and puts a picture behind a person. */
const MEDIA_EFFECTS = ['@shiguredo/virtual-background', '@sapphi-red/web-noise-suppressor'];

/** What a room of the product may import beside the other rooms of the product. */
const product = (...rooms: Room[]): Arrows => ({
  rooms: [...RULES, 'server/postgres', 'server/integrations', 'server/mail', 'database', ...rooms],
  types: ['server/settings', 'server/platform', 'server/jobs'],
  // A command is written in the form that the functions protocol calls.
  files: ['server/platform/functions/command.ts'],
});

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
  // Words for facts: it knows no command.
  'server/mail': {
    rooms: [...RULES, 'server/postgres', 'server/integrations'],
    types: ['server/settings', 'server/platform', 'database'],
  },
  // The files at its top: who may, the audit log, keys of requests. Everything of the product stands on them.
  'server/product': product(),
  // What booking, paying, meeting and talking share. It imports no leaf.
  'server/product/lifecycle': product('server/product'),
  // Every other folder is a leaf: it imports neither another leaf nor what lists them all.
  'server/product/*': product('server/product', 'server/product/lifecycle'),
  // Lists of all commands, and what uses such a list.
  'server/product/commands.ts': product('server/product', 'server/product/*'),
  'server/product/seed-demo.ts': product('server/product', 'server/product/commands.ts', 'server/product/*'),
  // The runner, and the list of all tasks, which rules.ts alone lets know the product.
  'server/jobs': {
    rooms: [
      ...RULES,
      'server/postgres',
      'server/integrations',
      'server/mail',
      'server/platform',
      'server/product',
      'server/product/lifecycle',
      'server/product/*',
    ],
    types: ['server/settings', 'database'],
  },
  'server/web': { rooms: [], types: ['server/settings'] },
  'server/settings': { rooms: RULES },
  'web/ui': { rooms: ['domain', 'web/lib'] },
  'web/lib': { rooms: RULES, types: ['database'] },
  // The room without React: its controller, links and local media.
  'web/conference-core': {
    rooms: [...RULES, 'web/lib'],
    types: ['database'],
    packages: ['zod', ...MEDIA_EFFECTS],
  },
  // What several features show of one thing: its queries, its labels, its one cache root.
  'web/entities': { rooms: [...RULES, 'web/lib', 'web/ui'], types: ['database'] },
  'web/features': { rooms: [...RULES, 'web/lib', 'web/ui', 'web/entities'], types: ['database'] },
  'web/features/conference': {
    rooms: [...RULES, 'web/lib', 'web/ui', 'web/entities', 'web/conference-core'],
    types: ['database'],
  },
  'web/pages': { rooms: [...RULES, 'web/lib', 'web/ui', 'web/entities', ...FEATURES], types: ['database'] },
  // The pages for those who build Loge. No file of the product imports them; scripts/vite-development-pages.ts puts them into the router.
  'web/testing': {
    rooms: [
      ...RULES,
      'web/lib',
      'web/ui',
      'web/entities',
      'web/conference-core',
      ...FEATURES,
      'web/pages',
      'web/app',
    ],
  },
  'web/app': {
    rooms: [...RULES, 'web/lib', 'web/ui', 'web/entities', ...FEATURES, 'web/pages'],
    types: ['database'],
  },
};

/**
 * Folders under these are rooms of their own, with the row of that name: a feature never imports another, nor does an entity or a leaf of the product.
 * Tests of the server, the set-up in `testing/` folders among them, stand whole marketplaces up and may know all of it (rules.ts).
 */
const SEPARATE: Readonly<Record<string, Room>> = {
  'web/features': 'web/features',
  'web/entities': 'web/entities',
  'server/product': 'server/product/*',
};

/** @param path from the root of the project */
export function roomOf(path: string): Room {
  const [first = '', second = '', third = ''] = path.split('/');
  if (first !== 'server' && first !== 'web') return path.includes('/') ? first : 'root';
  if (path === 'server/settings.ts' || path === 'server/settings.test.ts') return 'server/settings';
  if (Object.hasOwn(arrows, path)) return path;
  const folder = `${first}/${second}`;
  if (second === '' || /\.\w+$/.test(second)) return first;
  return folder in SEPARATE && !/^$|\.\w+$/.test(third) ? `${folder}/${third}` : folder;
}

/** `web/features/booking` follows the arrows of `web/features`; a room with a row of its own follows that. */
function kindOf(room: Room): Room {
  if (Object.hasOwn(arrows, room)) return room;
  const parent = Object.keys(SEPARATE).find((folder) => room.startsWith(`${folder}/`));
  return parent === undefined ? room : (SEPARATE[parent] ?? room);
}

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
