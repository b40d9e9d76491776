import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import type { AuthFailure } from '#web/lib/auth-error.ts';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';

interface LinkRefusedProps {
  /** Null when the address held no link at all. */
  failure: AuthFailure | null;
  signedIn: boolean;
}

/** The link was opened in a browser that did not ask for it: it was good, but only its own browser can use it. */
const elsewhere = new Set<string>([
  'pkce_code_verifier_not_found',
  'bad_code_verifier',
  'flow_state_not_found',
]);

/** A link that opened no session: why, and the way on. */
export function LinkRefused({ failure, signedIn }: LinkRefusedProps) {
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
          <TextLink to="/forgot-password">Demander un nouveau mot de passe</TextLink>
        </div>
      </AuthFrame>
    );
  }
  const expired = failure?.code === 'otp_expired' || failure?.code === 'flow_state_expired';
  return (
    <AuthFrame
      title={expired || !failure ? 'Ce lien n’est plus valable' : 'Ce lien n’a pas pu être ouvert'}
      lead={
        failure && !expired
          ? failure.text
          : 'Il a déjà servi, il a expiré, ou il est incomplet. Connectez-vous pour en recevoir un autre si besoin.'
      }
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {signedIn ? (
          <ButtonLink to="/dashboard" tone="spot">
            Aller à mon espace
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to="/auth" tone="spot">
              Se connecter
            </ButtonLink>
            <TextLink to="/forgot-password">Mot de passe oublié ?</TextLink>
          </>
        )}
      </div>
    </AuthFrame>
  );
}
