import { type ReactNode, useState } from 'react';
import { DeviceChoices } from '../media/device-choices.tsx';
import { Preview } from '../media/preview.tsx';
import { useLocalMedia } from '../media/use-local-media.ts';
import { ConnectionTest } from './connection-test.tsx';

interface PreparationProps {
  me: { name: string; avatarUrl: string | null };
  /** The purpose of the preparation, and the way in: beside the picture, below it on a phone. */
  children: ReactNode;
  /** Content that loads in its own time and would push the rest: last. */
  after?: ReactNode;
}

/**
 * Testing one's picture, voice, loudspeaker and connection, before anybody else sees or hears them.
 */
export function Preparation({ me, children, after }: PreparationProps) {
  const { media, local } = useLocalMedia();
  const [known, setKnown] = useState(false);
  // The notes about devices that are missing or must be allowed stand below the picture: nothing is
  // drawn that they would push down. With both allowed there is nothing to say, however long a
  // camera takes.
  const granted = local.permissions.camera === 'granted' && local.permissions.mic === 'granted';
  if (!known && (granted || local.phase === 'explaining' || local.phase === 'ready')) setKnown(true);
  return (
    <div className="grid min-w-0 gap-8 *:min-w-0 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
      {/* It stays in sight while its effects are chosen. */}
      <div className="lg:sticky lg:top-8">
        <Preview media={media} local={local} me={me} told={known} />
      </div>
      {known ? (
        <div className="grid gap-8">
          {children}
          <section aria-labelledby="devices-title" className="grid gap-4">
            <h2 id="devices-title" className="text-title">
              Vos appareils
            </h2>
            <DeviceChoices media={media} local={local} />
          </section>
          <ConnectionTest local={local} />
          {after}
        </div>
      ) : (
        <div aria-busy="true" />
      )}
    </div>
  );
}
