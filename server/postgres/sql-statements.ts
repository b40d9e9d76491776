/** One statement of a file, with the comments before it. */
export interface SqlStatement {
  /** Where it begins in the file, and where it ends: past its semicolon. */
  start: number;
  end: number;
  /** Its text without the comments before it. */
  text: string;
}

/**
 * Comments, quoted and dollar-quoted text, in which a semicolon ends nothing; then the semicolon;
 * then anything else.
 */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|[eE]'(?:\\[\s\S]|[^'\\])*'|'[^']*'|"[^"]*"|;|[^;'"$/\-eE]+|[\s\S]/g;
const LEADING = /^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)*/;

/**
 * @param sql a file of statements that end with semicolons; a function whose body stands bare
 *   between `begin atomic` and `end` is not understood
 * @returns its statements in their order, without what follows the last
 */
export function statementsOf(sql: string): SqlStatement[] {
  const found: SqlStatement[] = [];
  let start = 0;
  const add = (end: number) => {
    const text = sql.slice(start, end).replace(LEADING, '');
    if (text !== '') found.push({ start, end, text });
    start = end;
  };
  for (const { 0: token, index } of sql.matchAll(TOKEN)) if (token === ';') add(index + 1);
  add(sql.length);
  return found;
}

/**
 * The file with blanks in place of all other statements, so that Postgres still names a fault by
 * the file's lines.
 */
export function only(sql: string, kept: readonly SqlStatement[]): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  let text = '';
  let at = 0;
  for (const { start, end } of kept) {
    text += blank(sql.slice(at, start)) + sql.slice(start, end);
    at = end;
  }
  return text;
}
