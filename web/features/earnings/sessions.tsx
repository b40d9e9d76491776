import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download, SearchX, Wallet } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { MONEY_STATES } from '#product/payments/earnings-contract.ts';
import { soldOffersQuery } from '#web/entities/offer/queries.ts';
import {
  allEarnedSessions,
  EARNINGS_ORDERS,
  type EarningsOrder,
  earnedSessionsQuery,
  earningsOrderOf,
  earningsViewOf,
  MONEY,
  monthName,
} from '#web/entities/payment/earnings.ts';
import { earningsCsv } from '#web/features/earnings/earnings-file.ts';
import { LINE, SessionRow } from '#web/features/earnings/session-row.tsx';
import { SessionWay } from '#web/features/earnings/timeline.tsx';
import { capitalised, formatDay, formatMoney, plural } from '#web/lib/format.ts';
import { saveCsv } from '#web/lib/spreadsheet.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useFewOnPhone } from '#web/ui/few-on-phone.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { NextPageButton } from '#web/ui/next-page-button.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const ORDERS: Readonly<Record<EarningsOrder, string>> = {
  latest: 'Récentes d’abord',
  oldest: 'Anciennes d’abord',
  most: 'Part la plus haute',
  least: 'Part la plus basse',
};

/** A telephone shows so many of a page's sessions at first. */
const FEW = 5;

interface SessionsProps {
  userId: string;
  /** The streamer's: months and days are cut in it. */
  zone: string;
  /** The months that can be chosen, the oldest first; empty until they are known. */
  months: readonly { from: string; until: string }[];
}

/**
 * Keeps the view of the list in the address. Changing it keeps the scroll position, since the list
 * is far below the top.
 */
function useView() {
  const [params, setParams] = useSearchParams();
  const changed = (changes: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    return next;
  };
  return {
    params,
    change: (changes: Readonly<Record<string, string | null>>) =>
      setParams(changed(changes), { preventScrollReset: true }),
    hrefOf: (session: string, seat: string | null = null) => `?${changed({ session, seat })}`,
  };
}

/** A streamer's paid sessions, a line each, and for each seat the way of its money. */
export function EarnedSessions({ userId, zone, months }: SessionsProps) {
  const { params, change, hrefOf } = useView();
  const view = earningsViewOf(params);
  const list = useInfiniteQuery(earnedSessionsQuery(userId, view));
  const save = useAction(() => allEarnedSessions(view), { failed: 'Le fichier n’a pas pu être préparé' });
  const sessions = list.data?.pages.flatMap((page) => page.sessions) ?? [];
  const short = useFewOnPhone(sessions.length, FEW, 'sessions');
  const totals = list.data?.pages[0]?.totals;
  const narrowed =
    view.from !== null ||
    view.until !== null ||
    view.offerId !== null ||
    view.state !== null ||
    view.search !== '';
  return (
    <section id="sessions" className="grid scroll-mt-24 gap-4" aria-labelledby="earned">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="earned" className="text-title">
          Par session
        </h2>
        {sessions.length > 0 && (
          <Button
            size="sm"
            loading={save.pending}
            onClick={() =>
              save.press(undefined, (all) => saveCsv(earningsCsv(all, zone), 'loge-revenus.csv'))
            }
          >
            <Download aria-hidden="true" />
            <span>
              <span className="max-sm:sr-only">Télécharger (</span>CSV
              <span className="max-sm:sr-only">)</span>
            </span>
          </Button>
        )}
      </div>
      <Filters userId={userId} zone={zone} months={months} params={params} change={change} />
      {list.isPending ? (
        <div aria-busy="true" className="grid gap-2">
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} className="h-14" />
          ))}
        </div>
      ) : list.isError && sessions.length === 0 ? (
        <ErrorState
          title="Vos revenus n’ont pas pu être chargés"
          onRetry={() => list.refetch()}
          retrying={list.isFetching}
        />
      ) : sessions.length === 0 ? (
        narrowed ? (
          <EmptyState
            icon={<SearchX />}
            title="Aucune session ne correspond"
            description="Essayez un autre mot, ou retirez un filtre."
            action={
              <Button onClick={() => change({ from: null, until: null, offer: null, state: null, q: null })}>
                Voir toutes les sessions
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={<Wallet />}
            title="Aucun revenu"
            description="Chaque session payée apparaîtra ici, avec la commission et le chemin de votre part jusqu’à votre banque."
            action={<ButtonLink to="/streamer-dashboard/offers">Voir mes offres</ButtonLink>}
          />
        )
      ) : (
        <div
          className={classNames('grid gap-4', list.isPlaceholderData && 'opacity-60')}
          aria-busy={list.isPlaceholderData || undefined}
        >
          <div className="overflow-hidden rounded-lg border border-line bg-stage">
            <div
              aria-hidden="true"
              className={classNames(LINE, 'min-h-10 text-kicker text-muted max-lg:hidden')}
            >
              <span>Date</span>
              <span>Session</span>
              <span>État</span>
              <span className="text-right">Payé</span>
              <span className="text-right">Commission</span>
              <span className="text-right">Pour vous</span>
            </div>
            <ul className="num divide-y divide-line lg:border-t lg:border-line">
              {sessions.map((session, index) => (
                <li key={session.sessionId} className={short.classOf(index)}>
                  <SessionRow session={session} zone={zone} hrefOf={hrefOf} />
                </li>
              ))}
            </ul>
          </div>
          {short.button}
          {totals && (
            <p role="status" className="num text-small text-soft">
              {plural(totals.sessions, 'session', 'sessions')} : {formatMoney(totals.captured)} payés
              {totals.returned > 0 && `, ${formatMoney(totals.returned)} remboursés`},{' '}
              {formatMoney(totals.fee)} de commission,{' '}
              <b className="text-ink">{formatMoney(totals.share)} pour vous</b>
            </p>
          )}
          <NextPageButton list={list} className={classNames('justify-self-center', short.after)} />
        </div>
      )}
      <SessionWay
        sessionId={params.get('session')}
        bookingId={params.get('seat')}
        zone={zone}
        onClose={() => change({ session: null, seat: null })}
      />
    </section>
  );
}

/** Hands a file to the browser. */
interface FiltersProps extends SessionsProps {
  params: URLSearchParams;
  change: (changes: Readonly<Record<string, string | null>>) => void;
}

function Filters({ userId, zone, months, params, change }: FiltersProps) {
  const offers = useQuery(soldOffersQuery(userId));
  const view = earningsViewOf(params);
  const period = view.from === null && view.until === null ? '' : `${view.from ?? ''} ${view.until ?? ''}`;
  const periods = months
    .map(({ from, until }) => ({
      value: `${from} ${until}`,
      label: capitalised(monthName(from, zone, 'long', true)),
    }))
    .reverse();
  const custom = period !== '' && !periods.some(({ value }) => value === period);
  const choices = (offers.data ?? []).map(({ id, title, archived_at }) => ({
    value: id,
    label: archived_at === null ? title : `${title} (archivée)`,
  }));
  const order = earningsOrderOf(params);
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <SearchInput
        key={view.search}
        label="Chercher un paiement"
        placeholder="Viewer, titre ou billet"
        initialValue={view.search}
        onSearch={(text) => change({ q: text })}
        className="col-span-2 min-w-0 lg:col-span-4"
      />
      <Select
        aria-label="Période"
        placeholder="Toute date"
        options={custom ? [{ value: period, label: periodText(view, zone) }, ...periods] : periods}
        value={period}
        onChange={({ target }) => {
          const [from = null, until = null] = target.value.split(' ');
          change({ from, until });
        }}
      />
      <Select
        aria-label="Offre"
        placeholder="Toute offre"
        options={choices}
        value={view.offerId ?? ''}
        onChange={({ target }) => change({ offer: target.value })}
      />
      <Select
        aria-label="État"
        placeholder="Tout état"
        options={MONEY_STATES.map((value) => ({ value, label: MONEY[value].label }))}
        value={view.state ?? ''}
        onChange={({ target }) => change({ state: target.value })}
      />
      <Select
        aria-label="Ordre"
        options={(Object.keys(EARNINGS_ORDERS) as EarningsOrder[]).map((value) => ({
          value,
          label: ORDERS[value],
        }))}
        value={order}
        onChange={({ target }) => change({ sort: target.value === 'latest' ? null : target.value })}
      />
    </div>
  );
}

/**
 * « 1er nov. – 22 nov. 2026 »: a stretch that is not one of the listed months; a figure above opens
 * it.
 */
function periodText({ from, until }: { from?: string | null; until?: string | null }, zone: string): string {
  const name = (instant: string | Date, year: boolean) =>
    formatDay(instant, zone, { weekday: false, month: 'short', year });
  if (!from) return until ? `Avant le ${name(until, true)}` : '';
  if (!until) return `Dès le ${name(from, true)}`;
  return `${name(from, false)} – ${name(new Date(Date.parse(until) - 1), true)}`;
}
