import { useEffect, useState } from 'react';
import { hasStoredSession } from '#web/lib/supabase/load.ts';

/** Somebody who only looks stays after this time. */
const LOOKED = 10_000;
const ACTS = ['pointerdown', 'pointermove', 'keydown', 'scroll'];

/**
 * Resolves once a visitor without a session does something, or has looked for a while: many leave
 * before. At once for everybody else.
 */
export function stays(signal: AbortSignal): Promise<void> {
  if (hasStoredSession()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = new AbortController();
    const begin = () => {
      done.abort();
      resolve();
    };
    const listening = AbortSignal.any([signal, done.signal]);
    const looked = setTimeout(begin, LOOKED);
    listening.addEventListener('abort', () => clearTimeout(looked), { once: true });
    for (const act of ACTS)
      window.addEventListener(act, begin, { signal: listening, passive: true, capture: true });
  });
}

/** Whether somebody stays: what they do not see before that can wait for it. */
export function useStays(): boolean {
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    void stays(left.signal).then(() => setStaying(true));
    return () => left.abort();
  }, []);
  return isStaying;
}
