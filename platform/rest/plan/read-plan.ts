import type { ColumnItem, Condition, OrderTerm } from '../parse/syntax.ts';
import type { Relationship, Table } from '../schema-cache/catalog.ts';

/** One resource of the query's tree, checked against the catalogue; SQL is generated from it. */
export interface ReadNode {
  /** The name its columns are qualified with. */
  alias: string;
  /** Null for a function whose rows belong to no exposed table. */
  table: Table | null;
  columns: ColumnItem[];
  embeds: Embed[];
  conditions: Condition[];
  order: OrderTerm[];
  /** Null: no limit. */
  limit: number | null;
  offset: number;
}

export interface Embed {
  node: ReadNode;
  relationship: Relationship;
  join: 'left' | 'inner';
  spread: boolean;
  /** Its key in the parent's JSON, and the name filters and order call it by. */
  key: string;
  /** The alias of its lateral join. */
  lateral: string;
  /** `embed()`: joined and filtered on, but not shown. */
  hidden: boolean;
  /** The parent filters on whether the embed has a row, so a count must keep the join. */
  tested: boolean;
}

/** The embed that a filter or an order of this node calls by its key, or by its table's name. */
export const embedCalled = (node: ReadNode, name: string): Embed | undefined =>
  node.embeds.find(({ key }) => key === name) ??
  node.embeds.find(({ relationship }) => relationship.target.name === name && !node.table?.columns.has(name));
