/**
 * Which room may know which: architecture.md's arrows, as a table. The order of the product's rooms
 * stands in product/rooms.ts.
 */
import { LEAVES, ROOMS } from '../../product/rooms.ts';

/**
 * A room is a folder; the entry files of `server/` and `web/` are rooms of their own, and so are
 * the parts of a room that the page may import.
 */
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

/** The parts of the product that everybody may import: rules, contracts, and what both speak of. */
const RULES = ['product/shared', 'product/*/rules', 'product/*/contract'];
/** Every feature, and the one with a row of its own. */
const FEATURES = ['web/features', 'web/features/conference'];
/** The packages that take the noise out of a voice and put a picture behind a person. */
const MEDIA_EFFECTS = ['@shiguredo/virtual-background', '@sapphi-red/web-noise-suppressor'];

/** A room of the product may import these in addition to other rooms of the product. */
const product = (...rooms: Room[]): Arrows => ({
  rooms: ['server/postgres', 'server/integrations', 'database', ...rooms],
  types: ['server/settings', 'platform', 'server/jobs'],
  // A command is written in the form that the functions protocol calls.
  files: ['platform/functions/command.ts'],
});

/** The rows of one room: the whole of it, its rules and its contract. */
function rowsOf(room: string, before: readonly string[]): Record<Room, Arrows> {
  if (room === 'shared')
    return { 'product/shared': { rooms: [], packages: ['entities', 'temporal-polyfill', 'zod'] } };
  const above = before.map((name) => `product/${name}`);
  const rules = ['product/shared', ...[...above, `product/${room}`].map((path) => `${path}/rules`)];
  return {
    [`product/${room}`]: product(...above, ...(room === 'content' ? ['product/mails.ts'] : [])),
    [`product/${room}/rules`]: { rooms: rules, packages: ['temporal-polyfill'] },
    [`product/${room}/contract`]: {
      rooms: [...rules, ...above.map((path) => `${path}/contract`)],
      packages: ['zod', 'temporal-polyfill'],
    },
  };
}

export const arrows: Readonly<Record<Room, Arrows>> = {
  ...Object.assign({}, ...ROOMS.map((room, index) => rowsOf(room, ROOMS.slice(0, index)))),
  ...Object.assign({}, ...LEAVES.map((room) => rowsOf(room, ROOMS))),
  // The files at its top: the lists of all rooms' commands and mails, and what is drawn from such a
  // list.
  product: product(...[...ROOMS, ...LEAVES].map((room) => `product/${room}`)),
  'product/testing': { rooms: [] },
  'server/testing': { rooms: [] },
  database: {
    rooms: [...RULES, 'server/postgres'],
    // The type of a column of auth, which its comment names.
    files: ['platform/auth/flow-method.ts'],
  },
  'server/postgres': { rooms: [], types: ['server/settings', 'database'] },
  platform: { rooms: ['product/shared', 'server/postgres'], types: ['server/settings', 'database'] },
  'server/integrations': {
    rooms: [...RULES, 'server/postgres'],
    types: ['server/settings', 'platform', 'database'],
    // How a handler says that the connection has its answer already.
    files: ['platform/already-sent.ts'],
  },
  // Delivers what the rooms have written down, and shows it in the development mailbox.
  'server/mail': {
    rooms: [...RULES, 'server/postgres', 'server/integrations', 'product/mail', 'product/mails.ts'],
    types: ['server/settings', 'platform', 'database'],
  },
  // The runner, and the list of all tasks, which rules.ts alone lets know the product.
  'server/jobs': {
    rooms: [
      'server/postgres',
      'server/integrations',
      'server/mail',
      'platform',
      ...[...ROOMS, ...LEAVES].map((room) => `product/${room}`),
    ],
    types: ['server/settings', 'server/observability', 'database'],
  },
  // How the server is: it counts and times what the others do, and knows none of it.
  'server/observability': {
    rooms: ['product/shared', 'product/*/rules', 'server/postgres'],
    types: ['server/settings', 'server/jobs', 'database'],
  },
  // The whole of an installation as a file: its rows, and the bytes of its storage, whatever they
  // are of.
  'server/backup': {
    rooms: ['server/postgres', 'platform', 'server/integrations'],
    types: ['server/settings', 'database'],
  },
  'server/web': { rooms: ['product/shared'], types: ['server/settings'] },
  'server/settings': { rooms: RULES },
  'web/ui': { rooms: ['product/shared', 'product/*/rules', 'web/lib'] },
  'web/lib': { rooms: RULES, types: ['database'] },
  // The room without React: its controller, links and local media.
  'web/conference-core': {
    rooms: [...RULES, 'web/lib'],
    types: ['database'],
    packages: ['zod', 'p-limit', ...MEDIA_EFFECTS],
  },
  // Several features share this of one thing: its queries, its labels, its one cache root.
  'web/entities': { rooms: [...RULES, 'web/lib', 'web/ui'], types: ['database'] },
  'web/features': { rooms: [...RULES, 'web/lib', 'web/ui', 'web/entities'], types: ['database'] },
  'web/features/conference': {
    rooms: [...RULES, 'web/lib', 'web/ui', 'web/entities', 'web/conference-core'],
    types: ['database'],
  },
  'web/pages': { rooms: [...RULES, 'web/lib', 'web/ui', 'web/entities', ...FEATURES], types: ['database'] },
  // The pages for those who build Loge. No file of the product imports them;
  // scripts/vite-development-pages.ts puts them into the router.
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
 * Folders under these are rooms of their own, with the row of that name: a feature never imports
 * another, nor does an entity.
 */
const SEPARATE = ['web/features', 'web/entities'];

const escaped = (path: string) => path.replaceAll('.', '\\.');
const withRow = (folder: string) => Object.keys(arrows).filter((room) => room.startsWith(`${folder}/`));

/**
 * The paths of a room's files, as a regular expression. The folder of one of several like rooms is
 * its first group.
 */
export function pathsOf(room: Room): string {
  if (SEPARATE.includes(room)) {
    const others = withRow(room).map((each) => `${escaped(each.slice(room.length + 1))}/`);
    return `^${room}/${others.length > 0 ? `(?!${others.join('|')})` : ''}([^/]+)/`;
  }
  if (room === 'product') return '^product/[^/]+$';
  if (room === 'server/settings') return '^server/settings(?:-providers|-environment)?(?:\\.test)?\\.ts$';
  const part = /^(product\/(?:\*|[a-z]+))\/contract$/.exec(room)?.[1];
  if (part !== undefined) return `^${part.replace('*', '[^/]+')}/[a-z-]*contract\\.ts$`;
  return room.endsWith('.ts') ? `^${escaped(room)}$` : `^${room.replace('*', '[^/]+')}/`;
}
