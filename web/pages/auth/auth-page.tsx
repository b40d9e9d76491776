import { lazy, Suspense, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { isRole } from '#product/shared/roles.ts';
import { AccountForms, type AccountMode } from '#web/features/auth/account-forms.tsx';
import { pathAfterSignIn } from '#web/features/auth/after-sign-in.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import { factorStep } from '#web/features/auth/auth-state.ts';
import type { SentMail } from '#web/features/auth/sign-in-form.tsx';
import { readPageConfig } from '#web/lib/page-config.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { RETURN_PARAM, safeReturnPath } from '#web/lib/return-path.ts';
import { Spinner } from '#web/ui/spinner.tsx';

const AdminRequestNotice = lazy(() =>
  import('#web/features/auth/admin-request.tsx').then((module) => ({ default: module.AdminRequestNotice })),
);

/** Most people have none: it is fetched for those who do. */
const SecondFactorStep = lazy(() =>
  import('#web/features/auth/second-factor-step.tsx').then((module) => ({
    default: module.SecondFactorStep,
  })),
);

/** `/auth`: sign in and sign up, one tab each, kept in the address. */
export function Component() {
  const { state, store } = useAuth();
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
    const step = factorStep(state, readPageConfig().teamNeedsFactor);
    if (step) {
      return (
        <AuthFrame
          title={step === 'show' ? 'Encore un code' : 'Protégez l’administration'}
          lead={
            step === 'show'
              ? 'Votre compte est protégé par un second facteur.'
              : 'L’équipe ne travaille qu’avec un second facteur. Ajoutez le vôtre pour continuer.'
          }
        >
          <Suspense fallback={<Spinner label="Un instant" />}>
            <SecondFactorStep step={step} />
          </Suspense>
        </AuthFrame>
      );
    }
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
  const choose = (chosen: AccountMode) => {
    setParams((before) => {
      if (chosen === 'signup') before.set('mode', chosen);
      else before.delete('mode');
      return before;
    });
  };
  const title = mode === 'signup' ? 'Prenez place' : 'Connectez-vous';
  return (
    <AuthFrame
      title={sent ? (sent.kind === 'signup' ? 'Encore un geste' : 'Un lien vous attend') : title}
      lead={sent ? undefined : leadOf(store.hasEnded(), next !== null)}
    >
      <AccountForms
        mode={mode}
        onMode={choose}
        email={email}
        onEmail={setEmail}
        sent={sent}
        onSent={setSent}
        returnTo={safeReturnPath(next)}
        givenRole={isRole(role) ? role : null}
        asksRole
        onSigningUp={() => setSigningUp(true)}
      />
    </AuthFrame>
  );
}

/** Why one signs in, and where that leads. */
function leadOf(hasEnded: boolean, comesBack: boolean): string | undefined {
  if (!comesBack) return hasEnded ? ENDED : undefined;
  return hasEnded ? `${ENDED} Vous reprendrez là où vous en étiez.` : 'Vous reprendrez là où vous en étiez.';
}

const ENDED = 'Votre session a pris fin, par sécurité ou parce que vous l’avez fermée ailleurs.';
