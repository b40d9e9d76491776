import type { IncomeRates } from '#domain/income/rates.ts';
import {
  type Ceiling,
  ceilings,
  type Income,
  type Plan,
  type Situation,
  simulateYear,
} from '#domain/income/simulate.ts';
import { basisPoints, cents } from '#domain/money/cents.ts';
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

/** The hours page with so many minutes a week painted; nothing is opened before it is saved there. */
export const hoursFor = (minutes: number): string =>
  `/streamer-dashboard/availability?week=${String(minutes)}`;

const perMonth = (yearly: number) => formatMoney(Math.round(yearly / MONTHS));
const perHour = (yearly: number, minutes: number) =>
  minutes === 0 ? '–' : formatMoney(Math.round((yearly * 60) / minutes));

/** What reaches the pocket of a scenario: a sentence, a bar, a table, what would change it, and which thresholds it meets. */
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
      {situation.place === 'france' && <Thresholds gross={income.gross} rates={rates} />}
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          tone="spot"
          to={`/streamer-dashboard/settings?tab=offers&offer=new&price=${String(plan.price / 100)}&minutes=${String(plan.minutes)}&seats=${String(plan.seats)}`}
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

function IncomeTable({ income }: { income: Income }) {
  const shown = ROWS.filter(({ part }) => part === 'gross' || part === 'net' || income[part] > 0);
  const perSession = (yearly: number) =>
    income.sessions === 0 ? '–' : formatMoney(Math.round(yearly / income.sessions));
  return (
    <table className="num w-full text-small">
      <caption className="sr-only">Où va chaque euro</caption>
      <thead>
        <tr className="text-right text-kicker text-muted">
          <th scope="col">
            <span className="sr-only">Part</span>
          </th>
          <th scope="col" className="pb-2 font-normal max-sm:hidden">
            Session
          </th>
          <th scope="col" className="pb-2 font-normal">
            Mois
          </th>
          <th scope="col" className="pb-2 font-normal">
            Année
          </th>
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
            <td className="py-2 pl-3 whitespace-nowrap max-sm:hidden">{perSession(income[part])}</td>
            <td className="py-2 pl-3 whitespace-nowrap">
              <Rounded cents={income[part] / MONTHS} />
            </td>
            <td className="py-2 pl-3 whitespace-nowrap">
              <Rounded cents={income[part]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An estimate to the cent, or to the euro on telephones where three columns of cents are wider than the screen. */
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

function Thresholds({ gross, rates }: { gross: number; rates: IncomeRates }) {
  return (
    <Card className="grid gap-1">
      <h3 className="mb-2 text-title">Les seuils, à ce rythme de janvier à décembre</h3>
      <dl className="num grid">
        {ceilings(cents(gross), rates).map(({ name, limit, reachedAfter }) => (
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
    </Card>
  );
}
