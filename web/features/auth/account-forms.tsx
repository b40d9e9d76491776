import { lazy, Suspense } from 'react';
import type { Role } from '#product/shared/roles.ts';
import { ProviderButtons } from '#web/features/auth/provider-buttons.tsx';
import { type SentMail, SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { SignUpForm } from '#web/features/auth/sign-up-form.tsx';
import { keepReturnPath } from '#web/lib/return-path.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';

// It follows the forms, so it is not loaded with them.
const MailOnItsWay = lazy(() =>
  import('#web/features/auth/mail-on-its-way.tsx').then((module) => ({ default: module.MailOnItsWay })),
);

const SIGN_IN = { value: 'signin', label: 'Se connecter' } as const;
const SIGN_UP = { value: 'signup', label: 'Créer un compte' } as const;
export type AccountMode = (typeof SIGN_IN | typeof SIGN_UP)['value'];

interface AccountFormsProps {
  mode: AccountMode;
  onMode: (mode: AccountMode) => void;
  email: string;
  onEmail: (email: string) => void;
  /** The mail that was sent and is waited for; the forms stand back until then. */
  sent: SentMail | null;
  onSent: (sent: SentMail | null) => void;
  /** Where a mail's link leads once it is opened. */
  returnTo: string | null;
  /** The role that is chosen already. */
  givenRole: Role | null;
  /** False where the role goes without saying: a new account comes first there, with that role. */
  asksRole: boolean;
  onSigningUp?: () => void;
}

/**
 * Signing in and signing up, one tab each, and the page about the mail that either may lead to. The
 * surrounding page continues once somebody is signed in.
 */
export function AccountForms(props: AccountFormsProps) {
  const { mode, onMode, email, onEmail, sent, onSent, returnTo, givenRole, asksRole } = props;
  if (sent) {
    return (
      <Suspense fallback={<Spinner label="Un instant" />}>
        <MailOnItsWay
          mail={sent}
          returnTo={returnTo}
          onBack={() => onSent(null)}
          onSignIn={() => {
            onEmail(sent.email);
            onMode('signin');
            onSent(null);
          }}
        />
      </Suspense>
    );
  }
  return (
    <div className="grid gap-7">
      <Tabs
        label="Connexion ou inscription"
        items={asksRole ? [SIGN_IN, SIGN_UP] : [SIGN_UP, SIGN_IN]}
        value={mode}
        onValueChange={(value) => onMode(value === 'signup' ? 'signup' : 'signin')}
      >
        <TabPanel value="signin">
          <SignInForm email={email} onEmail={onEmail} returnTo={returnTo} onMailSent={onSent} />
        </TabPanel>
        <TabPanel value="signup">
          <SignUpForm
            email={email}
            onEmail={onEmail}
            role={givenRole}
            asksRole={asksRole}
            onSubmitting={() => props.onSigningUp?.()}
            onSignIn={() => onMode('signin')}
            onMailSent={(mail) => {
              // The link of the mail opens elsewhere: it finds the way back there.
              keepReturnPath(returnTo);
              onSent(mail);
            }}
          />
        </TabPanel>
      </Tabs>
      <ProviderButtons returnTo={returnTo} />
    </div>
  );
}
