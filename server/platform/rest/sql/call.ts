import type { Parameter, Routine } from '../schema-cache/catalog.ts';
import { ident, qualified, type Statement } from './statement.ts';

/** Where the arguments of a call come from. */
export type CallArguments =
  | { kind: 'json'; body: string; names: string[] }
  | { kind: 'texts'; values: Map<string, string[]> }
  | { kind: 'whole'; body: string | Buffer };

/**
 * The rows of a function call: its columns, or its scalar as `pgrst_scalar`.
 * @returns SQL of a select
 */
export function callSql(statement: Statement, routine: Routine, args: CallArguments): string {
  const alias = ident(routine.name);
  const columns = routine.returns === 'row' ? `${alias}.*` : `${alias}.pgrst_scalar`;
  const as = routine.returns === 'row' ? alias : `${alias}(pgrst_scalar)`;
  if (args.kind === 'whole') {
    const type = routine.parameters[0]?.type ?? 'json';
    return `select ${columns} from ${qualified(routine)}(${statement.value(args.body)}::${type}) as ${as}`;
  }
  const given = routine.parameters.filter(({ name }) =>
    args.kind === 'json' ? args.names.includes(name) : args.values.has(name),
  );
  if (args.kind === 'texts') {
    const list = given.map((parameter) => {
      const values = args.values.get(parameter.name) ?? [];
      const value = parameter.variadic ? variadicLiteral(values) : values.at(-1);
      return assign(parameter, `${statement.value(value)}::${parameter.type}`);
    });
    return `select ${columns} from ${qualified(routine)}(${list.join(', ')}) as ${as}`;
  }
  const list = given.map((parameter) => assign(parameter, `pgrst_args.${ident(parameter.name)}`)).join(', ');
  if (given.length === 0) return `select ${columns} from ${qualified(routine)}() as ${as}`;
  const record = given.map(({ name, type }) => `${ident(name)} ${type}`).join(', ');
  const body = `json_to_record(${statement.value(args.body)}::json) as pgrst_args(${record})`;
  return `select ${columns} from ${body}, lateral ${qualified(routine)}(${list}) as ${as}`;
}

const assign = ({ name, variadic }: Parameter, sql: string) =>
  `${variadic ? 'variadic ' : ''}${ident(name)} := ${sql}`;

/** Repeated parameters are the elements; a single `{…}` is the array itself. */
function variadicLiteral(values: string[]): string {
  const [first = ''] = values;
  if (values.length === 1 && first.startsWith('{')) return first;
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}
