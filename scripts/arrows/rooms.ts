/** Which room may know which: architecture.md's arrows, as a table. */

/** A room is a folder; the entry files of `server/` and `web/` are rooms of their own. */
export type Room = string;

export interface Arrows {
  /** Rooms it may import. */
  rooms: readonly Room[];
  /** Rooms from which it may import only types. */
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

/** What a room of the product may import in addition to the other rooms of the product. */
const product = (...rooms: Room[]): Arrows => ({
  rooms: [...RULES, 'server/postgres', 'server/integrations', 'server/mail', 'database', ...rooms],
  types: ['server/settings', 'server/platform', 'server/jobs'],
  // A command is written in the form that the functions protocol calls.
  files: ['server/platform/functions/command.ts'],
});

export const arrows: Readonly<Record<Room, Arrows>> = {
  domain: { rooms: [], packages: ['temporal-polyfill'] },
  contracts: { rooms: ['domain'], packages: ['zod', 'temporal-polyfill'] },
  database: { rooms: [...RULES, 'server/postgres'] },
  'server/postgres': { rooms: [], types: ['server/settings', 'database'] },
  'server/platform': { rooms: ['domain', 'server/postgres'], types: ['server/settings', 'database'] },
  'server/integrations': {
    rooms: [...RULES, 'server/postgres'],
    types: ['server/settings', 'server/platform', 'database'],
    // How a handler says that the connection has its answer already.
    files: ['server/platform/already-sent.ts'],
  },
  // Words for facts: it knows no command.
  'server/mail': {
    rooms: [...RULES, 'server/postgres', 'server/integrations'],
    types: ['server/settings', 'server/platform', 'database'],
  },
  // The files at its top: access, the audit log, idempotency keys. All rooms of the product may use them.
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
    types: ['server/settings', 'server/observability', 'database'],
  },
  // How the server is: it counts and times what the others do, and knows none of it.
  'server/observability': {
    rooms: ['domain', 'server/postgres'],
    types: ['server/settings', 'server/jobs', 'database'],
  },
  // The whole of an installation as a file: its rows, and the bytes of its storage, whatever they are of.
  'server/backup': {
    rooms: ['server/postgres', 'server/platform', 'server/integrations'],
    types: ['server/settings', 'database'],
  },
  'server/web': { rooms: ['domain'], types: ['server/settings'] },
  'server/settings': { rooms: RULES },
  'web/ui': { rooms: ['domain', 'web/lib'] },
  'web/lib': { rooms: RULES, types: ['database'] },
  // The room without React: its controller, links and local media.
  'web/conference-core': {
    rooms: [...RULES, 'web/lib'],
    types: ['database'],
    packages: ['zod', 'p-limit', ...MEDIA_EFFECTS],
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
 * Tests of the server, the set-up in `testing/` folders among them, stand whole marketplaces up and may know all of it (import-rules.ts).
 */
const SEPARATE: Readonly<Record<string, Room>> = {
  'web/features': 'web/features',
  'web/entities': 'web/entities',
  'server/product': 'server/product/*',
};

const escaped = (path: string) => path.replaceAll('.', '\\.');
const withRow = (folder: string) =>
  Object.keys(arrows).filter((room) => room.startsWith(`${folder}/`) && !room.endsWith('*'));

/** The paths of a room's files, as a regular expression. The folder of one of several like rooms is its first group. */
export function pathsOf(room: Room): string {
  const several = Object.entries(SEPARATE).find(([, row]) => row === room)?.[0];
  if (several !== undefined) {
    const others = withRow(several).map((each) => `${escaped(each.slice(several.length + 1))}/`);
    return `^${several}/${others.length > 0 ? `(?!${others.join('|')})` : ''}([^/]+)/`;
  }
  if (room in SEPARATE) {
    const others = withRow(room).map((each) => `${escaped(each.slice(room.length + 1))}$`);
    return `^${room}/(?!${others.join('|')})[^/]+$`;
  }
  if (room === 'server/settings') return '^server/settings(?:-providers|-environment)?(?:\\.test)?\\.ts$';
  return room.endsWith('.ts') ? `^${escaped(room)}$` : `^${room}/`;
}
