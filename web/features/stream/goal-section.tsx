import { useState } from 'react';
import { MOST_GOAL_PLACES, setGoal } from '#product/stream/contract.ts';
import { KIT_KEY } from '#web/features/stream/queries.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

/** How many places one wants taken in an evening, for the bar of the overlay. */
export function GoalSection({ places }: { places: number | null }) {
  const [typed, setTyped] = useState(places === null ? '' : String(places));
  const [fault, setFault] = useState<string | undefined>();
  const save = useCommand(setGoal, { changes: [KIT_KEY], done: 'Enregistré' });
  const submit = () => {
    const wanted = typed.trim() === '' ? null : Number(typed);
    const isGoal = wanted === null || (Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST_GOAL_PLACES);
    setFault(isGoal ? undefined : `Un nombre entier de places, de 1 à ${String(MOST_GOAL_PLACES)}.`);
    if (isGoal) save.press({ places: wanted });
  };
  return (
    <SettingsSection
      title="Objectif de la soirée"
      description="La barre compte les places réservées depuis 6 h du matin, dans votre fuseau. Laissez vide pour ne rien montrer."
    >
      <form
        noValidate
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Places à réserver" error={fault} className="w-44">
          <Input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <Button type="submit" loading={save.pending} className="mt-7">
          Enregistrer
        </Button>
      </form>
    </SettingsSection>
  );
}
