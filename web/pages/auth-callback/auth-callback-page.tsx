import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { accountPageOf, dashboardOf, type Role } from '#product/shared/roles.ts';
import { AdminRequestNotice } from '#web/features/auth/admin-request.tsx';
import { pathAfterSignIn } from '#web/features/auth/after-sign-in.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import { ChannelArrival } from '#web/features/auth/channel-arrival.tsx';
import { CompleteProfile } from '#web/features/auth/complete-profile.tsx';
import { MailLinkStep } from '#web/features/auth/mail-link-step.tsx';
import { useArrival } from '#web/features/auth/use-arrival.ts';
import type { AuthFailure } from '#web/lib/auth-error.ts';
import { keepReturnPath, keptReturnPath, RETURN_PARAM } from '#web/lib/return-path.ts';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** `/auth/callback`: where a link of a mail, or an external sign-in, comes back to. */
export function Component() {
  const arrival = useArrival();
  const { state, store } = useAuth();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [kept] = useState(keptReturnPath);
  const flow = params.get('flow');
  const role = state.status === 'signed-in' ? state.user.role : null;
  const newcomer = state.status === 'signed-in' ? state.newcomer : null;
  const next = params.get(RETURN_PARAM) ?? kept;
  const arrived = arrival?.kind === 'signed-in';
  useEffect(() => {
    if (arrived) keepReturnPath(null);
  }, [arrived]);

  if (arrival?.kind === 'waiting') return <MailLinkStep {...arrival} />;
  if (!arrival || (arrival.kind === 'nothing' && state.status === 'loading')) {
    return (
      <AuthFrame title="Un instant" lead="Nous ouvrons votre session.">
        <Spinner size="lg" label="Ouverture de votre session" />
      </AuthFrame>
    );
  }
  if (newcomer && (arrived || arrival.kind === 'nothing')) {
    return (
      <AuthFrame title="Bienvenue" lead="Encore deux choses, et vous y êtes.">
        <CompleteProfile
          name={newcomer.name}
          onDone={async (chosen) => {
            await store.reload();
            navigate(pathAfterSignIn(chosen, next), { replace: true });
          }}
        />
      </AuthFrame>
    );
  }
  switch (arrival.kind) {
    case 'half-way':
      return (
        <AuthFrame
          title="Plus qu’une confirmation"
          lead="Cette adresse est confirmée. Ouvrez maintenant le lien envoyé à l’autre adresse : le changement se fait quand les deux ont répondu."
        >
          <ButtonLink to={state.status === 'signed-in' ? '/dashboard' : '/'} className="justify-self-start">
            Continuer
          </ButtonLink>
        </AuthFrame>
      );
    case 'refused':
      return (
        <AuthFrame
          title="Vous avez refusé l’accès"
          lead="Rien n’a été transmis à Loge, et rien n’a changé. Vous pouvez réessayer, ou choisir une autre façon de vous connecter."
        >
          <WayOn personRole={role} flow={flow} />
        </AuthFrame>
      );
    case 'provider-failed':
      return (
        <AuthFrame
          title={isLinking(flow) ? 'Ce compte n’a pas été relié' : 'La connexion n’a pas abouti'}
          lead="Le service que vous avez choisi a signalé un problème de son côté. Rien n’a changé sur Loge. Réessayez dans un instant, ou choisissez une autre façon de vous connecter."
        >
          <WayOn personRole={role} flow={flow} />
        </AuthFrame>
      );
    case 'failed':
      return <LinkRefused failure={arrival.failure} personRole={role} flow={flow} />;
    case 'nothing':
      return state.status === 'signed-in' ? (
        <Navigate to={pathAfterSignIn(state.user.role, next)} replace />
      ) : (
        <LinkRefused failure={null} personRole={null} flow={flow} />
      );
    case 'signed-in': {
      const { user, purpose } = arrival;
      if (purpose === 'recovery' || purpose === 'invite') return <Navigate to="/reset-password" replace />;
      if (flow === 'email-change') {
        return (
          <AuthFrame
            title="Votre adresse est à jour"
            lead={`Vous vous connectez désormais avec ${user.email}.`}
          >
            <ButtonLink to={accountPageOf(user.role)} className="justify-self-start">
              Revenir à mes réglages
            </ButtonLink>
          </AuthFrame>
        );
      }
      if (flow === 'channel') return <ChannelArrival settings={accountPageOf(user.role)} />;
      if (flow === 'link') {
        return (
          <AuthFrame title="Votre compte est relié" lead="Il ouvre désormais Loge, comme les autres.">
            <ButtonLink to={accountPageOf(user.role)} tone="spot" className="justify-self-start">
              Revenir à mes réglages
            </ButtonLink>
          </AuthFrame>
        );
      }
      // As the profile is now: a newcomer has chosen a role since.
      const home = pathAfterSignIn(role ?? user.role, next);
      if (state.status !== 'signed-in' || state.requestedRole !== 'admin')
        return <Navigate to={home} replace />;
      return (
        <AuthFrame title={`Bienvenue, ${user.firstName}`} lead="Votre adresse est confirmée.">
          <AdminRequestNotice personId={user.id} onContinue={() => navigate(home, { replace: true })} />
        </AuthFrame>
      );
    }
  }
}

interface LinkRefusedProps {
  /** Null when the address held no link at all. */
  failure: AuthFailure | null;
  /** Of the person who is signed in all the same; null: nobody is. */
  personRole: Role | null;
  /** The flow that was begun: `link` for an account to be linked. */
  flow: string | null;
}

/**
 * The link was opened in another browser than the one that asked for it: it is valid, but only that
 * browser can use it.
 */
const elsewhere = new Set<string>([
  'pkce_code_verifier_not_found',
  'bad_code_verifier',
  'flow_state_not_found',
]);

/** Where a provider, and no link of a mail, is what the person came from. */
const byProvider = new Set<string>([
  'bad_oauth_callback',
  'bad_oauth_state',
  'flow_state_already_used',
  'email_exists',
  'manual_linking_disabled',
  'provider_email_needs_verification',
  'identity_already_exists',
  'signup_disabled',
  'user_banned',
  'unexpected_failure',
  'unknown',
]);

function titleOf(failure: AuthFailure | null, expired: boolean, flow: string | null): string {
  if (expired || !failure) return 'Ce lien n’est plus valable';
  if (failure.code === 'provider_email_needs_verification') return 'Confirmez votre adresse';
  if (failure.code === 'identity_already_exists' || isLinking(flow)) return 'Ce compte n’a pas été relié';
  return byProvider.has(failure.code) ? 'La connexion n’a pas abouti' : 'Ce lien n’a pas pu être ouvert';
}

/** A link that opened no session: why, and what to do next. */
function LinkRefused({ failure, personRole, flow }: LinkRefusedProps) {
  if (failure && elsewhere.has(failure.code)) {
    return (
      <AuthFrame
        title="Presque arrivé"
        lead="Ce lien a été ouvert dans un autre navigateur que celui qui l’a demandé. S’il servait à confirmer votre adresse, c’est fait : connectez-vous simplement ici."
      >
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink to="/auth" tone="spot">
            Se connecter
          </ButtonLink>
          <TextLink to="/forgot-password" className="inline-flex min-h-11 items-center">
            Demander un nouveau mot de passe
          </TextLink>
        </div>
      </AuthFrame>
    );
  }
  const expired = failure?.code === 'otp_expired' || failure?.code === 'flow_state_expired';
  return (
    <AuthFrame
      title={titleOf(failure, expired, flow)}
      lead={
        failure && !expired
          ? failure.text
          : 'Il a déjà servi, il a expiré, ou il est incomplet. Connectez-vous pour en recevoir un autre si besoin.'
      }
    >
      <WayOn personRole={personRole} flow={flow} />
    </AuthFrame>
  );
}

/** An account was to be linked, with its channel or without. */
const isLinking = (flow: string | null): boolean => flow === 'link' || flow === 'channel';

/** The next step, depending on the role of the person. */
function WayOn({ personRole, flow }: Pick<LinkRefusedProps, 'personRole' | 'flow'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      {personRole ? (
        <ButtonLink to={isLinking(flow) ? accountPageOf(personRole) : dashboardOf(personRole)} tone="spot">
          {isLinking(flow) ? 'Revenir à mes réglages' : 'Aller à mon espace'}
        </ButtonLink>
      ) : (
        <>
          <ButtonLink to="/auth" tone="spot">
            Se connecter
          </ButtonLink>
          <TextLink to="/forgot-password" className="inline-flex min-h-11 items-center">
            Mot de passe oublié ?
          </TextLink>
        </>
      )}
    </div>
  );
}
