import { useEffect, useRef, useState } from 'react';
import { LINE_TEST, LINE_TEST_EVERY } from '#contracts/conference-test.ts';
import type { LineFacts } from '#web/conference-core/connection/connection-rating.ts';
import { runLineTest } from '#web/conference-core/connection/connection-test.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';

export type LineTestState =
  | { phase: 'idle' }
  /** `progress` from 0 to 1. */
  | { phase: 'running'; progress: number }
  | { phase: 'done'; facts: LineFacts; at: Date }
  | { phase: 'failed'; message: string };

const TICK = 250;

function failureText(error: unknown): string {
  if (error instanceof CommandError && error.code === 'too_many_attempts')
    return 'Un autre test vient d’avoir lieu, ici ou dans un autre onglet. Réessayez dans quelques secondes.';
  return errorText(error);
}

/** One test of the line at a time, with its progress. It ends when the screen goes away. */
export function useLineTest(): { state: LineTestState; run: () => void } {
  const [state, setState] = useState<LineTestState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  const lastStart = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    // The server lets one begin every ten seconds: who asks sooner waits here rather than being told no.
    const wait = Math.max(0, lastStart.current + LINE_TEST_EVERY + 500 - performance.now());
    const from = performance.now();
    const lasts = wait + LINE_TEST;
    const timer = setInterval(() => {
      if (!signal.aborted)
        setState({ phase: 'running', progress: Math.min(0.98, (performance.now() - from) / lasts) });
    }, TICK);
    setState({ phase: 'running', progress: 0 });
    try {
      await new Promise((resolve) => setTimeout(resolve, wait));
      lastStart.current = performance.now();
      const facts = await runLineTest(signal);
      if (!signal.aborted) setState({ phase: 'done', facts, at: new Date() });
    } catch (error) {
      console.warn('The line could not be tested', error);
      if (!signal.aborted) setState({ phase: 'failed', message: failureText(error) });
    } finally {
      clearInterval(timer);
    }
  };
  return { state, run: () => void run() };
}
