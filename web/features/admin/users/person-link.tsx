import { personPage } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/link.tsx';

interface PersonLinkProps {
  /** Null once the account is gone. */
  id: string | null;
  name: string | null;
  /** Stands where nobody can be named; « Compte supprimé » unless set. */
  gone?: string;
}

/** Somebody's name in a list of the team's, which leads to the page about them. */
export function PersonLink({ id, name, gone = 'Compte supprimé' }: PersonLinkProps) {
  if (id === null || name === null) return gone;
  return (
    <TextLink to={personPage(id)} className="wrap-anywhere">
      {name}
    </TextLink>
  );
}

/** The same among the facts of a window, high enough for a finger, with their address below. */
export function Named({ id, name, email }: PersonLinkProps & { email?: string | null }) {
  if (id === null || name === null) return 'Compte supprimé';
  return (
    <>
      <TextLink to={personPage(id)} className="-my-3 inline-block py-3 wrap-anywhere">
        {name}
      </TextLink>
      {email && <span className="block wrap-anywhere text-muted">{email}</span>}
    </>
  );
}
