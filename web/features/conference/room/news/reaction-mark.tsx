import { Hand, Heart, ThumbsUp } from 'lucide-react';
import type { Reaction } from '#web/conference-core/controller/signaling.ts';

/** A sign, drawn: the same on every system, and in the light of the house. */
export function ReactionMark({ emoji, className }: { emoji: Reaction; className: string }) {
  switch (emoji) {
    case 'heart':
      return <Heart aria-hidden="true" strokeWidth={1.5} className={`${className} fill-live text-live`} />;
    case 'up':
      return (
        <ThumbsUp
          aria-hidden="true"
          strokeWidth={1.5}
          className={`${className} fill-avatar-straw text-on-avatar`}
        />
      );
    case 'clap':
      return (
        <span aria-hidden="true" className={`${className} relative`}>
          <Hand
            strokeWidth={1.5}
            className="absolute inset-0 size-full -translate-x-[16%] rotate-20 fill-avatar-clay text-on-avatar"
          />
          <Hand
            strokeWidth={1.5}
            className="absolute inset-0 size-full translate-x-[16%] -rotate-12 -scale-x-100 fill-avatar-straw text-on-avatar"
          />
        </span>
      );
    case 'laugh':
    case 'wow':
      return <Face emoji={emoji} className={className} />;
  }
}

const Face = ({ emoji, className }: { emoji: 'laugh' | 'wow'; className: string }) => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className={className}>
    <circle cx="12" cy="12" r="10.5" className="fill-avatar-straw" />
    {emoji === 'laugh' ? (
      <>
        <path
          d="M5.6 9.8q1.7-2.6 3.8 0M14.6 9.8q1.7-2.6 3.8 0"
          fill="none"
          strokeWidth="1.5"
          strokeLinecap="round"
          className="stroke-on-avatar"
        />
        <path d="M6 13h12q-.8 6-6 6t-6-6z" className="fill-on-avatar" />
        <path d="M8.6 17.4q3.4-2.4 6.8 0-1.4 1.6-3.4 1.6t-3.4-1.6z" className="fill-live" />
      </>
    ) : (
      <>
        <circle cx="8" cy="9.6" r="1.5" className="fill-on-avatar" />
        <circle cx="16" cy="9.6" r="1.5" className="fill-on-avatar" />
        <ellipse cx="12" cy="16" rx="2.6" ry="3.3" className="fill-on-avatar" />
      </>
    )}
  </svg>
);
