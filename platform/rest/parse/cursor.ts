import { queryError } from '../errors.ts';

/**
 * Reads a text from left to right. Every rule of PostgREST's grammar is a function over a cursor;
 * text that does not fit is a PGRST100 with its position, worded as in PostgREST.
 */
export class Cursor {
  readonly text: string;
  private readonly what: string;
  private readonly before: number;
  at = 0;

  /**
   * @param what such as `select parameter`, for the error
   * @param before characters that stand before the text where the error counts columns
   */
  constructor(text: string, what: string, before = 0) {
    this.text = text;
    this.what = what;
    this.before = before;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  peek(): string {
    return this.text[this.at] ?? '';
  }

  looksAt(token: string): boolean {
    return this.text.startsWith(token, this.at);
  }

  /** Takes `token` if it comes next. */
  take(token: string): boolean {
    if (!this.looksAt(token)) return false;
    this.at += token.length;
    return true;
  }

  /** Takes what `pattern` (sticky) matches here, or null. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.at += found.length;
    return found;
  }

  spaces(): void {
    while (this.peek() === ' ' || this.peek() === '\t') this.at++;
  }

  expect(token: string): void {
    if (!this.take(token)) this.fail(`"${token}"`);
  }

  /**
   * @param found what stands where something else was expected, as the error shows it
   * @throws RestError PGRST100
   */
  fail(expecting: string, found = `"${this.peek()}"`): never {
    throw queryError(
      `"failed to parse ${this.what} (${this.text})" (line 1, column ${this.before + this.at + 1})`,
      `unexpected ${this.done ? 'end of input' : found} expecting ${expecting}`,
    );
  }

  expectEnd(expecting = 'end of input'): void {
    if (!this.done) this.fail(expecting);
  }

  /** `"…"` with backslash escapes, or null when what comes next is not quoted. */
  quoted(): string | null {
    if (this.peek() !== '"') return null;
    const start = this.at;
    let value = '';
    for (this.at++; !this.done; this.at++) {
      const char = this.peek();
      if (char === '"') {
        this.at++;
        return value;
      }
      if (char === '\\') this.at++;
      value += this.peek();
    }
    this.at = start;
    return null;
  }

  /**
   * A column, table, alias or function name: quoted, or letters, digits, `_`, `$`, spaces and inner
   * dashes.
   * @param orElse what else could stand here, for the error
   */
  name(orElse = ''): string {
    const quoted = this.quoted();
    if (quoted !== null) return quoted;
    const name = this.match(/[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy)?.trim();
    return name || this.fail(`field name (* or [a..z0..9_$])${orElse}`);
  }
}
