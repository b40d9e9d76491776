import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useReducer, useState } from 'react';
import { formatInstant, type Instant } from '#product/shared/time/instant.ts';
import type { LocalDate } from '#product/shared/time/local-date.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { AGE_KEY, useIsMinor } from '#web/entities/age/own-age.ts';
import { type BookingDetails, holdEnd, startOf } from '#web/entities/booking/booking.ts';
import { BOOKINGS_KEY, bookingQuery, heldQuery } from '#web/entities/booking/queries.ts';
import { type Offer, STREAMERS_KEY, type Streamer } from '#web/entities/streamer/queries.ts';
import { type BookingAddress, useBookingAddress } from '#web/features/booking/address.ts';
import { ChooseStage } from '#web/features/booking/choose-stage.tsx';
import { useBookingCommands } from '#web/features/booking/commands.ts';
import {
  HeldNotice,
  isAboutOffer,
  isForAdults,
  Notice,
  OfferChanged,
  type Refusal,
  RefusalNotice,
  useOfferChange,
} from '#web/features/booking/notices.tsx';
import { type BookingPerson, idOf, type Stage, stageOf, type Visitor } from '#web/features/booking/stage.ts';
import { Steps } from '#web/features/booking/stage-frame.tsx';
import { serverNow } from '#web/lib/server-clock.ts';
import { useLive } from '#web/lib/use-live.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/**
 * Milliseconds between two reads while the provider's answer is awaited, in case the live
 * connection is lost.
 */
const SETTLING_LOOK = 1_500;

/** The booking that the address names, followed as it changes, and what the page shows of it. */
function useOwnBooking(address: BookingAddress, visitor: Visitor) {
  const personId = idOf(visitor);
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  const query = useQuery({
    ...bookingQuery(personId === null ? null : address.bookingId),
    refetchInterval: ({ state: { data } }) =>
      address.payment === 'return' && data?.status === 'held' ? SETTLING_LOOK : false,
  });
  useLive(
    [{ table: 'bookings', filter: `viewer_id=eq.${personId ?? ''}` }],
    BOOKINGS_KEY,
    address.bookingId !== null && personId !== null,
  );

  // A streamer sees the bookings of others too.
  const own = query.data?.viewer_id === personId ? query.data : query.data && null;
  // A hold ends by the clock alone: the page then fetches it again, even if nothing else happens.
  const ends = own?.status === 'held' ? holdEnd(own) : null;
  useEffect(() => {
    if (ends === null) return;
    const timer = setTimeout(lookAgain, Math.max(0, ends - serverNow()) + 50);
    return () => clearTimeout(timer);
  }, [ends]);

  const stage: Stage = stageOf(address, visitor, own, serverNow());
  return { stage, error: query.error, refetch: query.refetch, lookAgain };
}

/**
 * The stages after the choice load while one chooses, so that nobody waits for them before they see
 * a free hour.
 */
const loadLaterStages = () => import('#web/features/booking/later-stages.tsx');
const LaterStages = lazy(() => loadLaterStages().then((module) => ({ default: module.LaterStages })));

interface BookerProps {
  streamer: Streamer;
  person: BookingPerson;
  zone: string;
}

interface BookerFrame {
  /** The head of the page, which a place that is taken has no more: that is a page of its own. */
  header: ReactNode;
  /** Chooses the zone of all hours: under the days, and later beside the steps. */
  zoneSelect: ReactNode;
}

const stepOf: Readonly<Record<Stage['kind'], number>> = {
  loading: 1,
  choose: 1,
  unknown: 1,
  identify: 2,
  take: 2,
  details: 2,
  recap: 3,
  settling: 4,
  booked: 5,
  lost: 1,
};

/** The whole way from an offer to a seat, as one page: each stage says what to do next. */
export function Booker({ streamer, person, zone, header, zoneSelect }: BookerProps & BookerFrame) {
  const navigation = useBookingAddress();
  const { address, go } = navigation;
  const client = useQueryClient();
  const commands = useBookingCommands();
  const personId = idOf(person.visitor);
  const held = useQuery(heldQuery(streamer.id, personId));
  const { stage, error, refetch, lookAgain } = useOwnBooking(address, person.visitor);
  // A change of the offer shows at once, with the earlier value; an older offer would be refused
  // anyway.
  useLive(
    [{ table: 'offers', filter: `streamer_id=eq.${streamer.id}` }],
    [...STREAMERS_KEY, 'one'],
    personId !== null,
  );
  useEffect(() => {
    loadLaterStages().catch((error: unknown) => console.warn('Not loaded ahead', error));
  }, []);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isMinor = useIsMinor(
    personId,
    streamer.offers.some((each) => each.adults_only),
  );
  const offer = offerOf(streamer, address.offerId, isMinor);
  const { change, agree } = useOfferChange(streamer, address.offerId ?? offer?.id ?? null);

  if (error) {
    return (
      <>
        {header}
        <ErrorState
          title="Votre réservation n’a pas pu être chargée"
          description="Votre place reste gardée."
          onRetry={() => void refetch()}
        />
      </>
    );
  }
  const takeAgain = (start: Instant) => {
    setRefusal(null);
    go({ ...chosen(start, zone), step: 'details', booking: null, payment: null });
  };
  const onResume = (booking: BookingDetails) => go({ ...addressOf(booking, zone), payment: 'left' });
  const free = 'booking' in stage ? stage.booking.price_cents === 0 : offer?.price_cents === 0;
  const current =
    stage.kind === 'choose' && (offer === null || address.step === 'offer') ? 0 : stepOf[stage.kind];
  const isChoosing = stage.kind === 'choose' || stage.kind === 'unknown';
  return (
    <div className="grid grid-cols-1 gap-3 sm:gap-4">
      {stage.kind !== 'booked' && header}
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        {stage.kind !== 'lost' && stage.kind !== 'booked' && <Steps current={current} free={free} />}
        {!isChoosing && stage.kind !== 'booked' && zoneSelect}
      </div>
      {isChoosing ? (
        <ChooseStage
          {...{ streamer, offer, zone, zoneSelect, navigation, person, commands, onResume }}
          held={(held.data ?? []).filter((booking) => holdEnd(booking) > serverNow())}
          closed={isMinor && offer?.adults_only === true}
          explained={
            refusal !== null ||
            change !== null ||
            (held.data ?? []).some(({ start_at }) => Date.parse(start_at) === address.start)
          }
          notices={
            <>
              {stage.kind === 'unknown' && (
                <Notice title="Cette réservation n’existe pas, ou n’est pas la vôtre">
                  <p>Choisissez un créneau pour en faire une nouvelle.</p>
                </Notice>
              )}
              {change && (
                <OfferChanged
                  key={String(change.now?.revision)}
                  change={change}
                  streamerName={streamer.display_name}
                  onAgree={() => {
                    agree();
                    setRefusal(null);
                    if (change.now === null) go({ offer: null, start: null });
                    else if (refusal) takeAgain(refusal.start);
                  }}
                />
              )}
              {refusal && !isAboutOffer(refusal) && (
                <RefusalNotice
                  key={String(refusal.start)}
                  {...{ refusal, zone, isMinor }}
                  others={streamer.offers.length > 1}
                  onTake={takeAgain}
                />
              )}
              <HeldNotice held={held.data ?? []} zone={zone} commands={commands} onResume={onResume} />
            </>
          }
        />
      ) : (
        <Suspense fallback={<Waiting />}>
          <LaterStages
            {...{ streamer, offer, zone, navigation, person, commands, stage, takeAgain, lookAgain }}
            waiting={<Waiting />}
            held={personId === null ? [] : held.data}
            onLook={() => void refetch()}
            onRefused={(refused) => {
              setRefusal(refused);
              if (isForAdults(refused)) void client.invalidateQueries({ queryKey: AGE_KEY });
              navigation.replace({ step: null });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/**
 * The offer asked for; the streamer's first when none was, of a minor the first that is for them,
 * so that free times are seen at once.
 */
function offerOf({ offers }: Streamer, id: string | null, isMinor: boolean): Offer | null {
  if (id !== null) return offers.find((offer) => offer.id === id) ?? null;
  return offers.find((offer) => !(isMinor && offer.adults_only)) ?? offers[0] ?? null;
}

const chosen = (start: Instant, zone: string) => {
  const day: LocalDate = localDateAt(zone, start);
  return { start: formatInstant(start), day, month: null };
};
const addressOf = (booking: BookingDetails, zone: string) => ({
  ...chosen(startOf(booking), zone),
  offer: booking.offer_id,
  booking: booking.id,
  step: 'recap',
});

const Waiting = () => (
  <div aria-busy="true" className="grid gap-4 rounded-xl border border-line bg-stage p-8">
    <Skeleton className="h-8 w-56" />
    <Skeleton className="h-40 w-full" />
  </div>
);
