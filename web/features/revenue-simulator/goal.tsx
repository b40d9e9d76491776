import { useSearchParams } from 'react-router';
import type { IncomeRates } from '#product/income/rules/rates.ts';
import { type Plan, reachGoal, type Situation, simulateYear } from '#product/income/rules/simulate.ts';
import { cents } from '#product/shared/money/cents.ts';
import { formatDuration, formatMoney, plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { hoursFor } from './result.tsx';

interface GoalProps {
  plan: Plan;
  situation: Situation;
  rates: IncomeRates;
  /** Minutes a week that one is open. */
  openMinutes: number;
}

const FIRST_GOAL = 500;
const HIGHEST_GOAL = 5_000;
const STEP = 50;

/** Backwards: so much a month, and what it would take. */
export function Goal({ plan, situation, rates, openMinutes }: GoalProps) {
  const [params, setParams] = useSearchParams();
  const asked = Number(params.get('goal') ?? FIRST_GOAL);
  const goal = Number.isInteger(asked) && asked >= 0 && asked <= HIGHEST_GOAL ? asked : FIRST_GOAL;
  const { sessionsPerWeek, price } = reachGoal(cents(goal * 100), plan, situation, rates);
  const minutes =
    sessionsPerWeek === null ? 0 : simulateYear({ ...plan, sessionsPerWeek }, situation, rates).minutes;
  return (
    <Card className="grid gap-6">
      <Slider
        label="Net par mois"
        value={goal}
        min={0}
        max={HIGHEST_GOAL}
        step={STEP}
        text={formatMoney(goal * 100)}
        onChange={(value) =>
          setParams(
            (current) => {
              const next = new URLSearchParams(current);
              next.set('goal', String(value));
              return next;
            },
            { replace: true },
          )
        }
      />
      <dl className="grid gap-5" aria-live="polite">
        <div className="grid gap-1 border-t border-line pt-5">
          <dt className="text-small text-muted">À {formatMoney(plan.price)} la place</dt>
          <dd className="num display text-heading">
            {sessionsPerWeek === null
              ? 'Aucun nombre de sessions n’y suffit'
              : `${plural(sessionsPerWeek, 'session', 'sessions')} par semaine`}
          </dd>
          {sessionsPerWeek !== null && (
            <dd className="text-small text-muted">
              Soit {formatDuration(Math.round(minutes / 52))} de travail par semaine en moyenne, préparation
              et pauses de l’année comprises.
            </dd>
          )}
          {sessionsPerWeek !== null && (
            <dd className="grid justify-items-start gap-3 text-small text-muted">
              {sessionsPerWeek * plan.minutes <= openMinutes
                ? `Vos ${formatDuration(openMinutes)} ouvertes par semaine y suffisent.`
                : `Il y faut ${formatDuration(sessionsPerWeek * plan.minutes)} ouvertes par semaine ; vous en ouvrez ${openMinutes === 0 ? 'aucune' : formatDuration(openMinutes)}.`}
              {sessionsPerWeek * plan.minutes > openMinutes && (
                <ButtonLink to={hoursFor(sessionsPerWeek * plan.minutes)}>Ouvrir ces heures</ButtonLink>
              )}
            </dd>
          )}
        </div>
        <div className="grid gap-1 border-t border-line pt-5">
          <dt className="text-small text-muted">
            À {plural(plan.sessionsPerWeek, 'session', 'sessions')} par semaine
          </dt>
          <dd className="num display text-heading">
            {price === null ? 'Aucun prix n’y suffit' : `${formatMoney(price)} la place`}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
