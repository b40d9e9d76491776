import type { EnterOptions } from '#web/conference-core/controller/ports.ts';
import { AfterScreen } from '../after/after-screen.tsx';
import { DoorScreen } from './door-screen.tsx';
import { OutScreen } from './out-screen.tsx';
import { screenOf } from './screen-of.ts';
import { Stage, type StageProps } from './stage.tsx';
import { WaitingScreen } from './waiting-screen.tsx';

interface RoomViewProps extends StageProps {
  onJoin: (options: EnterOptions) => void;
}

/** Everything that a room can show, from its state alone: the door, the wait, the stage, why one is out, and what comes after. */
export function RoomView({ onJoin, ...props }: RoomViewProps) {
  const { look, room, media, onLeave } = props;
  switch (screenOf(look, room)) {
    case 'waiting':
      return <WaitingScreen look={look} media={media} onLeave={onLeave} />;
    case 'stage':
      return <Stage {...props} />;
    case 'after':
      return <AfterScreen look={look} {...(look.state === 'open' ? { onReturn: () => onJoin({}) } : {})} />;
    case 'out':
      return (
        room.out && (
          <OutScreen look={look} out={room.out} entering={room.phase === 'entering'} onJoin={onJoin} />
        )
      );
    default:
      return <DoorScreen look={look} room={room} onJoin={onJoin} />;
  }
}
