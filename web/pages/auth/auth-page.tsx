import { lazy, Suspense, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { isRole } from '#domain/account/roles.ts';
import { pathAfterSignIn } from '#web/features/auth/after-sign-in.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import { type SentMail, SignInForm } from '#web/features/auth/sign-in-form.tsx';
import { SignUpForm } from '#web/features/auth/sign-up-form.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { keepReturnPath, RETURN_PARAM, safeReturnPath } from '#web/lib/return-path.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';

// Seen after the forms alone: it is not worth waiting for before them.
const MailOnItsWay = lazy(() =>
  import('#web/pages/auth/mail-on-its-way.tsx').then((module) => ({ default: module.MailOnItsWay })),
);

const AdminRequestNotice = lazy(() =>
  import('#web/features/auth/admin-request.tsx').then((module) => ({ default: module.AdminRequestNotice })),
);

const tabs = [
  { value: 'signin', label: 'Se connecter' },
  { value: 'signup', label: 'Créer un compte' },
] as const;

/** `/auth`: sign in and sign up, one tab each, kept in the address. */
export function Component() {
  const { state } = useAuth();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<SentMail | null>(null);
  const [signingUp, setSigningUp] = useState(false);
  const next = params.get(RETURN_PARAM);
  const mode = params.get('mode') === 'signup' ? 'signup' : 'signin';
  const role = params.get('role');
  usePageTitle(mode === 'signup' ? 'Créer un compte' : 'Se connecter');

  if (state.status === 'loading') {
    return (
      <AuthFrame title="Un instant">
        <Spinner size="lg" label="Vérification de votre session" />
      </AuthFrame>
    );
  }
  if (state.status === 'signed-in') {
    const home = pathAfterSignIn(state.user.role, next);
    if (!signingUp || state.requestedRole !== 'admin') return <Navigate to={home} replace />;
    return (
      <AuthFrame title={`Bienvenue, ${state.user.firstName}`}>
        <Suspense fallback={<Spinner label="Un instant" />}>
          <AdminRequestNotice personId={state.user.id} onContinue={() => navigate(home, { replace: true })} />
        </Suspense>
      </AuthFrame>
    );
  }
  if (sent) {
    return (
      <AuthFrame title={sent.kind === 'signup' ? 'Encore un geste' : 'Un lien vous attend'}>
        <Suspense fallback={<Spinner label="Un instant" />}>
          <MailOnItsWay mail={sent} returnTo={safeReturnPath(next)} onBack={() => setSent(null)} />
        </Suspense>
      </AuthFrame>
    );
  }

  const choose = (value: string) => {
    setParams((before) => {
      if (value === 'signup') before.set('mode', value);
      else before.delete('mode');
      return before;
    });
  };
  return (
    <AuthFrame
      title={mode === 'signup' ? 'Prenez place' : 'Content de vous revoir'}
      lead={next ? 'Connectez-vous pour continuer là où vous alliez.' : undefined}
    >
      <Tabs label="Connexion ou inscription" items={tabs} value={mode} onValueChange={choose}>
        <TabPanel value="signin">
          <SignInForm email={email} onEmail={setEmail} returnTo={safeReturnPath(next)} onMailSent={setSent} />
        </TabPanel>
        <TabPanel value="signup">
          <SignUpForm
            email={email}
            onEmail={setEmail}
            role={isRole(role) ? role : null}
            onSubmitting={() => setSigningUp(true)}
            onMailSent={(mail) => {
              // The link of the mail opens elsewhere: it finds the way back there.
              keepReturnPath(safeReturnPath(next));
              setSent(mail);
            }}
          />
        </TabPanel>
      </Tabs>
    </AuthFrame>
  );
}
