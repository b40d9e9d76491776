/**
 * The check of films in a process of its own, so that a test can bound its memory: `node film-process.ts`. Each line of its standard input is a
 * file to check, `{"from", "type", "to"}`; it answers each with what the check found or why it refused, what that took of the processor in
 * milliseconds, and the most memory it has ever had in bytes.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { faultIn } from '#product/shared/films/rules.ts';
import { checkFilm } from '../films/check-film.ts';

const peak = () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;

for await (const line of createInterface({ input: process.stdin })) {
  const { from, type, to } = JSON.parse(line) as { from: string; type: string; to: string };
  const began = process.cpuUsage();
  let answer: object;
  try {
    answer = { facts: await checkFilm(from, type, 60, to) };
  } catch (error) {
    const fault = error instanceof Error ? faultIn(error.message) : null;
    answer = fault === null ? { broke: String(error instanceof Error ? error.stack : error) } : { fault };
  }
  const { user, system } = process.cpuUsage(began);
  console.log(JSON.stringify({ ...answer, processorMs: (user + system) / 1000, peak: peak() }));
}
