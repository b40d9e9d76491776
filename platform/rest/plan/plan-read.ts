import { badEmbedFilter, notEmbedded, relatedOrderNotToOne } from '../errors.ts';
import {
  type Condition,
  type EmbedItem,
  PATH_SEPARATOR,
  type Query,
  type SelectItem,
} from '../parse/syntax.ts';
import type { Catalog, Table } from '../schema-cache/catalog.ts';
import { findRelationship } from './find-relationship.ts';
import { type Embed, embedCalled, type ReadNode } from './read-plan.ts';

/** The root of a read: a table, or the rows a function returns under its name. */
export interface Root {
  name: string;
  schema: string;
  table: Table | null;
}

interface Planning {
  catalog: Catalog;
  schema: string;
  query: Query;
  maxRows: number;
  /** Aliases in use, so that each is unique in the statement. */
  aliases: Set<string>;
}

/**
 * In characters. With a number behind it, a longer name could exceed Postgres's 63 bytes and be
 * cut.
 */
const LONGEST_ALIAS = 15;

/**
 * Resolves the query's tree by the catalogue: finds each relationship, and assigns filters, order
 * and limit to their resource.
 * @throws RestError for a relationship that is unknown or ambiguous, and for a path that is not
 *   embedded
 */
export function planRead(catalog: Catalog, root: Root, query: Query, maxRows: number): ReadNode {
  const scopes = scopesByKeys(query);
  const planning: Planning = {
    catalog,
    schema: root.schema,
    query: { ...query, scopes },
    maxRows,
    aliases: new Set([root.name]),
  };
  const reached = new Set<string>();
  const node = planNode(planning, root.name, root.table, query.select, '', reached, root.name);
  for (const key of scopes.keys()) {
    if (!reached.has(key)) throw notEmbedded(key.split(PATH_SEPARATOR).at(-1) ?? key);
  }
  return node;
}

/**
 * Filters, order and limit of an embed by the key that it has in the answer, whether the request
 * calls it by that or by its own name, as where an alias was added later. What is called by both
 * has all of it.
 */
function scopesByKeys({ select, scopes }: Query): Query['scopes'] {
  const found: Query['scopes'] = new Map();
  for (const [path, scope] of scopes) {
    let items: readonly SelectItem[] = select;
    const keys = path === '' ? [] : path.split(PATH_SEPARATOR);
    const resolved = keys.map((name) => {
      const embeds = items.filter((item) => item.kind === 'embed');
      const meant =
        embeds.find((item) => (item.alias ?? item.target) === name) ??
        embeds.find(({ target }) => target === name);
      items = meant?.select ?? [];
      return meant ? (meant.alias ?? meant.target) : name;
    });
    const key = resolved.join(PATH_SEPARATOR);
    const other = found.get(key);
    found.set(
      key,
      other === undefined
        ? scope
        : {
            conditions: [...other.conditions, ...scope.conditions],
            order: scope.order.length > 0 ? scope.order : other.order,
            limit: scope.limit ?? other.limit,
            offset: scope.offset || other.offset,
          },
    );
  }
  return found;
}

function planNode(
  planning: Planning,
  alias: string,
  table: Table | null,
  select: SelectItem[],
  path: string,
  reached: Set<string>,
  name: string,
): ReadNode {
  reached.add(path);
  const scope = planning.query.scopes.get(path);
  const limit = Math.min(scope?.limit ?? Number.POSITIVE_INFINITY, planning.maxRows);
  const node: ReadNode = {
    alias,
    table,
    columns: select.filter((item) => item.kind === 'column'),
    embeds: [],
    conditions: scope?.conditions ?? [],
    order: scope?.order ?? [],
    limit: Number.isFinite(limit) ? limit : null,
    offset: scope?.offset ?? 0,
  };
  for (const item of select) {
    if (item.kind === 'embed') node.embeds.push(planEmbed(planning, node, item, path, reached, name));
  }
  for (const condition of node.conditions) checkEmbedFilters(node, condition);
  for (const { relation } of node.order) {
    if (relation === null) continue;
    const embed = embedCalled(node, relation);
    if (!embed) throw notEmbedded(relation);
    if (!embed.relationship.toOne) throw relatedOrderNotToOne(name, relation);
  }
  return node;
}

function planEmbed(
  planning: Planning,
  parent: ReadNode,
  item: EmbedItem,
  path: string,
  reached: Set<string>,
  parentName: string,
): Embed {
  const relationship = findRelationship(planning.catalog, parent.table, parentName, planning.schema, item);
  const key = item.alias ?? item.target;
  const childPath = path === '' ? key : path + PATH_SEPARATOR + key;
  const alias = unusedAlias(planning, relationship.target.name);
  const name = relationship.target.name;
  const node = planNode(planning, alias, relationship.target, item.select, childPath, reached, name);
  if (relationship.toOne && !planning.query.scopes.get(childPath)?.limit) node.limit = null;
  const lateral = unusedAlias(planning, 'embed');
  // An embed of nothing but such embeds has nothing to show either.
  const hidden = !item.spread && node.columns.length === 0 && node.embeds.every((embed) => embed.hidden);
  return { node, relationship, join: item.join, spread: item.spread, key, lateral, hidden, tested: false };
}

function unusedAlias({ aliases }: Planning, name: string): string {
  const stem = name.slice(0, LONGEST_ALIAS);
  for (let number = 1; ; number++) {
    const alias = `${stem}_${number}`;
    if (aliases.has(alias)) continue;
    aliases.add(alias);
    return alias;
  }
}

/**
 * A filter on an embedded resource as a whole may only test whether it has a row; any other means
 * the column of the same name.
 */
function checkEmbedFilters(node: ReadNode, condition: Condition): void {
  if (condition.kind === 'group') {
    for (const member of condition.members) checkEmbedFilters(node, member);
    return;
  }
  const embed = condition.field.path.length === 0 ? embedCalled(node, condition.field.name) : undefined;
  if (!embed) return;
  const { operation } = condition;
  if (operation.kind === 'is' && operation.truth.endsWith('null')) embed.tested = true;
  else if (!node.table?.columns.has(condition.field.name)) throw badEmbedFilter(condition.field.name);
}
