import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { currentRates } from '#product/income/rules/rates.ts';
import { type Income, simulateYear } from '#product/income/rules/simulate.ts';
import { categoryName } from '#web/entities/catalogue/catalogue.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { Goal } from './goal.tsx';
import { KeptScenarios } from './kept-scenarios.tsx';
import { Past } from './past.tsx';
import type { Beginning } from './queries.ts';
import { Result } from './result.tsx';
import { planOf, readScenario, type Scenario, situationOf } from './scenario.ts';
import { PlanSliders, SituationFields } from './scenario-fields.tsx';

/**
 * How long the sliders rest before the address follows: browsers refuse more than some hundred
 * changes of it. Milliseconds.
 */
const ADDRESS_AFTER = 250;

const FROM: Readonly<Record<Beginning['from'], string>> = {
  past: 'On part de ce que vos douze derniers mois ont vraiment apporté : prix moyen, sessions, places et remboursements.',
  offer: 'On part de votre première offre ; le rythme est un exemple.',
  category: 'On part des médianes de votre catégorie.',
  example: 'Tout ceci est un exemple : vous n’avez pas encore d’offre payante.',
};

const MODES = [
  { value: 'choose', label: 'Je choisis' },
  { value: 'goal', label: 'Objectif' },
  { value: 'past', label: 'L’an dernier' },
];

/**
 * A scenario and what it leaves. Both stand in the address, so that Back, a reload and a link show
 * the same.
 */
export function Simulator({ userId, beginning }: { userId: string; beginning: Beginning }) {
  const [params, setParams] = useSearchParams();
  const [scenario, setScenario] = useState<Scenario>(() => readScenario(params, beginning.scenario));
  const rates = currentRates();
  const mode = MODES.find(({ value }) => value === params.get('mode'))?.value ?? 'choose';

  useEffect(() => {
    const rest = setTimeout(() => {
      // The current address, not that of the last render: a tab may have been chosen since.
      const now = new URLSearchParams(window.location.search);
      const next = new URLSearchParams();
      for (const name of ['mode', 'goal']) {
        const value = now.get(name);
        if (value !== null) next.set(name, value);
      }
      for (const [name, value] of Object.entries(scenario))
        if (value !== beginning.scenario[name as keyof Scenario]) next.set(name, String(value));
      now.sort();
      const sorted = new URLSearchParams(next);
      sorted.sort();
      if (sorted.toString() !== now.toString()) setParams(next, { replace: true });
    }, ADDRESS_AFTER);
    return () => clearTimeout(rest);
  }, [scenario, beginning, setParams]);

  const change = (changes: Partial<Scenario>) => setScenario((current) => ({ ...current, ...changes }));
  const plan = planOf(scenario);
  const situation = situationOf(scenario, beginning.commission);
  const income: Income = simulateYear(plan, situation, rates);

  return (
    <Tabs
      label="Façons de compter"
      items={MODES}
      value={mode}
      onValueChange={(value) =>
        setParams((current) => {
          const next = new URLSearchParams(current);
          if (value === 'choose') next.delete('mode');
          else next.set('mode', value);
          return next;
        })
      }
    >
      <TabPanel value={mode}>
        {mode === 'choose' && (
          <p
            className="num display sticky top-0 z-10 -mx-5 bg-ground px-5 py-3 text-title lg:hidden"
            aria-hidden="true"
          >
            {formatMoney(Math.round(income.net / 12))} nets par mois
          </p>
        )}
        <div className="grid items-start gap-6 lg:grid-cols-[0.9fr_1.1fr]">
          <Card className="grid gap-6">
            <p className="text-small text-muted">
              {FROM[beginning.from]}
              {beginning.medians &&
                ` Ce sont celles de ${String(beginning.medians.streamers)} streamers de « ${categoryName(beginning.medians.category)} ».`}
            </p>
            <PlanSliders scenario={scenario} onChange={change} />
            <SituationFields scenario={scenario} onChange={change} />
          </Card>
          {mode === 'goal' ? (
            // On a telephone the question and its answer come before what they are worked out from.
            <div className="max-lg:order-first">
              <Goal plan={plan} situation={situation} rates={rates} openMinutes={beginning.openMinutes} />
            </div>
          ) : mode === 'past' ? (
            <div className="max-lg:order-first">
              <Past
                past={beginning.past}
                from={beginning.pastFrom}
                situation={situation}
                rates={rates}
                scenarioNet={income.net}
              />
            </div>
          ) : (
            <div className="grid gap-6">
              <Result income={income} plan={plan} situation={situation} rates={rates} />
              <KeptScenarios userId={userId} beginning={beginning} scenario={scenario} rates={rates} />
            </div>
          )}
        </div>
      </TabPanel>
    </Tabs>
  );
}
