import { useEffect, useState } from 'react';

/** Between two mails to one person (GoTrue's SMTP_MAX_FREQUENCY), in seconds. */
export const MAIL_INTERVAL = 60;

/** Counts the seconds down to 0, where something may be done again. */
export function useCooldown(initial: number): { left: number; restart: (seconds: number) => void } {
  const [until, setUntil] = useState(() => Date.now() + initial * 1_000);
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((until - now) / 1_000));

  useEffect(() => {
    if (left === 0) return;
    const tick = setTimeout(() => setNow(Date.now()), 1_000);
    return () => clearTimeout(tick);
  }, [left]);

  return {
    left,
    restart(seconds) {
      setNow(Date.now());
      setUntil(Date.now() + seconds * 1_000);
    },
  };
}
