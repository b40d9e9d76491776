import { Link } from 'react-router';
import type { RoomDetails } from '#product/conference/contract.ts';
import { capitalised, formatDateTime, formatDuration } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The session's people, time and offer. */
export function SessionFacts({ details, past = false }: { details: RoomDetails; past?: boolean }) {
  const [other] = details.others;
  const names = details.others.map(({ name }) => name).join(', ');
  return (
    <div className="grid gap-3">
      <p className="display text-date">{capitalised(formatDateTime(details.startsAt, ownZone()))}</p>
      <p className="text-soft">
        {details.booking.title} · {formatDuration(details.booking.durationMinutes)}
      </p>
      {other && (
        <p className="flex items-center gap-3 font-medium">
          <Avatar name={other.name} src={other.avatarUrl} />
          avec {names}
        </p>
      )}
      {!past && details.side !== 'admin' && <OwnName name={details.me.name} role={details.side} />}
    </div>
  );
}

/** The people of a session are told when an admin entered, and why. */
export function AdminEntries({ entries }: { entries: RoomDetails['adminEntries'] }) {
  if (entries.length === 0) return null;
  return (
    <div className="grid gap-1 rounded-lg border border-line p-4 text-small text-soft">
      {entries.map(({ reason, at }) => (
        <p key={at}>
          L’équipe Loge est entrée {formatDateTime(at, ownZone(), { weekday: false })} : {reason}
        </p>
      ))}
    </div>
  );
}

interface OwnNameProps {
  /** Null: that of the public profile. */
  name: string | null;
  role: 'viewer' | 'streamer';
}

/** The name that the others will see, and where to change it. */
export function OwnName({ name, role }: OwnNameProps) {
  const settings = role === 'streamer' ? '/streamer-dashboard/settings' : '/viewer-dashboard/settings';
  return (
    <p className="text-small text-muted">
      Vous apparaîtrez sous {name === null ? 'le nom de votre profil public' : `le nom « ${name} »`}.{' '}
      <Link to={settings} className="underline decoration-line-strong underline-offset-4 hover:text-ink">
        Changer de nom
      </Link>
    </p>
  );
}
