import { Users } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/users`. */
export function Component() {
  return (
    <>
      <PageHeader title="Utilisateurs" />
      <EmptyState
        icon={<Users />}
        title="La liste des comptes arrive"
        description="Vous chercherez ici un compte par nom, par rôle ou par état."
      />
    </>
  );
}
