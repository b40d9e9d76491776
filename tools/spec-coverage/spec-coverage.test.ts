import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAmong, rowsOf, statementsOf, titlesOf } from './titles.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rows = rowsOf(read('docs/spec-coverage.md'));

test('every section of the specification has its rows', () => {
  const sections = [...new Set(rows.map(({ section }) => section.split('.')[0]))];
  expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
});

const specification = join(root, '../shared/spec.md');

describe('the specification, where it is there', () => {
  // It belongs to who asked for the product, and stands beside the repository.
  const statements = statementsOf(existsSync(specification) ? readFileSync(specification, 'utf8') : '');

  test('has a row for each of its statements', () => {
    const held = new Set(rows.flatMap(({ numbers }) => numbers));
    expect([...statements].filter(([number]) => !held.has(number))).toEqual([]);
  });

  test('has each statement that a row names', () => {
    if (statements.size === 0) return;
    const named = rows.flatMap(({ numbers, quote }) => numbers.map((number) => ({ number, quote })));
    expect(named.filter(({ number }) => !statements.has(number))).toEqual([]);
  });
});

test('the statements of a specification are counted in each section', () => {
  const text = [
    '# A specification',
    'What it is. How it looks: not shown.',
    '## 1. First',
    '- One thing; another thing.',
    'Rules:',
    '| Route | Purpose |',
    '|---|---|',
    '| / | Home |',
    '## 2. Second',
    'Prices: not shown.',
    'The end.',
  ].join('\n');
  expect([...statementsOf(text)]).toEqual([
    ['0.1', 'What it is.'],
    ['1.1', 'One thing;'],
    ['1.2', 'another thing.'],
    ['1.3', '/: Home'],
    ['2.1', 'The end.'],
  ]);
});

test.each(rows)('$section $quote is tested in $file', ({ file, title }) => {
  expect(existsSync(join(root, file)), file).toBe(true);
  expect(titlesOf(read(file)).filter((each) => isAmong([each], title))).not.toEqual([]);
});

describe('the reading of titles', () => {
  const source = `
    test('one', () => {}); test.skip('two', () => {}); it("it's three", () => {});
    describe('four', () => { test.each([['x']])('five %s', () => {}); });
    test.fixme('six', () => {}); test(\`seven \${role}\`, () => { page.getByText('eight'); expect('nine'); });
    test(
      'it\\'s ten', () => {});`;

  test('finds each test that runs, and nothing else', () => {
    expect(titlesOf(source)).toEqual(['one', "it's three", 'four', 'five %s', `seven \${role}`, "it's ten"]);
  });

  test('knows a title by its beginning only where the row says so', () => {
    expect(isAmong(['a long title'], 'a long…')).toBe(true);
    expect(isAmong(['a long title'], 'a long')).toBe(false);
  });
});
