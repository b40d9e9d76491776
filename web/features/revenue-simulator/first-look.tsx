import { useState } from 'react';
import { currentRates } from '#product/income/rules/rates.ts';
import { simulateYear } from '#product/income/rules/simulate.ts';
import type { BasisPoints } from '#product/shared/money/cents.ts';
import { formatMoney, plural } from '#web/lib/format.ts';
import { STREAMER_SIGN_UP } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { IncomeBar } from './income-bar.tsx';
import { EXAMPLE, planOf, situationOf } from './scenario.ts';

const MONTHS = 12;
/** A first idea needs no extremes; the whole simulator has them. Euros, and sessions a week. */
const PRICE = { min: 10, max: 120 };
const SESSIONS = { min: 1, max: 20 };

/**
 * The simulator for somebody who has no account yet: a price, a pace, and what would reach the
 * pocket each month. All sessions are booked and held here, which the note says; the other inputs
 * are those of the example.
 * @param commission the platform's share of today
 */
export function FirstLook({ commission }: { commission: BasisPoints }) {
  const [price, setPrice] = useState(EXAMPLE.price);
  const [sessions, setSessions] = useState(EXAMPLE.sessions);
  const rates = currentRates();
  const scenario = { ...EXAMPLE, price, sessions, fill: 100, refunded: 0 };
  const income = simulateYear(planOf(scenario), situationOf(scenario, commission), rates);
  const rows = [
    { label: 'Payé par les viewers', cents: income.gross },
    { label: 'Commission de Loge', cents: -income.commission },
    {
      label: 'Cotisations, formation et impôt',
      cents: -(income.contributions + income.training + income.tax),
    },
    ...(income.vat > 0 ? [{ label: 'TVA', cents: -income.vat }] : []),
  ];
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-2">
      <div className="grid content-start gap-6">
        <Slider
          label="Prix d’une session d’une heure"
          value={price}
          {...PRICE}
          text={formatMoney(price * 100)}
          onChange={setPrice}
        />
        <Slider
          label="Sessions par semaine"
          value={sessions}
          {...SESSIONS}
          text={plural(sessions, 'session', 'sessions')}
          onChange={setSessions}
        />
        <p className="text-kicker text-muted">
          Estimation, taux au 1er janvier {rates.year} : micro-entreprise BNC au versement libératoire,{' '}
          {EXAMPLE.off} semaines de congé, toutes les sessions réservées et tenues.
        </p>
      </div>
      <div className="grid content-start gap-5">
        <h3 className="num text-title" aria-live="polite">
          {formatMoney(Math.round(income.net / MONTHS))} nets par mois
        </h3>
        <IncomeBar income={income} />
        <dl className="num grid gap-2 text-small">
          {rows.map(({ label, cents }) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-soft">{label}</dt>
              <dd className="whitespace-nowrap">{formatMoney(Math.round(cents / MONTHS))}</dd>
            </div>
          ))}
        </dl>
        <ButtonLink to={STREAMER_SIGN_UP} className="justify-self-start">
          Créer ma page de streamer
        </ButtonLink>
      </div>
    </div>
  );
}
