import { dashboardOf } from '#domain/account/roles.ts';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import type { AuthUser } from '#web/features/auth/auth-state.ts';
import type { Arrival } from '#web/features/auth/redeem.ts';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';

interface NoRecoveryProps {
  arrival: Arrival;
  /** Somebody is signed in, but not through a recovery link. */
  user: AuthUser | null;
}

/** `/reset-password` without a recovery session: an expired link, somebody already signed in, or an address typed by hand. */
export function NoRecovery({ arrival, user }: NoRecoveryProps) {
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
      lead="Un nouveau mot de passe se choisit depuis le lien reçu par e-mail. Demandez-le, puis ouvrez-le dans ce navigateur."
    >
      <ButtonLink to="/forgot-password" tone="spot" className="justify-self-start">
        Demander un lien
      </ButtonLink>
    </AuthFrame>
  );
}
