import { MailCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { codeSchema } from '#web/features/auth/forms/schemas.ts';
import { useAnnouncedTitle } from '#web/features/auth/use-announced-title.ts';
import { useExplain } from '#web/features/auth/use-explain.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';

interface MailSentProps {
  /** Says which mail was sent, and to whom. */
  children: ReactNode;
  onResend: () => Promise<void>;
  /** Redeems the digits of the mail. */
  onCode?: ((code: string) => Promise<void>) | undefined;
  /** Goes back to the form, to correct the address. */
  onBack: () => void;
  /** Another way on. */
  aside?: ReactNode;
}

/** « Vérifiez votre boîte »: takes the place of the form once a mail is on its way. */
export function MailSent({ children, onResend, onCode, onBack, aside }: MailSentProps) {
  const title = useAnnouncedTitle();
  const { explain } = useAuth();
  const [failure, setFailure] = useState<string | null>(null);
  const { left, restart } = useCooldown(MAIL_INTERVAL);
  const [sending, setSending] = useState(false);
  const [sentAgain, setSentAgain] = useState(false);

  const resend = async () => {
    setSending(true);
    setSentAgain(false);
    setFailure(null);
    try {
      await onResend();
      setSentAgain(true);
      restart(MAIL_INTERVAL);
    } catch (error) {
      setFailure((await explain(error)).text);
    }
    setSending(false);
  };

  return (
    <section className="grid gap-6">
      <div className="grid gap-3">
        <MailCheck aria-hidden="true" className="size-8 text-settled" />
        <h2 ref={title} tabIndex={-1} className="text-title outline-none">
          Vérifiez votre boîte
        </h2>
        <div className="grid gap-2 text-soft">{children}</div>
      </div>
      {onCode && <CodeForm onCode={onCode} />}
      {failure && <FormError>{failure}</FormError>}
      <div className="grid gap-3 border-t border-line pt-5">
        <p className="text-small text-muted">Rien reçu ? Regardez aussi dans les indésirables.</p>
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" onClick={resend} loading={sending} disabled={left > 0}>
            {left > 0 ? <span className="num">{`Renvoyer dans ${left}\u00a0s`}</span> : 'Renvoyer l’e-mail'}
          </Button>
          <Button size="sm" tone="quiet" onClick={onBack}>
            Corriger l’adresse
          </Button>
          {aside}
        </div>
        <p role="status" className="text-small text-settled">
          {sentAgain ? 'E-mail renvoyé.' : ''}
        </p>
      </div>
    </section>
  );
}

interface CodeFormProps {
  /** Redeems the code; throws when it is not the right one. */
  onCode: (code: string) => Promise<void>;
}

/** A wrong code and an expired one get the same answer. */
const CODE_REFUSED =
  'Ce code n’est pas le bon, ou n’est plus valable. Vérifiez-le, ou demandez un autre e-mail.';

/** The six digits of a mail, for a person who reads it on another device. */
function CodeForm({ onCode }: CodeFormProps) {
  const explain = useExplain();
  const form = useSchemaForm(
    codeSchema,
    { code: '' },
    async ({ code }) => {
      try {
        await onCode(code);
      } catch (error) {
        form.setFocus('code');
        throw error;
      }
    },
    async (error) => {
      const failed = await explain(error);
      return failed.code === 'otp_expired' ? { ...failed, text: CODE_REFUSED } : failed;
    },
  );
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4">
      {form.failure && <FormError>{form.failure.text}</FormError>}
      <Field
        label="Code reçu par e-mail"
        hint="Six chiffres, si vous lisez vos e-mails sur un autre appareil."
        error={form.errors.code?.message}
      >
        <Input
          {...form.register('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="num tracking-[0.3em]"
        />
      </Field>
      <Button type="submit" tone="spot" loading={form.busy}>
        Valider le code
      </Button>
    </form>
  );
}

/** Between two mails to one person (GoTrue's SMTP_MAX_FREQUENCY), in seconds. */
const MAIL_INTERVAL = 60;

/** Counts the seconds down to 0, where something may be done again. */
function useCooldown(initial: number): { left: number; restart: (seconds: number) => void } {
  const [until, setUntil] = useState(() => Date.now() + initial * 1_000);
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((until - now) / 1_000));

  useEffect(() => {
    if (left === 0) return;
    const tick = setTimeout(() => setNow(Date.now()), 1_000);
    return () => clearTimeout(tick);
  }, [left]);

  return {
    left,
    restart(seconds) {
      setNow(Date.now());
      setUntil(Date.now() + seconds * 1_000);
    },
  };
}
