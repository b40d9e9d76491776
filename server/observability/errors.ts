import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Bindings, Logger } from 'pino';

/** Kinds of errors that wait to be written; what comes beyond counts as `others`. */
const MOST_KINDS = 100;
/** Kinds that the table keeps at most: messages that are never twice the same must not fill it. */
const MOST_ROWS = 1_000;
const MOST_MESSAGE = 300;
/**
 * How much of a message is read: what looks for addresses in it takes as long as the square of a
 * word.
 */
const MOST_READ = 2_000;
const KEPT_DAYS = 30;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The identity of an error, with nothing in it that changes from one time to the next. */
interface Kind {
  fingerprint: string;
  name: string;
  message: string;
  place: string;
}

/**
 * Without half characters and zeros, which Postgres does not take: one such message would keep all
 * others from being written.
 */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** Up to the last whole word that is read: half an address would not be known for one. */
const beginningOf = (message: string): string =>
  message.length <= MOST_READ ? message : message.slice(0, Math.max(0, message.lastIndexOf(' ', MOST_READ)));

/** Replaces what names a person or a thing: quoted words, addresses, ids, tokens, numbers. */
export const withoutDetails = (message: string): string =>
  storable(
    beginningOf(message)
      .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<address>')
      .replaceAll(/\b(?:https?|postgres(?:ql)?|wss?|smtps?):\/\/\S+/g, '<url>')
      .replaceAll(/"[^"]*"|“[^”]*”|«[^»]*»|'[^']*'|`[^`]*`/g, '<text>')
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>')
      .replaceAll(/\b(?=\w*\d)[\w-]{12,}\b/g, '<id>')
      .replaceAll(/\d+(?:[.,:]\d+)*/g, '<number>')
      .slice(0, MOST_MESSAGE),
  );

/**
 * The innermost function of ours in a stack, `server/app.ts refuse`: without the line, which moves
 * with every change of the file.
 */
function placeOf(stack: string | undefined): string {
  for (const line of stack?.split('\n') ?? []) {
    const [, called = '', path = ''] =
      /^\s+at (?:async )?(?:(.*?) \()?(?:file:\/\/)?(\/[^:)]+):\d+:\d+/.exec(line) ?? [];
    if (!path.startsWith(root) || path.includes('node_modules')) continue;
    return `${relative(root, path).split(sep).join('/')} ${called}`.trim().slice(0, 200);
  }
  return 'elsewhere';
}

/** @param text what the log says about it, where there is no error */
function kindOf(error: unknown, text: string): Kind {
  const known = error instanceof Error ? error : null;
  const code = known !== null && 'code' in known && typeof known.code === 'string' ? known.code : '';
  const name = storable(
    [known?.name ?? 'log', code]
      .filter((part) => part !== '')
      .join(' ')
      .slice(0, 100),
  );
  const message = withoutDetails(known?.message ?? text);
  const place = placeOf(known?.stack);
  const fingerprint = createHash('sha256')
    .update([name, message, place].join('\0'))
    .digest('hex')
    .slice(0, 16);
  return { fingerprint, name, message, place };
}

interface Noted extends Kind {
  count: number;
  firstAt: Date;
  lastAt: Date;
  requestId: string | null;
}

export interface ErrorLog {
  /** The same log, whose errors are noted here as well, whatever its level. */
  watch(logger: Logger): Logger;
  /** Errors since the process began. */
  total(): number;
  /** Writes what was noted since the last time, and forgets what has not come back for a month. */
  flush(pool: pg.Pool): Promise<void>;
}

/**
 * Notes what a log calls an error or worse: once a kind, how often, and the last request that met
 * it.
 */
export function createErrorLog(now: () => Date = () => new Date()): ErrorLog {
  let noted = new Map<string, Noted>();
  let total = 0;

  function note([given, text]: unknown[]): void {
    total += 1;
    const fields = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
    const error = given instanceof Error ? given : fields.err;
    const told = kindOf(error, typeof given === 'string' ? given : typeof text === 'string' ? text : '');
    const isOneTooMany = noted.size >= MOST_KINDS && !noted.has(told.fingerprint);
    const kind = isOneTooMany ? kindOf(null, 'others') : told;
    const at = now();
    const before = noted.get(kind.fingerprint);
    noted.set(kind.fingerprint, {
      ...kind,
      count: (before?.count ?? 0) + 1,
      firstAt: before?.firstAt ?? at,
      lastAt: at,
      requestId: typeof fields.requestId === 'string' ? fields.requestId : (before?.requestId ?? null),
    });
  }

  function watch(logger: Logger): Logger {
    const watched: Logger = Object.create(logger);
    for (const level of ['error', 'fatal'] as const) {
      watched[level] = (...args: unknown[]) => {
        note(args);
        Reflect.apply(logger[level], logger, args);
      };
    }
    // A child has methods of its own.
    const child = (bindings: Bindings) => watch(logger.child(bindings));
    Object.assign(watched, { child });
    return watched;
  }

  return {
    watch,
    total: () => total,
    async flush(pool) {
      const written = noted;
      noted = new Map();
      try {
        await pool.query(
          `insert into private.errors (fingerprint, name, message, place, count, first_at, last_at, last_request_id)
           select n.* from json_to_recordset($1) as n (fingerprint text, name text, message text, place text, count bigint,
             "firstAt" timestamptz, "lastAt" timestamptz, "requestId" text)
           where (select count(*) from private.errors) < $2 or n.fingerprint in (select fingerprint from private.errors)
           on conflict (fingerprint) do update set count = errors.count + excluded.count,
             last_at = greatest(errors.last_at, excluded.last_at),
             last_request_id = coalesce(excluded.last_request_id, errors.last_request_id)`,
          [JSON.stringify([...written.values()]), MOST_ROWS],
        );
      } catch (error) {
        // Kept for the next time: the database may be what went wrong.
        for (const [fingerprint, each] of written) {
          const newer = noted.get(fingerprint);
          noted.set(fingerprint, {
            ...each,
            count: each.count + (newer?.count ?? 0),
            lastAt: newer?.lastAt ?? each.lastAt,
            requestId: newer?.requestId ?? each.requestId,
          });
        }
        throw error;
      }
      await pool.query('delete from private.errors where last_at < $1', [
        new Date(now().getTime() - KEPT_DAYS * 86_400_000),
      ]);
    },
  };
}
