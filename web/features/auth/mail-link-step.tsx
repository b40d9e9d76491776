import { useEffect, useState } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import type { LinkPurpose } from '#web/features/auth/redeem.ts';
import type { UnopenedLink } from '#web/features/auth/use-arrival.ts';
import type { AuthFailure } from '#web/lib/auth-error.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form-error.tsx';

interface Words {
  title: string;
  lead: string;
  /** As the button of the mail says it. */
  button: string;
}

const confirming: Words = {
  title: 'Confirmez votre adresse',
  lead: 'Cette adresse est bien la vôtre ? Confirmez-la, et votre compte Loge est ouvert.',
  button: 'Confirmer mon adresse',
};
const words: Readonly<Record<LinkPurpose, Words>> = {
  signup: confirming,
  email: confirming,
  magiclink: {
    title: 'Entrez, sans mot de passe',
    lead: 'Ce lien ouvre votre session dans ce navigateur.',
    button: 'Me connecter',
  },
  recovery: {
    title: 'Retrouvez votre compte',
    lead: 'Ce lien vous laisse choisir un nouveau mot de passe. L’actuel reste le bon jusque-là.',
    button: 'Choisir un nouveau mot de passe',
  },
  invite: {
    title: 'On vous garde une place',
    lead: 'Un compte vous est ouvert sur Loge. Acceptez, puis choisissez votre mot de passe.',
    button: 'Accepter l’invitation',
  },
  email_change: {
    title: 'Changer d’adresse',
    lead: 'Confirmez que l’adresse de votre compte doit changer.',
    button: 'Confirmer le changement',
  },
};

/** Purposes after which somebody else may be signed in here. */
const opensSession = (purpose: LinkPurpose) => purpose !== 'email_change';

/**
 * Where a link of a mail leads: its button alone spends it, so that a program that opens links
 * spends nothing.
 */
export function MailLinkStep({ purpose, press }: UnopenedLink) {
  const { state, prepare } = useAuth();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const { title, lead, button } = words[purpose];
  useEffect(() => prepare(), [prepare]);
  return (
    <AuthFrame title={title} lead={lead}>
      <div className="grid gap-5">
        {failure && <FormError>{failure.text}</FormError>}
        <Button
          tone="spot"
          size="lg"
          className="justify-self-start"
          loading={busy}
          onClick={async () => {
            setBusy(true);
            setFailure(await press());
            setBusy(false);
          }}
        >
          {button}
        </Button>
        <p className="text-small text-muted">
          {state.status === 'signed-in' && opensSession(purpose)
            ? `Vous êtes connecté avec ${state.user.email} : si ce lien est celui d’un autre compte, il le remplacera ici.`
            : 'Vous n’avez rien demandé ? Fermez cette page : rien n’aura changé.'}
        </p>
      </div>
    </AuthFrame>
  );
}
