import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Instant } from '#product/shared/time/instant.ts';
import { capitalised, formatDay, formatHours, formatZones } from '#web/lib/format.ts';

interface TwoStartsProps {
  before: Instant;
  /** Null: none is chosen yet. */
  after: Instant | null;
  minutes: number;
  /** Zones of the reader, and of the other person. */
  own: string;
  other: string;
}

/** The start that a session has, and beside it the one that it is to have. */
export function TwoStarts({ before, after, minutes, own, other }: TwoStartsProps) {
  const text = (start: Instant) =>
    `${capitalised(formatDay(start, own))}, ${formatHours(start, minutes, own)}`;
  return (
    <dl className="num grid gap-2 rounded-lg bg-wash p-4 text-small sm:grid-cols-[1fr_auto_1fr] sm:items-center sm:gap-4">
      <Start label="Horaire actuel" soft>
        {text(before)}
      </Start>
      <ArrowRight aria-hidden="true" className="size-5 text-muted max-sm:rotate-90" />
      <Start
        label="Nouvel horaire"
        soft={after === null}
        zones={after === null ? undefined : formatZones(after, own, other)}
      >
        {after === null ? 'Choisissez une heure' : text(after)}
      </Start>
    </dl>
  );
}

interface StartProps {
  label: string;
  soft: boolean;
  zones?: string | undefined;
  children: ReactNode;
}

const Start = ({ label, soft, zones, children }: StartProps) => (
  <div>
    <dt className="text-kicker text-muted">{label}</dt>
    <dd className={soft ? 'text-soft' : 'font-semibold text-ink'}>{children}</dd>
    {zones !== undefined && <dd className="text-kicker text-muted">{zones}</dd>}
  </div>
);
