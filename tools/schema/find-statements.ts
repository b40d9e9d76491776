import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/** A call of `query` in the server, with every text that its statement may have. */
export interface FoundStatement {
  path: string;
  line: number;
  /** Null: put together while the program runs, so that nothing can be said of it here. */
  texts: readonly string[] | null;
  /** Whether the call describes its rows by hand: `query<{ id: string }>`. */
  isDescribedByHand: boolean;
}

type Expression = ESTree.Expression | ESTree.SpreadElement | ESTree.Argument;

/** A constant of a file, where it may be used. */
interface Constant {
  name: string;
  value: ESTree.Expression;
  start: number;
  end: number;
}

/** A parameter whose type says which texts it can be: `lock: 'for update' | ''`. */
interface Parameter {
  name: string;
  texts: readonly string[];
  start: number;
  end: number;
}

interface File {
  path: string;
  constants: Constant[];
  parameters: Parameter[];
  /** Local name -> the file and the name that it comes from. */
  imports: Map<string, { path: string; name: string }>;
  calls: { node: ESTree.CallExpression; line: number }[];
}

function readFile(root: string, path: string): File {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const file: File = { path, constants: [], parameters: [], imports: new Map(), calls: [] };
  const blocks: { start: number; end: number }[] = [{ start: 0, end: text.length }];
  const within = (node: { start: number; end: number }) =>
    blocks
      .filter(({ start, end }) => start <= node.start && node.end <= end)
      .reduce((a, b) => (a.end - a.start < b.end - b.start ? a : b));
  const aliases = new Map<string, ESTree.TSType>();
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'TSTypeAliasDeclaration') aliases.set(declared.id.name, declared.typeAnnotation);
  }
  const takes = ({ params, start, end }: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    for (const one of params) {
      const given = one.type === 'AssignmentPattern' ? one.left : one;
      if (given.type !== 'Identifier') continue;
      const texts = textsOfType(given.typeAnnotation?.typeAnnotation, aliases);
      if (texts) file.parameters.push({ name: given.name, texts, start, end });
    }
  };
  new Visitor({
    FunctionDeclaration: takes,
    FunctionExpression: takes,
    ArrowFunctionExpression: takes,
    BlockStatement(node) {
      blocks.push(node);
    },
    ImportDeclaration(node) {
      const source = node.source.value;
      const target = source.startsWith('#') ? source.slice(1) : posix.join(posix.dirname(path), source);
      for (const one of node.specifiers) {
        if (one.type === 'ImportSpecifier' && one.imported.type === 'Identifier')
          file.imports.set(one.local.name, { path: target, name: one.imported.name });
      }
    },
    VariableDeclaration(node) {
      if (node.kind !== 'const') return;
      for (const { id, init } of node.declarations) {
        if (id.type === 'Identifier' && init)
          file.constants.push({ name: id.name, value: init, start: node.start, end: node.end });
      }
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const isRequest =
        callee.object.type === 'MemberExpression' &&
        callee.object.property.type === 'Identifier' &&
        callee.object.property.name === 'req';
      if (callee.property.name !== 'query' || isRequest) return;
      file.calls.push({ node, line: text.slice(0, callee.property.start).split('\n').length });
    },
  }).visit(program);
  for (const one of file.constants) {
    const { start, end } = within(one);
    one.start = start;
    one.end = end;
  }
  return file;
}

/** The texts that a type allows, when it lists them. */
function textsOfType(
  type: ESTree.TSType | undefined,
  aliases: ReadonlyMap<string, ESTree.TSType>,
): string[] | null {
  if (type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier')
    return textsOfType(aliases.get(type.typeName.name), aliases);
  if (type?.type === 'TSLiteralType')
    return type.literal.type === 'Literal' && typeof type.literal.value === 'string'
      ? [type.literal.value]
      : null;
  if (type?.type !== 'TSUnionType') return null;
  const all = type.types.map((one) => textsOfType(one, aliases));
  return all.every((one) => one !== null) ? all.flat() : null;
}

/**
 * Every call of `query` in these files of a tree, with the texts of its statement as TypeScript
 * sees them.
 */
export function findStatements(root: string, paths: readonly string[]): FoundStatement[] {
  const files = new Map<string, File | null>();
  const fileAt = (path: string): File | null => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const file = existsSync(join(root, path)) ? readFile(root, path) : null;
    files.set(path, file);
    return file;
  };

  /** Where a name was given its value, seen from a place in a file. */
  function constantOf(file: File, name: string, at: number): { file: File; value: ESTree.Expression } | null {
    const here = file.constants
      .filter((one) => one.name === name && one.start <= at && at <= one.end)
      .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
    if (here) return { file, value: here.value };
    const imported = file.imports.get(name);
    const other = imported ? fileAt(imported.path) : null;
    return imported && other ? constantOf(other, imported.name, 0) : null;
  }

  /**
   * The texts that an expression may be, null when its type is only `string`.
   * @param literal whether TypeScript keeps its literal type: a template put together needs
   *   `as const`, unless it is the argument itself
   */
  function textsOf(file: File, node: Expression, literal: boolean): string[] | null {
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' || typeof node.value === 'number' ? [String(node.value)] : null;
      case 'ParenthesizedExpression':
      case 'TSSatisfiesExpression':
        return textsOf(file, node.expression, literal);
      case 'TSAsExpression':
        return node.typeAnnotation.type === 'TSTypeReference' &&
          node.typeAnnotation.typeName.type === 'Identifier' &&
          node.typeAnnotation.typeName.name === 'const'
          ? textsOf(file, node.expression, true)
          : null;
      case 'TemplateLiteral': {
        if (node.expressions.length > 0 && !literal) return null;
        let texts = [node.quasis[0]?.value.cooked ?? ''];
        for (const [index, expression] of node.expressions.entries()) {
          const parts = textsOf(file, expression, literal);
          if (parts === null) return null;
          const rest = node.quasis[index + 1]?.value.cooked ?? '';
          texts = texts.flatMap((text) => parts.map((part) => text + part + rest));
        }
        return texts;
      }
      case 'ConditionalExpression': {
        const [yes, no] = [node.consequent, node.alternate].map((one) => textsOf(file, one, literal));
        return yes && no ? [...yes, ...no] : null;
      }
      case 'Identifier': {
        const found = constantOf(file, node.name, node.start);
        if (found) return textsOf(found.file, found.value, false);
        const given = file.parameters
          .filter((one) => one.name === node.name && one.start <= node.start && node.end <= one.end)
          .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
        return given ? [...given.texts] : null;
      }
      case 'MemberExpression': {
        const objects = objectsOf(file, node.object);
        if (node.computed) return all(objects?.flatMap((one) => valuesOf(one)) ?? null);
        const { property } = node;
        return property.type === 'Identifier'
          ? all(objects?.map((one) => propertyOf(one.file, one.value, property.name, one.literal)) ?? null)
          : null;
      }
      default:
        return null;
    }
  }

  const all = (parts: readonly (string[] | null)[] | null): string[] | null =>
    parts?.every((one) => one !== null) ? parts.flat() : null;

  interface Place {
    file: File;
    value: ESTree.Expression;
    literal: boolean;
  }

  /**
   * The objects that an expression may be: a constant, or any property of one (`STATEMENTS[kind]`).
   */
  function objectsOf(file: File, node: Expression): Place[] | null {
    if (node.type === 'TSAsExpression')
      return objectsOf(file, node.expression)?.map((one) => ({ ...one, literal: true })) ?? null;
    if (node.type === 'TSSatisfiesExpression') return objectsOf(file, node.expression);
    if (node.type === 'ObjectExpression') return [{ file, value: node, literal: false }];
    if (node.type === 'Identifier') {
      const found = constantOf(file, node.name, node.start);
      return found ? objectsOf(found.file, found.value) : null;
    }
    if (node.type !== 'MemberExpression' || !node.computed) return null;
    const objects = objectsOf(file, node.object)?.flatMap((one) =>
      propertiesOf(one).map(
        (value) => objectsOf(one.file, value)?.map((inner) => ({ ...inner, literal: one.literal })) ?? null,
      ),
    );
    return objects?.every((one) => one !== null) ? objects.flat() : null;
  }

  const propertiesOf = ({ value }: Place): ESTree.Expression[] =>
    value.type === 'ObjectExpression'
      ? value.properties.flatMap((one) => (one.type === 'SpreadElement' ? [] : [one.value]))
      : [];

  const valuesOf = (place: Place): (string[] | null)[] =>
    propertiesOf(place).map((value) => textsOf(place.file, value, place.literal));

  /** The texts of a property of an object that is written out, or spread from one. */
  function propertyOf(file: File, node: ESTree.Expression, name: string, literal: boolean): string[] | null {
    if (node.type === 'TSAsExpression') return propertyOf(file, node.expression, name, true);
    if (node.type === 'TSSatisfiesExpression') return propertyOf(file, node.expression, name, literal);
    if (node.type !== 'ObjectExpression') return null;
    for (const one of node.properties.toReversed()) {
      if (one.type === 'SpreadElement') {
        if (one.argument.type !== 'Identifier') return null;
        const found = constantOf(file, one.argument.name, one.start);
        const texts = found ? propertyOf(found.file, found.value, name, false) : null;
        if (texts) return texts;
      } else if (one.key.type === 'Identifier' && one.key.name === name) {
        return literal || one.value.type === 'Identifier' ? textsOf(file, one.value, literal) : null;
      }
    }
    return null;
  }

  return paths.flatMap((path) => {
    const file = fileAt(path);
    if (!file) return [];
    return file.calls.map(({ node, line }): FoundStatement => {
      const [first] = node.arguments;
      const texts =
        first === undefined
          ? null
          : first.type === 'ObjectExpression'
            ? propertyOf(file, first, 'text', true)
            : textsOf(file, first, true);
      return { path, line, texts, isDescribedByHand: node.typeArguments !== null };
    });
  });
}

/** The files whose statements are checked: the server's and the seed's own, without their tests. */
export const statementFiles = (root: string): string[] =>
  globSync(['{server,product,platform,database}/**/*.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    .sort();
