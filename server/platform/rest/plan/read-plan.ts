import type { ColumnItem, Condition, OrderTerm } from '../parse/syntax.ts';
import type { Relationship, Table } from '../schema-cache/catalog.ts';

/** One resource of the tree, checked against the catalogue: what SQL is written from. */
export interface ReadNode {
  /** The name its columns are qualified with. */
  alias: string;
  /** Null for rows of a function that are of no exposed table. */
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
  /** The parent filters on its presence, so that a count may not leave the join out. */
  tested: boolean;
}

/** The embed that a filter or an order of this node calls by its key. */
export const embedCalled = (node: ReadNode, name: string): Embed | undefined =>
  node.embeds.find(({ key }) => key === name);
