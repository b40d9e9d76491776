import type { Bindings, Logger } from 'pino';
import { isDatabaseAway } from '#server/postgres/database.ts';

/** How often the log tells that something is away, however many pieces of work meet it. */
const TELL_EVERY = 60_000;

/**
 * Whether an error of S3's client is of the server or of the way to it: such an error has no
 * status, or one of 500 and above.
 */
const isStorageAway = (error: object): boolean => {
  if (!('$metadata' in error)) return false;
  const { httpStatusCode = 500 } = error.$metadata as { httpStatusCode?: number };
  return httpStatusCode >= 500;
};

/** @returns what is away according to an entry; null when it tells of something else */
function dependencyOf({ away, err }: Record<string, unknown>): string | null {
  if (typeof away === 'string') return away;
  if (!(err instanceof Error)) return null;
  if ('away' in err && typeof err.away === 'string') return err.away;
  if (isStorageAway(err)) return 'storage';
  return isDatabaseAway(err) ? 'database' : null;
}

/**
 * The same log, in which warnings and errors that one dependency is away stand once a minute:
 * an outage of the database is met by each task, each socket and each request. `more` counts the
 * entries left out since the last one. An entry, or its error in `err`, names what is away in a
 * field `away`; broken connections to Postgres and to S3 are known without it.
 */
export function tellOfOutagesOnceAMinute(logger: Logger, now: () => Date): Logger {
  const told = new Map<string, { at: number; more: number }>();
  const watch = (inner: Logger): Logger => {
    const watched: Logger = Object.create(inner);
    for (const level of ['warn', 'error'] as const) {
      watched[level] = (...args: unknown[]) => {
        const [fields, ...text] = args;
        const entry =
          typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
        const away = dependencyOf(entry);
        if (away === null) return Reflect.apply(inner[level], inner, args);
        const at = now().getTime();
        const last = told.get(away);
        if (last !== undefined && at - last.at < TELL_EVERY) {
          last.more += 1;
          return;
        }
        told.set(away, { at, more: 0 });
        Reflect.apply(inner[level], inner, [{ ...entry, away, more: last?.more ?? 0 }, ...text]);
      };
    }
    const child = (bindings: Bindings) => watch(inner.child(bindings));
    return Object.assign(watched, { child });
  };
  return watch(logger);
}
