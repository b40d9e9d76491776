import type { BookingWindow, StreamerRules } from '#product/availability/rules/availability.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { noticeOptions, pauseOptions } from '#web/entities/offer/rule-options.ts';
import {
  horizonOptions,
  openDaysOptions,
  perDayOptions,
  perMonthOptions,
  perWeekOptions,
  rulesInWords,
  WINDOW_OPTIONS,
} from '#web/features/availability/rule-options.ts';
import { typeset } from '#web/lib/format.ts';
import { dateAfter } from '#web/ui/calendar-days.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select, type SelectOption } from '#web/ui/select.tsx';

interface RulesSectionProps {
  rules: StreamerRules;
  onChange: (rules: StreamerRules) => void;
  today: LocalDate;
}

/**
 * How long before, how often and how much: the rules of booking, each a choice, and all of them in
 * one sentence.
 */
export function RulesSection({ rules, onChange, today }: RulesSectionProps) {
  const choice = (name: keyof Omit<StreamerRules, 'window'>, label: string, options: SelectOption[]) => (
    <Field label={label}>
      <Select
        options={options}
        value={String(rules[name] ?? '')}
        onChange={({ target }) =>
          onChange({ ...rules, [name]: target.value === '' ? null : Number(target.value) })
        }
      />
    </Field>
  );
  return (
    <section aria-labelledby="rules-title" className="grid gap-5">
      <div className="grid gap-1.5">
        <h2 id="rules-title" className="display text-title">
          Règles de réservation
        </h2>
        <p aria-live="polite" className="num max-w-[62ch] text-small text-soft">
          {typeset(rulesInWords(rules))} Une offre peut avoir son délai, ses pauses et ses heures à elle :
          c’est dans ses réglages.
        </p>
      </div>
      <div className="num grid gap-5 sm:grid-cols-2">
        <WindowFields rules={rules} onChange={onChange} today={today} />
        {choice('noticeMinutes', 'Réserver au plus tard', noticeOptions(rules.noticeMinutes))}
        <div className="hidden sm:block" />
        {choice('bufferBeforeMinutes', 'Pause avant une session', pauseOptions(rules.bufferBeforeMinutes))}
        {choice('bufferAfterMinutes', 'Pause après une session', pauseOptions(rules.bufferAfterMinutes))}
      </div>
      <div className="num grid gap-5 sm:grid-cols-3">
        {choice('maxPerDay', 'Au plus par jour', perDayOptions(rules.maxPerDay))}
        {choice('maxPerWeek', 'Au plus par semaine', perWeekOptions(rules.maxPerWeek))}
        {choice('maxPerMonth', 'Au plus par mois', perMonthOptions(rules.maxPerMonth))}
      </div>
    </section>
  );
}

/**
 * Which days can be booked at all: so many ahead, so many open ones, or from one date to another.
 */
function WindowFields({ rules, onChange, today }: RulesSectionProps) {
  const { window } = rules;
  const choose = (kind: string) => {
    const dates: BookingWindow = { kind: 'dates', first: today, last: dateAfter(today, 30) };
    const next = kind === 'dates' ? dates : ({ kind: kind === 'open_days' ? 'open_days' : 'days' } as const);
    const few = next.kind === 'open_days' && rules.horizonDays > 30;
    onChange({ ...rules, window: next, horizonDays: few ? 10 : rules.horizonDays });
  };
  return (
    <>
      <Field label="Jours que l’on peut réserver">
        <Select
          options={WINDOW_OPTIONS}
          value={window.kind}
          onChange={({ target }) => choose(target.value)}
        />
      </Field>
      {window.kind === 'dates' ? (
        <div className="grid gap-3 min-[24rem]:grid-cols-2">
          <Field label="Du">
            <Input
              type="date"
              value={window.first}
              onChange={({ target }) => {
                if (target.value === '') return;
                const first = target.value as LocalDate;
                const last = first > window.last ? { last: first } : {};
                onChange({ ...rules, window: { ...window, first, ...last } });
              }}
            />
          </Field>
          <Field label="Au">
            <Input
              type="date"
              min={window.first}
              value={window.last}
              onChange={({ target }) =>
                target.value !== '' &&
                onChange({ ...rules, window: { ...window, last: target.value as LocalDate } })
              }
            />
          </Field>
        </div>
      ) : (
        <Field label="Jusqu’à">
          <Select
            options={
              window.kind === 'open_days'
                ? openDaysOptions(rules.horizonDays)
                : horizonOptions(rules.horizonDays)
            }
            value={String(rules.horizonDays)}
            onChange={({ target }) => onChange({ ...rules, horizonDays: Number(target.value) })}
          />
        </Field>
      )}
    </>
  );
}
