/**
 * The callees that begin a test, or a group of them; '' is the second call of
 * `test.each([...])('title')`.
 */
const begins = new Set(['', 'test', 'it', 'describe', 'test.describe']);

/**
 * The titles of the tests that a file runs, as its source writes them: `%s` and `${role}` stay.
 * Skipped ones are left out. Read with a pattern and not a parser: TypeScript 7 has none to call,
 * and a title that it misses fails the check instead of passing it.
 */
export function titlesOf(source: string): string[] {
  const calls = source.matchAll(/([\w.]*)\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/g);
  return [...calls]
    .filter(([, callee = '']) => begins.has(callee))
    .map(([, , literal = '']) => literal.slice(1, -1).replaceAll(/\\(.)/g, '$1'));
}

export interface Row {
  section: string;
  /** The statements of the specification that the test holds, as `4.6`. */
  numbers: string[];
  quote: string;
  file: string;
  title: string;
}

/** The rows of docs/spec-coverage.md. @throws Error for a line of a table that is none */
export function rowsOf(page: string): Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('| ') || line.startsWith('| n° |')) continue;
    const [numbers, quote, file, title, ...rest] = line.slice(2, -2).split(' | ');
    if (!numbers || !quote || !file || !title || rest.length > 0)
      throw new Error(`not a row of four cells: ${line}`);
    rows.push({ section, numbers: numbers.split(', '), quote, file, title });
  }
  return rows;
}

/**
 * The statements of the specification, by number: in each section its sentences, list items and
 * rows of tables, counted from 1; section 0 is what stands before the first. What is « not shown »
 * states nothing, nor does a heading of a list.
 */
export function statementsOf(specification: string): Map<string, string> {
  const statements = new Map<string, string>();
  let section = '0';
  let count = 0;
  let lineOfTable = 0;
  const state = (text: string) => {
    count += 1;
    statements.set(`${section}.${count}`, text);
  };
  for (const line of specification.split('\n').slice(1)) {
    const heading = /^## (\d+)\./.exec(line)?.[1];
    lineOfTable = line.startsWith('|') ? lineOfTable + 1 : 0;
    if (heading !== undefined) [section, count] = [heading, 0];
    else if (lineOfTable > 2)
      state(
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
          .join(': '),
      );
    else if (lineOfTable === 0)
      for (const sentence of line.replace(/^- /, '').split(/(?<=[.;])\s+(?=\S)/))
        if (sentence.trim() !== '' && !/not shown\)?\.?$|:$|^This document /.test(sentence)) state(sentence);
  }
  return statements;
}

/**
 * Whether one of the titles is the row's; a row's title may be the beginning of one, marked by `…`.
 */
export function isAmong(titles: readonly string[], wanted: string): boolean {
  if (!wanted.endsWith('…')) return titles.includes(wanted);
  const beginning = wanted.slice(0, -1);
  return titles.some((title) => title.startsWith(beginning));
}
