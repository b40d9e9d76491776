import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { OFFER_STEPS_MINUTES } from '#product/availability/rules/availability.ts';
import { noticeOptions, noticeText, pauseOptions } from '#web/entities/offer/rule-options.ts';
import type { OfferValues } from '#web/features/streamer-settings/offer-fields.ts';
import { weekQuery } from '#web/features/streamer-settings/queries.ts';
import { formatDuration, typeset } from '#web/lib/format.ts';
import { Field } from '#web/ui/field.tsx';
import { openMinutes } from '#web/ui/hours-painter/week-minutes.ts';
import { HoursPainter } from '#web/ui/hours-painter.tsx';
import { Select } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';

interface OfferRulesProps {
  form: UseFormReturn<OfferValues, unknown, OfferValues>;
  userId: string;
}

const everyText = (minutes: number): string =>
  minutes === 60 ? 'toutes les heures' : `toutes les ${formatDuration(minutes)}`;
const numberOr = (text: string): number | null => (text === '' ? null : Number(text));

/** An offer's own booking rules: each kind of rule is one line until it is opened. */
export function OfferRules({ form, userId }: OfferRulesProps) {
  const [step, duration, before, after, notice, ownHours] = form.watch([
    'step',
    'duration',
    'bufferBefore',
    'bufferAfter',
    'notice',
    'ownHours',
  ]);
  const minutes = Number(duration);
  const own = [
    notice === '' ? null : notice === '0' ? 'jusqu’au dernier moment' : `${noticeText(Number(notice))} avant`,
    before === '' ? null : `pause de ${formatDuration(Number(before))} avant`,
    after === '' ? null : `pause de ${formatDuration(Number(after))} après`,
  ].filter((part) => part !== null);
  return (
    <fieldset className="grid border-t border-line">
      <legend className="mb-2 text-small font-medium text-soft">Quand elle commence</legend>
      <Fold
        title="Débuts"
        summary={step === '' ? `${everyText(minutes)}, comme la session` : everyText(Number(step))}
      >
        <Field
          label="Un début"
          hint="Comptés depuis l’ouverture de vos heures : ouvert à 9 h 30, toutes les heures donne 9 h 30, 10 h 30. Avec une pause, un début trop proche d’une session réservée disparaît."
        >
          <Select
            {...form.register('step')}
            options={[
              { value: '', label: `Aussi long que la session : ${everyText(minutes)}` },
              ...OFFER_STEPS_MINUTES.map((each) => ({
                value: String(each),
                label: everyText(each).replace(/^t/, 'T'),
              })),
            ]}
          />
        </Field>
      </Fold>
      <Fold title="Délai et pauses" summary={own.length === 0 ? 'comme vos règles' : own.join(', ')}>
        <div className="num grid gap-5 sm:grid-cols-3">
          <Field label="Réserver au plus tard">
            <Select {...form.register('notice')} options={[AS_RULES, ...noticeOptions(numberOr(notice))]} />
          </Field>
          <Field label="Pause avant">
            <Select
              {...form.register('bufferBefore')}
              options={[AS_RULES, ...pauseOptions(numberOr(before))]}
            />
          </Field>
          <Field label="Pause après">
            <Select
              {...form.register('bufferAfter')}
              options={[AS_RULES, ...pauseOptions(numberOr(after))]}
            />
          </Field>
        </div>
      </Fold>
      <Fold
        title="Heures"
        summary={
          ownHours === null
            ? 'celles de votre semaine'
            : `les siennes, ${formatDuration(openMinutes(ownHours))} par semaine`
        }
        open={form.formState.errors.ownHours !== undefined}
      >
        <OwnHours form={form} userId={userId} />
      </Fold>
    </fieldset>
  );
}

const AS_RULES = { value: '', label: 'Comme vos règles' };

/** A week for this offer alone, which begins as a copy of the streamer's. */
function OwnHours({ form, userId }: OfferRulesProps) {
  const week = useQuery(weekQuery(userId));
  const error = form.formState.errors.ownHours;
  return (
    <Controller
      control={form.control}
      name="ownHours"
      render={({ field }) => (
        <div className="grid gap-5">
          <Switch
            label="Des heures pour cette offre seule"
            description="Vos dates particulières, vos absences et vos voyages valent pour elle aussi."
            checked={field.value !== null}
            disabled={week.isPending}
            onChange={({ target }) => field.onChange(target.checked ? (week.data ?? []) : null)}
          />
          {field.value !== null && <HoursPainter value={field.value} onChange={field.onChange} />}
          {error && (
            <p role="alert" className="text-small text-live">
              {error.message ?? 'Ces heures ne vont pas ensemble'}
            </p>
          )}
        </div>
      )}
    />
  );
}

interface FoldProps {
  title: string;
  /** The settings, in one line. */
  summary: string;
  /** Opened by the form, to show an error in it. */
  open?: boolean;
  children: ReactNode;
}

function Fold({ title, summary, open = false, children }: FoldProps) {
  return (
    <details className="group border-b border-line" {...(open ? { open } : {})}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 py-2 text-small [&::-webkit-details-marker]:hidden">
        <b className="shrink-0 font-semibold">{title}</b>
        <span className="num min-w-0 flex-1 text-soft">{typeset(summary)}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="pb-5 pt-2">{children}</div>
    </details>
  );
}
