import { useState } from 'react';
import { BANNER_ON_CARD, BANNER_ON_PROFILE, pictureSources } from '#product/shared/pictures.ts';
import { standIn } from '#web/lib/shown-pictures.ts';
import { gradientOf } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import '#web/features/discovery/discovery.css';

interface BannerProps {
  name: string;
  url: string | null;
  /** The placeholder until the picture has loaded; null: the light. */
  placeholder: string | null;
  /** Among the first that are seen: fetched with the page, not when it comes near. */
  early?: boolean;
  /** Its height. */
  className: string;
  /** At the head of a profile, where it is as wide as the page. */
  wide?: boolean;
}

/** A streamer's banner, or the light of their own colours. Decoration: the name stands below. */
export function Banner({ name, url, placeholder, className, early = false, wide = false }: BannerProps) {
  const shown = wide ? BANNER_ON_PROFILE : BANNER_ON_CARD;
  const [broken, setBroken] = useState<string | null>(null);
  const isShown = url !== null && url !== broken;
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'banner bg-cover',
        isShown && placeholder !== null ? undefined : gradientOf(name),
        className,
      )}
      style={isShown ? standIn(placeholder) : undefined}
    >
      {isShown && (
        <img
          {...pictureSources(url, shown)}
          alt=""
          {...shown}
          loading={early ? 'eager' : 'lazy'}
          fetchPriority={early ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBroken(url)}
        />
      )}
    </div>
  );
}
