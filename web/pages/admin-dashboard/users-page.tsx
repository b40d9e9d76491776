import { AdminRequests } from '#web/features/administration/admin-requests.tsx';
import { peopleViewOf } from '#web/features/administration/people.ts';
import { PeopleTable } from '#web/features/administration/people-table.tsx';
import { PersonWindow } from '#web/features/administration/person-window.tsx';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

/** `/admin-dashboard/users`. */
export function Component() {
  const { state } = useAuth();
  const { params, change, hrefFor } = useAddress();
  const view = peopleViewOf(params);
  const page = params.get('page');
  return (
    <>
      <PageHeader title="Utilisateurs" description="Chaque compte, ce qu’il peut, et ce qui a été décidé." />
      <AdminRequests />
      <PeopleTable
        view={view}
        onChange={change}
        hrefFor={hrefFor}
        onOpen={(person) => change({ person, page })}
      />
      <PersonWindow
        personId={params.get('person')}
        ownId={state.status === 'signed-in' ? state.user.id : null}
        onClose={() => change({ person: null, page })}
      />
    </>
  );
}
