import { Link } from 'react-router';

interface OwnNameProps {
  name: string;
  role: 'viewer' | 'streamer' | 'admin';
}

/** Under which name one appears, and where to change it. */
export function OwnName({ name, role }: OwnNameProps) {
  const settings = role === 'streamer' ? '/streamer-dashboard/settings' : '/viewer-dashboard/settings';
  return (
    <p className="text-small text-muted">
      Vous apparaîtrez sous le nom « {name} ».{' '}
      <Link to={settings} className="underline decoration-line-strong underline-offset-4 hover:text-ink">
        Changer de nom
      </Link>
    </p>
  );
}
