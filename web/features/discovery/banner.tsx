import { useState } from 'react';
import { gradientOf } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import '#web/features/discovery/discovery.css';

interface BannerProps {
  name: string;
  url: string | null;
  /** Its height. */
  className: string;
}

/** A streamer's banner, or the light of their own colours. Decoration: the name stands below. */
export function Banner({ name, url, className }: BannerProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <div aria-hidden="true" className={classNames('banner', gradientOf(name), className)}>
      {url !== null && url !== broken && (
        <img
          src={url}
          alt=""
          width={1280}
          height={448}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
        />
      )}
    </div>
  );
}
