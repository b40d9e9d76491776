import { ArrowLeft, Clock, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { card, folded, sideBySide } from '#web/features/booking/offer-choice.tsx';
import { HOURS_TO_COME } from '#web/features/booking/slot-choice.tsx';
import { Steps } from '#web/features/booking/stage-frame.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { WeekdayHeads } from '#web/ui/calendar-grid.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';
import { SlotList } from '#web/ui/slot-list.tsx';

/** The facts that the document says of an offer before its free hours are known. */
export const FIRST_OFFER_WORDS = ['title', 'price', 'about', 'duration', 'confirmation', 'isChosen'] as const;
type Words = Readonly<Record<string, string>>;

interface BookerSkeletonProps {
  /**
   * Of the streamer the name, and of the offer that is booked what its line says; empty where the
   * document came without them.
   */
  words: Words;
  /** Two or three offers, which stand beside each other; the server fills them in. */
  offers: ReactNode;
}

/**
 * The booker while its streamer is on the way, in the boxes of the booker itself, so that nothing
 * moves when it is there.
 */
export function BookerSkeleton({ words, offers }: BookerSkeletonProps) {
  const { name, title, price, isBeside } = words;
  return (
    <div aria-busy="true" className="wrap pt-2 pb-16 sm:pt-4">
      <header className="mb-1 flex items-center gap-1.5">
        <span className="-ml-3 inline-flex size-11 shrink-0 items-center justify-center text-soft">
          <ArrowLeft aria-hidden="true" className="size-5" />
        </span>
        <h1 className="min-w-0 text-title wrap-anywhere sm:text-heading">
          {name === undefined ? 'Réserver une session' : `Réserver avec ${name}`}
        </h1>
      </header>
      <div className="grid grid-cols-1 gap-3 sm:gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <Steps current={1} free={false} />
        </div>
        {title === undefined ? (
          <Skeleton className="h-16 rounded-lg" />
        ) : (
          <div>
            {offers}
            <div className={classNames(folded, 'pr-4 md:data-[beside=yes]:hidden')} data-beside={isBeside}>
              <div className="min-w-0 flex-1 py-1">
                <p className="flex justify-between gap-3 font-semibold">
                  <span className="line-clamp-2">{title}</span>
                  <span className="num whitespace-nowrap">{price}</span>
                </p>
                <FirstFacts words={words} />
              </div>
            </div>
          </div>
        )}
        <div className="grid grid-cols-1 border-line bg-stage max-sm:-mx-5 max-sm:border-y sm:rounded-xl sm:border lg:grid-cols-[minmax(0,1fr)_19.5rem]">
          <div className="grid min-w-0 grid-cols-1 md:grid-cols-[23.5rem_minmax(0,1fr)]">
            <div className="px-1 pt-4 pb-2 sm:p-6">
              <WeeksSkeleton />
            </div>
            <div
              className={classNames(
                'grid min-w-0 content-start gap-3 border-line px-5 pt-4 pb-6 sm:p-6 max-md:border-t md:border-l',
                HOURS_TO_COME,
              )}
            >
              <Skeleton className="mb-6 h-6 w-44" />
              <SlotList label="Créneaux" slots={[]} zone="UTC" selected={null} onSelect={nothing} loading />
            </div>
          </div>
          <div className="grid content-start gap-4 border-line p-5 sm:p-6 max-lg:border-t lg:border-l">
            <p className="text-title">Votre place</p>
            <SkeletonText lines={3} />
          </div>
        </div>
      </div>
    </div>
  );
}

const nothing = () => undefined;

/** The offers beside each other, as the document contains them. */
export const FirstOffers = ({ offers }: { offers: readonly Words[] }) => (
  <ul aria-label="Offres" className={classNames(sideBySide, 'md:auto-cols-fr md:grid-flow-col')}>
    {offers.map((words) => (
      <FirstOffer key={words.title} words={words} />
    ))}
  </ul>
);

export function FirstOffer({ words }: { words: Words }) {
  const { title, price, about, isChosen } = words;
  return (
    <li
      data-chosen={isChosen}
      className={classNames(card, 'data-[chosen=yes]:border-ink data-[chosen=yes]:bg-raised')}
    >
      <span className="line-clamp-2 font-semibold">{title}</span>
      <span className="num font-semibold whitespace-nowrap">{price}</span>
      <span className="col-span-2 line-clamp-1 text-small text-soft empty:hidden">{about}</span>
      <FirstFacts words={words} />
    </li>
  );
}

const FirstFacts = ({ words: { duration, confirmation } }: { words: Words }) => (
  <span className="num col-span-2 flex flex-wrap gap-x-4 gap-y-1 text-kicker text-muted">
    <span className="inline-flex items-center gap-1.5">
      <Clock aria-hidden="true" className="size-3.5" />
      {duration}
    </span>
    <span className="inline-flex items-center gap-1.5">
      <Zap aria-hidden="true" className="size-3.5" />
      {confirmation}
    </span>
  </span>
);

/** The weeks of a calendar, without their days: which those are depends on the reader's zone. */
function WeeksSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="-mt-2.5 mb-1.5 flex items-center gap-1 pl-1 max-sm:pl-5">
        <Skeleton className="h-6 w-44" />
        <span className={buttonClass('quiet', 'icon', 'invisible')} />
      </div>
      <table className="month-grid">
        <WeekdayHeads />
        <tbody className="animate-breathe">
          {Array.from({ length: 5 }, (_week, week) => (
            <tr key={week}>
              {Array.from({ length: 7 }, (_day, day) => (
                <td key={day} className="p-0">
                  <span className="month-day" data-free />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <span className={buttonClass('quiet', 'sm', 'mt-1 invisible')}>Mois suivant</span>
      <span className="flex min-h-11" />
    </div>
  );
}
