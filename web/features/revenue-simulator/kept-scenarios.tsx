import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { IncomeRates } from '#product/income/rules/rates.ts';
import { simulateYear } from '#product/income/rules/simulate.ts';
import { formatDuration, formatMoney } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorLine } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { type Beginning, keptScenariosQuery, SIMULATOR_KEY } from './queries.ts';
import { addressOf, EXAMPLE, planOf, readScenario, type Scenario, situationOf } from './scenario.ts';

/** As many places as the table has. */
const PLACES = [1, 2, 3, 4, 5, 6] as const;

interface KeptScenariosProps {
  userId: string;
  beginning: Beginning;
  scenario: Scenario;
  rates: IncomeRates;
}

/** The yearly figures of a scenario, as a row beside the others. */
function figuresOf(scenario: Scenario, { commission }: Beginning, rates: IncomeRates) {
  const { net, minutes } = simulateYear(planOf(scenario), situationOf(scenario, commission), rates);
  return {
    month: formatMoney(Math.round(net / 12)),
    hour: minutes === 0 ? '–' : formatMoney(Math.round((net * 60) / minutes)),
    work: formatDuration(Math.round(minutes / 52)),
  };
}

/**
 * Scenarios that were kept, side by side with the one on the screen. Each row is its address, which
 * can be sent.
 */
export function KeptScenarios({ userId, beginning, scenario, rates }: KeptScenariosProps) {
  const kept = useQuery(keptScenariosQuery(userId));
  const [name, setName] = useState('');
  const changes = [[...SIMULATOR_KEY, userId, 'kept']];
  const keep = useAction(
    async ({ place, name }: { place: number; name: string }) => {
      const { supabase } = await loadClient();
      const row = { person_id: userId, place, name, address: addressOf(scenario) };
      await supabase.from('income_scenarios').insert(row).throwOnError();
    },
    { changes, done: 'Scénario gardé', failed: 'Ce scénario n’a pas pu être gardé' },
  );
  const drop = useAction(
    async (place: number) => {
      const { supabase } = await loadClient();
      await supabase
        .from('income_scenarios')
        .delete()
        .eq('person_id', userId)
        .eq('place', place)
        .throwOnError();
    },
    { changes, failed: 'Ce scénario n’a pas pu être retiré' },
  );
  if (kept.isError) {
    return (
      <ErrorLine onRetry={kept.refetch} retrying={kept.isFetching}>
        Vos scénarios gardés n’ont pas pu être chargés.
      </ErrorLine>
    );
  }
  const rows = kept.data ?? [];
  const free = PLACES.find((place) => !rows.some((row) => row.place === place));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = name.trim();
    if (free === undefined || text === '' || keep.pending) return;
    keep.press({ place: free, name: text }, () => setName(''));
  };
  return (
    <Card className="grid gap-4">
      <h3 className="text-title">Vos scénarios, côte à côte</h3>
      {rows.length > 0 && (
        <div className="grid gap-1">
          <div className="num grid grid-cols-[minmax(0,1fr)_auto_auto_2.75rem] items-center gap-x-4 text-small">
            <Row label="Celui-ci" to={null} figures={figuresOf(scenario, beginning, rates)} />
            {rows.map((row) => {
              const of = readScenario(new URLSearchParams(row.address), EXAMPLE);
              return (
                <Row
                  key={row.place}
                  label={row.name}
                  to={`?${row.address}`}
                  figures={figuresOf(of, beginning, rates)}
                  onDrop={() => drop.press(row.place)}
                />
              );
            })}
          </div>
        </div>
      )}
      {free === undefined ? (
        <p className="text-small text-muted">
          Six scénarios sont gardés : retirez-en un pour en garder un autre.
        </p>
      ) : (
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <Field label="Nom de ce scénario" className="min-w-0 flex-1 basis-48">
            <Input
              value={name}
              maxLength={40}
              placeholder="Deux soirs, 45 €"
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <Button type="submit" loading={keep.pending} disabled={name.trim() === ''}>
            Garder ce scénario
          </Button>
        </form>
      )}
    </Card>
  );
}

interface RowProps {
  label: string;
  /** Its address; null: the one on the screen. */
  to: string | null;
  figures: ReturnType<typeof figuresOf>;
  onDrop?: () => void;
}

function Row({ label, to, figures, onDrop }: RowProps) {
  return (
    <div className="col-span-4 grid min-h-12 grid-cols-subgrid items-center border-t border-line first:border-t-0">
      {to === null ? (
        <b className="truncate">{label}</b>
      ) : (
        // Another scenario is another beginning of the sliders: the page is read again from its
        // address.
        <Link
          reloadDocument
          to={to}
          className="inline-flex min-h-11 items-center truncate underline underline-offset-4"
        >
          {label}
        </Link>
      )}
      <span className="text-right">
        <b className="block whitespace-nowrap">{figures.month}</b>
        <span className="text-kicker text-muted">par mois</span>
      </span>
      <span className="text-right">
        <b className="block whitespace-nowrap">{figures.hour}</b>
        <span className="text-kicker text-muted">
          l’heure<span className="max-sm:hidden"> · {figures.work} / sem.</span>
        </span>
      </span>
      {onDrop ? (
        <Button tone="quiet" size="icon" aria-label={`Retirer ${label}`} onClick={onDrop}>
          <X aria-hidden="true" />
        </Button>
      ) : (
        <span />
      )}
    </div>
  );
}
