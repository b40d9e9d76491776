import { pino } from 'pino';
import { greeting } from '#server/greeting.ts';
import { parseSettings } from '#server/settings.ts';
import { startLoge } from '#server/start.ts';

/** Loge as a process of its own before a test's Stripe: `node loge-at-double.ts <its address>`. */
const [, , baseUrl = ''] = process.argv;
const settings = parseSettings();
const stripe = settings.stripe && { ...settings.stripe, baseUrl };
const loge = await startLoge({ ...settings, stripe }, pino({ level: settings.logLevel }));
console.log(greeting(loge.origin, settings));
