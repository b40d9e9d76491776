import { LINE_TEST, testLine } from '#contracts/conference-test.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';
import type { LineFacts } from './line-verdict.ts';
import { probeMedia, probeRelay, probeSocket } from './probes.ts';

/** Refusals of the server of the media: there is nothing to measure with, which is a finding and no failure of the test. */
const UNAVAILABLE: ReadonlySet<string> = new Set(['media_unavailable', 'media_refused']);

/**
 * Measures the line to Loge: about ten seconds.
 * @throws CommandError when Loge cannot be asked at all, or while another test of the same person runs
 */
export async function runLineTest(signal: AbortSignal): Promise<LineFacts> {
  const start = await callCommand(testLine, { step: 'start' });
  const iceServers = start.iceServers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }));
  const measure = async (): Promise<LineFacts['media']> => {
    if (!start.measurable) return 'unavailable';
    try {
      return await probeMedia({
        iceServers,
        lasts: LINE_TEST - 1_000,
        exchange: async (offer) => (await callCommand(testLine, { step: 'offer', sdp: offer })).sdp ?? '',
        signal,
      });
    } catch (error) {
      if (error instanceof CommandError && UNAVAILABLE.has(error.code)) return 'unavailable';
      throw error;
    }
  };
  const [socket, relay, media] = await Promise.all([probeSocket(), probeRelay(iceServers), measure()]);
  return { socket, relay, media };
}
