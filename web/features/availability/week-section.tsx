import type { OpeningHoursInput } from '#contracts/availability.ts';
import type { WeeklyRange } from '#domain/availability/hours.ts';
import { formatTime, inCity } from '#web/lib/format.ts';
import { HoursPainter } from '#web/ui/hours-painter.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { ZoneSelect } from '#web/ui/zone-select.tsx';

interface WeekSectionProps {
  hours: OpeningHoursInput;
  onChange: (part: Partial<OpeningHoursInput>) => void;
}

/** The week as it usually is, on the clock of the streamer's zone. */
export function WeekSection({ hours, onChange }: WeekSectionProps) {
  // A weekday is 1 to 7 by the contract.
  const weekly = hours.weekly as WeeklyRange[];
  return (
    <section aria-labelledby="week-title" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="week-title" className="display text-title">
          Une semaine ordinaire
        </h2>
        <ZoneSelect
          zone={hours.zone}
          onZone={(zone) => onChange({ zone })}
          title="Le fuseau horaire de vos heures"
        />
      </div>
      <HoursPainter value={weekly} onChange={(next) => onChange({ weekly: next })} />
      <p className="num text-small text-muted">
        Il est {formatTime(new Date(), hours.zone)} {inCity(hours.zone)}. Chaque viewer voit vos créneaux à
        son heure ; les changements d’heure ne décalent pas les vôtres.
      </p>
      <Switch
        label="Fermé les jours fériés"
        description="Les onze jours fériés de France. Une date particulière l’emporte."
        checked={hours.closedOnHolidays}
        onChange={({ target }) => onChange({ closedOnHolidays: target.checked })}
      />
    </section>
  );
}
