import { useAuth } from '#web/features/auth/auth-context.ts';
import { MailSent } from '#web/features/auth/mail-sent.tsx';
import type { SentMail } from '#web/features/auth/sign-in-form.tsx';

interface MailOnItsWayProps {
  mail: SentMail;
  returnTo: string | null;
  onBack: () => void;
}

/** The confirmation or the sign-in link was sent. */
export function MailOnItsWay({ mail: { kind, email }, returnTo, onBack }: MailOnItsWayProps) {
  const { resendConfirmation, sendMagicLink, verifyCode } = useAuth();
  const address = <strong className="wrap-anywhere text-ink">{email}</strong>;
  if (kind === 'signup') {
    return (
      <MailSent onResend={() => resendConfirmation(email)} onBack={onBack}>
        <p>
          Nous avons envoyé un lien à {address}. Ouvrez-le dans ce navigateur, et votre compte est ouvert.
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
