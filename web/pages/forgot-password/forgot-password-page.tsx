import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import { MailSent } from '#web/features/auth/mail-sent.tsx';
import { RecoveryForm } from '#web/features/auth/recovery-form.tsx';
import { TextLink } from '#web/ui/link.tsx';

/**
 * `/forgot-password`. The answer is the same for an address with an account and for one without.
 */
export function Component() {
  const { sendRecovery, verifyCode } = useAuth();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  if (sent) {
    return (
      <AuthFrame title="Mot de passe oublié">
        <MailSent
          onResend={() => sendRecovery(email)}
          onCode={async (code) => {
            await verifyCode(email, code, 'recovery');
            await navigate('/reset-password');
          }}
          onBack={() => setSent(false)}
        >
          <p>
            Si un compte existe pour <strong className="wrap-anywhere text-ink">{email}</strong>, un lien
            vient d’y être envoyé. Ouvrez-le dans ce navigateur pour choisir un nouveau mot de passe.
          </p>
        </MailSent>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Mot de passe oublié"
      lead="Indiquez l’adresse de votre compte. Nous vous enverrons un lien pour en choisir un nouveau."
    >
      <RecoveryForm
        email={email}
        onSent={(address) => {
          setEmail(address);
          setSent(true);
        }}
      />
      <p className="text-small text-soft">
        Il vous revient ? <TextLink to="/auth">Se connecter</TextLink>
      </p>
    </AuthFrame>
  );
}
