import { useState } from 'react';
import * as z from 'zod/mini';
import { readPhoneNumber } from '#product/accounts/rules/phone-number.ts';
import { EnrolApp, forgetUnfinished, nameSchema } from '#web/entities/factor/enrol-app.tsx';
import { PhoneCode } from '#web/entities/factor/phone-code.tsx';
import { sendPhoneCode } from '#web/entities/factor/queries.ts';
import type { AuthFailure } from '#web/lib/auth-error.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { readPageConfig } from '#web/lib/page-config.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';

interface EnrolFactorProps {
  explain: (error: unknown) => Promise<AuthFailure>;
  onDone: () => void | Promise<void>;
}

type Kind = 'app' | 'key' | 'phone';
const OTHER: Record<Kind, string> = {
  app: 'Utiliser plutôt une application',
  key: 'Utiliser plutôt une clé de sécurité',
  phone: 'Utiliser plutôt mon numéro de téléphone',
};

/** Adds a second factor: an authenticator app, or what somebody has instead of one. */
export function EnrolFactor({ explain, onDone }: EnrolFactorProps) {
  const [kind, setKind] = useState<Kind>('app');
  const [{ sendsSms }] = useState(readPageConfig);
  const kinds: Kind[] = [
    'app',
    ...(typeof PublicKeyCredential === 'function' ? (['key'] as const) : []),
    ...(sendsSms ? (['phone'] as const) : []),
  ];
  return (
    <div className="grid gap-5">
      {kind === 'app' && <EnrolApp explain={explain} onDone={onDone} tone="spot" />}
      {kind === 'key' && <EnrolKey explain={explain} onDone={onDone} />}
      {kind === 'phone' && <EnrolPhone explain={explain} onDone={onDone} />}
      <div className="grid justify-items-start gap-1">
        {kinds
          .filter((other) => other !== kind)
          .map((other) => (
            <Button key={other} tone="quiet" onClick={() => setKind(other)}>
              {OTHER[other]}
            </Button>
          ))}
      </div>
    </div>
  );
}

const nameTaken = (text: string, code: string) =>
  code === 'mfa_factor_name_conflict' ? { text, fields: { name: text } } : { text };

/** The browser asks for the key, which is proven at once. */
function EnrolKey({ explain, onDone }: EnrolFactorProps) {
  const form = useSchemaForm(
    nameSchema,
    { name: 'Ma clé de sécurité' },
    async ({ name }) => {
      const { supabase } = await loadClient();
      await forgetUnfinished(supabase, name.trim());
      const { error } = await supabase.auth.mfa.webauthn.register({ friendlyName: name.trim() });
      if (error) throw error;
      await onDone();
    },
    async (error) => {
      const { code, text } = await explain(error);
      return nameTaken(text, code);
    },
  );
  return (
    <form noValidate onSubmit={form.submit} aria-label="Ajouter une clé de sécurité" className="grid gap-5">
      <p className="text-small text-soft">
        Une clé USB ou NFC, à brancher ou à approcher. Elle ne répond qu’à ce site : aucune page qui l’imite
        ne peut s’en servir.
      </p>
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field
        label="Nom de la clé"
        hint="Pour la reconnaître dans la liste."
        error={form.errors.name?.message}
        required
      >
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Button type="submit" tone="spot" loading={form.busy} className="justify-self-start">
        Ajouter la clé
      </Button>
    </form>
  );
}

const phoneSchema = z.object({
  ...nameSchema.shape,
  number: z
    .string()
    .check(
      z.refine((text) => readPhoneNumber(text) !== null, 'Saisissez un numéro, par exemple 06 12 34 56 78'),
    ),
});

/** The number is in force once the code that it was sent came back. */
function EnrolPhone({ explain, onDone }: EnrolFactorProps) {
  const [begun, setBegun] = useState<{ id: string; number: string; challengeId: string } | null>(null);
  const form = useSchemaForm(
    phoneSchema,
    { name: 'Mon numéro', number: '' },
    async ({ name, number: written }) => {
      const number = readPhoneNumber(written) ?? '';
      const { supabase } = await loadClient();
      await forgetUnfinished(supabase, name.trim());
      const { data, error } = await supabase.auth.mfa.enroll({
        factorType: 'phone',
        friendlyName: name.trim(),
        phone: number,
      });
      if (error) throw error;
      setBegun({ id: data.id, number, challengeId: await sendPhoneCode(data.id) });
    },
    async (error) => {
      const { code, text } = await explain(error);
      return nameTaken(text, code);
    },
  );
  if (begun)
    return (
      <PhoneCode
        factorId={begun.id}
        to={`au ${begun.number}`}
        sent={begun.challengeId}
        explain={explain}
        onDone={onDone}
      />
    );
  return (
    <form
      noValidate
      onSubmit={form.submit}
      aria-label="Ajouter un numéro de téléphone"
      className="grid gap-5"
    >
      <p className="text-small text-soft">
        Une application est plus sûre : un numéro peut être détourné par qui trompe votre opérateur.
      </p>
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field
        label="Numéro de téléphone"
        hint="Avec son indicatif hors de France : +32…"
        error={form.errors.number?.message}
        required
      >
        <Input {...form.register('number')} type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <Field label="Nom de l’appareil" error={form.errors.name?.message} required>
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Button type="submit" tone="spot" loading={form.busy} className="justify-self-start">
        Recevoir un code par SMS
      </Button>
    </form>
  );
}
