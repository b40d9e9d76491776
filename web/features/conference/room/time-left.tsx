import { useEffect, useRef, useState } from 'react';
import { instantOf } from '#domain/time/instant.ts';
import { formatCountdown } from '#web/lib/format.ts';
import { useRemaining } from '#web/ui/countdown.tsx';
import type { RoomSnapshot } from '../controller/room-state.ts';
import { momentOf, type SessionMoment, sayMoment } from './moments.ts';

interface TimeLeftProps {
  times: NonNullable<RoomSnapshot['times']>;
  ahead: number;
}

/** The session's own clock, the server's: time to the start, time left, and after the end how long the door stays open. */
export function TimeLeft({ times, ahead }: TimeLeftProps) {
  const toStart = useRemaining(instantOf(times.startsAt), ahead);
  const toEnd = useRemaining(instantOf(times.endsAt), ahead);
  const toClose = useRemaining(instantOf(times.closesAt), ahead);
  const whole = times.endsAt - times.startsAt;
  const [words, left] =
    toStart > 0
      ? ['avant le début', toStart]
      : toEnd > 0
        ? ['restantes', toEnd]
        : toClose > 0
          ? ['puis la loge ferme', toClose]
          : ['', 0];
  return (
    <div className="flex items-center gap-2.5">
      {toStart === 0 && toEnd > 0 && <Ring share={toEnd / whole} />}
      <p className="text-small whitespace-nowrap text-soft">
        {left > 0 ? (
          <>
            <span role="timer" aria-live="off" className="num text-base font-semibold text-ink">
              {formatCountdown(left)}
            </span>{' '}
            <span className="max-sm:sr-only">{words}</span>
          </>
        ) : (
          'Vous continuez à deux'
        )}
      </p>
      <Announcements moment={momentOf({ toStart, toEnd, toClose })} />
    </div>
  );
}

const AROUND = 2 * Math.PI * 9;

const Ring = ({ share }: { share: number }) => (
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
      className="stroke-spot"
    />
  </svg>
);

const SHOWN = 12_000;

/** What is said when a moment comes: politely aloud, and for a while on the screen. Those already past when one enters are not. */
function Announcements({ moment }: { moment: SessionMoment }) {
  const before = useRef(moment);
  const [text, setText] = useState('');
  useEffect(() => {
    if (before.current === moment) return;
    before.current = moment;
    setText(sayMoment(moment));
    const timer = setTimeout(() => setText(''), SHOWN);
    return () => clearTimeout(timer);
  }, [moment]);
  return (
    <p
      role="status"
      className={
        text === ''
          ? 'sr-only'
          : 'fixed inset-x-0 top-16 z-20 mx-auto w-fit max-w-[92vw] animate-rise rounded-full bg-ink px-5 py-2.5 text-small font-medium text-ground'
      }
    >
      {text}
    </p>
  );
}
