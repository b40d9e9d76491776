import type { ReactNode } from 'react';
import type { IncomeRates } from '#product/income/rules/rates.ts';
import {
  type Ceiling,
  ceilings,
  type Income,
  type Plan,
  type Situation,
  simulateYear,
} from '#product/income/rules/simulate.ts';
import { basisPoints, cents, EVERYTHING } from '#product/shared/money/cents.ts';
import { formatDuration, formatMoney, formatPrice, formatRate } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { IncomeBar, PARTS } from './income-bar.tsx';

interface ResultProps {
  income: Income;
  plan: Plan;
  situation: Situation;
  rates: IncomeRates;
}

const MONTHS = 12;

/**
 * The hours page with so many minutes a week painted; nothing is opened before it is saved there.
 */
export const hoursFor = (minutes: number): string =>
  `/streamer-dashboard/availability?week=${String(minutes)}`;

const perMonth = (yearly: number) => formatMoney(Math.round(yearly / MONTHS));
const perHour = (yearly: number, minutes: number) =>
  minutes === 0 ? '–' : formatMoney(Math.round((yearly * 60) / minutes));

/**
 * Shows the net income of a scenario: a sentence, a bar, a table, what would change it, and which
 * thresholds it meets.
 */
export function Result({ income, plan, situation, rates }: ResultProps) {
  return (
    <div className="grid gap-6">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid gap-1" aria-live="polite">
          <h2 className="num text-heading">
            {perMonth(income.net)} nets par mois, {perHour(income.net, income.minutes)} de l’heure
          </h2>
          <p className="text-small text-muted">
            {situation.place === 'abroad'
              ? 'Avant impôts et cotisations : seules les règles françaises sont connues ici.'
              : `Estimation, taux au 1er janvier ${String(rates.year)}. ${formatDuration(Math.round(income.minutes / 52))} de travail par semaine en moyenne.`}
          </p>
        </div>
        <IncomeBar income={income} />
        <IncomeTable income={income} />
      </Card>
      <Sensitivity income={income} plan={plan} situation={situation} rates={rates} />
      {situation.place === 'france' && <Thresholds gross={income.gross} price={plan.price} rates={rates} />}
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          tone="spot"
          to={`/streamer-dashboard/offers?offer=new&price=${String(plan.price / 100)}&minutes=${String(plan.minutes)}&seats=${String(plan.seats)}`}
        >
          Créer cette offre
        </ButtonLink>
        <ButtonLink to={hoursFor(plan.sessionsPerWeek * plan.minutes)}>Ouvrir ces heures</ButtonLink>
      </div>
    </div>
  );
}

const ROWS = [
  { part: 'gross', label: 'Payé par les viewers' },
  ...PARTS.filter(({ part }) => part !== 'net').map(({ part, label }) => ({
    part,
    label: `−\u00a0${label}`,
  })),
  { part: 'net', label: 'Net en poche' },
] as const;

/**
 * Each part of the price for one session, one hour of work, a month and a year; on a telephone the
 * first two stand in a table on demand.
 */
function IncomeTable({ income }: { income: Income }) {
  const { sessions, minutes } = income;
  const perSession: Column = {
    name: 'Session',
    of: (yearly) => (sessions === 0 ? '–' : formatMoney(Math.round(yearly / sessions))),
  };
  const perHourWorked: Column = { name: 'Heure travaillée', of: (yearly) => perHour(yearly, minutes) };
  const monthAndYear: Column[] = [
    { name: 'Mois', of: (yearly) => <Rounded cents={yearly / MONTHS} /> },
    { name: 'Année', of: (yearly) => <Rounded cents={yearly} /> },
  ];
  return (
    <>
      <div className="max-sm:hidden">
        <PartsTable
          caption="Où va chaque euro"
          income={income}
          columns={[perSession, perHourWorked, ...monthAndYear]}
        />
      </div>
      <div className="grid gap-2 sm:hidden">
        <PartsTable caption="Où va chaque euro" income={income} columns={monthAndYear} />
        <details>
          <summary className="min-h-11 cursor-pointer content-center text-small font-semibold underline decoration-line-strong underline-offset-4">
            Par session et par heure travaillée
          </summary>
          <PartsTable
            caption="Où va chaque euro d’une session et d’une heure"
            income={income}
            columns={[perSession, perHourWorked]}
          />
        </details>
      </div>
    </>
  );
}

interface Column {
  name: string;
  /** @param yearly cents of a year */
  of: (yearly: number) => ReactNode;
}

function PartsTable({
  caption,
  income,
  columns,
}: {
  caption: string;
  income: Income;
  columns: readonly Column[];
}) {
  const shown = ROWS.filter(({ part }) => part === 'gross' || part === 'net' || income[part] > 0);
  return (
    <table className="num w-full text-small">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-right text-kicker text-muted">
          <th scope="col">
            <span className="sr-only">Part</span>
          </th>
          {columns.map(({ name }) => (
            <th key={name} scope="col" className="pb-2 pl-3 align-bottom font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ part, label }) => (
          <tr
            key={part}
            className="border-t border-line text-right font-normal last:font-semibold last:text-settled"
          >
            <th scope="row" className="py-2 text-left [font-weight:inherit]">
              {label}
            </th>
            {columns.map(({ name, of }) => (
              <td key={name} className="py-2 pl-3 whitespace-nowrap">
                {of(income[part])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * An estimate to the cent, or to the euro on telephones where three columns of cents are wider than
 * the screen.
 */
function Rounded({ cents: exact }: { cents: number }) {
  return (
    <>
      <span className="max-[24rem]:hidden">{formatMoney(Math.round(exact))}</span>
      <span className="min-[24rem]:hidden">{formatPrice(Math.round(exact / 100) * 100)}</span>
    </>
  );
}

/** One thing changed at a time, and what it would bring a month. */
function Sensitivity({ income, plan, situation, rates }: ResultProps) {
  const difference = (changes: Partial<Plan>) => {
    const after = simulateYear({ ...plan, ...changes }, situation, rates);
    const monthly = Math.round((after.net - income.net) / MONTHS);
    return `${monthly > 0 ? '+' : ''}${formatMoney(monthly)}`;
  };
  const raised = cents(Math.round((plan.price * 1.1) / 100) * 100);
  const lowered = cents(Math.round((plan.price * 0.9) / 100) * 100);
  const rows = [
    { label: `À ${formatMoney(raised)} (prix +10 %)`, text: difference({ price: raised }) },
    { label: `À ${formatMoney(lowered)} (prix −10 %)`, text: difference({ price: lowered }) },
    {
      label: 'Un soir de plus par semaine (deux sessions)',
      text: difference({ sessionsPerWeek: plan.sessionsPerWeek + 2 }),
    },
    ...(plan.refunded > 0
      ? [
          {
            label: 'Deux fois moins de remboursements',
            text: difference({ refunded: basisPoints(Math.round(plan.refunded / 2)) }),
          },
        ]
      : []),
  ];
  return (
    <Card className="grid gap-1">
      <h3 className="mb-2 text-title">Ce que chaque changement apporterait, par mois</h3>
      <dl className="num grid">
        {rows.map(({ label, text }) => (
          <div
            key={label}
            className="flex justify-between gap-4 border-t border-line py-2.5 first:border-t-0"
          >
            <dt className="text-small text-soft">{label}</dt>
            <dd className="font-semibold whitespace-nowrap">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const NAMES: Readonly<Record<Ceiling['name'], string>> = {
  vat_next_year: 'Franchise de TVA, perdue l’année suivante',
  vat_at_once: 'Franchise de TVA, perdue le jour même',
  micro: 'Plafond de la micro-entreprise (deux ans de suite)',
};

const dayName = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The day of a year on which that part of it is over: « 14 septembre ». */
const dayAfter = (part: number, year: number): string =>
  dayName.format(Date.UTC(year, 0, 1) + part * (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1) - 1));

function Thresholds({ gross, price, rates }: { gross: number; price: number; rates: IncomeRates }) {
  const reached = ceilings(cents(gross), rates);
  const endsAfter = reached.find(({ name }) => name === 'vat_at_once')?.reachedAfter ?? null;
  return (
    <Card className="grid gap-1">
      <h3 className="mb-2 text-title">Les seuils, à ce rythme de janvier à décembre</h3>
      <dl className="num grid">
        {reached.map(({ name, limit, reachedAfter }) => (
          <div key={name} className="flex justify-between gap-4 border-t border-line py-2.5 first:border-t-0">
            <dt className="text-small text-soft">
              {NAMES[name]} <span className="whitespace-nowrap text-muted">({formatMoney(limit)})</span>
            </dt>
            <dd className="text-right text-small font-semibold whitespace-nowrap">
              {reachedAfter === null
                ? `à ${formatRate(gross / limit)}`
                : `le ${dayAfter(reachedAfter, rates.year)}`}
            </dd>
          </div>
        ))}
      </dl>
      {endsAfter !== null && (
        <p className="num mt-2 max-w-[68ch] text-small text-soft">
          Depuis le {dayAfter(endsAfter, rates.year)}, la TVA est due sur chaque session : à prix égal pour
          vos viewers, une place à {formatMoney(price)} vous rapporte{' '}
          {formatMoney(Math.round((price * rates.vat.rate) / (EVERYTHING + rates.vat.rate)))} de moins. Le net
          ci-dessus en tient compte.
        </p>
      )}
    </Card>
  );
}
