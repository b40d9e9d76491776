import { Link } from 'react-router';

interface OwnNameProps {
  /** Null: that of the public profile. */
  name: string | null;
  role: 'viewer' | 'streamer';
}

/** Under which name one appears, and where to change it. */
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
