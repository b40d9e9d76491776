/** One condition of a subscription's filter: `column=operator.value`. */
export interface Condition {
  column: string;
  operator: string;
  /** One value, or several for `in`. */
  given: readonly string[];
  negated: boolean;
}

const OPERATORS = /^(?:eq|neq|lt|lte|gt|gte|in|like|ilike|is|match|imatch|isdistinct)$/;
/** The most values in a list, as on a hosted project. */
const MOST_VALUES = 100;
const MOST_CONDITIONS = 20;

/** A filter that cannot be read; the message is a hosted project's. */
export class FilterError extends Error {
  override name = 'FilterError';
}

/** Splits at commas that stand outside of parentheses and quotes, as PostgREST does. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let current = '';
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quoted && char === '\\') {
      current += char + text.charAt(at + 1);
      at += 1;
      continue;
    }
    // A quotation mark opens only where a value begins.
    if (char === '"') quoted = quoted ? false : current === '' || /[.(,]$/.test(current);
    if (!quoted && char === '(') depth += 1;
    if (!quoted && char === ')') depth = Math.max(0, depth - 1);
    if (!quoted && depth === 0 && char === ',') {
      parts.push(current);
      current = '';
      continue;
    }
    current += char;
  }
  return [...parts, current];
}

const unquote = (value: string): string =>
  value.length >= 2 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1).replace(/\\(.)/gs, '$1')
    : value;

function parseCondition(part: string): Condition {
  const wrong = () => new FilterError(`Error parsing \`filter\` params: ${JSON.stringify([part])}`);
  const found = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(part.trim());
  const [, column = '', negated, operator = '', value = ''] = found ?? [];
  if (!found || !OPERATORS.test(operator)) throw wrong();
  if (operator === 'is' && !/^(?:null|true|false|unknown)$/i.test(value)) throw wrong();
  const condition = { column: column.trim(), operator, negated: negated !== undefined };
  if (operator !== 'in') return { ...condition, given: [unquote(value)] };
  const list = /^\((.*)\)$/s.exec(value)?.[1];
  if (list === undefined) throw new FilterError('`in` filter value must be wrapped by parentheses');
  const given = splitAtCommas(list).map((each) => unquote(each.trim()));
  if (given.length > MOST_VALUES) throw new FilterError(`\`in\` filter takes at most ${MOST_VALUES} values`);
  return { ...condition, given };
}

/**
 * @param filter conditions that must all hold, separated by commas:
 *   `id=gt.0,state=in.(held,confirmed)`
 * @throws FilterError
 */
export function parseFilter(filter: string): Condition[] {
  if (filter.trim() === '') return [];
  const parts = splitAtCommas(filter);
  if (parts.length > MOST_CONDITIONS)
    throw new FilterError('Error parsing `filter` params: too many conditions');
  return parts.map(parseCondition);
}
