import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

/**
 * The copy of the page, held to French typography: a narrow no-break space before `; : ! ? »` and after `«`, a no-break space before a unit,
 * typographic apostrophes and ellipses. Read from the syntax tree, so that code is never mistaken for copy.
 */

/** What the specification quotes, letter by letter. */
const quoted = new Set(['Loading...']);

const rules = [
  { name: 'espace insécable avant ; : ! ? »', wrong: /(?<=[\p{L}\p{N}»)’]) (?:[;!?»]|:(?=\s|$))/u },
  { name: 'espace insécable après «', wrong: /« / },
  { name: 'espace insécable avant une unité', wrong: /\d (?:€|%|(?:h|min)(?![\p{L}-]))/u },
  { name: 'apostrophe typographique', wrong: /(?<![\p{L}])(?:[cdjlmnst]|qu)'\p{L}/iu },
  { name: 'points de suspension', wrong: /\p{L}\.\.\./u },
] as const;

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** The texts in a syntax tree: JSX text, strings and the fixed parts of templates. Import paths and types are none. */
function* textsOf(node: Node): Generator<string> {
  if (node.type.startsWith('Import') || node.type.startsWith('TS')) {
    if (!node.type.startsWith('TSAs') && !node.type.startsWith('TSSatisfies')) return;
  }
  if (node.type === 'JSXText' || node.type === 'Literal') {
    if (typeof node.value === 'string') yield node.value.replace(/\s*\n\s*/g, '\n');
  }
  if (node.type === 'TemplateElement') yield (node.value as { cooked: string }).cooked;
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) for (const item of child) if (isNode(item)) yield* textsOf(item);
    if (isNode(child)) yield* textsOf(child);
  }
}

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('_'))
  .sort();

it.each(sources)('the copy in web/%s follows French typography', (file) => {
  const { program } = parseSync(file, readFileSync(join(import.meta.dirname, file), 'utf8'));
  const faults = [...textsOf(program as unknown as Node)].flatMap((text) =>
    rules
      .filter(({ wrong }) => wrong.test(text) && !quoted.has(text.trim()))
      .map(({ name }) => `${name} : « ${text} »`),
  );
  expect(faults).toEqual([]);
});
