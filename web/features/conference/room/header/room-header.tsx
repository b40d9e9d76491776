import { type Quality, typicalOf } from '#web/conference-core/connection/connection-rating.ts';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { plural } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import type { SeenRoom } from '../../queries.ts';
import { QUALITY_TEXT } from '../../setup/line-test/line-report.ts';
import type { Lines } from '../use-lines.ts';
import { TimeLeft } from './time-left.tsx';

interface RoomHeaderProps {
  look: SeenRoom;
  room: RoomSnapshot;
  lines: Lines;
  group: boolean;
}

/** What this is, with whom, how the line is, and how long it still lasts. */
export function RoomHeader({ look, room, lines, group }: RoomHeaderProps) {
  // Of those whose line is broken the last measure says nothing; their tile says what is.
  const heard = room.peers.flatMap(({ participantId, link, gone }) => {
    const line = lines.get(participantId);
    return line && link === 'connected' && gone === null ? [line] : [];
  });
  const names = look.others.map(({ name }) => name).join(', ');
  return (
    <header className="room-header flex min-h-9 items-center justify-between gap-4">
      <div className="flex min-w-0 items-baseline gap-x-3">
        <h1 className="truncate text-base font-semibold">{look.booking.title}</h1>
        <p className="truncate text-small text-soft max-sm:hidden">
          {group ? plural(room.peers.length + 1, 'personne', 'personnes') : `avec ${names}`}
        </p>
        <Line room={room} quality={typicalOf(heard)} />
      </div>
      {room.times && <TimeLeft times={room.times} ahead={room.ahead} />}
    </header>
  );
}

const TONES = { good: 'settled', fair: 'spot', poor: 'live' } as const;

/** How the line is, in words. */
function Line({ room, quality }: { room: RoomSnapshot; quality: Quality | null }) {
  const broken = room.server === 'lost' || room.sending === 'recovering';
  return (
    <span role="status" className="shrink-0 max-sm:sr-only">
      {broken ? (
        <StateDot tone="live">Connexion perdue, reprise…</StateDot>
      ) : (
        quality && <StateDot tone={TONES[quality]}>{QUALITY_TEXT[quality]}</StateDot>
      )}
    </span>
  );
}
