import { pino } from 'pino';
import { greeting } from '#server/greeting.ts';
import { stopOnSignal } from '#server/listen.ts';
import { parseSettings } from '#server/settings.ts';
import { startLoge } from '#server/start.ts';

try {
  const settings = parseSettings();
  const logger = pino({ level: settings.logLevel });
  const loge = await startLoge(settings, logger);
  stopOnSignal(() => loge.stop(), logger);
  // A log collector reads lines of JSON; somebody who tries Loge reads the address.
  if (settings.production) logger.info({ origin: loge.origin, ...loge.facts }, 'open');
  else console.log(greeting(loge.origin, settings));
} catch (error) {
  // Obstacles to starting are written for people; faults of ours keep their stack.
  const expected =
    error instanceof Error && /^(?:SettingsError|DataDirInUse|PortInUse|MigrationError)$/.test(error.name);
  console.error(expected ? `\n${error.message}\n` : error);
  process.exit(1);
}
