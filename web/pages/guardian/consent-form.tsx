import { useState } from 'react';
import * as z from 'zod/mini';
import { confirmGuardianship, refuseGuardianship } from '#product/guardians/contract.ts';
import { GUARDIAN_LIMIT_EUROS } from '#product/guardians/rules/guardian.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { GUARDIANSHIP_KEY, type Guardianship } from './guardianship.ts';

/** Whole euros a month. */
export const limit = z.string().check(
  z.trim(),
  z.regex(/^\d{1,4}$/, 'Écrivez un nombre d’euros, comme 100'),
  z.refine((euros) => Number(euros) <= GUARDIAN_LIMIT_EUROS.most, 'Au plus 2 000 € par mois'),
);

const consentSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(3, 'Écrivez votre prénom et votre nom'), z.maxLength(120)),
  limit,
  hasAuthority: z
    .boolean()
    .check(z.refine((is) => is, 'Sans cela, votre accord ne peut pas être enregistré')),
});

interface ConsentFormProps {
  token: string;
  found: Guardianship;
}

/** Presents Loge and its cost, and asks for the decision. */
export function ConsentForm({ token, found }: ConsentFormProps) {
  const confirming = useCommand(confirmGuardianship, {
    changes: [GUARDIANSHIP_KEY],
    done: 'Votre accord est noté',
  });
  const [isForever, setForever] = useState(false);
  const refusing = useCommand(refuseGuardianship, {
    changes: [GUARDIANSHIP_KEY],
    done: 'Refus noté',
    failed: 'Refus non enregistré',
  });
  const { register, submit, errors, failure, busy } = useSchemaForm(
    consentSchema,
    { name: '', limit: String(GUARDIAN_LIMIT_EUROS.proposed), hasAuthority: false },
    ({ name, limit: euros }) =>
      confirming.run({ token, name, hasAuthority: true, monthlyCents: Number(euros) * 100 }),
    commandFailure,
  );
  return (
    <div className="grid gap-8">
      <div className="grid max-w-[65ch] gap-4 text-soft">
        <p>
          Sur Loge, on réserve une session vidéo en direct avec un streamer, pour apprendre, jouer ou
          discuter. Chaque offre affiche son prix et sa durée. Créer un compte est gratuit, et il n’y a pas
          d’abonnement.
        </p>
        <ul className="grid list-disc gap-2 pl-5">
          <li>Avant 18 ans, rien ne se paie sans votre accord, ni au-delà de la limite que vous fixez.</li>
          <li>
            Un e-mail vous annonce chaque paiement. Son lien montre les sessions, avec qui, et les sommes.
          </li>
          <li>Vous ne voyez pas les messages privés de votre enfant.</li>
          <li>
            Vous pouvez changer la limite ou tout arrêter quand vous voulez. Chaque session s’annule selon ses
            conditions.
          </li>
          <li>L’image et le son des sessions ne sont pas enregistrés par Loge.</li>
        </ul>
        <p>
          Les détails sont dans les{' '}
          <TextLink to="/cgv" target="_blank">
            conditions de vente
          </TextLink>{' '}
          et la page{' '}
          <TextLink to="/confidentialite" target="_blank">
            Confidentialité
          </TextLink>
          . Vous pouvez répondre jusqu’au {formatDateTime(found.expiresAt, deviceZone(), { weekday: false })}.
        </p>
      </div>
      <form noValidate onSubmit={submit} aria-label="Votre accord" className="grid max-w-lg gap-5">
        {failure && <FormError>{failure.text}</FormError>}
        <Field label="Vos prénom et nom" error={errors.name?.message} required>
          <Input {...register('name')} autoComplete="name" />
        </Field>
        <Field
          label="Limite par mois, en euros"
          hint="Du premier au dernier jour du mois. Vous pourrez la changer."
          error={errors.limit?.message}
          required
        >
          <Input {...register('limit')} inputMode="numeric" />
        </Field>
        <Field label="Autorité parentale" error={errors.hasAuthority?.message} group required>
          <Checkbox {...register('hasAuthority')} label="Je suis titulaire de l’autorité parentale." />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="spot" size="lg" loading={busy}>
            Donner mon accord
          </Button>
          <Button
            size="lg"
            loading={refusing.pending}
            onClick={() => refusing.press({ token, forever: isForever })}
          >
            Refuser
          </Button>
        </div>
        <Checkbox
          checked={isForever}
          onChange={({ target }) => setForever(target.checked)}
          label="En refusant, ne plus jamais recevoir de demande de ce genre à cette adresse"
        />
      </form>
    </div>
  );
}
