import { Plane, Trash2 } from 'lucide-react';
import type { OpeningHoursInput } from '#product/availability/contract.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { ofCity } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { dateAfter, spanText } from '#web/ui/calendar-days.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { ZoneSelect } from '#web/ui/zone-select.tsx';

type Travels = OpeningHoursInput['travels'];

const later = (a: LocalDate, b: LocalDate): LocalDate => [a, b].sort()[1] ?? b;

interface TravelsSectionProps {
  travels: Travels;
  zone: string;
  today: LocalDate;
  onChange: (travels: Travels) => void;
}

/**
 * Travels: from one day to another the weekly hours count in the zone of another place. Saved with
 * the hours.
 */
export function TravelsSection({ travels, zone, today, onChange }: TravelsSectionProps) {
  const change = (index: number, part: Partial<Travels[number]>) =>
    onChange(travels.map((travel, at) => (at === index ? { ...travel, ...part } : travel)));
  const add = () => {
    // ISO dates sort as text.
    const after = travels.map(({ last }) => last).reduce(later, today);
    onChange([...travels, { zone, first: dateAfter(after, 1), last: dateAfter(after, 7) }]);
  };
  return (
    <section aria-labelledby="travels-title" className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1.5">
          <h2 id="travels-title" className="display text-title">
            En voyage
          </h2>
          <p className="max-w-[52ch] text-small text-soft">
            Ailleurs pour quelques jours ? Vos heures restent les mêmes, à l’heure du lieu.
          </p>
        </div>
        <Button size="sm" onClick={add} disabled={travels.length >= 20}>
          <Plane aria-hidden="true" />
          Ajouter un voyage
        </Button>
      </div>
      {travels.length > 0 && (
        <ul aria-label="Vos voyages" className="grid gap-4 border-t border-line pt-4">
          {travels.map((travel, index) => (
            <li key={index} className="num flex flex-wrap items-end gap-x-4 gap-y-2">
              <Field label="Du" className="min-w-36 flex-1 sm:flex-none">
                <Input
                  type="date"
                  value={travel.first}
                  onChange={({ target }) => {
                    if (target.value === '') return;
                    const first = target.value as LocalDate;
                    change(index, first > travel.last ? { first, last: first } : { first });
                  }}
                />
              </Field>
              <Field label="Au" className="min-w-36 flex-1 sm:flex-none">
                <Input
                  type="date"
                  min={travel.first}
                  value={travel.last}
                  onChange={({ target }) =>
                    target.value !== '' && change(index, { last: target.value as LocalDate })
                  }
                />
              </Field>
              <ZoneSelect
                zone={travel.zone}
                onZone={(next) => change(index, { zone: next })}
                title="Le fuseau horaire du voyage"
              />
              <Button
                tone="quiet"
                size="icon"
                className="ml-auto"
                aria-label={`Supprimer le voyage ${spanText(travel)}, heure ${ofCity(travel.zone)}`}
                onClick={() => onChange(travels.filter((_, at) => at !== index))}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
