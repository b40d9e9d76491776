import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closeMonth, readMonth } from '#product/books/contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { ADMIN_KEY, DECISION, Loaded } from '#web/features/admin/admin.tsx';
import { AskedFile } from '#web/features/admin/reports/kept-files.tsx';
import { ReportFiles } from '#web/features/admin/reports/report-files.tsx';
import { ReportSchedules } from '#web/features/admin/reports/report-schedules.tsx';
import { callCommand } from '#web/lib/call-command.ts';
import { capitalised, formatCount, formatDateTime, formatMoney, plural } from '#web/lib/format.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The books are kept in Paris. */
const ZONE = 'Europe/Paris';
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Month = ResponseOf<typeof readMonth>;

const moved = (month: string, months: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
};

const monthNames = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** « octobre 2026 » */
const nameOf = (month: string): string => monthNames.format(new Date(`${month}-01T00:00:00Z`));

const monthQuery = (month: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'month', month],
    queryFn: () => callCommand(readMonth, { month }),
    placeholderData: keepPreviousData,
  });

/**
 * `/admin-dashboard/reports`: a month of the books, closing it, and the files that are made of it.
 */
export function Component() {
  const { params, change } = useAddress();
  const asked = params.get('month') ?? '';
  const last = moved(new Date().toISOString().slice(0, 7), -1);
  const month = MONTH.test(asked) ? asked : last;
  const query = useQuery(monthQuery(month));
  const file = params.get('file') ?? '';
  return (
    <>
      <PageHeader
        title="Rapports"
        description="Les comptes d’un mois, et les fichiers pour la comptabilité."
      />
      {ID.test(file) && (
        <div className="mb-8">
          <AskedFile id={file} />
        </div>
      )}
      <Loaded
        query={query}
        failed="Ce mois n’a pas pu être lu"
        waiting={<Skeleton className="h-[44rem] lg:h-[30rem]" />}
      >
        {(found) => (
          <div className="grid gap-10">
            <section className="grid gap-5" aria-labelledby="month">
              <div className="flex flex-wrap items-end justify-between gap-4">
                <div className="w-full sm:w-64">
                  <Field label="Mois">
                    <Select
                      options={monthsOf(found, month).map((value) => ({
                        value,
                        label: capitalised(nameOf(value)),
                      }))}
                      value={month}
                      onChange={(event) => change({ month: event.target.value })}
                    />
                  </Field>
                </div>
                <Closing found={found} />
              </div>
              <h2 id="month" className="sr-only">
                {capitalised(nameOf(found.month))}
              </h2>
              <Figures {...found} />
            </section>
            <ReportFiles month={found.month} monthName={nameOf(found.month)} />
            <ReportSchedules />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** From the running month back to the first one with a posting, and the one that is shown. */
function monthsOf({ firstMonth, currentMonth }: Month, shown: string): string[] {
  const months: string[] = [];
  for (let month = currentMonth; month >= (firstMonth ?? currentMonth); month = moved(month, -1))
    months.push(month);
  return months.includes(shown) ? months : [...months, shown].sort().reverse();
}

/** The obstacles to closing the month, in words; empty when there are none. */
function obstacleTexts({ orders, payouts, payments, ledger }: Month['obstacles']): string[] {
  return [
    orders > 0 && `${plural(orders, 'ordre attend', 'ordres attendent')} encore une réponse du prestataire`,
    payouts > 0 && `${plural(payouts, 'versement n’est pas parti', 'versements ne sont pas partis')}`,
    payments > 0 &&
      `${plural(payments, 'paiement diffère', 'paiements diffèrent')} entre les livres et le prestataire`,
    ledger !== 0 && `le grand livre est décalé de ${formatMoney(ledger)}`,
  ].filter((text) => text !== false);
}

/** Whether the month is closed, and closing it when it is its turn. */
function Closing({ found }: { found: Month }) {
  const [asking, setAsking] = useState(false);
  const closing = useCommand(closeMonth, { changes: [ADMIN_KEY], done: 'Mois clôturé' });
  const { month, currentMonth, nextToClose, closedAt, obstacles, postings } = found;
  const named = nameOf(month);
  const obstacle = obstacleTexts(obstacles);
  if (closedAt !== null)
    return (
      <p className="text-small text-settled">
        Clôturé le {formatDateTime(closedAt, ZONE, { weekday: false, year: true })}
      </p>
    );
  if (month >= currentMonth) return <p className="text-small text-soft">Ce mois est en cours</p>;
  if (nextToClose === null || month < nextToClose)
    return <p className="text-small text-soft">Aucune écriture ce mois-là</p>;
  if (month !== nextToClose)
    return <p className="text-small text-soft">Clôturez d’abord {nameOf(nextToClose)}</p>;
  if (obstacle.length > 0)
    return (
      <p className="max-w-md text-small text-live">
        Pas encore à clôturer{'\u202f'}: {obstacle.join(', ')}.
      </p>
    );
  return (
    <>
      <Button tone="spot" onClick={() => setAsking(true)}>
        Clôturer le mois
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="spot"
        title={`Clôturer ${named} ?`}
        description="Les livres et le prestataire disent la même chose."
        cost={`${plural(postings, 'écriture', 'écritures')} : plus rien n’entrera dans ce mois. Ce qui arrive après compte pour le suivant.`}
        confirmLabel="Clôturer le mois"
        {...DECISION}
        onConfirm={async (reason) => {
          await closing.run({ month, reason });
        }}
      />
    </>
  );
}

interface Line {
  label: string;
  amount: number;
  note?: string;
}

/** Shows the money in and out, the owners of the rest, and the proof that both are the same. */
function Figures({ report, postings }: Month) {
  return (
    <Card padded={false}>
      <div className="grid md:grid-cols-2 md:divide-x md:divide-line">
        <Lines
          title="Ce qui est passé chez le prestataire"
          lines={[
            { label: 'Encaissé', amount: report.collected },
            { label: 'Remboursé aux viewers', amount: report.refunded },
            { label: 'Contestations perdues', amount: report.lostToBanks },
            { label: 'Frais du prestataire', amount: report.providerFees },
            { label: 'Versé aux streamers', amount: report.paidOut },
          ]}
          total={{ label: 'Resté', amount: report.kept }}
        />
        <Lines
          title="À qui c’est"
          lines={[
            { label: 'Commissions', amount: report.commissions },
            { label: 'À la charge de Loge', amount: report.borne, note: 'Frais et contestations perdues' },
            {
              label: 'Retenu pour les streamers',
              amount: report.withheld,
              note: `${formatMoney(report.withheldAtEnd)} à la fin du mois`,
            },
          ]}
          total={{ label: 'Expliqué', amount: report.commissions + report.borne + report.withheld }}
        />
      </div>
      <div className="num flex items-baseline justify-between gap-4 border-t border-line px-5 py-4">
        <span className="text-small text-muted">
          Écart, sur {formatCount(postings)} {postings === 1 ? 'écriture' : 'écritures'}
        </span>
        <span className={`display text-title ${report.difference === 0 ? 'text-settled' : 'text-live'}`}>
          {formatMoney(report.difference)}
        </span>
      </div>
    </Card>
  );
}

function Lines({ title, lines, total }: { title: string; lines: readonly Line[]; total: Line }) {
  return (
    <div className="flex flex-col border-line p-5 max-md:border-b max-md:last:border-b-0">
      <h3 className="mb-3 text-small text-muted">{title}</h3>
      <dl className="num grid gap-2.5">
        {lines.map(({ label, amount, note }) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="grid">
              {label}
              {note && <span className="text-kicker text-muted">{note}</span>}
            </dt>
            <dd className="whitespace-nowrap">{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      <dl className="num mt-auto flex items-baseline justify-between gap-4 pt-4 font-semibold">
        <dt>{total.label}</dt>
        <dd className="whitespace-nowrap">{formatMoney(total.amount)}</dd>
      </dl>
    </div>
  );
}
