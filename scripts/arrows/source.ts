import { posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** An import or re-export, as the rules see it. */
export interface Import {
  specifier: string;
  /** Path from the root when it is a file of ours, else null: a package. */
  target: string | null;
  line: number;
  /** Gone when the program runs. */
  typeOnly: boolean;
}

/** A use of something that reaches outside a pure function, such as `Date.now` or `process.env`. */
export interface Use {
  name: string;
  line: number;
}

export interface Source {
  path: string;
  imports: Import[];
  uses: Use[];
  /** Nothing but re-exports, of more than one thing: a single one is another name, such as a route's. */
  barrel: boolean;
  lines: number;
  firstLine: string;
}

/** Globals whose every use is one of the outside world. */
const AMBIENT = new Set([
  ...['process', 'performance', 'crypto', 'fetch', 'console', 'globalThis', 'window', 'document'],
  ...['localStorage', 'sessionStorage', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
]);

function targetOf(path: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return bare.slice(1);
  if (bare.startsWith('.')) return posix.join(posix.dirname(path), bare);
  return null;
}

/**
 * Reads one TypeScript file with the parser that Vite brings: TypeScript 7 has no parser to call, which is also why
 * dependency-cruiser cannot read this tree.
 * @param path from the root of the project, with slashes
 * @throws Error when the file does not parse
 */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const imports: Import[] = [];
  const uses: Use[] = [];
  const add = (specifier: unknown, start: number, typeOnly: boolean) => {
    if (typeof specifier !== 'string') return; // a computed dynamic import
    imports.push({ specifier, target: targetOf(path, specifier), line: lineAt(start), typeOnly });
  };
  const use = (name: string, start: number) => uses.push({ name, line: lineAt(start) });

  new Visitor({
    ImportDeclaration(node) {
      const all = node.specifiers;
      const typesOnly =
        all.length > 0 && all.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type');
      add(node.source.value, node.start, node.importKind === 'type' || typesOnly);
    },
    ExportNamedDeclaration(node) {
      if (node.source) add(node.source.value, node.start, node.exportKind === 'type');
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.start, node.exportKind === 'type');
    },
    ImportExpression(node) {
      add(node.source.type === 'Literal' ? node.source.value : null, node.start, false);
    },
    TSImportType(node) {
      add(node.source.value, node.start, true);
    },
    NewExpression(node) {
      const { callee } = node;
      if (callee.type === 'Identifier' && callee.name === 'Date' && node.arguments.length === 0) {
        use('new Date()', node.start);
      }
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'Identifier') return;
      if (callee.name === 'Date') use('Date()', node.start);
      if (AMBIENT.has(callee.name)) use(callee.name, node.start);
    },
    MemberExpression(node) {
      const { object, property } = node;
      if (object.type === 'MetaProperty' && property.type === 'Identifier' && property.name === 'env') {
        use('import.meta.env', node.start);
      }
      if (object.type !== 'Identifier') return;
      const name = `${object.name}.${property.type === 'Identifier' ? property.name : '…'}`;
      if (AMBIENT.has(object.name) || ['Date.now', 'Math.random', 'Temporal.Now'].includes(name)) {
        use(name, node.start);
      }
    },
  }).visit(program);

  const isReExport = (node: (typeof program.body)[number]) =>
    node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null);
  const [only, ...others] = program.body;
  const isAlias =
    others.length === 0 && only?.type === 'ExportNamedDeclaration' && only.specifiers.length === 1;
  const lines = text.split('\n');
  return {
    path,
    imports,
    uses,
    barrel: program.body.length > 0 && program.body.every(isReExport) && !isAlias,
    lines: lines.length - (lines.at(-1) === '' ? 1 : 0),
    firstLine: lines[0] ?? '',
  };
}
