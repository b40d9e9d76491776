import { useEffect, useState } from 'react';
import { browserEffects } from '#web/conference-core/media/effects/effects.ts';
import { createLocalMedia } from '#web/conference-core/media/local-media.ts';
import type { LocalMedia } from '#web/conference-core/media/local-state.ts';
import type { ChatMessage, LoadedRoom } from '#web/features/conference/queries.ts';
import { type RoomChat, RoomProvider } from '#web/features/conference/room/room-context.tsx';
import { RoomView } from '#web/features/conference/room/room-screen.tsx';
import { createFakeRoom } from './fake-room.ts';
import { fakeId, person } from './people.ts';
import { SCENES, type Scene, type SceneName } from './scenes.ts';
import { personPicture, screenPicture, voice } from './tracks.ts';

function stageOf(scene: Scene) {
  const times = fakeTimes(scene);
  const { side = 'viewer' } = scene;
  const room = createFakeRoom({
    phase: 'inside',
    side,
    participantId: fakeId('002', side === 'streamer' ? 0 : 1),
    engine: 'p2p',
    server: 'joined',
    times,
    ...scene.room(),
  });
  return {
    room,
    details: fakeDetails(scene, times),
    media: createFakeMedia(scene.camera === false ? { camera: false, mic: false } : {}),
  };
}

/** One scene of the room: the real screen over a fake room. */
export function FakeScreen({ name }: { name: SceneName }) {
  const scene: Scene = SCENES[name];
  const [{ room: controller, details, media }] = useState(() => stageOf(scene));
  const chat = useFakeChat(details.me.personId);
  useEffect(() => {
    const release = media.retain();
    void media.start();
    const timer = setTimeout(() => {
      if (scene.later) controller.change(scene.later(controller.state()));
    }, 500);
    return () => {
      clearTimeout(timer);
      release();
    };
  }, [controller, media, scene]);
  return (
    <RoomProvider details={details} controller={controller} media={media} chat={chat}>
      <RoomView />
    </RoomProvider>
  );
}

const message = (id: number, author: number, body: string): ChatMessage => ({
  id,
  author_id: person(author).personId,
  side: person(author).side,
  body,
  hidden_at: null,
  removed_at: null,
  sent_at: new Date().toISOString(),
});

/** As long as a server that is near takes. Milliseconds. */
const LOADS = 50;

/** A chat with some words in it already, which come a moment later; what is written comes back at once. */
function useFakeChat(myId: string): RoomChat {
  const [messages, setMessages] = useState<readonly ChatMessage[] | null>(null);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        setMessages([
          message(1, 0, 'Bonsoir. On reprend la partie d’hier ?'),
          message(2, 1, 'Avec plaisir, j’ai revu l’ouverture.'),
          message(3, 0, 'Regarde la diagonale avant de roquer.'),
          message(4, 1, 'Ah oui, le fou en g7.'),
        ]),
      LOADS,
    );
    return () => clearTimeout(timer);
  }, []);
  return {
    messages,
    failed: false,
    reload: () => undefined,
    async send(body) {
      setMessages((before) => [
        ...(before ?? []),
        { ...message((before?.length ?? 0) + 1, 1, body), author_id: myId },
      ]);
    },
  };
}

const MINUTE = 60_000;

/** The times of an hour of which so many minutes have passed. */
export function fakeTimes({ minutesIn = 19 }: Scene): { startsAt: number; endsAt: number; closesAt: number } {
  const startsAt = Date.now() - minutesIn * MINUTE;
  return { startsAt, endsAt: startsAt + 60 * MINUTE, closesAt: startsAt + 65 * MINUTE };
}

/** What the server says of the session of a scene. */
export function fakeDetails(scene: Scene, times: ReturnType<typeof fakeTimes>): LoadedRoom {
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
    review: { id: null, answer: null, mayWriteUntil: null, rating: null, body: null, withheld: null },
    now: iso(Date.now()),
    ahead: 0,
    ...scene.details,
  };
}

/** The real devices' keeper, over devices that are drawn, and over a memory that forgets. */
export function createFakeMedia({ camera = true, mic = true } = {}): LocalMedia {
  const kept = new Map([['loge-devices', JSON.stringify({ camera, mic })]]);
  const changes = new EventTarget();
  return createLocalMedia({
    source: {
      getUserMedia: async ({ audio, video } = {}) =>
        new MediaStream([
          ...(audio ? [voice({ speaks: false, pitch: 150 })] : []),
          ...(video ? [personPicture(1)] : []),
        ]),
      getDisplayMedia: async () => new MediaStream([screenPicture()]),
      enumerateDevices: async () => [],
      addEventListener: changes.addEventListener.bind(changes),
    },
    permissions: undefined,
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    effects: browserEffects,
  });
}
