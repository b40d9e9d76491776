import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { dashboardOf } from '#product/shared/roles.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import type { AuthUser } from '#web/features/auth/auth-state.ts';
import { MailLinkStep } from '#web/features/auth/mail-link-step.tsx';
import { NewPasswordForm } from '#web/features/auth/new-password-form.tsx';
import type { Arrival } from '#web/features/auth/redeem.ts';
import { useArrival } from '#web/features/auth/use-arrival.ts';
import { toast } from '#web/lib/toast.ts';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const SecondFactorStep = lazy(() =>
  import('#web/features/auth/second-factor-step.tsx').then((module) => ({
    default: module.SecondFactorStep,
  })),
);

/** `/reset-password`: a new password, after a recovery link. */
export function Component() {
  const arrival = useArrival();
  const { state, store } = useAuth();
  const navigate = useNavigate();

  if (arrival?.kind === 'waiting') return <MailLinkStep {...arrival} />;
  if (!arrival || state.status === 'loading') {
    return (
      <AuthFrame title="Un instant" lead="Nous vérifions votre lien.">
        <Spinner size="lg" label="Vérification de votre lien" />
      </AuthFrame>
    );
  }
  const invited = arrival.kind === 'signed-in';
  if (arrival.kind === 'failed' || state.status !== 'signed-in' || !(state.recovery || invited)) {
    return <NoRecovery arrival={arrival} user={state.status === 'signed-in' ? state.user : null} />;
  }
  const { user } = state;
  // The password is what the second factor protects: it is shown before.
  if (state.factor === 'to-show') {
    return (
      <AuthFrame title="Encore un code" lead="Votre compte est protégé par un second facteur.">
        <Suspense fallback={<Spinner label="Un instant" />}>
          <SecondFactorStep step="show" />
        </Suspense>
      </AuthFrame>
    );
  }
  const finish = async () => {
    toast({ title: 'Mot de passe enregistré', description: 'Vos autres appareils ont été déconnectés.' });
    // Away first, and at once: without a recovery session this page has nothing to show.
    await navigate(dashboardOf(user.role), { replace: true, flushSync: true });
    store.endRecovery();
  };
  return (
    <AuthFrame title="Un nouveau mot de passe" lead={`Pour le compte ${user.email}.`}>
      <NewPasswordForm email={user.email} onChanged={finish} />
    </AuthFrame>
  );
}

interface NoRecoveryProps {
  arrival: Arrival;
  /** Somebody is signed in, but not through a recovery link. */
  user: AuthUser | null;
}

/**
 * `/reset-password` without a recovery session: an expired link, somebody already signed in, or an
 * address typed by hand.
 */
function NoRecovery({ arrival, user }: NoRecoveryProps) {
  if (arrival.kind === 'failed') {
    const expired = arrival.failure.code === 'otp_expired' || arrival.failure.code === 'flow_state_expired';
    return (
      <AuthFrame
        title={expired ? 'Ce lien n’est plus valable' : 'Ce lien n’a pas pu être ouvert'}
        lead={expired ? 'Il a déjà servi, ou il a expiré. Demandez-en un nouveau.' : arrival.failure.text}
      >
        <ButtonLink to="/forgot-password" tone="spot" className="justify-self-start">
          Demander un nouveau lien
        </ButtonLink>
      </AuthFrame>
    );
  }
  if (user) {
    return (
      <AuthFrame
        title="Vous êtes déjà connecté"
        lead="Votre mot de passe se change dans vos réglages. Si vous ne le connaissez plus, demandez un lien par e-mail."
      >
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink to={`${dashboardOf(user.role)}/settings`} tone="spot">
            Ouvrir mes réglages
          </ButtonLink>
          <TextLink to="/forgot-password">Recevoir un lien</TextLink>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Il manque le lien"
      lead="Un nouveau mot de passe se choisit depuis le lien reçu par e-mail. Demandez-le, puis ouvrez-le."
    >
      <ButtonLink to="/forgot-password" tone="spot" className="justify-self-start">
        Demander un lien
      </ButtonLink>
    </AuthFrame>
  );
}
