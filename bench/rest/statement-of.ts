import pg from 'pg';
import { pino } from 'pino';
import { createGateway } from '#server/platform/gateway/gateway.ts';
import type { Keys } from '#server/platform/gateway/keys.ts';
import { createRest } from '#server/platform/rest/rest.ts';
import type { Database } from '#server/postgres/database.ts';
import { parseSettings } from '#server/settings.ts';

/** The statement that REST makes of a request: its second query after `begin` and the role, or whichever names the tables of the bench. */
export async function statementsOf(
  { pool, connection }: Database,
  keys: Keys,
  headers: Record<string, string>,
  paths: Readonly<Record<string, string>>,
): Promise<Record<string, { text: string; values: unknown[] }>> {
  const seen: { text: string; values: unknown[] }[] = [];
  const original = pg.Client.prototype.query;
  const watched = function (this: pg.Client, ...args: unknown[]) {
    const [config] = args;
    if (typeof config === 'object' && config && 'text' in config && String(config.text).includes('bench_'))
      seen.push({
        text: String(config.text),
        values: 'values' in config ? (config.values as unknown[]) : [],
      });
    return Reflect.apply(original, this, args);
  };
  const rest = await createRest({
    pool,
    connection,
    gateway: createGateway(keys, ['anon', 'authenticated', 'service_role']),
    schemas: ['public'],
    limits: parseSettings({}).rest.limits,
    logger: pino({ level: 'silent' }),
  });
  Object.assign(pg.Client.prototype, { query: watched });
  try {
    const statements: Record<string, { text: string; values: unknown[] }> = {};
    for (const [name, path] of Object.entries(paths)) {
      const response = await rest.app.request(path, { headers });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      statements[name] = seen.at(-1)!;
    }
    return statements;
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
    await rest.close();
  }
}
