import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { requestFactorRemoval } from '#product/accounts/contract.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/input.tsx';

const MAX = 1000;

/** The person's open request to remove what they lost; null while there is none. */
const removalQuery = (userId: string) =>
  queryOptions({
    queryKey: ['factor', userId, 'removal'],
    queryFn: async () => {
      const { supabase } = await loadClient();
      const { data } = await supabase
        .from('factor_removals')
        .select('state,asked_at,takes_effect_at')
        .eq('person_id', userId)
        .in('state', ['asked', 'granted'])
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });

const schema = z.object({
  words: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, 'Dites-nous-en un peu plus'),
      z.maxLength(MAX, '1 000 caractères au plus'),
    ),
});

/**
 * For who has neither the second factor nor a recovery code: asks the team, and says how it stands.
 */
export function LostFactor({ userId }: { userId: string }) {
  const removal = useQuery(removalQuery(userId));
  const queries = useQueryClient();
  const [writing, setWriting] = useState(false);
  const asking = useCommand(requestFactorRemoval, {
    done: () => ({
      title: 'Demande envoyée',
      description: 'Un e-mail vous la confirme. L’équipe vous y répondra.',
    }),
  });
  const form = useSchemaForm(
    schema,
    { words: '' },
    async (values) => {
      await asking.run(values);
      await queries.invalidateQueries({ queryKey: removalQuery(userId).queryKey });
      setWriting(false);
    },
    commandFailure,
  );
  if (removal.data) {
    const { state, takes_effect_at: effect } = removal.data;
    return (
      <p role="status" className="rounded-lg bg-wash px-4 py-3 text-small text-soft">
        {state === 'granted' && effect
          ? `Votre second facteur sera retiré le ${formatDateTime(effect, deviceZone(), { weekday: false })}. Vous pourrez alors entrer avec votre seul mot de passe.`
          : 'Votre demande est entre les mains de l’équipe, qui vous répondra par e-mail. Vous avez retrouvé votre téléphone ? Utilisez-le : la demande s’arrêtera.'}
      </p>
    );
  }
  if (!writing)
    return (
      <Button
        tone="quiet"
        className="justify-self-start text-start whitespace-normal"
        onClick={() => setWriting(true)}
      >
        J’ai perdu mon second facteur
      </Button>
    );
  return (
    <form
      noValidate
      onSubmit={form.submit}
      aria-label="Second facteur perdu"
      className="grid gap-4 border-t border-line pt-5"
    >
      <p className="text-small text-soft">
        L’équipe vérifie que c’est bien vous, par e-mail. Après son accord, le retrait prend effet 24 heures
        plus tard : le temps, pour le titulaire du compte, de l’arrêter si ce n’était pas lui.
      </p>
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field
        label="Ce que vous avez perdu, et ce que vous savez de ce compte"
        hint="Une réservation récente, un montant, la date de votre inscription…"
        error={form.errors.words?.message}
        required
      >
        <Textarea {...form.register('words')} rows={4} maxLength={MAX} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={form.busy}>
          Demander le retrait
        </Button>
        <Button tone="quiet" onClick={() => setWriting(false)}>
          Annuler
        </Button>
      </div>
    </form>
  );
}
