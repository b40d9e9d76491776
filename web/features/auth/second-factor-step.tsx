import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { CODE_REFUSED } from '#web/entities/factor/enrol-app.tsx';
import { EnrolFactor } from '#web/entities/factor/enrol-factor.tsx';
import { PhoneCode } from '#web/entities/factor/phone-code.tsx';
import { factorsQuery, proveFactor } from '#web/entities/factor/queries.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { LostFactor } from '#web/features/auth/lost-factor.tsx';
import { useExplain } from '#web/features/auth/use-explain.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Way = 'app' | 'key' | 'phone' | 'recovery';

/**
 * Between the password and the dashboard: the code of the app or of an SMS, a security key or a
 * recovery code; an admin's first factor.
 */
export function SecondFactorStep({ step }: { step: 'show' | 'enrol' }) {
  const { state, explain, signOut } = useAuth();
  if (state.status !== 'signed-in') return null;
  return (
    <div className="grid gap-6">
      {step === 'enrol' ? (
        // The session is raised by the first code: the page around this one moves on by itself.
        <EnrolFactor explain={explain} onDone={() => undefined} />
      ) : (
        <ShowFactor userId={state.user.id} explain={explain} />
      )}
      <Button tone="quiet" className="justify-self-start" onClick={() => void signOut('local')}>
        Se connecter avec un autre compte
      </Button>
    </div>
  );
}

/** The ways in which this person proves themself; somebody of the team who has none adds one. */
export function ShowFactor({
  userId,
  explain,
}: { userId: string } & Pick<ReturnType<typeof useAuth>, 'explain'>) {
  const factors = useQuery(factorsQuery(userId));
  const [chosen, setChosen] = useState<Way | null>(null);
  if (factors.isError)
    return (
      <ErrorState
        title="Vos seconds facteurs n’ont pas pu être chargés"
        onRetry={() => factors.refetch()}
        retrying={factors.isFetching}
      />
    );
  if (factors.isPaused && factors.isPending)
    return (
      <p role="status" className="text-soft">
        Vous êtes hors ligne. Votre second facteur sera demandé dès que la connexion revient.
      </p>
    );
  if (factors.isPending) return <Spinner label="Un instant" />;
  if (factors.data.length === 0) return <EnrolFactor explain={explain} onDone={() => undefined} />;
  const ofType = (type: string) => factors.data.filter(({ factor_type }) => factor_type === type);
  const [apps, keys, [phone]] = [ofType('totp'), ofType('webauthn'), ofType('phone')];
  const ways: Way[] = [
    ...(apps.length > 0 ? (['app'] as const) : []),
    ...(keys.length > 0 ? (['key'] as const) : []),
    ...(phone === undefined ? [] : (['phone'] as const)),
    ...(ofType('recovery_code').length > 0 ? (['recovery'] as const) : []),
  ];
  const way = chosen ?? ways[0] ?? 'recovery';
  return (
    <div className="grid gap-4">
      {way === 'app' && (
        <CodeForm
          key="app"
          label="Code de votre application"
          hint="Six chiffres, renouvelés toutes les trente secondes."
          prove={(code) =>
            proveAny(
              apps.map(({ id }) => id),
              code,
            )
          }
        />
      )}
      {way === 'recovery' && (
        <CodeForm
          key="recovery"
          label="Code de secours"
          hint="L’un des dix que vous avez gardés. Il ne servira qu’une fois."
          isLong
          prove={proveRecovery}
        />
      )}
      {way === 'phone' && phone && (
        <PhoneCode
          factorId={phone.id}
          to={`à « ${phone.friendly_name || 'votre numéro'} »`}
          sent={null}
          explain={explain}
          onDone={() => undefined}
        />
      )}
      {way === 'key' && keys[0] && <KeyButton factorId={keys[0].id} />}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} tone="quiet" className="justify-self-start" onClick={() => setChosen(other)}>
            {OTHER[other]}
          </Button>
        ))}
      <LostFactor userId={userId} />
    </div>
  );
}

const OTHER: Record<Way, string> = {
  app: 'Utiliser mon application',
  key: 'Utiliser ma clé de sécurité',
  phone: 'Recevoir un code par SMS',
  recovery: 'Utiliser un code de secours',
};

/**
 * A person with several apps types the code of the one at hand. The last refusal is the one that is
 * told.
 */
async function proveAny(ids: readonly string[], code: string): Promise<void> {
  let refusal: unknown = new Error('Aucune application');
  for (const id of ids) {
    try {
      await proveFactor(id, code);
      return;
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

async function proveRecovery(code: string): Promise<void> {
  const { supabase } = await loadClient();
  const { error } = await supabase.auth.mfa.recoveryCodes.verify({ code });
  if (error) throw error;
}

const codeSchema = z.object({ code: z.string().check(z.minLength(6, 'Saisissez le code en entier')) });

interface CodeFormProps {
  label: string;
  hint: string;
  isLong?: boolean;
  prove: (code: string) => Promise<void>;
}

function CodeForm({ label, hint, isLong = false, prove }: CodeFormProps) {
  const explain = useExplain();
  const form = useSchemaForm(
    codeSchema,
    { code: '' },
    async ({ code }) => {
      try {
        await prove(code);
      } catch (error) {
        form.setFocus('code', { shouldSelect: true });
        throw error;
      }
    },
    async (error) => {
      const failed = await explain(error);
      return failed.code === 'mfa_verification_failed' ? { ...failed, text: CODE_REFUSED } : failed;
    },
  );
  return (
    <form noValidate onSubmit={form.submit} aria-label="Second facteur" className="grid gap-5">
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field label={label} hint={hint} error={form.errors.code?.message} required>
        <Input
          {...form.register('code')}
          autoFocus
          inputMode={isLong ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          maxLength={isLong ? 24 : 9}
          autoCapitalize="none"
          spellCheck={false}
          className="num tracking-[0.2em]"
        />
      </Field>
      <Button type="submit" tone="spot" size="lg" loading={form.busy}>
        Continuer
      </Button>
    </form>
  );
}

/** The browser asks for the key itself. */
function KeyButton({ factorId }: { factorId: string }) {
  const { explain } = useAuth();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    setFailure(null);
    const { supabase } = await loadClient();
    const { error } = await supabase.auth.mfa.webauthn.authenticate({ factorId });
    if (error) setFailure((await explain(error)).text);
    setBusy(false);
  };
  return (
    <div className="grid gap-5">
      {failure && <FormError>{failure}</FormError>}
      <Button tone="spot" size="lg" loading={busy} onClick={() => void ask()}>
        Utiliser ma clé de sécurité
      </Button>
    </div>
  );
}
