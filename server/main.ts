import { pino } from 'pino';
import { greeting } from '#server/greeting.ts';
import { stopOnSignal } from '#server/listen.ts';
import { parseSettings } from '#server/settings.ts';
import { startLoge } from '#server/start.ts';

const stopping = new AbortController();
try {
  const settings = parseSettings();
  const logger = pino({ level: settings.logLevel });
  // Before it has started, too: a container's first process is not ended by a signal that it does
  // not ask for, and a start may wait for long.
  const starting = startLoge(settings, logger, undefined, stopping.signal);
  stopOnSignal(async () => {
    stopping.abort();
    const started = await starting.catch(() => null); // told below, unless it is how the wait ended
    await started?.stop();
  }, logger);
  const loge = await starting;
  // A log collector reads lines of JSON; somebody who tries Loge reads the address.
  if (settings.production) logger.info({ origin: loge.origin, ...loge.facts }, 'open');
  else console.log(greeting(loge.origin, settings));
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  // Obstacles to starting are written for people; faults of ours keep their stack.
  const expected =
    error instanceof Error &&
    /^(?:SettingsError|DataDirInUse|PortInUse|MigrationError|BucketRefused)$/.test(error.name);
  console.error(expected ? `\n${error.message}\n` : error);
  process.exit(1);
}
