import type { ReactNode } from 'react';
import { DeviceChoices } from '../media/device-choices.tsx';
import { Preview } from '../media/preview.tsx';
import { useLocalMedia } from '../media/use-local-media.ts';
import { LineTest } from './line-test/line-test.tsx';

interface PreparationProps {
  me: { name: string; avatarUrl: string | null };
  /** What this is for, and the way in: beside the picture, below it on a phone. */
  children: ReactNode;
}

/** Oneself in front of the door: picture, voice, loudspeaker and line, before anybody else sees or hears them. */
export function Preparation({ me, children }: PreparationProps) {
  const { media, local } = useLocalMedia();
  return (
    <div className="grid min-w-0 gap-8 *:min-w-0 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:items-start">
      <Preview media={media} local={local} me={me} />
      <div className="grid gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {children}
        <section aria-labelledby="devices-title" className="grid gap-4">
          <h2 id="devices-title" className="text-title">
            Vos appareils
          </h2>
          <DeviceChoices media={media} local={local} />
        </section>
      </div>
      <LineTest local={local} />
    </div>
  );
}
