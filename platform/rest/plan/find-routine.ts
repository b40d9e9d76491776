import { RestError } from '../errors.ts';
import { type Catalog, keyOf, namesIn, type Routine } from '../schema-cache/catalog.ts';
import { alike } from './alike.ts';

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

/** The refusal of a name that no function has. */
export const unknownRoutine = (catalog: Catalog, schema: string, name: string): RestError =>
  notFound(catalog, schema, name, { names: [], wholeBody: null }, []);

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
