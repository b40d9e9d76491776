import { memo } from 'react';
import type { StreamerCard as Card } from '#product/discovery/contract.ts';
import { useLiveNow } from '#web/entities/streamer/live-now.ts';
import { StreamerCard, StreamerCardSkeleton } from '#web/features/discovery/streamer-card.tsx';
import { classNames } from '#web/ui/class-names.ts';

/** As many columns as there is room for, four of them in the width of the page. */
export const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-4 sm:gap-5';

/**
 * On a telephone one row that is moved sideways, a card and the beginning of the next one wide;
 * elsewhere as `grid`.
 */
export const row =
  'max-sm:-mx-5 max-sm:flex max-sm:snap-x max-sm:scroll-px-5 max-sm:gap-3 max-sm:overflow-x-auto max-sm:px-5 max-sm:pb-2 max-sm:*:w-64 max-sm:*:shrink-0 max-sm:*:snap-start';

/** The cards of the first screen. */
export const EARLY = 2;
/** From here on a telephone works cards out when they come near. */
const FIRST_SCREENS = 4;

interface CardGridProps {
  /** Names the list. */
  label: string;
  cards: readonly Card[];
  zone: string;
  /**
   * The viewer whose favourites the hearts show; null: nobody is signed in, or that is not known
   * yet.
   */
  viewerId: string | null;
  level?: 2 | 3;
  /** Shown, but about to be replaced. */
  stale?: boolean;
  /** All cards are laid out at once. */
  whole?: boolean;
  /** One row on a telephone, moved sideways. */
  inRow?: boolean;
}

export const CardGrid = memo(function CardGrid({
  label,
  cards,
  zone,
  viewerId,
  level = 3,
  stale = false,
  whole = false,
  inRow = false,
}: CardGridProps) {
  const live = useLiveNow(
    cards.flatMap(({ id, channels }) =>
      channels.length > 0 ? [{ id, live: channels.some((channel) => channel.live) }] : [],
    ),
  );
  return (
    <ul
      aria-label={label}
      aria-busy={stale || undefined}
      className={classNames(grid, inRow && row, 'transition-opacity', stale && 'opacity-55')}
    >
      {cards.map((card, at) => (
        <li key={card.id} className={classNames(!whole && !inRow && at >= FIRST_SCREENS && 'beyond')}>
          <StreamerCard
            card={withLive(card, live)}
            zone={zone}
            viewerId={viewerId}
            level={level}
            early={at < EARLY}
          />
        </li>
      ))}
    </ul>
  );
});

/** Lives are told of Twitch channels alone. */
const withLive = (card: Card, live: ReadonlySet<string>): Card => ({
  ...card,
  channels: card.channels.map((channel) => ({
    ...channel,
    live: channel.provider === 'twitch' && live.has(card.id),
  })),
});

export function CardGridSkeleton({ count }: { count: number }) {
  return (
    <div aria-busy="true" className={grid}>
      {Array.from({ length: count }, (_, index) => (
        <StreamerCardSkeleton key={`card-${String(index)}`} />
      ))}
    </div>
  );
}
