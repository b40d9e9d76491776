import { useEffect } from 'react';
import { instantOf } from '#product/shared/time/instant.ts';
import { type Quality, typicalOf } from '#web/conference-core/connection/connection-rating.ts';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import { momentOf, type SessionMoment } from '#web/conference-core/controller/session-moments.ts';
import { formatCountdown, plural } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useRemaining } from '#web/ui/countdown.tsx';
import { QUALITY_TEXT } from '../setup/connection-report.ts';
import { useRoom, useStage } from './room-context.tsx';

/**
 * Shows the session's title, the other person, the quality of the connection and the remaining
 * time.
 */
export function RoomHeader() {
  const { details, room, controller } = useRoom();
  const { connections, group } = useStage();
  // The last reading means nothing for an interrupted connection; that person's tile shows the
  // interruption.
  const readings = room.peers.flatMap(({ participantId, link, gone }) => {
    const reading = connections.get(participantId);
    return reading && link === 'connected' && gone === null ? [reading] : [];
  });
  const quality = typicalOf(readings);
  useEffect(() => controller.noteLine(quality), [controller, quality]);
  const names = details.others.map(({ name }) => name).join(', ');
  return (
    <header className="room-header flex min-h-9 items-center justify-between gap-4">
      <div className="flex min-w-0 items-baseline gap-x-3">
        <h1 className="truncate text-base font-semibold">{details.booking.title}</h1>
        <p className="truncate text-small text-soft max-sm:hidden">
          {group ? plural(room.peers.length + 1, 'personne', 'personnes') : `avec ${names}`}
        </p>
        <Connection room={room} quality={quality} />
      </div>
      {room.times && <TimeLeft times={room.times} ahead={room.ahead} />}
    </header>
  );
}

const TONES = { good: 'settled', fair: 'spot', poor: 'live' } as const;

/** How good the connection is, in words. */
function Connection({ room, quality }: { room: RoomSnapshot; quality: Quality | null }) {
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

/** The time that remains, and the moment of the session that it makes. */
export function useSessionMoment({ times, ahead }: TimeLeftProps) {
  const remaining = {
    toStart: useRemaining(instantOf(times.startsAt), ahead),
    toEnd: useRemaining(instantOf(times.endsAt), ahead),
    toClose: useRemaining(instantOf(times.closesAt), ahead),
  };
  return { ...remaining, moment: momentOf(remaining) };
}

/** The moments in which the figure stands out: the last minute and what comes after it. */
const PRESSING: readonly SessionMoment[] = ['one', 'ended', 'closing'];

/**
 * The time to the start, the time left, and after the end how long the room stays open; by the
 * server's clock.
 */
function TimeLeft({ times, ahead }: TimeLeftProps) {
  const { toStart, toEnd, toClose, moment } = useSessionMoment({ times, ahead });
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
