import { type JsonShape, textOf } from './json-shape.ts';
import { type Node, nodeIn, nodesIn, numberIn, textIn } from './node-tree.ts';

/** The facts known of a column that a query gives. */
export interface QueryColumn {
  name: string;
  typeOid: number;
  notNull: boolean;
  /** The table column that it passes on unchanged, and whose declared type it has. */
  origin: { relation: number; column: number } | null;
  /** The texts that it may be, where the query names each of them (`case … then 'active'`). */
  values: readonly string[] | null;
  /** The type that the comment of a function tells for what it returns; then that is never null. */
  told: string | null;
  /**
   * Its JSON shape, where the query builds that itself or it is a whole row; null: what its type
   * says.
   */
  json: JsonShape | null;
}

export type Known = Omit<QueryColumn, 'name' | 'typeOid'>;

/** The reader of a query has to know this of the database around it. */
export interface Surroundings {
  /** A column of a table or view. */
  column(relation: number, column: number): Known;
  /** The columns of a whole row. */
  columns(relation: number): readonly { name: string; number: number; typeOid: number }[];
  /** By the function's oid. */
  function(oid: number): { name: string; strict: boolean; type: string | null } | null;
  /** The name of an operator, by its oid. */
  operator(oid: number): string;
}

export const UNKNOWN: Known = { notNull: false, origin: null, values: null, told: null, json: null };
export const nullable = (known: Known): Known => ({ ...known, notNull: false });

/** A query with the relations it names, and the query around it when it is part of one. */
export interface Scope {
  query: Node;
  tables: Node[];
  /** Numbers of the range table whose row may be missing: the other side of an outer join. */
  missing: Set<number>;
  /** `number.column` of those that the conditions leave no null. */
  proven: Set<string>;
  /** `number.column` -> the only texts that the conditions let through. */
  narrowed: Map<string, readonly string[]>;
  outer: Scope | null;
}

const JOINS = { left: 1, full: 2, right: 3 };

/** Reads a query's relations, with its joins and conditions on them. */
export function scopeOf(query: Node, around: Surroundings, outer: Scope | null): Scope {
  const scope: Scope = {
    query,
    tables: nodesIn(query, 'rtable'),
    missing: new Set(),
    proven: new Set(),
    narrowed: new Map(),
    outer,
  };
  const join = (node: Node | null, isMissing: boolean): void => {
    if (!node) return;
    if (node.tag === 'RANGETBLREF') {
      if (isMissing) scope.missing.add(numberIn(node, 'rtindex'));
    } else if (node.tag === 'JOINEXPR') {
      const type = numberIn(node, 'jointype');
      const both = type === JOINS.full;
      join(nodeIn(node, 'larg'), isMissing || both || type === JOINS.right);
      join(nodeIn(node, 'rarg'), isMissing || both || type === JOINS.left);
      if (isMissing || both) scope.missing.add(numberIn(node, 'rtindex'));
      if (type === 0 && !isMissing) prove(nodeIn(node, 'quals'), scope, around);
    } else {
      for (const one of nodesIn(node, 'fromlist')) join(one, isMissing);
      prove(nodeIn(node, 'quals'), scope, around);
    }
  };
  join(nodeIn(query, 'jointree'), false);
  return scope;
}

/**
 * An update or insert returns the row after it: of a column that it sets, a condition spoke of the
 * one before.
 */
const isWritten = (variable: Node, { query }: Scope): boolean =>
  textIn(variable, 'varno') === textIn(query, 'resultRelation') &&
  nodesIn(query, 'targetList').some((one) => textIn(one, 'resno') === textIn(variable, 'varattno'));

/**
 * A condition that holds shows its columns to be there: `x is not null`, or any strict comparison
 * of `x`.
 */
function prove(condition: Node | null, scope: Scope, around: Surroundings): void {
  if (!condition) return;
  for (const [key, values] of narrowedBy(condition, scope, around)) scope.narrowed.set(key, values);
  const column = (node: Node | undefined): void => {
    if (node?.tag === 'RELABELTYPE') column(nodeIn(node, 'arg') ?? undefined);
    // A strict function or operator gives null for a null.
    else if (node?.tag === 'OPEXPR' || node?.tag === 'FUNCEXPR') {
      if (around.function(numberIn(node, node.tag === 'OPEXPR' ? 'opfuncid' : 'funcid'))?.strict === true)
        for (const one of nodesIn(node, 'args')) column(one);
    } else if (node?.tag === 'VAR' && numberIn(node, 'varlevelsup') === 0 && !isWritten(node, scope))
      scope.proven.add(`${textIn(node, 'varno')}.${textIn(node, 'varattno')}`);
  };
  if (condition.tag === 'BOOLEXPR' && textIn(condition, 'boolop') === 'and')
    for (const one of nodesIn(condition, 'args')) prove(one, scope, around);
  else if (condition.tag === 'NULLTEST' && numberIn(condition, 'nulltesttype') === 1)
    column(nodeIn(condition, 'arg') ?? undefined);
  else if (condition.tag === 'OPEXPR' || condition.tag === 'SCALARARRAYOPEXPR') {
    if (around.function(numberIn(condition, 'opfuncid'))?.strict !== true) return;
    for (const one of nodesIn(condition, 'args')) column(one);
  }
}

/** `x = 'a'`, `x in ('a', 'b')`, and either of such: what `x` can be where the condition holds. */
function narrowedBy(
  condition: Node,
  scope: Scope,
  around: Surroundings,
): ReadonlyMap<string, readonly string[]> {
  const args = nodesIn(condition, 'args');
  if (condition.tag === 'BOOLEXPR') {
    const arms = args.map((one) => narrowedBy(one, scope, around));
    const [first, ...others] = arms;
    switch (textIn(condition, 'boolop')) {
      case 'and':
        return new Map(arms.flatMap((one) => [...one]));
      case 'or':
        return new Map(
          [...(first ?? [])].flatMap(([key, values]) => {
            const all = [values, ...others.map((one) => one.get(key))];
            return all.every((one) => one !== undefined) ? [[key, all.flat()] as const] : [];
          }),
        );
    }
  }
  const isEqual = around.operator(numberIn(condition, 'opno')) === '=';
  const [given, list] = args;
  const variable = given?.tag === 'RELABELTYPE' ? nodeIn(given, 'arg') : given;
  if (!isEqual || !list || variable?.tag !== 'VAR' || numberIn(variable, 'varlevelsup') !== 0)
    return new Map();
  if (isWritten(variable, scope)) return new Map();
  const texts = (list.tag === 'ARRAYEXPR' ? nodesIn(list, 'elements') : [list]).map(textOf);
  return texts.every((text) => text !== null)
    ? new Map([[`${textIn(variable, 'varno')}.${textIn(variable, 'varattno')}`, texts]])
    : new Map();
}
