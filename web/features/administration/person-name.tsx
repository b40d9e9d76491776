import { fullName } from '#domain/account/names.ts';
import { AVATARS, type Role } from '#domain/account/roles.ts';
import { Avatar } from '#web/ui/avatar.tsx';

interface PersonNameProps {
  person: {
    first_name: string | null;
    last_name: string | null;
    email: string | null;
    avatar_url: string | null;
    role?: Role | null;
  };
}

export const nameOf = ({ first_name, last_name, email }: PersonNameProps['person']): string =>
  fullName({ firstName: first_name, lastName: last_name }, email ?? 'Sans nom');

/** Picture, name and address of somebody in a list. */
export function PersonName({ person }: PersonNameProps) {
  const name = nameOf(person);
  const picture = person.avatar_url ?? (name === 'Sans nom' && person.role ? AVATARS[person.role] : null);
  return (
    <span className="flex min-w-0 items-center gap-3 text-left">
      <Avatar name={name} src={picture} size="sm" />
      <span className="grid min-w-0">
        <span className="truncate font-medium">{name}</span>
        {person.email && <span className="truncate text-small text-muted">{person.email}</span>}
      </span>
    </span>
  );
}
