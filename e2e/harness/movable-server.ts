/** The server as server/main.ts starts it, but for its clock: the test that started it says how far it stands ahead (docs/decisions/0096). */
import { pino } from 'pino';
import { greeting } from '#server/greeting.ts';
import { stopOnSignal } from '#server/listen.ts';
import { parseSettings } from '#server/settings.ts';
import { startLoge } from '#server/start.ts';

let ahead = 0;
process.on('message', (milliseconds) => {
  ahead = Number(milliseconds);
  process.send?.(ahead);
});
// The pipe alone keeps no server running that was asked to stop.
process.channel?.unref();
const settings = parseSettings();
const logger = pino({ level: settings.logLevel });
const loge = await startLoge(settings, logger, () => new Date(Date.now() + ahead));
stopOnSignal(() => loge.stop(), logger);
console.log(greeting(loge.origin, settings));
