import type { Parameters } from './published-parameters.ts';

/** A parameter as it came: text, a list, or a group. */
export type Value = string | Value[] | { [name: string]: Value };
export type Body = { [name: string]: Value };

/** An error as Stripe's API answers it. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly param: string | undefined;
  constructor(message: string, { status = 400, type = 'invalid_request_error', code = '', param = '' } = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code || undefined;
    this.param = param || undefined;
  }
}

/** Reads `a[b][0][c]=d`, the form in which Stripe takes nested parameters. */
export function parseForm(text: string): Body {
  const body: Body = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let group: Body = body;
    for (const part of path.slice(0, -1)) {
      group[part] ??= {};
      group = group[part] as Body;
    }
    group[path.at(-1) ?? ''] = value;
  }
  return listed(body) as Body;
}

/** Groups whose names are 0, 1, 2… are lists. */
function listed(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  const inner = entries.map(([name, item]) => [name, listed(item)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? inner.map(([, item]) => item) : Object.fromEntries(inner);
}

/**
 * Refuses what Stripe refuses: names that are not published, missing ones, values of another type.
 * @throws ApiError
 */
export function checkParameters(body: Body, parameters: Parameters, prefix = ''): void {
  const nameOf = (name: string) => (prefix === '' ? name : `${prefix}[${name}]`);
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(parameters, name)) {
      throw new ApiError(`Received unknown parameter: ${nameOf(name)}`, {
        code: 'parameter_unknown',
        param: nameOf(name),
      });
    }
    checkValue(value, parameters[name] as Parameters[string], nameOf(name));
  }
  for (const [name, rule] of Object.entries(parameters)) {
    if (typeof rule === 'string' && rule.endsWith('!') && body[name] === undefined) {
      throw new ApiError(`Missing required param: ${nameOf(name)}.`, {
        code: 'parameter_missing',
        param: nameOf(name),
      });
    }
  }
}

function checkValue(value: Value, rule: Parameters[string], param: string): void {
  const invalid = (what: string, code = '') => new ApiError(`Invalid ${what}: ${param}`, { code, param });
  if (typeof rule !== 'string') {
    if (Array.isArray(rule)) {
      if (!Array.isArray(value)) throw invalid('array');
      for (const [index, item] of value.entries())
        checkParameters(item as Body, rule[0], `${param}[${index}]`);
    } else if ('oneOf' in rule && Array.isArray(rule.oneOf)) {
      if (!rule.oneOf.includes(value)) throw invalid(`${param}: must be one of ${rule.oneOf.join(', ')}`);
    } else {
      if (typeof value === 'string' || Array.isArray(value)) throw invalid('object');
      checkParameters(value, rule as Parameters, param);
    }
    return;
  }
  switch (rule.replace('!', '')) {
    case 'integer':
      if (typeof value !== 'string' || !/^-?\d+$/.test(value)) {
        throw invalid('integer', 'parameter_invalid_integer');
      }
      break;
    case 'boolean':
      if (value !== 'true' && value !== 'false') throw invalid('boolean');
      break;
    case 'strings':
      if (!Array.isArray(value)) throw invalid('array');
      break;
    case 'map':
      if (typeof value === 'string' || Array.isArray(value)) throw invalid('hash');
      break;
    default:
      if (value === '') throw invalid('string', 'parameter_invalid_empty');
      if (typeof value !== 'string') throw invalid('string');
  }
}
