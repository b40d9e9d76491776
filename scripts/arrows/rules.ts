import { builtinModules } from 'node:module';
import { basename } from 'node:path';
import { arrowsOf, mayImport, roomOf } from './rooms.ts';
import type { Source } from './source.ts';

export interface Violation {
  path: string;
  line: number;
  /** Short name of the rule, then what is wrong. */
  rule: string;
  message: string;
}

/** A check looks at one file. */
type Check = (source: Source) => Violation[];

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.includes('/testing/');

/** A test of the server stands a whole server up, so it may know all of it; the page's and the rules' tests may not. */
const isServerTest = (path: string) => isTest(path) && /^(?:server|database)\//.test(path);
const TEST_PACKAGES = ['vitest', 'fast-check'];

/** Where everything is put together: the only files that know the product; main.ts is start.ts as a process, and the registry lists its tasks. */
const COMPOSITION = ['server/main.ts', 'server/start.ts', 'server/jobs/registry.ts'];

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
const isBuiltin = (specifier: string) =>
  specifier.startsWith('node:') || builtinModules.includes(specifier.replace(/^node:/, ''));

const arrows: Check = ({ path, imports }) => {
  const from = roomOf(path);
  if (from.includes('/') && arrowsOf(from) === null) {
    return [{ path, line: 1, rule: 'arrow', message: `${from} has no row in scripts/arrows/rooms.ts` }];
  }
  if (isServerTest(path)) return [];
  return imports.flatMap(({ line, target, typeOnly }) => {
    if (target === null || mayImport(from, target, typeOnly)) return [];
    if (isTest(path) && target.startsWith('web/testing/')) return [];
    const asType = !typeOnly && mayImport(from, target, true) ? ', but for its types' : '';
    const message = `${from} may not import ${roomOf(target)}${asType} (${target})`;
    return [{ path, line, rule: 'arrow', message }];
  });
};

const packages: Check = ({ path, imports }) => {
  const room = roomOf(path);
  const allowed = arrowsOf(room)?.packages;
  return imports
    .filter(({ specifier, target }) => {
      if (target !== null) return false;
      const name = packageOf(specifier);
      if (isTest(path) && (TEST_PACKAGES.includes(name) || isBuiltin(specifier))) return false;
      if (room.startsWith('web/') && isBuiltin(specifier)) return true;
      return allowed !== undefined && !allowed.includes(name);
    })
    .map(({ line, specifier }) => ({
      path,
      line,
      rule: 'package',
      message: `${room} may not import ${specifier}`,
    }));
};

/** What stands in for the world in a test, and the pages for those who build Loge, are in no product. */
const testing: Check = ({ path, imports }) =>
  isTest(path) || !/^(?:domain|contracts|database|server|web)\//.test(path)
    ? []
    : imports
        .filter(({ target }) => target?.includes('/testing/'))
        .map(({ line, target }) => ({
          path,
          line,
          rule: 'testing',
          message: `only tests import from a folder testing (${target})`,
        }));

/** The product is plugged in at one place; everything else would make it a foundation. */
const product: Check = ({ path, imports }) => {
  const may = COMPOSITION.includes(path) || path.startsWith('server/product/') || isTest(path);
  return imports
    .filter(({ target }) => !may && target?.startsWith('server/product/'))
    .map(({ line, target }) => ({
      path,
      line,
      rule: 'product',
      message: `only server/start.ts and server/jobs/registry.ts import the product (${target})`,
    }));
};

const purity: Check = ({ path, uses }) =>
  path.startsWith('domain/') && !isTest(path)
    ? uses.map(({ line, name }) => ({
        path,
        line,
        rule: 'pure',
        message: `domain takes clock, chance and the world as arguments (${name})`,
      }))
    : [];

const readsEnvironment = (path: string) =>
  path === 'server/settings.ts' || /^(?:scripts|bench|e2e)\//.test(path) || /\.config\.\w+$/.test(path);

const environment: Check = ({ path, uses }) =>
  uses
    .filter(({ name }) => name === 'process.env' && !readsEnvironment(path))
    .map(({ line }) => ({
      path,
      line,
      rule: 'settings',
      message: 'only server/settings.ts reads process.env',
    }));

const barrels: Check = ({ path, barrel }) =>
  barrel || /^index\.tsx?$/.test(basename(path))
    ? [{ path, line: 1, rule: 'barrel', message: 'no barrel file: import from where it is' }]
    : [];

const vague = /^(?:utils?|helpers?|misc|common|managers?)$/i;
const names: Check = ({ path }) => {
  const word = path.split(/[/.-]/).find((part) => vague.test(part));
  return word === undefined ? [] : [{ path, line: 1, rule: 'name', message: `“${word}” says nothing` }];
};

const LONGEST = 400;
const length: Check = ({ path, lines, firstLine }) =>
  lines > LONGEST && !/^(?:\/\/|\/\*\*?|--) ?Long because /.test(firstLine)
    ? [
        {
          path,
          line: LONGEST + 1,
          rule: 'length',
          message: `${lines} lines; split it, or begin it with “Long because …”`,
        },
      ]
    : [];

/** Every rule about a file alone. */
export const checks: readonly Check[] = [
  arrows,
  packages,
  testing,
  product,
  purity,
  environment,
  barrels,
  names,
  length,
];

/** The rules that need no parsing: for SQL and CSS. */
export const textChecks: readonly Check[] = [names, length];
