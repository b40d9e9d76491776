import { Link } from 'react-router';
import type { readEarnings } from '#product/payments/earnings-contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { monthName } from '#web/entities/payment/earnings.ts';
import { bestMonth, shareOfMonth } from '#web/features/earnings/best-month.ts';
import { capitalised, formatCount, formatDay, formatMoney, formatPrice } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { BarChart } from '#web/ui/charts/bar-chart.tsx';
import type { ChartPoint, Series } from '#web/ui/charts/scale.ts';
import { TextLink } from '#web/ui/link.tsx';
import { StatRow } from '#web/ui/stat-row.tsx';

type Earnings = ResponseOf<typeof readEarnings>;

const SERIES: readonly Series[] = [
  { key: 'banked', label: 'Versé', tone: 'settled' },
  { key: 'available', label: 'Disponible ou en route', tone: 'asks' },
  { key: 'pending', label: 'Retenu', tone: 'rest' },
];

/** « 120,00 € de plus qu’en octobre au même jour ». */
function comparison({ thisMonth, lastMonth, zone }: Earnings): string {
  const difference = thisMonth.shareCents - lastMonth.shareCents;
  const last = monthName(lastMonth.from, zone, 'long');
  const than = `qu’en ${last}`;
  if (difference === 0) return `Autant ${than} au même jour`;
  return `${formatMoney(Math.abs(difference))} de ${difference > 0 ? 'plus' : 'moins'} ${than} au même jour`;
}

const within = ({ from, until }: { from: string; until: string }, state?: string): string =>
  `?${new URLSearchParams({ from, until, ...(state ? { state } : {}) })}#sessions`;

/**
 * The amount and day of the next payout: more than what is available now, when a session's share
 * becomes so by then.
 */
const nextPayoutText = ({ at, totalCents }: Earnings['nextPayout'], zone: string): string =>
  at === null
    ? 'Attend de savoir où le verser'
    : `Prochain versement : ${formatMoney(totalCents)}, ${formatDay(at, zone)}`;

/** Where the money is now; each figure opens the sessions that it is the sum of. */
export function Figures({ earnings }: { earnings: Earnings }) {
  const { thisMonth, pendingCents, availableCents, inTransitCents, nextPayout, zone } = earnings;
  const figure = (to: string, cents: number) => (
    <Link
      to={to}
      className="-my-1.5 inline-flex min-h-11 items-center decoration-line-strong underline-offset-8 hover:underline"
    >
      {formatMoney(cents)}
    </Link>
  );
  return (
    <StatRow
      stats={[
        {
          label: `Net en ${monthName(thisMonth.from, zone, 'long')}`,
          value: figure(within(thisMonth), thisMonth.shareCents),
          note: comparison(earnings),
        },
        {
          label: 'Fonds retenus',
          value: figure('?state=held#sessions', pendingCents),
          note: 'Jusqu’après chaque session',
        },
        {
          label: 'Disponible',
          value: figure('?state=available#sessions', availableCents),
          tone: 'settled',
          note: nextPayoutText(nextPayout, zone),
        },
        {
          label: 'En route',
          value: figure('?state=in_transit#sessions', inTransitCents),
          note: 'Vers votre banque',
        },
      ]}
    />
  );
}

/** The finding of the twelve months, as a sentence. */
function finding({ months, thisMonth, zone }: Earnings): string {
  const total = shareOfMonth;
  const best = bestMonth(months, thisMonth.from);
  const all = months.reduce((sum, month) => sum + total(month), 0);
  const banked = months.reduce((sum, { bankedCents }) => sum + bankedCents, 0);
  if (all <= 0) return 'Douze mois de revenus';
  const atBank = `${formatMoney(banked)} sur ${formatMoney(all)} sont à votre banque`;
  return best === null
    ? capitalised(atBank)
    : `${capitalised(monthName(best.from, zone, 'long'))} fut votre meilleur mois, et ${atBank}`;
}

/** Twelve months of sessions, by where their money is now. */
export function Months({ earnings }: { earnings: Earnings }) {
  const { months, laterCents, zone } = earnings;
  const points = months.map(
    (month): ChartPoint => ({
      key: month.month,
      label: monthName(month.from, zone, 'long', true),
      short: monthName(month.from, zone, 'short'),
      values: {
        banked: month.bankedCents,
        available: month.availableCents + month.inTransitCents,
        pending: month.pendingCents,
      },
      to: within(month),
    }),
  );
  const empty = months.every(({ sessions }) => sessions === 0);
  return (
    <BarChart
      level={2}
      title={finding(earnings)}
      note={`Net, par mois de session${laterCents > 0 ? `. ${formatMoney(laterCents)} de plus sont retenus pour les mois à venir` : ''}`}
      state={
        empty
          ? { kind: 'empty', text: 'Vos premiers revenus se dessineront ici, mois après mois.' }
          : undefined
      }
      series={SERIES}
      points={points}
      format={formatMoney}
      formatShort={formatPrice}
      pointsName="Mois"
      linkText="Voir les sessions"
    />
  );
}

/** How many sessions its card lists; more are shown on demand. */
const MOST_OPEN = 5;

/** When the next payout leaves, how much it is, and each session in it. */
export function NextPayout({ earnings }: { earnings: Earnings }) {
  const { nextPayout, leastPayoutCents, zone } = earnings;
  const { at, waitsForIdentity, ready, coming, totalCents, sessions: count, othersCents } = nextPayout;
  return (
    <Card className="grid content-start gap-3">
      <h2 className="text-title">Prochain versement</h2>
      {at === null ? (
        <p className="text-soft">
          Dites où verser dans vos <TextLink to="/streamer-dashboard/settings?tab=payouts">réglages</TextLink>
          . D’ici là, rien ne se perd : tout attend.
        </p>
      ) : (
        <>
          <p className="display num text-figure">{formatMoney(totalCents)}</p>
          {waitsForIdentity ? (
            <p className="rounded-lg border border-live-edge bg-live-wash px-4 py-3 text-small">
              <b>Vos versements attendent votre identité fiscale.</b> La loi ne nous laisse plus verser sans
              elle, après deux rappels. Rien ne se perd : ils repartent d’eux-mêmes dès qu’elle est complète.{' '}
              <TextLink to="#documents">Compléter mon identité fiscale</TextLink>
            </p>
          ) : (
            <p className="text-small text-soft">
              {capitalised(formatDay(at, zone))}
              {totalCents < leastPayoutCents &&
                `, dès que ${formatMoney(leastPayoutCents)} sont réunis : d’ici là, le montant attend le suivant`}
            </p>
          )}
        </>
      )}
      {count > 0 && (
        <details open={count <= MOST_OPEN}>
          <summary className="min-h-11 cursor-pointer content-center text-small font-semibold underline decoration-line-strong underline-offset-4">
            {count === 1
              ? 'La session qui le compose'
              : `Les ${formatCount(count)} sessions qui le composent`}
          </summary>
          <ul className="num mt-2 grid max-h-72 gap-2 overflow-y-auto text-small">
            {[
              ...ready.map((part) => ({ ...part, note: part.cents < 0 ? 'à compenser' : 'disponible' })),
              ...coming.map((part) => ({ ...part, note: 'le sera d’ici là' })),
            ].map((part) => (
              <li
                key={`${part.sessionId} ${part.note}`}
                className="flex items-baseline justify-between gap-3"
              >
                <span className="min-w-0">
                  <TextLink to={`?session=${part.sessionId}`} preventScrollReset>
                    {part.title}
                  </TextLink>
                  <span className="block text-kicker text-muted">
                    {formatDay(part.startAt, zone, { weekday: false, month: 'short' })}, {part.note}
                  </span>
                </span>
                <span className="whitespace-nowrap">{formatMoney(part.cents)}</span>
              </li>
            ))}
            {othersCents !== 0 && (
              <li className="flex items-baseline justify-between gap-3">
                <span>Les autres sessions, ensemble</span>
                <span className="whitespace-nowrap">{formatMoney(othersCents)}</span>
              </li>
            )}
          </ul>
        </details>
      )}
    </Card>
  );
}
