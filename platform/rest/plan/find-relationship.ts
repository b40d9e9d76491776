import { noRelationship, RestError } from '../errors.ts';
import type { EmbedItem } from '../parse/syntax.ts';
import { type Catalog, keyOf, namesIn, type Relationship, type Table } from '../schema-cache/catalog.ts';
import { alike } from './alike.ts';

/**
 * The relationship that `target!hint` means, seen from its parent in the tree. The target may be a
 * table, a computed relationship, a constraint or a foreign key column; the hint a constraint, a
 * column of either side, or a junction.
 * @throws RestError PGRST200 when there is none, PGRST201 when there are several
 */
export function findRelationship(
  catalog: Catalog,
  origin: Table | null,
  originName: string,
  schema: string,
  { target, hint }: Pick<EmbedItem, 'target' | 'hint'>,
): Relationship {
  const all = origin === null ? undefined : catalog.relationships.get(keyOf(origin.schema, origin.name));
  const isKnown = all !== undefined;
  const inSchema = (all ?? []).filter((relationship) => relationship.target.schema === schema);
  // A computed relationship overrides the foreign keys.
  const computed = inSchema.find((one) => one.kind === 'computed' && one.name === target);
  if (computed) return computed;
  const byKeys = inSchema.filter((one) => one.kind !== 'computed');
  const matching = byKeys.filter((one) =>
    one.origin === one.target ? meansSelf(one, target, hint) : means(one, target, hint),
  );
  const [only, another] = matching;
  if (only === undefined) {
    const related = isKnown ? inSchema.map((one) => one.target.name) : null;
    throw noRelationship(
      originName,
      target,
      hint,
      schema,
      suggest(catalog, related, originName, target, schema),
    );
  }
  if (another !== undefined) throw ambiguous(originName, target, matching);
  return only;
}

const ownColumn = (one: Relationship, name: string) =>
  one.kind === 'key' && one.columns.length === 1 && one.columns[0]?.[0] === name;
const otherColumn = (one: Relationship, name: string) =>
  one.kind === 'key' && one.columns.length === 1 && one.columns[0]?.[1] === name;
/** Whether a column of the origin's own can mean the target: the key's, or any of a pair of rows. */
const byOwnColumn = (one: Relationship, name: string) =>
  one.kind === 'key' && (one.holdsKey || one.cardinality === 'one-to-one') && ownColumn(one, name);

/**
 * The name of a constraint or a column means the table rather than its views; a view is meant only
 * by its own name.
 */
function means(one: Relationship, target: string, hint: string | null): boolean {
  const isConstraint = (name: string) => one.kind === 'key' && one.constraint === name;
  if (hint === null) {
    return (
      one.target.name === target || (one.target.isTable && (isConstraint(target) || byOwnColumn(one, target)))
    );
  }
  return (
    (one.target.name === target ||
      (one.target.isTable && (isConstraint(target) || ownColumn(one, target)))) &&
    (isConstraint(hint) ||
      ownColumn(one, hint) ||
      otherColumn(one, hint) ||
      (one.kind === 'junction' && (one.junction.name === hint || one.constraints.includes(hint))))
  );
}

/**
 * A table that refers to itself has two relationships by one constraint. Its name means the rows
 * that refer to this one, its foreign key column the row that this one refers to; with a hint, the
 * column whose side is meant.
 */
function meansSelf(one: Relationship, target: string, hint: string | null): boolean {
  if (one.kind !== 'key')
    return one.kind === 'junction' && one.target.name === target && hint === one.junction.name;
  const up = one.holdsKey;
  if (hint === null) return up ? ownColumn(one, target) : one.target.name === target;
  if (one.target.name !== target) return up && ownColumn(one, target) && one.constraint === hint;
  return up ? otherColumn(one, hint) : one.constraint === hint || otherColumn(one, hint);
}

/** @param related names of what is related to the origin, or null when nothing is known of it */
function suggest(
  catalog: Catalog,
  related: readonly string[] | null,
  origin: string,
  target: string,
  schema: string,
): string | null {
  if (related !== null) {
    const name = alike(target, related);
    return name === null || name === target ? null : `Perhaps you meant '${name}' instead of '${target}'.`;
  }
  const name = alike(origin, namesIn(schema, catalog.relationships));
  return name === null || name === origin ? null : `Perhaps you meant '${name}' instead of '${origin}'.`;
}

const columnsOf = (pairs: [string, string][], side: 0 | 1) =>
  `(${pairs.map((pair) => pair[side]).join(', ')})`;

function describe(one: Relationship): Record<string, string> {
  const embedding = `${one.origin.name} with ${one.target.name}`;
  if (one.kind === 'computed') return { embedding };
  if (one.kind === 'junction') {
    const [first, second] = one.constraints;
    const relationship = `${one.junction.name} using ${first}${columnsOf(one.originColumns, 1)} and ${second}${columnsOf(one.targetColumns, 1)}`;
    return { cardinality: one.cardinality, embedding, relationship };
  }
  const relationship = `${one.constraint} using ${one.origin.name}${columnsOf(one.columns, 0)} and ${one.target.name}${columnsOf(one.columns, 1)}`;
  return { cardinality: one.cardinality, embedding, relationship };
}

const CARDINALITIES = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many'];

/** In the order in which PostgREST lists what could be meant. */
function byCardinality(one: Relationship, other: Relationship): number {
  const [a, b] = [one, other].map((each) => {
    const { cardinality = '', relationship = '' } = describe(each);
    return { rank: CARDINALITIES.indexOf(cardinality), relationship };
  });
  if (!a || !b) return 0;
  return a.rank - b.rank || (a.relationship < b.relationship ? -1 : 1);
}

function ambiguous(origin: string, target: string, matching: Relationship[]): RestError {
  const found = matching.toSorted(byCardinality);
  const choices = found.map((one) => {
    const by = one.kind === 'key' ? one.constraint : one.kind === 'junction' ? one.junction.name : one.name;
    return `'${one.target.name}!${by}'`;
  });
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details: found.map(describe),
      hint: `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
}
