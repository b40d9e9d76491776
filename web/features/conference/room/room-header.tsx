import { useEffect, useRef, useState } from 'react';
import { instantOf } from '#domain/time/instant.ts';
import { type Quality, typicalOf } from '#web/conference-core/connection/connection-rating.ts';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import {
  momentOf,
  type Remaining,
  type SessionMoment,
  sayNext,
} from '#web/conference-core/controller/session-moments.ts';
import { formatCountdown, plural } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useRemaining } from '#web/ui/countdown.tsx';
import type { SeenRoom } from '../queries.ts';
import { QUALITY_TEXT } from '../setup/connection-report.ts';
import type { Lines } from './use-connection-quality.ts';

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

interface TimeLeftProps {
  times: NonNullable<RoomSnapshot['times']>;
  ahead: number;
}

function useTimes({ times, ahead }: TimeLeftProps): Remaining {
  return {
    toStart: useRemaining(instantOf(times.startsAt), ahead),
    toEnd: useRemaining(instantOf(times.endsAt), ahead),
    toClose: useRemaining(instantOf(times.closesAt), ahead),
  };
}

/** The last minute and what comes after it: the figure takes the colour of what is happening now. */
const PRESSING: readonly SessionMoment[] = ['one', 'ended', 'closing'];

/** The session's own clock, the server's: time to the start, time left, and after the end how long the door stays open. */
export function TimeLeft({ times, ahead }: TimeLeftProps) {
  const remaining = useTimes({ times, ahead });
  const { toStart, toEnd, toClose } = remaining;
  const moment = momentOf(remaining);
  const pressing = PRESSING.includes(moment);
  const over = moment === 'ended' || moment === 'closing';
  const [words, left] =
    toStart > 0
      ? ['avant le début', toStart]
      : toEnd > 0
        ? ['restantes', toEnd]
        : ['avant la fermeture', toClose];
  return (
    <div
      className={classNames(
        'flex shrink-0 items-center gap-2.5 rounded-full',
        pressing && 'bg-live-wash px-3.5 py-1.5',
      )}
    >
      {toStart === 0 && toEnd > 0 && (
        <Ring share={toEnd / (times.endsAt - times.startsAt)} pressing={pressing} />
      )}
      <p className="text-small whitespace-nowrap text-soft">
        {left > 0 ? (
          <>
            <span
              role="timer"
              aria-live="off"
              className={classNames('num text-base font-semibold', pressing ? 'text-live' : 'text-ink')}
            >
              {formatCountdown(left)}
            </span>{' '}
            <span className={classNames(!over && toStart === 0 && 'max-sm:sr-only')}>{words}</span>
          </>
        ) : (
          'Vous continuez ensemble'
        )}
      </p>
    </div>
  );
}

const AROUND = 2 * Math.PI * 9;

const Ring = ({ share, pressing }: { share: number; pressing: boolean }) => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 -rotate-90">
    <circle cx="12" cy="12" r="9" fill="none" strokeWidth="3" className="stroke-line-strong" />
    <circle
      cx="12"
      cy="12"
      r="9"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeDasharray={AROUND}
      strokeDashoffset={AROUND * (1 - share)}
      className={pressing ? 'stroke-live' : 'stroke-spot'}
    />
  </svg>
);

const SHOWN = 12_000;

/** What is said when a moment comes: politely aloud, and for a while on the screen. Those already past when one enters are not. */
export function TimeNews({ times, ahead }: TimeLeftProps) {
  const moment = momentOf(useTimes({ times, ahead }));
  const before = useRef(moment);
  const [text, setText] = useState('');
  useEffect(() => {
    if (before.current === moment) return;
    setText(sayNext(before.current, moment));
    before.current = moment;
    const timer = setTimeout(() => setText(''), SHOWN);
    return () => clearTimeout(timer);
  }, [moment]);
  return (
    <p role="status" className={text === '' ? 'sr-only' : 'room-note bg-ink text-ground'}>
      {text}
    </p>
  );
}
