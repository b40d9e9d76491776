import { Search } from 'lucide-react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/browse`. The catalogue comes with bookings; until then it says so. */
export function Component() {
  const signedIn = useAuth().state.status === 'signed-in';
  return (
    <div className="wrap pt-8 pb-16">
      <PageHeader title="Parcourir" description="Trouvez le streamer avec qui passer une heure." />
      <EmptyState
        icon={<Search />}
        title="Les streamers s’installent"
        description="Ici, vous chercherez par jeu, par langue ou par heure libre. Le catalogue ouvre en même temps que les réservations."
        action={
          signedIn ? (
            <ButtonLink to="/dashboard">Revenir à mon espace</ButtonLink>
          ) : (
            <ButtonLink to="/auth?mode=signup" tone="spot">
              Créer un compte
            </ButtonLink>
          )
        }
      />
    </div>
  );
}
