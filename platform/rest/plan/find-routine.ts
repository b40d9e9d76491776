import { RestError } from '../errors.ts';
import { type Catalog, keyOf, namesIn, type Routine } from '../schema-cache/catalog.ts';
import { distance } from './nearest.ts';

/**
 * As in the fuzzy sets that PostgREST asks for the function that was meant: lengths of what is
 * compared, least likeness, and how many are looked at closely.
 */
const LONGEST_GRAM = 3;

const SHORTEST_GRAM = 2;

const LEAST_LIKENESS = 0.33;

const CLOSELY = 50;

/** Of longer names only the beginning is compared, so that an error answer stays cheap. */
const LONGEST = 64;

/**
 * How often each part of so many letters stands in a name; its marks other than commas and spaces
 * are left out.
 */
function gramsOf(name: string, size: number): Map<string, number> {
  const letters = `-${name.replace(/[^\p{L}\p{N}, ]/gu, '')}-`.padEnd(size, '-');
  const grams = new Map<string, number>();
  for (let at = 0; at + size <= letters.length; at++) {
    const gram = letters.slice(at, at + size);
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

const lengthOf = (grams: ReadonlyMap<string, number>) =>
  Math.sqrt([...grams.values()].reduce((sum, count) => sum + count * count, 0));

/** The cosine of the angle between two names as vectors of their parts. */
function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [gram, count] of one) product += count * (other.get(gram) ?? 0);
  return product / (lengthOf(one) * lengthOf(other));
}

/**
 * The name that shares the most parts with `wanted` and, of those that share any, needs the fewest
 * changes to become it.
 * @returns null when none is like it
 */
function alike(wanted: string, names: readonly string[]): string | null {
  const asked = wanted.slice(0, LONGEST).toLowerCase();
  for (let size = LONGEST_GRAM; size >= SHORTEST_GRAM; size--) {
    const grams = gramsOf(asked, size);
    const sharing = names
      .map((name) => ({ name, short: name.slice(0, LONGEST).toLowerCase() }))
      .map((each) => ({ ...each, shared: cosine(grams, gramsOf(each.short, size)) }))
      .filter(({ shared }) => shared > 0)
      .toSorted((a, b) => b.shared - a.shared)
      .slice(0, CLOSELY)
      .map(({ name, short }) => ({
        name,
        likeness: 1 - distance(asked, short) / Math.max(asked.length, short.length, 1),
      }))
      .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
      .toSorted((a, b) => b.likeness - a.likeness);
    if (sharing[0]) return sharing[0].name;
  }
  return null;
}

/**
 * The arguments of a call: named ones, or the whole body for a function with one unnamed parameter.
 */
export interface Arguments {
  names: string[];
  /** The type of the body, when the body as a whole may be the only argument. */
  wholeBody: 'json' | 'text' | 'xml' | 'bytea' | null;
}

export interface Call {
  routine: Routine;
  /** The body is the function's one unnamed argument. */
  unnamed: boolean;
}

/**
 * The overload that fits the arguments: it knows all of them, and all that it requires are given.
 * @throws RestError PGRST202 when none fits, PGRST203 when several do
 */
export function findRoutine(catalog: Catalog, schema: string, name: string, args: Arguments): Call {
  const overloads = catalog.routines.get(keyOf(schema, name)) ?? [];
  const named =
    args.wholeBody === null || args.wholeBody === 'json' ? overloads.filter((one) => fits(one, args)) : [];
  const candidates = named.length > 0 ? named : overloads.filter((one) => takesBody(one, args.wholeBody));
  const [only, another] = candidates;
  if (another !== undefined) throw ambiguous(candidates);
  if (only !== undefined) return { routine: only, unnamed: only.parameters[0]?.name === '' };
  throw notFound(catalog, schema, name, args, overloads);
}

function fits({ parameters }: Routine, { names }: Arguments): boolean {
  const known = new Set(parameters.map((parameter) => parameter.name));
  return (
    names.every((name) => known.has(name)) &&
    parameters.every(({ name, required }) => !required || names.includes(name))
  );
}

function takesBody({ parameters }: Routine, type: Arguments['wholeBody']): boolean {
  const [only] = parameters;
  if (type === null || only === undefined || parameters.length > 1 || only.name !== '') return false;
  return type === 'json' ? only.baseType === 'json' || only.baseType === 'jsonb' : only.baseType === type;
}

function ambiguous(candidates: Routine[]): RestError {
  const list = candidates.map(({ schema, name, parameters }) => {
    return `${schema}.${name}(${parameters.map((one) => `${one.name} => ${one.type}`).join(', ')})`;
  });
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${list.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}

function notFound(
  catalog: Catalog,
  schema: string,
  name: string,
  { names, wholeBody }: Arguments,
  overloads: Routine[],
): RestError {
  const called = `${schema}.${name}`;
  const raw = wholeBody !== null && wholeBody !== 'json';
  const given = names.join(', ');
  const short = raw ? '' : names.length === 0 ? ' without parameters' : `(${given})`;
  const long =
    names.length === 0 ? ' without parameters' : ` with parameter${names.length > 1 ? 's' : ''} ${given}`;
  const searched = raw
    ? ` with a single unnamed ${wholeBody} parameter`
    : `${long}${wholeBody === 'json' ? ' or with a single unnamed json/jsonb parameter' : ''}`;
  return new RestError(404, 'PGRST202', `Could not find the function ${called}${short} in the schema cache`, {
    details: `Searched for the function ${called}${searched}, but no matches were found in the schema cache.`,
    hint: raw ? null : suggestion(catalog, schema, name, names, overloads),
  });
}

function suggestion(
  catalog: Catalog,
  schema: string,
  name: string,
  names: string[],
  overloads: Routine[],
): string | null {
  const sorted = (list: string[]) => `(${list.toSorted().join(', ')})`;
  const found =
    overloads.length > 0
      ? alike(
          sorted(names),
          overloads.map(({ parameters }) => sorted(parameters.map((one) => one.name))),
        )
      : alike(name, namesIn(schema, catalog.routines));
  if (found === null) return null;
  return `Perhaps you meant to call the function ${schema}.${overloads.length > 0 ? name : ''}${found}`;
}
