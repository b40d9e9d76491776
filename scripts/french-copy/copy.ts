import { parseSync } from 'vite';

/**
 * The copy of the page, held to French typography: a narrow no-break space before `; : ! ? »` and after `«`, a no-break space before a unit,
 * typographic apostrophes and ellipses. Read from the syntax tree, so that code is never mistaken for copy.
 */

/** What the specification quotes, letter by letter. */
const quoted = new Set(['Loading...']);

const NARROW = '\u202f';
const NO_BREAK = '\u00a0';

interface Rule {
  name: string;
  wrong: RegExp;
  right: string;
}
const rules: readonly Rule[] = [
  {
    name: 'espace insécable avant ; : ! ? »',
    wrong: /(?<=[\p{L}\p{N}»)’%€]) (?=[;!?»]|:(?:\s|$))/gu,
    right: NARROW,
  },
  { name: 'espace insécable après «', wrong: /(?<=«) /gu, right: NARROW },
  {
    name: 'espace insécable avant une unité',
    wrong: /(?<=\d) (?=€|%|(?:h|min)(?![\p{L}-]))/gu,
    right: NO_BREAK,
  },
  { name: 'espace insécable dans une heure', wrong: /(?<=\d\u00a0h) (?=\d\d)/gu, right: NO_BREAK },
  { name: 'apostrophe typographique', wrong: /(?<=(?<![\p{L}])(?:[cdjlmnst]|qu))'(?=\p{L})/giu, right: '’' },
  { name: 'points de suspension', wrong: /(?<=\p{L})\.\.\./gu, right: '…' },
];

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The texts in a syntax tree: JSX text, strings and the fixed parts of templates. Import paths and types are none. */
function* textNodes(node: Node): Generator<Node> {
  const isType = node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type);
  if (isType || node.type.startsWith('Import')) return;
  const isText = node.type === 'JSXText' || node.type === 'TemplateElement';
  if (isText || (node.type === 'Literal' && typeof node.value === 'string')) yield node;
  for (const child of Object.values(node)) {
    for (const item of Array.isArray(child) ? child : [child]) if (isNode(item)) yield* textNodes(item);
  }
}

/** The copy of a file as it stands in the source, quotes and line breaks left out, with where it is. */
function copyOf(file: string, source: string) {
  const { program } = parseSync(file, source);
  return [...textNodes(program as unknown as Node)]
    .map(({ start, end }) => ({ start, end, raw: source.slice(start, end) }))
    .map((text) => ({ ...text, shown: text.raw.replace(/^["'`]|["'`]$/g, '').replace(/\s*\n\s*/g, ' ') }))
    .filter(({ shown }) => !quoted.has(shown.trim()));
}

/** What breaks a rule in a file of the page: the rule and the sentence. */
export const faultsIn = (file: string, source: string): string[] =>
  copyOf(file, source).flatMap(({ shown }) =>
    rules.filter(({ wrong }) => shown.search(wrong) >= 0).map(({ name }) => `${name} : « ${shown} »`),
  );

/** The same file with its copy set right. */
export function mended(file: string, source: string): string {
  let result = source;
  for (const { start, end, raw } of copyOf(file, source).sort((a, b) => b.start - a.start)) {
    // A quote that ends the literal counts as the end of the text.
    const body = rules.reduce(
      (text, { wrong, right }) => text.replace(wrong, right),
      raw.replace(/(?<=:)["'`]$/, ' $&'),
    );
    result = result.slice(0, start) + body.replace(/(?<=:) (["'`])$/, '$1') + result.slice(end);
  }
  return result;
}
