import { useState } from 'react';
import { pictureSources } from '#web/lib/pictures.ts';
import { gradientOf } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import '#web/features/discovery/discovery.css';

interface BannerProps {
  name: string;
  url: string | null;
  /** Its height. */
  className: string;
  /** At the head of a profile, where it is as wide as the page. */
  wide?: boolean;
}

const ON_CARD = { width: 640, height: 224 };
const ON_PROFILE = { width: 1280, height: 448 };

/** A streamer's banner, or the light of their own colours. Decoration: the name stands below. */
export function Banner({ name, url, className, wide = false }: BannerProps) {
  const shown = wide ? ON_PROFILE : ON_CARD;
  const [broken, setBroken] = useState<string | null>(null);
  const isShown = url !== null && url !== broken;
  return (
    <div
      aria-hidden="true"
      className={classNames('banner', isShown ? 'bg-none' : gradientOf(name), className)}
    >
      {isShown && (
        <img
          {...pictureSources(url, shown)}
          alt=""
          {...shown}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
        />
      )}
    </div>
  );
}
