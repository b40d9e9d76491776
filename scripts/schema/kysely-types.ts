import type { Catalog, Column, Relation } from './model.ts';
import { type TypeResolver, typeName } from './type-names.ts';

const property = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

function columnType(relation: Relation, column: Column, { column: typeOf }: TypeResolver): string {
  const type = `${typeOf(relation, column).pg}${column.notNull ? '' : ' | null'}`;
  if (column.generated !== null || column.identity === 'always') return `GeneratedAlways<${type}>`;
  return column.default !== null || column.identity !== null ? `Generated<${type}>` : type;
}

/** Kysely's interfaces: one for each table and view of every schema; those of `public` go without its name. */
export function renderKysely(catalog: Catalog, resolver: TypeResolver): string {
  const relations = catalog.schemas.flatMap(({ name, tables, views }) =>
    [...tables, ...views].map((relation) => ({ schema: name, relation })),
  );
  const interfaces = relations.map(({ schema, relation }) => {
    const columns = relation.columns.map(
      (one) => `  ${property(one.name)}: ${columnType(relation, one, resolver)};`,
    );
    return `export interface ${typeName(schema, relation.name)}Table {\n${columns.join('\n')}\n}`;
  });
  const keys = relations.map(({ schema, relation }) => {
    const key = schema === 'public' ? property(relation.name) : `'${schema}.${relation.name}'`;
    return `  ${key}: ${typeName(schema, relation.name)}Table;`;
  });
  return `${interfaces.join('\n\n')}\n\nexport interface DB {\n${keys.join('\n')}\n}`;
}
