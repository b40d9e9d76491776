import { useQuery } from '@tanstack/react-query';
import { nameOf } from '#web/features/admin/users/person.tsx';
import { personQuery } from '#web/features/admin/users/person-query.ts';
import { personPage } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';

/** Says whose rows alone a list shows, with the way to them, and back to all rows. */
export function NarrowedTo({ personId, onAll }: { personId: string; onAll: () => void }) {
  const { data } = useQuery(personQuery(personId));
  return (
    <p className="flex min-h-14 flex-wrap items-center gap-x-3 border-b border-line bg-wash px-5 py-1.5 text-small">
      <span className="text-soft">Seulement</span>
      <TextLink
        to={personPage(personId)}
        className="inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere"
      >
        {data ? nameOf(data.person) : 'cette personne'}
      </TextLink>
      <Button size="sm" tone="quiet" className="ml-auto min-h-11" onClick={onAll}>
        Tout voir
      </Button>
    </p>
  );
}
