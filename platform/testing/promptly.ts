import { expect } from 'vitest';

/** Milliseconds within which every request is answered, whatever it says. */
const LIMIT = 1_000;
const TRIES = 3;

/**
 * Whether the connection was closed as the request was sent on it: a server closes one whose last body it did not read to the end, and a
 * client that has not heard of it yet sends again, as browsers do.
 */
const isClosed = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  (error.cause.code === 'UND_ERR_SOCKET' || error.cause.code === 'ECONNRESET');

async function sendOn(send: () => Promise<Response>): Promise<Response> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isClosed(error) || tried === TRIES) throw error;
    }
  }
}

/**
 * Sends a request that must be answered in less than a second. Every answer counts by the processor time that this process, which has the server in it, took for
 * it: a busy machine does not lengthen that. The clock counts too, since an answer may also wait for the database; but a machine that stalls is not
 * the fault of what was sent, so that what took too long by the clock is sent again, and is too slow if it is so each time.
 */
export async function promptly(send: () => Promise<Response>): Promise<{ answer: Response; told: string }> {
  const tookBy: number[] = [];
  for (;;) {
    const [began, used] = [performance.now(), process.cpuUsage()];
    const answer = await sendOn(send);
    const told = await answer.text();
    tookBy.push(performance.now() - began);
    const { user, system } = process.cpuUsage(used);
    expect((user + system) / 1_000, `${answer.url}: processor time`).toBeLessThan(LIMIT);
    if (tookBy.some((took) => took < LIMIT)) return { answer, told };
    expect(tookBy.length, `${answer.url} took ${tookBy.map(Math.round)} ms`).toBeLessThan(TRIES);
  }
}
