import { formatDuration, formatMoney, plural } from '#web/lib/format.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { BOUNDS, type Scenario } from './scenario.ts';

interface FieldsProps {
  scenario: Scenario;
  onChange: (changes: Partial<Scenario>) => void;
}

/** A slider's right end; a price above it is kept as it is. Euros. */
const SLIDER_PRICE = 200;

const percent = (value: number) => `${String(value)}\u00a0%`;

/** A week as one imagines it. */
export function PlanSliders({ scenario, onChange }: FieldsProps) {
  const { price, minutes, seats, sessions, fill, refunded, off, preparation } = scenario;
  return (
    <div className="grid gap-x-8 gap-y-3 sm:max-lg:grid-cols-2">
      <Slider
        label={seats === 1 ? 'Prix d’une session' : 'Prix d’une place'}
        value={price}
        min={BOUNDS.price.min}
        max={Math.max(SLIDER_PRICE, price)}
        text={formatMoney(price * 100)}
        onChange={(price) => onChange({ price })}
      />
      <Slider
        label="Durée"
        value={minutes}
        {...BOUNDS.minutes}
        step={5}
        text={formatDuration(minutes)}
        onChange={(minutes) => onChange({ minutes })}
      />
      <Slider
        label="Places par session"
        value={seats}
        {...BOUNDS.seats}
        text={seats === 1 ? 'Tête-à-tête' : plural(seats, 'place', 'places')}
        onChange={(seats) => onChange({ seats })}
      />
      <Slider
        label="Sessions par semaine"
        value={sessions}
        {...BOUNDS.sessions}
        text={String(sessions)}
        onChange={(sessions) => onChange({ sessions })}
      />
      <Slider
        label="Places remplies"
        value={fill}
        {...BOUNDS.fill}
        text={percent(fill)}
        onChange={(fill) => onChange({ fill })}
      />
      <Slider
        label="Remboursées ensuite"
        value={refunded}
        {...BOUNDS.refunded}
        text={percent(refunded)}
        onChange={(refunded) => onChange({ refunded })}
      />
      <Slider
        label="Semaines de pause"
        value={off}
        {...BOUNDS.off}
        text={String(off)}
        onChange={(off) => onChange({ off })}
      />
      <Slider
        label="Préparation"
        value={preparation}
        {...BOUNDS.preparation}
        step={5}
        text={formatDuration(preparation)}
        onChange={(preparation) => onChange({ preparation })}
      />
    </div>
  );
}

const ACTIVITIES = [
  { value: 'bnc', label: 'Micro-entreprise BNC (libéral)' },
  { value: 'bic', label: 'Micro-entreprise BIC (services)' },
  { value: 'cipav', label: 'Micro-entreprise CIPAV' },
  { value: 'abroad', label: 'Je ne suis pas en France' },
];
const ACRE = [
  { value: 'none', label: 'Non' },
  { value: 'before_july', label: 'Oui, créée avant le 1er juillet 2026' },
  { value: 'since_july', label: 'Oui, créée depuis le 1er juillet 2026' },
];
const TAXES = [
  { value: 'flat', label: 'Versement libératoire' },
  { value: 'scale1', label: 'Barème, une personne' },
  { value: 'scale2', label: 'Barème, couple' },
];

/** The fields of the tax situation; folded, since most choose it once. */
export function SituationFields({ scenario, onChange }: FieldsProps) {
  const { place, activity, acre, tax, persons, income } = scenario;
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <Field label="Statut">
        <Select
          options={ACTIVITIES}
          value={place === 'abroad' ? 'abroad' : activity}
          onChange={({ target: { value } }) =>
            value === 'abroad'
              ? onChange({ place: 'abroad' })
              : onChange({ place: 'france', activity: value as Scenario['activity'] })
          }
        />
      </Field>
      {place === 'france' && (
        <div className="grid gap-4 sm:max-lg:grid-cols-2">
          <Field label="Acre (première année)">
            <Select
              options={ACRE}
              value={acre}
              onChange={({ target }) => onChange({ acre: target.value as Scenario['acre'] })}
            />
          </Field>
          <Field label="Impôt sur le revenu">
            <Select
              options={TAXES}
              value={tax === 'flat' ? 'flat' : `scale${String(persons)}`}
              onChange={({ target: { value } }) =>
                value === 'flat'
                  ? onChange({ tax: 'flat' })
                  : onChange({ tax: 'scale', persons: value === 'scale2' ? 2 : 1 })
              }
            />
          </Field>
          {tax === 'scale' && (
            <Field
              label="Autres revenus imposables du foyer, par an (€)"
              hint="Après l’abattement de 10 % sur les salaires."
              className="sm:max-lg:col-span-2"
            >
              <Input
                inputMode="numeric"
                value={String(income)}
                onChange={({ target }) => {
                  const digits = target.value.replace(/\D/g, '').slice(0, 6);
                  onChange({ income: Math.min(Number(digits), BOUNDS.income.max) });
                }}
              />
            </Field>
          )}
        </div>
      )}
    </div>
  );
}
