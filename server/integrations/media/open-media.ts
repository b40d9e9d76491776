import type pg from 'pg';
import type { Logger } from 'pino';
import type { MediaSettings } from '#server/settings.ts';
import { createEmbeddedEngine } from './embedded/engine.ts';
import { createMediaEngines } from './engines.ts';
import { createMediaHome } from './home.ts';
import { createJanusEngine } from './janus/engine.ts';
import type { MediaEngines } from './media-engine.ts';
import { createP2pEngine, type TurnSettings } from './p2p.ts';

/** The engines that the settings ask for. Nothing is started or connected that no room needs yet, Janus aside. */
export function openMedia(
  settings: MediaSettings,
  deps: {
    turn: TurnSettings | null;
    connection: pg.ClientConfig;
    /** Names and locks Janus' rooms. */
    janusKey: () => Buffer;
    logger: Logger;
    now: () => Date;
  },
): MediaEngines {
  const { turn, connection, janusKey, logger, now } = deps;
  const { addresses, ports, janus } = settings;
  const home = createMediaHome(connection, logger);
  const engines = createMediaEngines({
    p2p: createP2pEngine(turn),
    // Also where there is a Janus: it carries the rooms that were opened before there was, and the test of one's line.
    embedded: createEmbeddedEngine({ network: { addresses, ports }, turn, home, logger }),
    janus: janus && createJanusEngine({ settings: janus, key: janusKey(), turn, logger, now }),
  });
  return {
    ...engines,
    async stop() {
      await engines.stop();
      await home.close();
    },
  };
}
