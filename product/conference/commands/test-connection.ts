import { AfterCommit } from '#platform/functions/command.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { spend } from '#product/command/rate-limit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import {
  BadDescription,
  EchoBusy,
  type EchoEngine,
  MediaUnavailable,
} from '#server/integrations/media/media-engine.ts';
import { CONNECTION_TEST_EVERY, testConnection as contract } from '../media-contract.ts';

/**
 * A test lasts some seconds, so the credentials of a relay last no longer: any account can get
 * them.
 */
const CREDENTIALS_SECONDS = 120;
const TESTS = { allowed: 1, within: CONNECTION_TEST_EVERY / 1000 };

async function answerOf(echo: EchoEngine, offer: string): Promise<string> {
  try {
    return await echo.answer(offer);
  } catch (error) {
    if (error instanceof BadDescription) throw new AppError('media_refused', error.message);
    if (error instanceof MediaUnavailable || error instanceof EchoBusy)
      throw new AppError('media_unavailable', error.message);
    throw error;
  }
}

/** Lets a signed-in person measure their connection to the media server, one test at a time. */
export const testConnection = (deps: Pick<ProductDeps, 'media'>) =>
  serve({
    contract,
    async run({ db, person, input, now }) {
      const { echo } = deps.media;
      // The offer has a limit of its own, since a client can skip `start`.
      await spend(db, { key: `line-test-${input.step}:${person.id}`, ...TESTS }, now);
      if (input.step === 'start') {
        // The relays of a session for two: a connection test belongs to no room.
        const room = { sessionId: person.id, participantId: person.id };
        return new AfterCommit(async () => {
          const { iceServers } = await deps.media.forSeats(1).admit(room, now, CREDENTIALS_SECONDS);
          return { sdp: null, iceServers, measurable: echo !== null };
        });
      }
      if (!echo) throw new AppError('media_unavailable');
      const { sdp } = input;
      return new AfterCommit(async () => ({
        sdp: await answerOf(echo, sdp),
        iceServers: [],
        measurable: true,
      }));
    },
  });
