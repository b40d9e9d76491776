import { engineFor } from '#domain/conference/engine.ts';
import type { EchoEngine, EngineHealth, MediaEngine, MediaEngines } from './media-engine.ts';

/** @param janus null when none is set; then rooms of more than two go through the embedded one */
export function createMediaEngines(engines: {
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
