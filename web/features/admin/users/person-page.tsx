import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { ROLE_LABELS } from '#product/shared/roles.ts';
import { idIn } from '#web/features/admin/list.ts';
import { teamQuery, useDuty } from '#web/features/admin/team/duties.ts';
import {
  nameOf,
  type Person,
  pictureOf,
  STATE_LABELS,
  STATE_TONES,
} from '#web/features/admin/users/person.tsx';
import { AgeOfPerson } from '#web/features/admin/users/person-age.tsx';
import {
  AsidePart,
  PersonDevices,
  PersonPublicPage,
  PersonStatements,
  useMayReadDevices,
} from '#web/features/admin/users/person-aside.tsx';
import { PersonFigures, PersonPayments, PersonSessions } from '#web/features/admin/users/person-business.tsx';
import { PersonActs, PersonNotices, PersonTimes } from '#web/features/admin/users/person-facts.tsx';
import { PersonHistory } from '#web/features/admin/users/person-history.tsx';
import { PersonNotes } from '#web/features/admin/users/person-notes.tsx';
import { personKey, personQuery } from '#web/features/admin/users/person-query.ts';
import { PersonCases, PersonThreads } from '#web/features/admin/users/person-requests.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { StateDot } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const BACK = { to: '/admin-dashboard/users', label: 'Utilisateurs' };
const TITLE = 'Fiche d’une personne';

/** `/admin-dashboard/users/:personId`: all that the team may know of one person. */
export function Component() {
  const id = idIn(useParams().personId);
  return id === null ? <Gone /> : <PersonPage key={id} id={id} />;
}

const Gone = () => (
  <>
    <PageHeader back={BACK} title={TITLE} />
    <EmptyState
      title="Ce compte n’existe pas, ou n’existe plus"
      description="Un compte supprimé ne laisse que ses billets et ses paiements, sans nom."
      action={<ButtonLink to={BACK.to}>Voir tous les comptes</ButtonLink>}
    />
  </>
);

function PersonPage({ id }: { id: string }) {
  const found = useQuery(personQuery(id));
  // What a role does not read is left out, which is known once the roles are.
  const team = useQuery(teamQuery);
  if (found.isError)
    return (
      <>
        <PageHeader back={BACK} title={TITLE} />
        <ErrorState
          title="Ce compte n’a pas pu être chargé"
          onRetry={() => found.refetch()}
          retrying={found.isFetching}
        />
      </>
    );
  if (found.data === null) return <Gone />;
  if (found.isPending || team.isPending)
    return (
      <>
        <PageHeader back={BACK} title={TITLE} />
        <Skeleton className="h-[80vh]" />
      </>
    );
  return <Body {...found.data} />;
}

function Body({ person, own }: { person: Person; own: boolean }) {
  const name = nameOf(person);
  usePageTitle(name);
  return (
    <>
      <PageHeader
        back={BACK}
        title={
          <span className="flex items-center gap-4">
            <Avatar name={name} src={pictureOf(person)} size="lg" />
            <span className="min-w-0 wrap-anywhere">{name}</span>
          </span>
        }
        description={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <StateDot tone={STATE_TONES[person.state]}>{STATE_LABELS[person.state]}</StateDot>
            <span>{person.role ? ROLE_LABELS[person.role] : 'Sans rôle'}</span>
            {person.email && <span className="wrap-anywhere">{person.email}</span>}
          </span>
        }
      />
      <div className="grid gap-6">
        <PersonNotices person={person} />
        <PersonActs person={person} own={own} />
        <Parts person={person} own={own} />
      </div>
    </>
  );
}

/** A part that takes longer does not hold back the others for more than these milliseconds. */
const TOGETHER_MS = 2_000;

/**
 * Whether all that was first asked for below a key has come, or has taken too long. Parts that
 * appear one after the other would push those below them down.
 */
function useComeTogether(id: string): boolean {
  const client = useQueryClient();
  const [come, setCome] = useState(false);
  const fetching = useIsFetching({ queryKey: personKey(id) });
  // The parts begin to ask in effects of their own, which run before this one.
  useEffect(() => {
    if (client.isFetching({ queryKey: personKey(id) }) === 0) setCome(true);
  }, [client, id, fetching]);
  useEffect(() => {
    const timer = setTimeout(() => setCome(true), TOGETHER_MS);
    return () => clearTimeout(timer);
  }, []);
  return come;
}

function Parts({ person, own }: { person: Person; own: boolean }) {
  const helps = useDuty('support');
  const moderates = useDuty('moderation');
  const mayReadDevices = useMayReadDevices(person, own);
  const come = useComeTogether(person.id);
  return (
    <>
      {!come && <Skeleton className="h-[80vh]" />}
      <div
        hidden={!come}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <PersonFigures person={person} />
          <PersonSessions person={person} />
          <PersonPayments person={person} />
          {helps && <PersonThreads person={person} />}
          {moderates && <PersonCases person={person} />}
          <PersonHistory person={person} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <AsidePart title="Compte">
            <PersonTimes person={person} className="grid-cols-2" />
            {person.role === 'viewer' && <AgeOfPerson personId={person.id} />}
          </AsidePart>
          {(helps || moderates) && <PersonNotes person={person} />}
          {person.role === 'streamer' && <PersonPublicPage person={person} />}
          {mayReadDevices && <PersonDevices person={person} />}
          {person.role === 'streamer' && <PersonStatements person={person} />}
        </div>
      </div>
    </>
  );
}
