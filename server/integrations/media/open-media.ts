import type pg from 'pg';
import type { Logger } from 'pino';
import { engineFor } from '#product/conference/rules/engine.ts';
import type { MediaSettings } from '#server/settings.ts';
import { createEmbeddedEngine } from './embedded/engine.ts';
import { createMediaHome } from './home.ts';
import { createJanusEngine } from './janus/engine.ts';
import type { EchoEngine, EngineHealth, MediaEngine, MediaEngines } from './media-engine.ts';
import { createP2pEngine, type TurnSettings } from './p2p.ts';

/**
 * The engines that the settings ask for. Nothing is started or connected that no room needs yet,
 * Janus aside.
 */
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
    // Also where there is a Janus: it carries the rooms that were opened before there was one, and
    // connection tests.
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

/** @param janus null when none is set; then rooms of more than two go through the embedded one */
function createMediaEngines(engines: {
  p2p: MediaEngine;
  embedded: (MediaEngine & { echo: EchoEngine }) | null;
  janus: MediaEngine | null;
}): MediaEngines {
  const { p2p, embedded, janus } = engines;
  const all = [p2p, embedded, janus].filter((engine) => engine !== null);
  return {
    forSeats: (seats) => engines[engineFor(seats, { janus: janus !== null })] ?? p2p,
    byName: (name) => engines[name],
    echo: embedded?.echo ?? null,
    async health() {
      const found = await Promise.all(
        all.map(async (engine): Promise<[string, EngineHealth]> => [engine.name, await engine.health()]),
      );
      return Object.fromEntries(found);
    },
    async stop() {
      await Promise.all(all.map((engine) => engine.stop()));
    },
  };
}

/** Browsers alone: for tools and tests that open no room for more than two. */
export const peerToPeerAlone = (p2p: MediaEngine): MediaEngines =>
  createMediaEngines({ p2p, embedded: null, janus: null });
