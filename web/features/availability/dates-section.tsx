import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpeningHoursInput } from '#product/availability/contract.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { AbsenceDialog } from '#web/features/availability/absence-dialog.tsx';
import { DateDialog } from '#web/features/availability/date-dialog.tsx';
import { DatesMonth } from '#web/features/availability/dates-month.tsx';
import { dayKind, rangesText, usualRanges } from '#web/features/availability/day-kind.ts';
import {
  type Absence,
  absencesQuery,
  type SpecialDate,
  specialDatesQuery,
} from '#web/features/availability/queries.ts';
import { capitalised } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { dateText, type Month, spanText } from '#web/ui/calendar-days.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface DatesSectionProps {
  userId: string;
  hours: OpeningHoursInput;
  today: LocalDate;
  month: Month;
  onMonth: (month: Month) => void;
}

/** The dates that do not follow the week: a month to choose them in, and their list. */
export function DatesSection({ userId, hours, today, month, onMonth }: DatesSectionProps) {
  const dates = useQuery(specialDatesQuery(userId, today));
  const [open, setOpen] = useState<LocalDate | null>(null);
  // 'new': an absence that does not exist yet.
  const [away, setAway] = useState<Absence | 'new' | null>(null);
  const special = new Map(dates.data?.map((date) => [date.date, date]));
  const absences = useQuery(absencesQuery(userId, today));
  const dayOf = (date: LocalDate) => dayKind(date, hours, special, absences.data ?? []);
  const choose = (date: LocalDate) => {
    const absence = absences.data?.find(({ first, last }) => first <= date && date <= last);
    if (absence) setAway(absence);
    else setOpen(date);
  };
  if (dates.isError || absences.isError) {
    return (
      <ErrorState
        title="Vos dates n’ont pas pu être chargées"
        onRetry={() => Promise.all([dates.refetch(), absences.refetch()])}
        retrying={dates.isFetching || absences.isFetching}
      />
    );
  }
  return (
    <section aria-labelledby="dates-title" className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1.5">
          <h2 id="dates-title" className="display text-title">
            Dates particulières
          </h2>
          <p className="max-w-[52ch] text-small text-soft">
            Choisissez un jour pour le fermer ou lui donner d’autres heures. Le reste suit votre semaine.
          </p>
        </div>
        <Button size="sm" onClick={() => setAway('new')}>
          Vous absenter
        </Button>
      </div>
      {dates.isPending || absences.isPending ? (
        <Skeleton className="h-80" />
      ) : (
        <DatesMonth month={month} onMonth={onMonth} today={today} dayOf={dayOf} onChoose={choose} />
      )}
      {absences.data && absences.data.length > 0 && <AbsenceList absences={absences.data} onOpen={setAway} />}
      {dates.data && <DateList dates={dates.data} onOpen={setOpen} />}
      {open !== null && (
        <DateDialog
          key={open}
          date={open}
          day={dayOf(open)}
          usual={usualRanges(hours, open)}
          onClose={() => setOpen(null)}
          userId={userId}
        />
      )}
      {away !== null && (
        <AbsenceDialog
          userId={userId}
          wall={hours}
          today={today}
          absence={away === 'new' ? null : away}
          onClose={() => setAway(null)}
        />
      )}
    </section>
  );
}

function AbsenceList({
  absences,
  onOpen,
}: {
  absences: readonly Absence[];
  onOpen: (absence: Absence) => void;
}) {
  return (
    <ul aria-label="Vos absences" className="num grid border-t border-line">
      {absences.map((absence) => (
        <li key={absence.id} className="flex items-center justify-between gap-4 border-b border-line py-2">
          <p className="grid min-w-0">
            <b className="font-semibold">Absent {spanText(absence)}</b>
            {absence.reason && <span className="text-small text-muted">{absence.reason}</span>}
          </p>
          <Button
            tone="quiet"
            size="sm"
            onClick={() => onOpen(absence)}
            aria-label={`Modifier l’absence ${spanText(absence)}`}
          >
            Modifier
          </Button>
        </li>
      ))}
    </ul>
  );
}

function DateList({ dates, onOpen }: { dates: readonly SpecialDate[]; onOpen: (date: LocalDate) => void }) {
  if (dates.length === 0) {
    return (
      <p className="border-t border-line pt-5 text-small text-muted">
        Aucune date particulière à venir : toutes suivent votre semaine.
      </p>
    );
  }
  return (
    <ul aria-label="Dates particulières à venir" className="num grid border-t border-line">
      {dates.map(({ date, ranges, note }) => (
        <li key={date} className="flex items-center justify-between gap-4 border-b border-line py-2">
          <p className="grid min-w-0">
            <b className="font-semibold">{capitalised(dateText(date, { year: true }))}</b>
            <span className="text-small text-muted">
              {capitalised(rangesText(ranges))}
              {note && ` · ${note}`}
            </span>
          </p>
          <Button
            tone="quiet"
            size="sm"
            onClick={() => onOpen(date)}
            aria-label={`Modifier le ${dateText(date)}`}
          >
            Modifier
          </Button>
        </li>
      ))}
    </ul>
  );
}
