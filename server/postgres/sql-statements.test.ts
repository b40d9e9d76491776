import { expect, test } from 'vitest';
import { only, statementsOf } from './sql-statements.ts';

const texts = (sql: string) => statementsOf(sql).map(({ text }) => text);

test('a statement ends at its semicolon, and one that ends the file needs none', () => {
  expect(texts('select 1; select 2;\n')).toEqual(['select 1;', 'select 2;']);
  expect(texts('select 1;\nselect 2\n')).toEqual(['select 1;', 'select 2\n']);
  expect(texts('\n-- nothing;\n')).toEqual([]);
});

test.each([
  ['a string', `select ';', 'it''s; so';`],
  ['a string with escapes', String.raw`select E'it\'s; so', e'\\';`],
  ['a quoted name', 'select 1 as "a;b";'],
  ['a body between dollars', `do $$ begin perform 1; raise '$1;'; end $$;`],
  ['a body between named dollars', 'do $a$ begin execute $b$ select 1; $b$; perform $$;$$; end $a$;'],
  ['a comment', 'select 1 -- one; two\n, 2 /* three; four */;'],
  ['parameters and signs', 'select $1 - 2 / 3 as difference;'],
])('a semicolon in %s ends nothing', (_, sql) => {
  expect(texts(`${sql}\nselect 'next';`)).toEqual([sql, "select 'next';"]);
});

test('the comments before a statement go with it, and are no part of its text', () => {
  const sql = '-- The first;\n/* and */ select 1;\n\n-- The second.\nselect 2;';
  expect(texts(sql)).toEqual(['select 1;', 'select 2;']);
  expect(
    statementsOf(sql)
      .map(({ start, end }) => sql.slice(start, end))
      .join(''),
  ).toBe(sql);
});

test('what is left of a file stands where it stood', () => {
  const sql = 'select 1;\nselect\n  2;\nselect 3;';
  const [, second] = statementsOf(sql);
  expect(only(sql, second ? [second] : [])).toBe('         \nselect\n  2;');
  expect(only(sql, statementsOf(sql))).toBe(sql);
  expect(only(sql, [])).toBe('');
});
