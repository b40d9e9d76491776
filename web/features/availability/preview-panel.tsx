import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OpeningHoursInput } from '#product/availability/contract.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { ownOffersQuery } from '#web/entities/offer/queries.ts';
import { type DayKind, rangesText } from '#web/features/availability/day-kind.ts';
import { PreviewDay } from '#web/features/availability/preview-day.tsx';
import { previewQuery } from '#web/features/availability/queries.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { capitalised, formatDuration, ofCity } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { dateAfter, dateText } from '#web/ui/calendar-days.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The heading of the preview. */
export const PREVIEW_ID = 'preview-title';

interface PreviewPanelProps {
  userId: string;
  hours: OpeningHoursInput;
  /** The hours are not saved yet. */
  dirty: boolean;
  date: LocalDate;
  onDate: (date: LocalDate) => void;
  today: LocalDate;
  day: DayKind;
}

/**
 * The hours once nobody has touched them for a moment: painting asks the server at its end and not
 * at each step.
 */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 350);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * Shows a day as a viewer would find it, with the hours as they are being edited, and why each
 * closed time is closed.
 */
export function PreviewPanel({ userId, hours, dirty, date, onDate, today, day }: PreviewPanelProps) {
  const offers = useQuery(ownOffersQuery(userId));
  const [offerId, setOfferId] = useState('');
  const offer = offers.data?.find(({ id }) => id === offerId) ?? offers.data?.[0] ?? null;
  const draft = useSettled(dirty ? hours : null);
  const preview = useQuery(
    previewQuery(userId, {
      date,
      offerId: offer?.id ?? null,
      durationMinutes: (offer?.duration_minutes ?? 60) as 60,
      draft: dirty ? draft : null,
    }),
  );
  const refused = preview.error instanceof CommandError && preview.error.code === 'bad_hours';
  const step = (days: number, label: string) => (
    <Button
      tone="quiet"
      size="icon"
      aria-label={label}
      disabled={days < 0 && date <= today}
      onClick={() => onDate(dateAfter(date, days))}
    >
      {days < 0 ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
    </Button>
  );
  return (
    <section aria-labelledby={PREVIEW_ID} className="grid gap-5 rounded-lg border border-line bg-stage p-5">
      <div className="grid gap-1">
        <h2 id={PREVIEW_ID} tabIndex={-1} className="display scroll-mt-6 text-title outline-none">
          Ce que voit un viewer
        </h2>
        <p className="text-small text-muted">
          {dirty ? 'Avec les horaires que vous êtes en train de changer.' : 'Avec vos horaires enregistrés.'}
        </p>
      </div>
      <div className="grid gap-4">
        {offers.data && offers.data.length > 0 ? (
          <Field label="Offre">
            <Select
              options={offers.data.map(({ id, title, duration_minutes }) => ({
                value: id,
                label: `${title}, ${formatDuration(duration_minutes)}`,
              }))}
              value={offer?.id ?? ''}
              onChange={({ target }) => setOfferId(target.value)}
            />
          </Field>
        ) : (
          <p className="text-small text-soft">
            Pour une session d’une heure : vous n’avez pas encore d’offre.
          </p>
        )}
        <Field label="Jour">
          <Input
            type="date"
            value={date}
            min={today}
            onChange={({ target }) => {
              if (target.value !== '') onDate(target.value as LocalDate);
            }}
          />
        </Field>
      </div>
      <div className="flex items-center justify-between gap-2">
        {step(-1, 'Jour précédent')}
        <p className="grid justify-items-center text-center">
          <b className="display text-title">{capitalised(dateText(date))}</b>
          <span className="num text-small text-muted">
            {day.holiday && `${day.holiday} · `}
            {rangesText(day.ranges)}
          </span>
        </p>
        {step(1, 'Jour suivant')}
      </div>
      {refused ? (
        <p className="text-small text-soft">
          Deux plages de votre semaine se chevauchent. Corrigez-les pour voir vos créneaux.
        </p>
      ) : preview.isError ? (
        <ErrorState
          title="L’aperçu n’a pas pu être calculé"
          onRetry={() => preview.refetch()}
          retrying={preview.isFetching}
        />
      ) : preview.isPending ? (
        <div aria-busy="true" className="grid gap-3">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-20" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      ) : (
        <PreviewDay starts={preview.data.starts} zone={preview.data.zone} rules={hours.rules} day={day} />
      )}
      <p className="text-kicker text-muted">Heure {ofCity(hours.zone)}.</p>
    </section>
  );
}
