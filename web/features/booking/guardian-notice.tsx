import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askGuardian } from '#product/guardians/contract.ts';
import { useIsMinor } from '#web/entities/age/own-age.ts';
import { Notice } from '#web/features/booking/notices.tsx';
import { formatDay } from '#web/lib/format.ts';
import { email } from '#web/lib/forms/account-fields.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';

export const GUARDIANS_KEY = ['guardians'] as const;
const askedQuery = queryOptions({
  queryKey: [...GUARDIANS_KEY, 'asked'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('guardianships')
      .select('email,expires_at')
      .eq('state', 'asked')
      .gt('expires_at', new Date().toISOString())
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError();
    return data;
  },
});

const consentQuery = queryOptions({
  queryKey: [...GUARDIANS_KEY, 'consent'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('guardianships')
      .select('state')
      .eq('state', 'confirmed')
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError();
    return data !== null;
  },
  // A parent answers from another device.
  refetchInterval: ({ state }) => (state.data === false ? 10_000 : false),
});

/**
 * Whether a minor still lacks the consent without which a payment is refused (product/guardians).
 * Undefined while that is not known; false for adults, and where nothing has to be paid.
 */
export function useNeedsGuardian(userId: string | null, priceCents: number): boolean | undefined {
  const isMinor = useIsMinor(userId, priceCents > 0);
  const { data: hasConsent, isError } = useQuery({ ...consentQuery, enabled: isMinor });
  // A consent that cannot be read keeps nobody from asking: the server refuses what is not consented to.
  if (!isMinor || isError) return false;
  return hasConsent === undefined ? undefined : !hasConsent;
}

const guardianSchema = z.object({ email });

/** A minor has no consent yet: whom to ask, and what becomes of the place meanwhile. */
export function GuardianNotice() {
  const { data: asked } = useQuery(askedQuery);
  const asking = useCommand(askGuardian, { changes: [GUARDIANS_KEY], done: 'E-mail envoyé', failed: null });
  const { register, submit, errors, failure, busy } = useSchemaForm(
    guardianSchema,
    { email: '' },
    (values) => asking.run(values),
    commandFailure,
  );
  return (
    <Notice focused tone="plain" title="L’accord d’un parent est nécessaire">
      <p>
        Avant 18 ans, un parent ou représentant légal donne son accord une fois, par e-mail et sans compte, et
        fixe une limite par mois. Cette place n’est gardée que le temps affiché : dès que l’accord est donné,
        nous vous écrivons et vous choisissez un créneau. Les sessions gratuites n’en demandent pas.
      </p>
      {asked && (
        <p>
          <b className="break-all">{asked.email}</b>
          {` a reçu la demande et peut répondre jusqu’au ${formatDay(asked.expires_at, deviceZone(), { weekday: false })}.`}
        </p>
      )}
      <form
        noValidate
        onSubmit={submit}
        aria-label="Demander l’accord d’un parent"
        className="grid max-w-md gap-4 pt-1"
      >
        {failure && <FormError>{failure.text}</FormError>}
        <Field
          label={asked ? 'Une autre adresse' : 'Adresse e-mail de votre parent ou représentant légal'}
          error={errors.email?.message}
          required
        >
          <Input {...register('email')} type="email" inputMode="email" autoComplete="off" />
        </Field>
        <Button type="submit" tone={asked ? 'outline' : 'spot'} loading={busy} className="justify-self-start">
          {asked ? 'Envoyer aussi à cette adresse' : 'Demander l’accord de mon parent'}
        </Button>
      </form>
    </Notice>
  );
}
