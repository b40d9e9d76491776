import { AfterScreen } from '../after/after-screen.tsx';
import type { EnterOptions } from '../controller/ports.ts';
import { DoorScreen } from './door-screen.tsx';
import { isToldOutside, OutScreen } from './out-screen.tsx';
import { Stage, type StageProps } from './stage.tsx';
import { WaitingScreen } from './waiting-screen.tsx';

interface RoomViewProps extends StageProps {
  onJoin: (options: EnterOptions) => void;
}

/** Everything that a room can show, from its state alone: the door, the wait, the stage, why one is out, and what comes after. */
export function RoomView({ onJoin, ...props }: RoomViewProps) {
  const { look, room, media, onLeave } = props;
  if (room.phase === 'inside') {
    return room.waiting ? (
      <WaitingScreen look={look} media={media} onLeave={onLeave} />
    ) : (
      <Stage {...props} />
    );
  }
  if (look.state === 'over' || ['left', 'room_over'].includes(room.out?.code ?? ''))
    return <AfterScreen look={look} {...(look.state === 'open' ? { onReturn: () => onJoin({}) } : {})} />;
  if (room.out && isToldOutside(room, look))
    return <OutScreen look={look} out={room.out} entering={room.phase === 'entering'} onJoin={onJoin} />;
  // Settled, and the door not shut yet: a link in a mail leads to what came of it, and those who go on find their way back.
  if (look.booking.status === 'completed' && room.phase === 'outside')
    return <AfterScreen look={look} {...(look.state === 'open' ? { onReturn: () => onJoin({}) } : {})} />;
  return <DoorScreen look={look} room={room} onJoin={onJoin} />;
}
