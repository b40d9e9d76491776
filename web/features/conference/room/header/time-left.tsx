import { useEffect, useRef, useState } from 'react';
import { instantOf } from '#domain/time/instant.ts';
import type { RoomSnapshot } from '#web/conference-core/controller/room-state.ts';
import {
  momentOf,
  type Remaining,
  type SessionMoment,
  sayNext,
} from '#web/conference-core/controller/session-moments.ts';
import { formatCountdown } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useRemaining } from '#web/ui/countdown.tsx';

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
