import type { ReactNode } from 'react';
import { formatInstant, type Instant } from '#product/shared/time/instant.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { type BookingDetails, startOf } from '#web/entities/booking/booking.ts';
import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import type { BookingNavigation } from '#web/features/booking/address.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { ForAdults, Notice } from '#web/features/booking/notices.tsx';
import { OfferChoice } from '#web/features/booking/offer-choice.tsx';
import { PlacePanel, placeOfOffer } from '#web/features/booking/place-panel.tsx';
import { SlotChoice } from '#web/features/booking/slot-choice.tsx';
import { type BookingPerson, idOf } from '#web/features/booking/stage.ts';
import { BottomBar } from '#web/features/booking/stage-frame.tsx';
import { isFree, type Starts, useFreeDaysAfter, useStarts } from '#web/features/booking/use-starts.ts';
import { useWaiting } from '#web/features/booking/waiting-list.tsx';
import { formatPlacePrice, formatShortDateTime } from '#web/lib/format.ts';
import { useVisit, visitOf } from '#web/lib/visits.ts';
import { Button } from '#web/ui/button.tsx';
import { monthOf } from '#web/ui/calendar-days.ts';
import { isInView } from '#web/ui/calendar-view.ts';

interface ChooseStageProps {
  streamer: Streamer;
  offer: Offer | null;
  zone: string;
  zoneSelect: ReactNode;
  navigation: BookingNavigation;
  person: BookingPerson;
  commands: BookingCommands;
  /** The places that the person holds with this streamer. */
  held: readonly BookingDetails[];
  onResume: (booking: BookingDetails) => void;
  /** The errors, and the places held already. */
  notices: ReactNode;
  /** The offer is for adults, and the person is a minor. */
  closed: boolean;
  /** The notices already say why a start is not free any more. */
  explained: boolean;
}

/** Offer and start: all that can be chosen without saying who one is. */
export function ChooseStage(props: ChooseStageProps) {
  const { streamer, offer, zone, navigation, person, commands, held, notices, closed, explained } = props;
  const { address, go, replace } = navigation;
  const asked = address.date ?? (address.start === null ? null : localDateAt(zone, address.start));
  const starts = useStarts({
    streamer,
    offerId: offer?.id ?? null,
    seats: offer?.seats ?? 1,
    zone,
    month: address.month,
    day: asked,
    own: held.flatMap((booking) => (booking.offer_id === offer?.id ? [startOf(booking)] : [])),
  });
  const freeDaysAfter = useFreeDaysAfter(starts, offer?.id ?? null, zone);
  const waiting = useWaiting({ offerId: offer?.id ?? null, person, navigation, commands });
  const isOwn = idOf(person.visitor) === streamer.id;
  const isVisitor = person.visitor.status !== 'loading' && !isOwn;
  useVisit(isVisitor && offer ? visitOf(streamer, { kind: 'calendar', offerId: offer.id }) : null);
  // A start that somebody took meanwhile is not chosen any more; one of other weeks than those
  // shown is found again with them.
  const start = address.start !== null && isFree(starts, address.start) ? address.start : null;
  const isGone =
    address.start !== null &&
    isInView(starts.view, localDateAt(zone, address.start)) &&
    start === null &&
    offer !== null &&
    !starts.isPending &&
    !starts.error;
  const date = dateShown(asked, starts);
  useVisit(isVisitor && offer ? unmetWish(offer.id, date, starts) : null);
  // The weeks shown stay where they are; a start after them opens its own.
  const choose = (chosen: Instant) => {
    const day = localDateAt(zone, chosen);
    const isShown = isInView(starts.view, day);
    replace({ start: formatInstant(chosen), day, ...(isShown ? {} : { month: monthOf(day) }) });
  };
  const next = (
    <Button
      tone="spot"
      size="lg"
      className="w-full"
      disabled={start === null || isOwn}
      onClick={() => go({ step: 'details', offer: offer?.id ?? null, payment: null })}
    >
      Continuer
    </Button>
  );

  return (
    <div className="grid grid-cols-1 gap-3 sm:gap-4">
      {notices}
      {isGone && !explained && !closed && (
        <Notice title="Cette heure n’est plus libre">
          <p>
            Quelqu’un vient peut-être de la prendre. Choisissez-en une autre : celles que vous voyez sont
            libres.
          </p>
        </Notice>
      )}
      <OfferChoice
        offers={streamer.offers}
        chosen={offer}
        open={address.step === 'offer'}
        onOpen={() => go({ step: 'offer' })}
        onChoose={(id) => go({ offer: id, start: null, day: null, step: null })}
      />
      {closed && address.step !== 'offer' && <ForAdults others={streamer.offers.length > 1} />}
      {offer && !closed && address.step !== 'offer' && (
        <div>
          <div className="grid grid-cols-1 border-line bg-stage max-sm:-mx-5 max-sm:border-y sm:rounded-xl sm:border lg:grid-cols-[minmax(0,1fr)_19.5rem]">
            <SlotChoice
              starts={starts}
              freeDaysAfter={freeDaysAfter}
              offer={offer}
              streamer={streamer}
              zone={zone}
              zoneSelect={props.zoneSelect}
              view={address.view}
              onView={(view) => replace({ view: view === 'list' ? view : null })}
              date={date}
              start={start}
              onMonth={(month) => replace({ month, day: null })}
              onFirstFree={() => replace({ month: null, day: null, start: null })}
              onDate={(day) => replace({ day, start: null })}
              onStart={choose}
              onResume={(start) => {
                const booking = held.find((each) => startOf(each) === start);
                if (booking) props.onResume(booking);
              }}
              waiting={isOwn ? null : waiting}
            />
            <aside aria-label="Votre place" className="border-line p-5 sm:p-6 max-lg:border-t lg:border-l">
              <div className="lg:sticky lg:top-4">
                <PlacePanel
                  place={placeOfOffer(offer, start)}
                  anyFree={starts.isPending || starts.firstFree !== null}
                  zone={zone}
                  streamerZone={streamer.zone}
                  streamerName={streamer.display_name}
                  action={<div className="max-lg:hidden">{next}</div>}
                >
                  {isOwn && (
                    <p className="text-small text-muted">
                      C’est votre page : voici ce que voient les viewers. On ne réserve pas chez soi.
                    </p>
                  )}
                </PlacePanel>
              </div>
            </aside>
          </div>
          {/* Where the summary is under the hours, the action stays under the thumb as soon as there
              is something to go on with. */}
          {start !== null && (
            <BottomBar
              what={formatShortDateTime(start, zone)}
              price={formatPlacePrice(offer.price_cents)}
              className="lg:hidden"
            >
              {next}
            </BottomBar>
          )}
        </div>
      )}
    </div>
  );
}

/**
 * The search that found nothing: weeks without a free start, or a day whose starts are all taken.
 */
function unmetWish(offerId: string, date: LocalDate | null, { days, firstFree, whyNone, isPending }: Starts) {
  if (isPending) return null;
  const taken = (days.find((day) => day.date === date)?.slots ?? []).filter(({ own }) => !own);
  if (taken.length > 0 && taken.every((slot) => slot.taken)) {
    const starts = taken.slice(0, 48).map(({ start }) => formatInstant(start));
    return { kind: 'full_day', offerId, starts } as const;
  }
  return firstFree === null && whyNone !== null
    ? ({ kind: 'nothing_free', offerId, reason: whyNone } as const)
    : null;
}

/** The day asked for when it is shown and has starts, else the first one with a free start. */
function dateShown(asked: LocalDate | null, { view, total, firstFree }: Starts): LocalDate | null {
  if (asked !== null && isInView(view, asked) && (total.size === 0 || total.has(asked))) return asked;
  return firstFree;
}
