import { Activity, Copy } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { CONNECTION_TEST, CONNECTION_TEST_EVERY } from '#product/conference/media-contract.ts';
import {
  type ConnectionFacts,
  type ConnectionRating,
  rateConnection,
} from '#web/conference-core/connection/connection-rating.ts';
import type { LocalState } from '#web/conference-core/media/local-state.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { connectionReport, connectionRows, ISSUE_TEXT, RATING_TEXT } from './connection-report.ts';

const TONES: Readonly<Record<ConnectionRating, StateTone>> = {
  good: 'settled',
  fair: 'spot',
  poor: 'live',
  failed: 'live',
  unknown: 'neutral',
};

/**
 * Whether picture and sound will get through from here: a rating in words, and a report to send to
 * somebody who helps.
 */
export function ConnectionTest({ local }: { local: LocalState }) {
  const title = useId();
  const { state, run } = useConnectionTest();
  const running = state.phase === 'running';
  return (
    <section aria-labelledby={title} className="grid gap-3 rounded-xl border border-line p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={title} className="text-title">
          Votre connexion
        </h2>
        <Button size="sm" onClick={run} loading={running}>
          <Activity aria-hidden="true" />
          {state.phase === 'idle' ? 'Tester ma connexion' : 'Recommencer'}
        </Button>
      </div>
      {state.phase === 'idle' && (
        <p className="text-small text-soft">
          Une image d’essai part vers Loge et en revient, pendant dix secondes. Votre caméra n’y sert pas.
        </p>
      )}
      {running && (
        <div className="grid gap-2">
          <p role="status" className="text-small text-soft">
            Mesure en cours…
          </p>
          <progress
            aria-label="Test de la connexion"
            max={1}
            value={state.progress}
            className="h-1.5 w-full accent-ink"
          />
        </div>
      )}
      {state.phase === 'failed' && <FormError>{state.message}</FormError>}
      {state.phase === 'done' && <Findings facts={state.facts} at={state.at} local={local} />}
    </section>
  );
}

function Findings({ facts, at, local }: { facts: ConnectionFacts; at: Date; local: LocalState }) {
  const { rating, issues } = rateConnection(facts);
  const { title, what } = RATING_TEXT[rating];
  const report = connectionReport({ facts, local, at, zone: deviceZone(), userAgent: navigator.userAgent });
  return (
    <div className="grid gap-3 text-small">
      <div role="status" className="grid gap-1.5">
        <StateDot tone={TONES[rating]}>{title}</StateDot>
        <p>{what}</p>
        {issues.map((issue) => (
          <p key={issue} className="text-soft">
            {ISSUE_TEXT[issue]}
          </p>
        ))}
      </div>
      <dl className="num grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {connectionRows(facts).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line pb-1.5">
            <dt className="text-soft">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <CopyReport report={report} />
    </div>
  );
}

function CopyReport({ report }: { report: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'shown'>('idle');
  const text = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(report);
      setState('copied');
    } catch (error) {
      console.warn('The report could not be copied', error); // not allowed here: it is shown, to be copied by hand
      setState('shown');
    }
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          Copier le rapport
        </Button>
        <p role="status" className="text-muted">
          {state === 'copied' && 'Rapport copié.'}
          {state === 'shown' && 'Copiez-le à la main :'}
        </p>
      </div>
      {state === 'shown' && (
        <textarea
          ref={text}
          readOnly
          aria-label="Rapport du test"
          value={report}
          rows={8}
          onFocus={() => text.current?.select()}
          className="w-full rounded-md border border-edge bg-stage p-3 font-sans text-kicker"
        />
      )}
    </div>
  );
}

type ConnectionTestState =
  | { phase: 'idle' }
  /** `progress` from 0 to 1. */
  | { phase: 'running'; progress: number }
  | { phase: 'done'; facts: ConnectionFacts; at: Date }
  | { phase: 'failed'; message: string };

const TICK = 250;

function failureText(error: unknown): string {
  if (error instanceof CommandError && error.code === 'too_many_attempts')
    return 'Un autre test vient d’avoir lieu, ici ou dans un autre onglet. Réessayez dans quelques secondes.';
  return errorText(error);
}

/**
 * One connection test at a time, with its progress. It ends when the screen goes away. Its code is
 * loaded when it first runs.
 */
function useConnectionTest(): { state: ConnectionTestState; run: () => void } {
  const [state, setState] = useState<ConnectionTestState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  const lastStart = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    // The server allows one test in ten seconds: the next one waits here, so that it is not
    // refused.
    const wait = Math.max(0, lastStart.current + CONNECTION_TEST_EVERY + 500 - performance.now());
    const from = performance.now();
    const lasts = wait + CONNECTION_TEST;
    const timer = setInterval(() => {
      if (!signal.aborted)
        setState({ phase: 'running', progress: Math.min(0.98, (performance.now() - from) / lasts) });
    }, TICK);
    setState({ phase: 'running', progress: 0 });
    try {
      await new Promise((resolve) => setTimeout(resolve, wait));
      lastStart.current = performance.now();
      const { runConnectionTest } = await import('#web/conference-core/connection/connection-test.ts');
      const facts = await runConnectionTest(signal);
      if (!signal.aborted) setState({ phase: 'done', facts, at: new Date() });
    } catch (error) {
      console.warn('The connection could not be tested', error);
      if (!signal.aborted) setState({ phase: 'failed', message: failureText(error) });
    } finally {
      clearInterval(timer);
    }
  };
  return { state, run: () => void run() };
}
