import { Cursor } from './cursor.ts';
import { field } from './field.ts';
import type { Condition, Filter, FtsOperator, LogicGroup, Operation, Truth } from './syntax.ts';

/**
 * Operators that take one value; those of the second set also allow `(any)` and `(all)`, with an
 * array as value.
 */
const plain = new Set(['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj']);
const quantifiable = new Set(['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch']);
const fullText = new Set(['fts', 'plfts', 'phfts', 'wfts']);
const truths = new Set(['null', 'not_null', 'true', 'false', 'unknown']);
/** How deep `or(and(or(…)))` may nest. */
const DEEPEST = 50;

/** Whether a parameter's value is a filter; otherwise it is an argument of a function. */
export function looksLikeFilter(value: string): boolean {
  const word = /^(?:not\.)?([a-z_]+)(?:\([^)]*\))?\./.exec(value)?.[1];
  if (word === undefined) return false;
  const known = plain.has(word) || quantifiable.has(word) || fullText.has(word);
  return known || word === 'is' || word === 'in' || word === 'isdistinct';
}

/** The value of `column=<operation>`. @throws RestError PGRST100 */
export function parseFilter(name: string, text: string): Filter {
  const target = new Cursor(name, 'tree path');
  const what = field(target);
  target.expectEnd();
  const cursor = new Cursor(text, 'filter');
  const parsed = operation(cursor, () => cursor.match(/.*/sy) ?? '');
  cursor.expectEnd();
  return { kind: 'filter', field: what, ...parsed };
}

/**
 * `or=(a.eq.1,and(b.gt.2,not.c.is.null))`, given the operator that the parameter's name stands
 * for. @throws RestError PGRST100
 */
export function parseLogic(operator: 'and' | 'or', negated: boolean, text: string): LogicGroup {
  const cursor = new Cursor(text, 'logic tree', (negated ? 'not.' : '').length + operator.length);
  const group: LogicGroup = { kind: 'group', negated, operator, members: members(cursor, 0) };
  cursor.expectEnd();
  return group;
}

function members(cursor: Cursor, depth: number): Condition[] {
  if (depth > DEEPEST) cursor.fail('a shallower tree');
  const conditions: Condition[] = [];
  cursor.spaces();
  cursor.expect('(');
  do {
    cursor.spaces();
    conditions.push(condition(cursor, depth));
    cursor.spaces();
  } while (cursor.take(','));
  cursor.expect(')');
  cursor.spaces();
  return conditions;
}

function condition(cursor: Cursor, depth: number): Condition {
  const group = cursor.match(/(?:not\.)?(?:and|or)(?=\s*\()/y);
  if (group !== null) {
    const operator = group.endsWith('and') ? 'and' : 'or';
    return {
      kind: 'group',
      negated: group.startsWith('not.'),
      operator,
      members: members(cursor, depth + 1),
    };
  }
  const what = field(cursor, ', negation operator (not) or logic operator (and, or)');
  cursor.expect('.');
  return { kind: 'filter', field: what, ...operation(cursor, () => valueInTree(cursor)) };
}

function operation(cursor: Cursor, value: () => string): { negated: boolean; operation: Operation } {
  const negated = cursor.take('not.');
  const expected = `${negated ? '' : '"not" or '}operator (eq, gt, ...)`;
  return { negated, operation: positive(cursor, value, expected) };
}

function positive(cursor: Cursor, value: () => string, expected: string): Operation {
  const start = cursor.at;
  const word = cursor.match(/[a-z_]+/y) ?? '';
  if (word === 'in' && cursor.take('.')) return { kind: 'in', values: listOfValues(cursor) };
  if (word === 'is' && cursor.take('.')) {
    const truth = (cursor.match(/[a-z_]+/iy) ?? '').toLowerCase();
    if (!truths.has(truth)) cursor.fail('isVal: (null, not_null, true, false, unknown)');
    return { kind: 'is', truth: truth as Truth };
  }
  if (word === 'isdistinct' && cursor.take('.')) return { kind: 'isdistinct', value: value() };
  if (fullText.has(word)) {
    const config = cursor.take('(') ? cursor.name() : null;
    if (config !== null) cursor.expect(')');
    cursor.expect('.');
    return { kind: 'fts', operator: word as FtsOperator, config, value: value() };
  }
  if (quantifiable.has(word)) {
    const quantifier = cursor.take('(any)') ? 'any' : cursor.take('(all)') ? 'all' : null;
    cursor.expect('.');
    return { kind: 'compare', operator: word, quantifier, value: value() };
  }
  if (plain.has(word) && cursor.take('.'))
    return { kind: 'compare', operator: word, quantifier: null, value: value() };
  cursor.at = start;
  return cursor.fail(expected);
}

/** `(1,"two, three",four)` */
function listOfValues(cursor: Cursor): string[] {
  const values: string[] = [];
  cursor.spaces();
  cursor.expect('(');
  cursor.spaces();
  do values.push(element(cursor));
  while (cursor.take(','));
  cursor.expect(')');
  cursor.spaces();
  return values;
}

/**
 * A quoted value counts as quoted only up to the next `,` or `)`; otherwise its quotes are part of
 * it.
 */
function element(cursor: Cursor): string {
  const start = cursor.at;
  const quoted = cursor.quoted();
  if (quoted !== null && (cursor.done || /[,)]/.test(cursor.peek()))) return quoted;
  cursor.at = start;
  return cursor.match(/[^,)]*/y) ?? '';
}

/** Within `and`/`or`, an array literal `{…}` keeps its commas. */
function valueInTree(cursor: Cursor): string {
  return cursor.match(/\{[^{}]*\}/y) ?? element(cursor);
}
