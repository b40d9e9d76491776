import { useEffect, useState, useSyncExternalStore } from 'react';
import { Arrival } from '../room/arrival.tsx';
import { RoomView } from '../room/room-view.tsx';
import { useFakeChat } from './fake-chat.ts';
import { fakeLook, fakeTimes } from './fake-look.ts';
import { createFakeMedia } from './fake-media.ts';
import { createFakeRoom } from './fake-room.ts';
import { fakeId } from './people.ts';
import { SCENES, type Scene, type SceneName } from './scenes.ts';

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
    look: fakeLook(scene, times),
    media: createFakeMedia(scene.camera === false ? { camera: false, mic: false } : {}),
  };
}

/** One scene of the room: the real screen over a fake room. */
export function FakeScreen({ name }: { name: SceneName }) {
  const scene: Scene = SCENES[name];
  const [{ room: controller, look, media }] = useState(() => stageOf(scene));
  const room = useSyncExternalStore(controller.subscribe, controller.state);
  const chat = useFakeChat(look.me.personId);
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
    <>
      <Arrival look={look} room={room} media={media} />
      <RoomView
        look={look}
        room={room}
        controller={controller}
        media={media}
        chat={chat}
        onJoin={(options) => void controller.enter(options)}
        onLeave={() => void controller.leave()}
      />
    </>
  );
}
