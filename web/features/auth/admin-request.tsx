import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import type { AuthStore } from '#web/features/auth/auth-store.ts';
import { useAnnouncedTitle } from '#web/features/auth/use-announced-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Whether a person's request to be an admin still waits for a decision. */
const pendingAdminRequest = (store: AuthStore, personId: string) =>
  queryOptions({
    queryKey: ['admin-request', personId],
    queryFn: async () => {
      const { supabase } = await store.client();
      const { data } = await supabase
        .from('admin_requests')
        .select('state')
        .eq('person_id', personId)
        .eq('state', 'pending')
        .limit(1)
        .throwOnError();
      return data.length > 0;
    },
  });

interface AdminRequestNoticeProps {
  personId: string;
  onContinue: () => void;
}

/**
 * Says that the role admin was requested and is not granted yet. Redirects by itself when nothing
 * is pending.
 */
export function AdminRequestNotice({ personId, onContinue }: AdminRequestNoticeProps) {
  const { store } = useAuth();
  const { data: pending, isError } = useQuery(pendingAdminRequest(store, personId));
  const goOn = pending === false || isError;
  useEffect(() => {
    if (goOn) onContinue();
  }, [goOn, onContinue]);

  return pending ? <Pending onContinue={onContinue} /> : <Spinner label="Vérification de votre compte" />;
}

function Pending({ onContinue }: Pick<AdminRequestNoticeProps, 'onContinue'>) {
  const title = useAnnouncedTitle();
  return (
    <section className="grid gap-5">
      <h2 ref={title} tabIndex={-1} className="text-title outline-none">
        Votre demande d’accès est envoyée
      </h2>
      <p className="text-soft">
        Le rôle Admin s’obtient avec l’accord d’un administrateur, qui vous répondra par e-mail. En attendant,
        votre compte est un compte Viewer, et il fonctionne déjà.
      </p>
      <Button tone="spot" size="lg" onClick={onContinue}>
        Continuer vers mon espace
      </Button>
    </section>
  );
}
