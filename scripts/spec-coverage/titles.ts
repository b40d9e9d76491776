/** The callees that begin a test, or a group of them; '' is the second call of `test.each([...])('title')`. */
const begins = new Set(['', 'test', 'it', 'describe', 'test.describe']);

/**
 * The titles of the tests that a file runs, as its source writes them: `%s` and `${role}` stay. Skipped ones are left out. Read with a
 * pattern and not a parser: TypeScript 7 has none to call, and a title that it misses fails the check instead of passing it.
 */
export function titlesOf(source: string): string[] {
  const calls = source.matchAll(/([\w.]*)\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/g);
  return [...calls]
    .filter(([, callee = '']) => begins.has(callee))
    .map(([, , literal = '']) => literal.slice(1, -1).replaceAll(/\\(.)/g, '$1'));
}

export interface Row {
  section: string;
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
    if (!line.startsWith('| ') || line.startsWith('| the specification |')) continue;
    const [quote, file, title, ...rest] = line.slice(2, -2).split(' | ');
    if (!quote || !file || !title || rest.length > 0) throw new Error(`not a row of three cells: ${line}`);
    rows.push({ section, quote, file, title });
  }
  return rows;
}

/** Whether one of the titles is the row's; a row's title may be the beginning of one, marked by `…`. */
export function isAmong(titles: readonly string[], wanted: string): boolean {
  if (!wanted.endsWith('…')) return titles.includes(wanted);
  const beginning = wanted.slice(0, -1);
  return titles.some((title) => title.startsWith(beginning));
}
