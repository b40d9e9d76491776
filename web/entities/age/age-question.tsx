import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { declareAge } from '#contracts/accounts.ts';
import { AGE_KEY, ageQuery } from '#web/entities/age/own-age.ts';
import { birthDate } from '#web/lib/forms/account-fields.ts';
import { ageOf } from '#web/lib/forms/age-of.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { BirthDateField } from '#web/ui/birth-date-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form-error.tsx';

const ageSchema = z.object({ birthDate });

/** Asks for the date of birth, once. */
export function AgeForm({ onDone }: { onDone?: () => void }) {
  // A streamer's answer may take their page down.
  const changes = [AGE_KEY, ['streamer-settings']];
  const declare = useCommand(declareAge, { changes, done: 'C’est noté, merci', failed: null });
  const { register, submit, errors, failure, busy } = useSchemaForm(
    ageSchema,
    { birthDate: '' },
    async (values) => {
      await declare.run({ age: ageOf(values.birthDate) });
      onDone?.();
    },
    commandFailure,
  );
  return (
    <form noValidate onSubmit={submit} aria-label="Votre âge" className="grid max-w-md gap-4">
      {failure && <FormError>{failure.text}</FormError>}
      <BirthDateField {...register('birthDate')} error={errors.birthDate?.message} />
      <Button type="submit" loading={busy} className="justify-self-start">
        Enregistrer
      </Button>
    </form>
  );
}

/** Asks people whose account is older than the question, on their dashboard. It does not block what one is doing. */
export default function AgeQuestion({ userId }: { userId: string }) {
  const { data } = useQuery(ageQuery(userId));
  if (data !== null) return null;
  return (
    <section
      aria-label="Votre âge"
      className="mb-6 grid gap-4 rounded-lg border border-line-strong bg-raised px-5 py-4"
    >
      <p className="max-w-[60ch]">
        Une question, une seule fois{'\u202f'}: quel âge avez-vous{'\u202f'}? Réserver est possible dès 15
        ans, avec l’accord d’un parent avant de payer. Proposer des sessions demande d’être majeur. Vos
        réservations ne changent pas.
      </p>
      <AgeForm />
    </section>
  );
}
