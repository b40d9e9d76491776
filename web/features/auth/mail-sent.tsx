import { MailCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { CodeForm } from '#web/features/auth/code-form.tsx';
import { useAnnouncedTitle } from '#web/features/auth/use-announced-title.ts';
import { MAIL_INTERVAL, useCooldown } from '#web/features/auth/use-cooldown.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form-error.tsx';

interface MailSentProps {
  /** What was sent, and to whom. */
  children: ReactNode;
  onResend: () => Promise<void>;
  /** Redeems the digits of the mail. */
  onCode?: ((code: string) => Promise<void>) | undefined;
  /** Goes back to the form, to correct the address. */
  onBack: () => void;
}

/** « Vérifiez votre boîte »: takes the place of the form once a mail is on its way. */
export function MailSent({ children, onResend, onCode, onBack }: MailSentProps) {
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
        </div>
        <p role="status" className="text-small text-settled">
          {sentAgain ? 'E-mail renvoyé.' : ''}
        </p>
      </div>
    </section>
  );
}
