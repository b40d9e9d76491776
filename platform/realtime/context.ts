import type pg from 'pg';
import type { Logger } from 'pino';
import type { Gateway } from '#platform/gateway/gateway.ts';
import type { Bus } from './bus/bus.ts';
import type { Changes } from './changes/changes.ts';
import type { RealtimeLimits } from './limits.ts';
import type { Presence } from './presence/presence.ts';
import type { Topics } from './topics.ts';

/** All sockets of one server process share this. */
export interface RealtimeContext {
  pool: pg.Pool;
  gateway: Gateway;
  logger: Logger;
  limits: RealtimeLimits;
  /** Unqualified names in policies mean tables of this schema, as in REST. */
  path: string;
  topics: Topics;
  presence: Presence;
  changes: Changes;
  bus: Bus;
  /** Resolves when the other server processes know that this process exists. */
  ready: Promise<void>;
}
