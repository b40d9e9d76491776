import { History } from 'lucide-react';
import type { IncomeRates } from '#product/income/rules/rates.ts';
import {
  PAST_CAUSES,
  type PastCause,
  type PastPayments,
  replayYear,
  type Situation,
} from '#product/income/rules/simulate.ts';
import { formatMoney, plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IncomeBar } from './income-bar.tsx';

const CAUSES: Readonly<Record<PastCause, string>> = {
  cancelled: 'Annulations remboursées',
  no_show: 'Absences, de l’un ou de l’autre',
  pro_rata: 'Sessions écourtées, au prorata',
  other: 'Autres remboursements et litiges',
};

const monthText = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

interface PastProps {
  past: readonly PastPayments[];
  /** The first day of the twelve months. */
  from: string;
  situation: Situation;
  rates: IncomeRates;
  /** A year of the scenario beside it. */
  scenarioNet: number;
}

/**
 * « L’an dernier »: the simulator's rules applied to what was really paid, and why that differs
 * from the scenario.
 */
export function Past({ past, from, situation, rates, scenarioNet }: PastProps) {
  if (past.length === 0) {
    return (
      <EmptyState
        icon={<History />}
        title="Pas encore de passé à rejouer"
        description="Après votre premier mois de sessions payées, les mêmes règles seront appliquées ici à ce que vous avez vraiment encaissé."
      />
    );
  }
  const { kept, real, lost, payments, refunds } = replayYear(past, situation, rates);
  const first = new Date(from);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 11, 1));
  const rows = [
    { label: 'Si tout avait eu lieu, sans un remboursement', amount: kept.net },
    ...PAST_CAUSES.filter((cause) => lost[cause] !== 0).map((cause) => ({
      label: CAUSES[cause],
      amount: -lost[cause],
    })),
    { label: 'Ce qui vous est vraiment resté', amount: real.net },
  ];
  return (
    <div className="grid gap-6">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid gap-1">
          <h2 className="num text-heading">{formatMoney(real.net)} nets en douze mois</h2>
          <p className="text-small text-muted">
            De {monthText.format(first)} à {monthText.format(last)} :{' '}
            {plural(payments, 'paiement', 'paiements')}, dont {plural(refunds, 'remboursé', 'remboursés')} en
            tout ou en partie. Mêmes règles que le simulateur, avec la situation que vous avez choisie.
          </p>
        </div>
        <IncomeBar income={real} months={1} />
        <table className="num w-full text-small">
          <caption className="sr-only">De ce qui était promis à ce qui est resté</caption>
          <tbody>
            {rows.map(({ label, amount }) => (
              <tr
                key={label}
                className="border-t border-line font-normal last:font-semibold last:text-settled"
              >
                <th scope="row" className="py-2.5 pr-3 text-left [font-weight:inherit]">
                  {label}
                </th>
                <td className="py-2.5 pl-3 text-right whitespace-nowrap">{formatMoney(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <Card className="num flex flex-wrap items-baseline justify-between gap-3">
        <p className="text-small text-soft">Votre scénario, sur une année</p>
        <p className="font-semibold">
          {formatMoney(scenarioNet)}{' '}
          <span className="font-normal text-muted">
            ({scenarioNet >= real.net ? '+' : ''}
            {formatMoney(scenarioNet - real.net)})
          </span>
        </p>
      </Card>
    </div>
  );
}
