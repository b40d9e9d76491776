import { useAuth } from '#web/features/auth/auth-context.ts';
import { MailSent } from '#web/features/auth/mail-sent.tsx';
import type { SentMail } from '#web/features/auth/sign-in-form.tsx';
import { Button } from '#web/ui/button.tsx';

interface MailOnItsWayProps {
  mail: SentMail;
  returnTo: string | null;
  onBack: () => void;
  /**
   * Leads to the sign-in form, with the same address. The mail tells the address's owner that an
   * account exists; this page tells nobody.
   */
  onSignIn: () => void;
}

/** The confirmation or the sign-in link was sent. Both mails have six digits too, typed here. */
export function MailOnItsWay({ mail: { kind, email }, returnTo, onBack, onSignIn }: MailOnItsWayProps) {
  const { resendConfirmation, sendMagicLink, verifyCode } = useAuth();
  const address = <strong className="wrap-anywhere text-ink">{email}</strong>;
  if (kind === 'signup') {
    return (
      <MailSent
        onResend={() => resendConfirmation(email)}
        onCode={async (code) => {
          await verifyCode(email, code, 'signup');
        }}
        onBack={onBack}
        aside={
          <Button size="sm" tone="quiet" onClick={onSignIn}>
            J’ai déjà un compte
          </Button>
        }
      >
        <p>
          Nous avons envoyé un code et un lien à {address}. Saisissez le code ici, ou ouvrez le lien dans ce
          navigateur : votre compte est ouvert.
        </p>
      </MailSent>
    );
  }
  return (
    <MailSent
      onResend={() => sendMagicLink(email, returnTo)}
      onCode={async (code) => {
        await verifyCode(email, code, 'email');
      }}
      onBack={onBack}
    >
      <p>Si un compte existe pour {address}, un lien de connexion vient d’y être envoyé.</p>
    </MailSent>
  );
}
