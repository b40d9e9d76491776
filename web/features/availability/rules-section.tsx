import type { BookingRules } from '#domain/availability/rules.ts';
import {
  horizonOptions,
  noticeOptions,
  pauseOptions,
  perDayOptions,
  perWeekOptions,
  rulesInWords,
  stepOptions,
} from '#web/features/availability/rule-options.ts';
import { typeset } from '#web/lib/format.ts';
import { Field } from '#web/ui/field.tsx';
import { Select, type SelectOption } from '#web/ui/select.tsx';

interface RulesSectionProps {
  rules: BookingRules;
  onChange: (rules: BookingRules) => void;
}

/** How long before, how often and how much: the rules of booking, each a choice, and all of them in one sentence. */
export function RulesSection({ rules, onChange }: RulesSectionProps) {
  const choice = (name: keyof BookingRules, label: string, options: SelectOption[], hint?: string) => (
    <Field label={label} hint={hint}>
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
          {typeset(rulesInWords(rules))}
        </p>
      </div>
      <div className="num grid gap-5 sm:grid-cols-2">
        {choice('noticeMinutes', 'Réserver au plus tard', noticeOptions(rules.noticeMinutes))}
        {choice('horizonDays', 'Réserver au plus tôt', horizonOptions(rules.horizonDays))}
        {choice('bufferBeforeMinutes', 'Pause avant une session', pauseOptions(rules.bufferBeforeMinutes))}
        {choice('bufferAfterMinutes', 'Pause après une session', pauseOptions(rules.bufferAfterMinutes))}
        {choice('maxPerDay', 'Au plus par jour', perDayOptions(rules.maxPerDay))}
        {choice('maxPerWeek', 'Au plus par semaine', perWeekOptions(rules.maxPerWeek))}
        {choice('stepMinutes', 'Débuts possibles', stepOptions(rules.stepMinutes))}
      </div>
    </section>
  );
}
