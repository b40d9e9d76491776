/**
 * The figures that we promise, against their targets: `npm run bench [-- --only=rest,auth,start,page,lighthouse,slots,browse,room,provider,statistics,analytics,storage,documents] [--save]`. `--save` adds them to
 * results.md with date and machine. The page must be built (`npm run build`).
 */
import { appendFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAnalytics } from './analytics.ts';
import { measureAuth } from './auth.ts';
import { measureBrowse } from './browse.ts';
import { measureDocuments } from './documents.ts';
import { type Figure, isMet, table } from './figure.ts';
import { measureHangingProvider } from './hanging-provider.ts';
import { measureHolds } from './holds.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measurePage } from './page.ts';
import { measureRealtime } from './realtime.ts';
import { measureRest } from './rest/measure.ts';
import { measureRoom } from './room.ts';
import { measureScreen } from './screen.ts';
import { measureSlots } from './slots.ts';
import { measureStart } from './start.ts';
import { measureStatistics } from './statistics.ts';
import { measureStorage } from './storage.ts';

const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  start: measureStart,
  page: measurePage,
  lighthouse: measureLighthouse,
  auth: measureAuth,
  slots: async () => measureSlots(),
  realtime: async () => [...(await measureRealtime()), ...(await measureScreen())],
  room: measureRoom,
  holds: measureHolds,
  statistics: measureStatistics,
  analytics: measureAnalytics,
  storage: measureStorage,
  documents: measureDocuments,
  provider: measureHangingProvider,
  browse: async () => [...(await measureBrowse('embedded (18)')), ...(await measureBrowse('Postgres 15'))],
  rest: async () => [...(await measureRest('embedded (18)')), ...(await measureRest('Postgres 15'))],
};

const { values } = parseArgs({ options: { only: { type: 'string' }, save: { type: 'boolean' } } });
const chosen = values.only?.split(',') ?? Object.keys(parts);
const before = loadavg()[0] ?? 0;
const figures: Figure[] = [];
for (const name of chosen) {
  const measure = parts[name];
  if (!measure) throw new Error(`There is no part ${name}, only ${Object.keys(parts).join(', ')}`);
  console.log(`Measuring ${name}`);
  try {
    figures.push(...(await measure()));
  } catch (error) {
    // What the other parts measured is kept: all of them take most of an hour.
    console.error(error);
    figures.push({
      what: `${name} could not be measured`,
      value: Number.NaN,
      unit: '',
      target: { below: 0 },
    });
  }
}

const result = table(figures);
console.log(`\n${result}`);
const missed = figures.filter((figure) => isMet(figure) === false).length;
console.log(`\n${missed} missed`);
if (values.save) {
  const processors = cpus();
  const memory = Math.round(totalmem() / 1_073_741_824);
  const machine = `${processors.length} × ${processors[0]?.model.trim()}, ${memory} GB, Node ${process.versions.node}`;
  const head = `## ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const about = `${machine}; load before the run ${before.toFixed(1)}.`;
  appendFileSync(join(import.meta.dirname, 'results.md'), `\n${head}\n\n${about}\n\n${result}\n`);
}
process.exit(0);
