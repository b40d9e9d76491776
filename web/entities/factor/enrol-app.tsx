import { Copy } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { proveFactor } from '#web/entities/factor/queries.ts';
import type { AuthFailure } from '#web/lib/auth-error.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';

interface EnrolAppProps {
  explain: (error: unknown) => Promise<AuthFailure>;
  onDone: () => void | Promise<void>;
  /** The one primary action of the screen. */
  tone?: 'spot' | 'outline';
}

interface Begun {
  id: string;
  picture: string;
  secret: string;
}

/** The rules for the name of a second factor. */
export const nameSchema = z.object({
  name: z.string().check(z.minLength(1, 'Donnez-lui un nom'), z.maxLength(60, '60 caractères au plus')),
});

/**
 * An authenticator app becomes a second factor: a name, the picture to scan, and the first code.
 */
export function EnrolApp({ explain, onDone, tone = 'outline' }: EnrolAppProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const form = useSchemaForm(
    nameSchema,
    { name: 'Mon téléphone' },
    async ({ name }) => {
      const { supabase } = await loadClient();
      await forgetUnfinished(supabase, name.trim());
      const { data, error } = await supabase.auth.mfa.enroll({
        factorType: 'totp',
        friendlyName: name.trim(),
        issuer: 'Loge',
      });
      if (error) throw error;
      setBegun({ id: data.id, picture: data.totp.qr_code, secret: data.totp.secret });
    },
    async (error) => {
      const { code, text } = await explain(error);
      return code === 'mfa_factor_name_conflict' ? { text, fields: { name: text } } : { text };
    },
  );
  if (begun) return <FirstCode begun={begun} explain={explain} onDone={onDone} />;
  return (
    <form noValidate onSubmit={form.submit} aria-label="Ajouter une application" className="grid gap-5">
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field
        label="Nom de l’appareil"
        hint="Pour le reconnaître dans la liste, si vous en ajoutez d’autres."
        error={form.errors.name?.message}
        required
      >
        <Input {...form.register('name')} autoComplete="off" />
      </Field>
      <Button type="submit" tone={tone} loading={form.busy} className="justify-self-start">
        Ajouter une application
      </Button>
    </form>
  );
}

/** Somebody who closed the window before the first code begins again under the same name. */
export async function forgetUnfinished(supabase: LogeSupabase, name: string): Promise<void> {
  const { data, error } = await supabase.auth.mfa.listFactors();
  if (error) throw error;
  for (const { id, status, friendly_name } of data.all) {
    if (status === 'verified' || friendly_name !== name) continue;
    const left = await supabase.auth.mfa.unenroll({ factorId: id });
    if (left.error) throw left.error;
  }
}

const codeSchema = z.object({
  code: z.string().check(z.regex(/^\s*\d{3}\s*\d{3}\s*$/, 'Saisissez les six chiffres')),
});

function FirstCode({ begun, explain, onDone }: { begun: Begun } & Pick<EnrolAppProps, 'explain' | 'onDone'>) {
  const form = useSchemaForm(
    codeSchema,
    { code: '' },
    async ({ code }) => {
      await proveFactor(begun.id, code);
      await onDone();
    },
    async (error) => {
      const { code, text } = await explain(error);
      return code === 'mfa_verification_failed' ? { text, fields: { code: CODE_REFUSED } } : { text };
    },
  );
  const copy = async () => {
    await navigator.clipboard.writeText(begun.secret);
    toast({ title: 'Clé copiée' });
  };
  return (
    <form noValidate onSubmit={form.submit} aria-label="Vérifier l’application" className="grid gap-5">
      <p className="text-small text-soft">
        Scannez cette image avec votre application d’authentification (Aegis, 2FAS, Google Authenticator, un
        gestionnaire de mots de passe…), puis saisissez le code qu’elle affiche.
      </p>
      <img
        src={begun.picture}
        alt="Code QR à scanner avec votre application d’authentification"
        width={208}
        height={208}
        className="size-52 rounded-lg"
      />
      <div className="grid gap-2">
        <span className="text-small text-soft">Ou saisissez cette clé dans l’application :</span>
        <div className="flex flex-wrap items-center gap-3">
          <code className="num rounded-md bg-wash px-3 py-2.5 text-small wrap-anywhere">
            {begun.secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <Button size="sm" onClick={() => void copy()}>
            <Copy aria-hidden="true" />
            Copier la clé
          </Button>
        </div>
      </div>
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field label="Code de l’application" hint="Six chiffres." error={form.errors.code?.message} required>
        <Input
          {...form.register('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          className="num tracking-[0.3em]"
        />
      </Field>
      <Button type="submit" tone="spot" loading={form.busy} className="justify-self-start">
        Vérifier et activer
      </Button>
    </form>
  );
}

/** A wrong code, one that was used, and one that is over get the same answer. */
export const CODE_REFUSED = 'Ce code n’est pas le bon, ou a déjà servi. Attendez le suivant, puis réessayez.';
