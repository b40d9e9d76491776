import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, median } from './figure.ts';
import { startLoge } from './loge.ts';
import { memoryOf, total } from './memory.ts';

const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);

/** First start on an empty folder, later ones, and what is in memory afterwards. */
export async function measureStart(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  const script = 'scripts/start.mjs';
  const times: number[] = [];
  let told: Figure | null = null;
  for (let index = 0; index < 4; index += 1) {
    const loge = await startLoge({ dataDir, script });
    times.push(loge.startedIn / 1000);
    if (index === 3) {
      await sleep(2_000);
      const memory = memoryOf(loge.pid);
      const parts = Object.entries(memory).map(
        ([name, { rss, pss, processes }]) =>
          `${name} ×${processes}: ${megabytes(pss)} MB (sum of RSS ${megabytes(rss)})`,
      );
      told = {
        what: 'memory after start (PSS)',
        value: megabytes(total(memory).pss),
        unit: 'MB',
        target: null,
        note: parts.join('; '),
      };
    }
    await loge.close();
  }
  rmSync(dataDir, { recursive: true, force: true });
  const [first = 0, ...later] = times;
  return [
    { what: 'first start, empty embedded database', value: first, unit: 's', target: { below: 10 } },
    { what: 'later start', value: median(later), unit: 's', target: { below: 3 } },
    ...(told ? [told] : []),
  ];
}
