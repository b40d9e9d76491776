import { Hand, MicOff, Pin } from 'lucide-react';
import type { Quality } from '#web/conference-core/connection/connection-rating.ts';
import { classNames } from '#web/ui/class-names.ts';
import { QualityDot } from './quality-dot.tsx';

interface CaptionProps {
  name: string;
  speaking?: boolean;
  muted?: boolean;
  /** Whose turn it is among the raised hands, from 1; 0 while the hand is down. */
  hand?: number;
  quality?: Quality | null;
  pinned?: boolean;
  small?: boolean;
}

/** Whose picture it is and how they are, on a veil of its own: readable on any picture. */
export function Caption(props: CaptionProps) {
  const {
    name,
    speaking = false,
    muted = false,
    hand = 0,
    quality = null,
    pinned = false,
    small = false,
  } = props;
  return (
    <div
      className={classNames(
        'absolute flex items-center rounded-full bg-veil font-medium',
        small
          ? 'bottom-1.5 left-1.5 max-w-[calc(100%-0.75rem)] gap-1.5 px-2 py-0.5 text-kicker'
          : 'bottom-3 left-3 max-w-[calc(100%-1.5rem)] gap-2 px-3 py-1.5 text-small',
      )}
    >
      {hand > 0 && (
        <span className="flex shrink-0 items-center gap-0.5 text-spot">
          <Hand role="img" aria-label="main levée" className="size-4" />
          <span className="num text-kicker font-semibold">{hand}</span>
        </span>
      )}
      {muted && <MicOff role="img" aria-label="micro coupé" className="size-4 shrink-0 text-live" />}
      {pinned && <Pin role="img" aria-label="épinglé" className="size-3.5 shrink-0 text-soft" />}
      <span className="truncate">{name}</span>
      {speaking && !small && (
        <span aria-hidden="true" className="text-kicker font-normal text-soft">
          parle
        </span>
      )}
      {quality && <QualityDot quality={quality} />}
    </div>
  );
}
