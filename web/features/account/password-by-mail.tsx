import { useQuery } from '@tanstack/react-query';
import { type AccountSectionProps, identitiesQuery } from '#web/features/account/queries.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form-error.tsx';

/**
 * Whether somebody came by an account of elsewhere alone: they have a password only if they asked
 * for one since.
 */
export function useCameFromElsewhere(userId: string): boolean {
  const { data = [] } = useQuery(identitiesQuery(userId));
  return data.length > 0 && data.every(({ provider }) => provider !== 'email');
}

/**
 * A password for somebody who never chose one: by the link of a mail, as for one that was
 * forgotten.
 */
export function PasswordByMail({ account, explain }: AccountSectionProps) {
  const send = useAction(
    async () => {
      const { supabase } = await loadClient();
      const redirectTo = `${window.location.origin}/reset-password`;
      const { error } = await supabase.auth.resetPasswordForEmail(account.email, { redirectTo });
      if (error) throw new Error((await explain(error)).text);
      return account.email;
    },
    { failed: null },
  );
  return (
    <div className="grid justify-items-start gap-3">
      {send.error && <FormError>{send.error.message}</FormError>}
      <p role="status" className="text-small text-soft empty:hidden">
        {send.answer && `Lien envoyé à ${send.answer}. Il ouvre la page où choisir votre mot de passe.`}
      </p>
      {!send.answer && (
        <Button loading={send.pending} onClick={() => send.press(undefined)}>
          Recevoir un lien par e-mail
        </Button>
      )}
    </div>
  );
}
