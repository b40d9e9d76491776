import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cycles } from './cycles.ts';
import { checks, textChecks, type Violation } from './rules.ts';
import { readSource, type Source } from './source.ts';

const ROOMS = ['domain', 'contracts', 'database', 'server', 'web', 'e2e', 'bench', 'scripts'];
const parsed = /\.(?:ts|tsx|mts|mjs)$/;
const text = /\.(?:sql|css)$/;
/** Written by `scripts/generate-schema.ts`. */
const generated = new Set(['database/schema.sql', 'database/types.ts']);
const skipped = new Set(['node_modules', 'dist', 'test-results']);

function filesUnder(root: string, folder: string): string[] {
  const here = readdirSync(join(root, folder), { withFileTypes: true });
  return here.flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const wanted = folder === '' ? ROOMS.includes(entry.name) : !skipped.has(entry.name);
      return wanted && !entry.name.startsWith('.') ? filesUnder(root, path) : [];
    }
    return [path];
  });
}

/**
 * Holds a tree against the arrows of architecture.md and the sizes and names of the house style.
 * @param root folder of the project
 * @returns violations in the order of their paths; empty when there is none
 */
export function checkArrows(root: string): Violation[] {
  const paths = filesUnder(root, '')
    .filter((path) => !generated.has(path))
    .sort();
  const sources = new Map<string, Source>();
  const violations: Violation[] = [];
  for (const path of paths.filter((each) => parsed.test(each))) {
    const source = readSource(path, readFileSync(join(root, path), 'utf8'));
    sources.set(path, source);
    violations.push(...checks.flatMap((check) => check(source)));
  }
  for (const path of paths.filter((each) => text.test(each))) {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    const source = {
      path,
      imports: [],
      uses: [],
      barrel: false,
      lines: lines.length - 1,
      firstLine: lines[0] ?? '',
    };
    violations.push(...textChecks.flatMap((check) => check(source)));
  }
  return [...violations, ...cycles(sources)];
}

/** `path:line rule: message`, which editors and terminals make a link of. */
export const format = ({ path, line, rule, message }: Violation) => `${path}:${line} ${rule}: ${message}`;
