import { useEffect, useRef, useState } from 'react';
import type { Instant } from '#product/shared/time/instant.ts';
import { formatCountdown } from '#web/lib/format.ts';

/**
 * Milliseconds until an instant on the server's clock, renewed as the second turns. Never below 0.
 * @param ahead how far the server's clock is ahead of this device's, in milliseconds
 */
export function useRemaining(until: Instant, ahead = 0): number {
  const remainingNow = () => Math.max(0, until - (Date.now() + ahead));
  const [remaining, setRemaining] = useState(remainingNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const left = Math.max(0, until - (Date.now() + ahead));
      setRemaining(left);
      // Just after the second turns, so that no second is shown twice or skipped.
      if (left > 0) timer = setTimeout(tick, (left % 1000) + 5);
    };
    tick();
    // The timers of a sleeping tab come late: when it is shown again, the time is read at once.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [until, ahead]);
  return remaining;
}

interface CountdownProps {
  until: Instant;
  /** See `useRemaining`. */
  ahead?: number | undefined;
  /** Called once when it reaches zero, at once when it already has. */
  onEnd?: (() => void) | undefined;
  /** False where the reader need not hurry: screen readers announce nothing. */
  announced?: boolean;
  className?: string | undefined;
}

/** « 9 min 42 s », ticking. Screen readers are told at a few moments only, politely. */
export function Countdown({ until, ahead = 0, onEnd, announced = true, className }: CountdownProps) {
  const remaining = useRemaining(until, ahead);
  const before = useRef(Number.POSITIVE_INFINITY);
  const [said, setSaid] = useState('');
  const ended = useRef(onEnd);
  ended.current = onEnd;
  const isOver = remaining === 0;

  useEffect(() => {
    const moment = momentPassed(before.current, remaining);
    before.current = remaining;
    if (moment !== null) setSaid(momentText(moment));
  }, [remaining]);
  useEffect(() => {
    if (isOver) ended.current?.();
  }, [isOver]);

  return (
    <>
      <span
        role="timer"
        aria-live="off"
        className={className ?? 'num font-semibold whitespace-nowrap text-ink'}
      >
        {formatCountdown(remaining)}
      </span>
      {announced && (
        <span aria-live="polite" className="sr-only">
          {said}
        </span>
      )}
    </>
  );
}

/** Seconds left at which a countdown is said aloud: when it starts, and when little is left. */
const MOMENTS = [600, 300, 120, 60, 30, 10, 0];

/**
 * Finds the moment that passed between two looks at the clock, to be said aloud: in seconds, or
 * null. A tab that slept through several gets only the last one.
 */
export function momentPassed(before: number, now: number): number | null {
  return MOMENTS.findLast((moment) => before > moment * 1000 && now <= moment * 1000) ?? null;
}

/** « Il reste 5 min », said to screen readers. */
const momentText = (seconds: number): string => {
  if (seconds === 0) return 'Le temps est écoulé.';
  return seconds >= 60
    ? `Il reste ${String(seconds / 60)}\u00a0min.`
    : `Il reste ${String(seconds)}\u00a0secondes.`;
};
