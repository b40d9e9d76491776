import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '#web/lib/error-text.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

/**
 * The cache root of everything that the admin's pages show: a decision changes more than the list
 * it was taken in.
 */
export const ADMIN_KEY = ['administration'] as const;

/** Every decision of an admin asks why, for a `ConfirmDialog`. */
export const DECISION = {
  reason: {
    label: 'Motif',
    hint: 'Gardé dans le journal, avec votre nom.',
    requiredMessage: 'Indiquez un motif',
  },
  failure: errorText,
};

interface LoadedProps<Data> {
  query: UseQueryResult<Data | null>;
  /** Said when it could not be loaded. */
  failed: string;
  /** Said when there is no such thing. */
  gone?: string;
  /** Shown while loading; lines of text unless set. */
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Something that is being loaded, could not be, is not there, or is. */
export function Loaded<Data>({ query, failed, gone = '', waiting, children }: LoadedProps<Data>) {
  if (query.isPending) return waiting ?? <SkeletonText lines={5} />;
  if (query.isError) {
    return <ErrorState title={failed} onRetry={() => query.refetch()} retrying={query.isFetching} />;
  }
  return query.data === null ? <EmptyState title={gone} /> : children(query.data);
}

interface FactsProps {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  className?: string;
}

/** Facts of one thing, label and value. */
export function Facts({ facts, className = 'sm:grid-cols-2' }: FactsProps) {
  return (
    <dl className={`num grid gap-x-6 gap-y-3 text-small ${className}`}>
      {facts.map(([label, value]) => (
        <div key={label} className="grid content-start gap-0.5">
          <dt className="text-muted">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How long ago: « 50 min », « 5 h », « 3 j ». */
export const ageText = (since: string): string => {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${String(minutes)}\u00a0min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${String(hours)}\u00a0h` : `${String(Math.floor(hours / 24))}\u00a0j`;
};
