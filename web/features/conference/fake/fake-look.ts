import type { SeenRoom } from '../queries.ts';
import { fakeId, person } from './people.ts';
import type { Scene } from './scenes.ts';

const MINUTE = 60_000;

/** The times of an hour of which so many minutes have passed. */
export function fakeTimes({ minutesIn = 19 }: Scene): { startsAt: number; endsAt: number; closesAt: number } {
  const startsAt = Date.now() - minutesIn * MINUTE;
  return { startsAt, endsAt: startsAt + 60 * MINUTE, closesAt: startsAt + 65 * MINUTE };
}

/** What the door says of the session of a scene. */
export function fakeLook(scene: Scene, times: ReturnType<typeof fakeTimes>): SeenRoom {
  const iso = (at: number) => new Date(at).toISOString();
  const { side = 'viewer', others = 1 } = scene;
  const everybody = [person(0), ...Array.from({ length: others }, (_unused, index) => person(index + 1))];
  const me = side === 'admin' ? person(13, 'admin') : person(side === 'streamer' ? 0 : 1);
  return {
    roomId: fakeId('000', 1),
    side,
    state: 'open',
    setupFrom: iso(times.startsAt - 60 * MINUTE),
    opensAt: iso(times.startsAt - 10 * MINUTE),
    startsAt: iso(times.startsAt),
    endsAt: iso(times.endsAt),
    closesAt: iso(times.closesAt),
    booking: {
      id: fakeId('000', 2),
      title: others > 1 ? 'Soirée stratégie' : 'Coaching classé',
      status: 'in_progress',
      durationMinutes: 60,
      priceCents: others > 1 ? 1800 : 4500,
      refundCents: null,
      deliveredMinutes: null,
      streamerHandle: 'nour-ecarlate',
      offerId: null,
    },
    others: everybody.filter(({ personId }) => personId !== me.personId),
    me,
    openElsewhere: false,
    adminEntries: [],
    evidence: null,
    decision: null,
    review: { id: null, answer: null, mayWriteUntil: null, rating: null, body: null },
    now: iso(Date.now()),
    ahead: 0,
    ...scene.look,
  };
}
