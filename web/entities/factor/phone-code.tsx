import { useState } from 'react';
import * as z from 'zod/mini';
import { sendPhoneCode } from '#web/entities/factor/queries.ts';
import type { AuthFailure } from '#web/lib/auth-error.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';

interface PhoneCodeProps {
  factorId: string;
  /** Where the code goes, as a sentence goes on: « au +33612345678 ». */
  to: string;
  /** A code that is on its way already; null asks for one first. */
  sent: string | null;
  explain: (error: unknown) => Promise<AuthFailure>;
  onDone: () => void | Promise<void>;
}

const REFUSED = 'Ce code n’est pas le bon, ou n’est plus valable. Vérifiez-le, ou demandez-en un autre.';

const schema = z.object({
  code: z.string().check(z.regex(/^\s*\d{3}\s*\d{3}\s*$/, 'Saisissez les six chiffres du SMS')),
});

/**
 * A code that a telephone is sent, which proves the factor: the session is at aal2 from then on.
 */
export function PhoneCode({ factorId, to, sent, explain, onDone }: PhoneCodeProps) {
  const [challengeId, setChallengeId] = useState(sent);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async () => {
    setSending(true);
    setFailure(null);
    try {
      setChallengeId(await sendPhoneCode(factorId));
      toast({ title: 'Code envoyé', description: `Par SMS, ${to}.` });
    } catch (error) {
      setFailure((await explain(error)).text);
    } finally {
      setSending(false);
    }
  };
  const form = useSchemaForm(
    schema,
    { code: '' },
    async ({ code }) => {
      const { supabase } = await loadClient();
      const { error } = await supabase.auth.mfa.verify({
        factorId,
        challengeId: challengeId ?? '',
        code: code.replaceAll(/\s/g, ''),
      });
      if (error) throw error;
      await onDone();
    },
    async (error) => {
      const { code, text } = await explain(error);
      return code === 'mfa_verification_failed' ? { text, fields: { code: REFUSED } } : { text };
    },
  );
  if (challengeId === null)
    return (
      <div className="grid gap-5">
        {failure && <FormError>{failure}</FormError>}
        <p className="text-small text-soft">Un code à six chiffres est envoyé par SMS {to}.</p>
        <Button tone="spot" size="lg" loading={sending} onClick={() => void send()}>
          Recevoir un code par SMS
        </Button>
      </div>
    );
  return (
    <form noValidate onSubmit={form.submit} aria-label="Code reçu par SMS" className="grid gap-5">
      {(form.failure?.text ?? failure) && <FormError>{form.failure?.text ?? failure}</FormError>}
      <Field
        label="Code reçu par SMS"
        hint={`Six chiffres, envoyés ${to}.`}
        error={form.errors.code?.message}
        required
      >
        <Input
          {...form.register('code')}
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          className="num tracking-[0.3em]"
        />
      </Field>
      <Button type="submit" tone="spot" loading={form.busy} className="justify-self-start">
        Vérifier
      </Button>
      <Button tone="quiet" loading={sending} className="justify-self-start" onClick={() => void send()}>
        Renvoyer le code
      </Button>
    </form>
  );
}
