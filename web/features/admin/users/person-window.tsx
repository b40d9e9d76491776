import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#web/features/admin/admin.tsx';
import { nameOf } from '#web/features/admin/users/person.tsx';
import { AgeOfPerson } from '#web/features/admin/users/person-age.tsx';
import { PersonActs, PersonFacts, PersonNotices } from '#web/features/admin/users/person-facts.tsx';
import { personQuery } from '#web/features/admin/users/person-query.ts';
import { personPage } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/link.tsx';

/** One account over the list: who it is, what can be done, and the way to all the rest. */
export function PersonDetail({ personId }: { personId: string }) {
  const found = useQuery(personQuery(personId));
  return (
    <Loaded query={found} failed="Ce compte n’a pas pu être chargé" gone="Ce compte n’existe plus">
      {({ person, own }) => (
        <div className="grid gap-7">
          <div className="grid gap-5">
            <p className="grid gap-1">
              <b className="display text-title">{nameOf(person)}</b>
              <span className="wrap-anywhere text-soft">{person.email}</span>
            </p>
            <PersonFacts person={person} className="grid-cols-2 sm:grid-cols-4" />
            <PersonNotices person={person} />
          </div>
          {person.role === 'viewer' && <AgeOfPerson personId={personId} />}
          <ButtonLink to={personPage(personId)} className="justify-self-start">
            Ouvrir la fiche
          </ButtonLink>
          <PersonActs person={person} own={own} />
        </div>
      )}
    </Loaded>
  );
}
