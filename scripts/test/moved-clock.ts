/**
 * The clock of a run with `--at`: every Node process, page and database of its tests stands so far ahead of the machine (behind it when
 * negative), and goes as fast. Only what tells the time moves: timers, durations and what the kernel stamps stay the machine's.
 *
 * scripts/test/run.ts preloads this file into each Node process (NODE_OPTIONS), so that nothing that a test runs can miss it.
 */

/** Milliseconds that this run is ahead of the machine. */
export const runAhead = Number(process.env.TEST_AHEAD ?? 0);

/** What the environment of a process must have, beside what a test gives it, to stand at the time of the run. */
export const clockOfRun: Readonly<Record<string, string>> =
  runAhead === 0 ? {} : { NODE_OPTIONS: process.env.NODE_OPTIONS ?? '', TEST_AHEAD: String(runAhead) };

/**
 * Puts `Date` ahead wherever it runs. It is sent into pages too, so it knows nothing from outside.
 * @param ahead milliseconds
 */
export function moveDate(ahead: number): void {
  const Machine = Date;
  const now = () => Machine.now() + ahead;
  const moved = new Proxy(Machine, {
    construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
    apply: () => new Machine(now()).toString(),
    get: (target, key, self) => (key === 'now' ? now : Reflect.get(target, key, self)),
  });
  Machine.prototype.constructor = moved;
  globalThis.Date = moved;
}

/**
 * The SQL that puts one database's `now()` and `clock_timestamp()` ahead, in defaults and functions that exist already too. Run it as a
 * superuser, also on a copy of a database that was moved. `current_timestamp` and `current_date` are no functions and stay, which is why no SQL of ours uses them.
 */
export const moveDatabase = (ahead: number): string => {
  const attributes = 'returns timestamptz language sql strict parallel safe';
  return `
    create or replace function pg_catalog.machine_clock() returns timestamptz
      language internal volatile strict parallel safe as 'clock_timestamp';
    create or replace function pg_catalog.now() ${attributes} stable
      return pg_catalog.transaction_timestamp() + interval '${ahead} milliseconds';
    create or replace function pg_catalog.clock_timestamp() ${attributes} volatile
      return pg_catalog.machine_clock() + interval '${ahead} milliseconds';`;
};

// A runner that keeps modules of its own loads this file again, beside the one that was preloaded: the clock is moved once.
const MOVED = Symbol.for('loge.clock-is-moved');
if (runAhead !== 0 && !Reflect.has(globalThis, MOVED)) {
  Reflect.set(globalThis, MOVED, true);
  moveDate(runAhead);
}
