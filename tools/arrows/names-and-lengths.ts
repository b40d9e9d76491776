import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = '{product,platform,database,server,web,e2e,bench,scripts,tools}/**/*.{ts,tsx,mts,mjs,sql,css}';
/** Written by tools/schema/generate-schema.ts. */
const GENERATED = [
  'database/generated/schema.sql',
  'database/generated/types.ts',
  'database/generated/statements.ts',
];

const VAGUE = /^(?:utils?|helpers?|misc|common|managers?)$/i;
const LONGEST = 400;
const REASON = /^(?:\/\/|\/\*\*?|--) ?Long because /;

/**
 * @returns one line for each file with a name that says nothing or that is long without a reason
 */
export function fileFaults(root: string): string[] {
  const paths = globSync(FILES, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  return paths.sort().flatMap((path) => {
    const word = path.split(/[/.-]/).find((part) => VAGUE.test(part));
    const name = word === undefined ? [] : [`${path}:1 name: “${word}” says nothing`];
    const barrel = /(?:^|\/)index\.tsx?$/.test(path)
      ? [`${path}:1 name: import from where it is, not from an index`]
      : [];
    const lines = GENERATED.includes(path)
      ? []
      : readFileSync(join(root, path), 'utf8').trimEnd().split('\n');
    const isLong = lines.length > LONGEST && !REASON.test(lines[0] ?? '');
    const length = `${path}:${LONGEST + 1} length: ${lines.length} lines; split it, or begin it with “Long because …”`;
    return [...name, ...barrel, ...(isLong ? [length] : [])];
  });
}
