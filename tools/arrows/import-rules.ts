/**
 * The arrows of rooms.ts as rules of dependency-cruiser, which reads the imports with swc:
 * TypeScript 7 has no parser to call.
 */
import { cruise, type ICruiseResult, type IRegularForbiddenRuleType } from 'dependency-cruiser';
import { type Arrows, arrows, pathsOf, type Room } from './rooms.ts';

const FOLDERS = ['product', 'platform', 'database', 'server', 'web', 'e2e', 'bench', 'scripts', 'tools'];
const OURS = `^(?:${FOLDERS.join('|')})/`;
const TEST = '\\.test\\.tsx?$|/testing/';
/**
 * Where everything is put together: the only files that know what the rooms keep to themselves;
 * main.ts is start.ts as a process, and the registry lists its tasks.
 */
const COMPOSITION = '^(?:server/(?:main|start|ready-database|jobs/registry)\\.ts$|scripts/earlier/)';
/**
 * The parts of the product that others may import, each by its own row: the rest of a room is
 * nobody's business.
 */
const OPEN = [
  ...['product/shared', 'product/mail', 'product/*/rules', 'product/*/contract'].map(pathsOf),
  '^product/(?:rooms|mails)\\.ts$',
];
const PACKAGES: IRegularForbiddenRuleType['to'] = {
  dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'core'],
};
const VALUES: IRegularForbiddenRuleType['to'] = { dependencyTypesNot: ['type-only'] };
const TYPES: IRegularForbiddenRuleType['to'] = { dependencyTypes: ['type-only'] };

const error = (
  name: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name, severity: 'error', from, to });

const packagesNamed = (names: readonly string[]) => `^node_modules/(?:${names.join('|')})/`;

function rulesOf([room, { rooms, types = [], files = [], packages }]: [
  Room,
  Arrows,
]): IRegularForbiddenRuleType[] {
  const path = pathsOf(room);
  // Of several rooms alike each is its own: $1 is the folder that the importing file is in.
  const own = path.replace(/\(\?!.*?\)/, '').replace('([^/]+)/', '$1/');
  const reached = [own, ...[...rooms, ...files].map(pathsOf)];
  const withTypes = [...reached, ...types.map(pathsOf)];
  const rules = [
    error(`arrow: ${room}`, { path, pathNot: TEST }, { path: OURS, pathNot: reached, ...VALUES }),
    error(`arrow: ${room}`, { path, pathNot: TEST }, { path: OURS, pathNot: withTypes, ...TYPES }),
  ];
  // A test of the server stands a whole server up, so it may know all of it; one of a rule knows
  // rules alone, those of later rooms too. Others know what their room knows, and what is made for
  // tests.
  const isOfRules = /^product\/(?:shared$|[^/]+\/rules$)/.test(room);
  if (isOfRules || room.startsWith('web/')) {
    const test = { path, pathNot: `^(?!.*(?:${TEST}))` };
    const made = isOfRules ? pathsOf('product/*/rules') : '^web/testing/';
    rules.push(
      error(`arrow: ${room}`, test, { path: OURS, pathNot: [...reached, made], ...VALUES }),
      error(`arrow: ${room}`, test, { path: OURS, pathNot: [...withTypes, made], ...TYPES }),
    );
  }
  if (packages !== undefined) {
    const other = packages.length > 0 ? { ...PACKAGES, pathNot: packagesNamed(packages) } : PACKAGES;
    rules.push(error(`package: ${room}`, { path, pathNot: TEST }, other));
  }
  return rules;
}

const rules: readonly IRegularForbiddenRuleType[] = [
  ...Object.entries(arrows).flatMap(rulesOf),
  error(
    'arrow: a folder without a row in tools/arrows/rooms.ts',
    { path: '^(?:product|server|web)/[^/]+/', pathNot: Object.keys(arrows).map(pathsOf) },
    {},
  ),
  error(
    'package: the page runs without Node',
    { path: '^web/', pathNot: TEST },
    { dependencyTypes: ['core'] },
  ),
  error(
    'testing: only tests import from a folder testing',
    { path: '^(?:product|platform|database|server|web)/', pathNot: TEST },
    { path: '/testing/' },
  ),
  error(
    'product: only server/start.ts, ready-database.ts and jobs/registry.ts import what a room keeps to itself',
    { path: OURS, pathNot: [COMPOSITION, '^product/', TEST] },
    { path: '^product/', pathNot: OPEN },
  ),
  error(
    'media: the embedded media server and werift stand alone behind open-media.ts',
    { path: '^server/', pathNot: ['^server/integrations/media/(?:embedded/|open-media\\.ts$)', TEST] },
    { path: '^(?:server/integrations/media/embedded|node_modules/werift)/' },
  ),
  error('cycle', {}, { circular: true }),
  error('package: not in package.json', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
  error('unresolved', {}, { couldNotResolve: true, pathNot: '\\?url$|^virtual:' }),
];

/**
 * Holds the imports of a tree against the arrows.
 * @param baseDir folder of the project
 * @returns one line for each import that breaks a rule, with the rule; empty when there is none
 */
export async function importFaults(baseDir: string, rooms: readonly string[] = FOLDERS): Promise<string[]> {
  const { output } = await cruise([...rooms], {
    baseDir,
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    validate: true,
    ruleSet: { forbidden: [...rules] },
    enhancedResolveOptions: {
      extensions: ['.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  });
  const { violations } = (output as ICruiseResult).summary;
  const lines = violations.map(({ from, to, rule, cycle }) =>
    cycle === undefined
      ? `${from} ${rule.name}: imports ${to}`
      : `${from} cycle: ${cycle.map(({ name }) => name).join(' -> ')}`,
  );
  return [...new Set(lines)].sort();
}
