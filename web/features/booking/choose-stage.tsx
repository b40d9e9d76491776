import { CalendarDays, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatInstant, type Instant } from '#domain/time/instant.ts';
import { epochDayOf, type LocalDate } from '#domain/time/local-date.ts';
import { localDateAt } from '#domain/time/wall-time.ts';
import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import type { BookingNavigation, BookingView } from '#web/features/booking/address.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { Notice } from '#web/features/booking/notices.tsx';
import { OfferChoice } from '#web/features/booking/offer-choice.tsx';
import { PlacePanel, placeOfOffer } from '#web/features/booking/place-panel.tsx';
import { SlotChoice } from '#web/features/booking/slot-choice.tsx';
import { type BookingPerson, idOf } from '#web/features/booking/stage.ts';
import { useStarts } from '#web/features/booking/use-starts.ts';
import { WaitingList } from '#web/features/booking/waiting-list.tsx';
import { formatPlacePrice, formatShortDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { monthOf } from '#web/ui/calendar-days.ts';
import { classNames } from '#web/ui/class-names.ts';

interface ChooseStageProps {
  streamer: Streamer;
  offer: Offer | null;
  zone: string;
  navigation: BookingNavigation;
  person: BookingPerson;
  commands: BookingCommands;
  /** What went wrong, or what is held already. */
  notices: ReactNode;
  /** The notices say already why a start is not to be had any more. */
  explained: boolean;
}

/** Offer and start: all that can be chosen without saying who one is. */
export function ChooseStage(props: ChooseStageProps) {
  const { streamer, offer, zone, navigation, person, commands, notices, explained } = props;
  const { address, go, replace, pathWith } = navigation;
  const starts = useStarts({
    streamer,
    offerId: offer?.id ?? null,
    seats: offer?.seats ?? 1,
    zone,
    month: address.month ?? (address.start === null ? null : monthOf(localDateAt(zone, address.start))),
  });
  const isOwn = idOf(person.visitor) === streamer.id;
  // A start that somebody took meanwhile is not chosen any more.
  const start = starts.days.some(({ slots }) => slots.some((slot) => slot.start === address.start))
    ? address.start
    : null;
  const isGone =
    address.start !== null && start === null && offer !== null && !starts.isPending && !starts.error;
  const date = dateShown(address.date ?? (start === null ? null : localDateAt(zone, start)), starts.month, [
    ...starts.free.keys(),
  ]);
  const choose = (chosen: Instant) =>
    replace({
      start: formatInstant(chosen),
      day: localDateAt(zone, chosen),
      month: monthOf(localDateAt(zone, chosen)),
    });
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
    <div className="grid gap-6">
      {notices}
      {isGone && !explained && (
        <Notice title="Cette heure n’est plus libre">
          <p>
            Quelqu’un vient peut-être de la prendre. Choisissez-en une autre : celles que vous voyez sont
            libres.
          </p>
        </Notice>
      )}
      <OfferChoice
        offers={streamer.offers}
        chosen={offer?.id ?? null}
        onChoose={(id) => go({ offer: id, start: null, day: null })}
      />
      {offer && (
        <div className="grid gap-2">
          <ViewSwitch
            view={address.view}
            onView={(view) => replace({ view: view === 'list' ? view : null })}
          />
          <div className="grid rounded-xl border border-line bg-stage lg:grid-cols-[minmax(0,1fr)_19.5rem]">
            <SlotChoice
              starts={starts}
              offer={offer}
              streamer={streamer}
              zone={zone}
              view={address.view}
              date={date}
              start={start}
              onMonth={(month) => replace({ month, day: null })}
              onDate={(day) => replace({ day, start: null })}
              onStart={choose}
              waiting={
                <WaitingList
                  key={offer.id}
                  offerId={offer.id}
                  personId={idOf(person.visitor)}
                  commands={commands}
                  signInPath={person.signInPath(pathWith({ waiting: 'join', offer: offer.id }))}
                  joinsNow={address.joinsWaitingList}
                  onJoined={() => replace({ waiting: null })}
                />
              }
            />
            <aside aria-label="Votre place" className="border-line p-5 sm:p-6 max-lg:border-t lg:border-l">
              <PlacePanel
                place={placeOfOffer(offer, start)}
                zone={zone}
                streamerZone={streamer.zone}
                streamerName={streamer.display_name}
              >
                <div className="max-md:hidden">{next}</div>
                {isOwn && (
                  <p className="text-small text-muted">
                    C’est votre page : voici ce que voient les viewers. On ne réserve pas chez soi.
                  </p>
                )}
              </PlacePanel>
            </aside>
          </div>
          {/* On a phone the action stays under the thumb as soon as there is something to go on with. */}
          <div
            className={classNames(
              'num sticky bottom-0 z-10 -mx-5 grid gap-2 border-t border-line-strong bg-raised px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:hidden',
              start === null && 'hidden',
            )}
          >
            {start !== null && (
              <p className="flex justify-between gap-3 text-small">
                <b>{formatShortDateTime(start, zone)}</b>
                <span className="text-soft">{formatPlacePrice(offer.price_cents)}</span>
              </p>
            )}
            {next}
          </div>
        </div>
      )}
    </div>
  );
}

/** The day asked for when it is of the month shown, else its first one with a free start. */
function dateShown(asked: LocalDate | null, month: string, free: readonly LocalDate[]): LocalDate | null {
  if (asked !== null && monthOf(asked) === month && (free.length === 0 || free.includes(asked))) return asked;
  return [...free].sort((a, b) => epochDayOf(a) - epochDayOf(b))[0] ?? null;
}

function ViewSwitch({ view, onView }: { view: BookingView; onView: (view: BookingView) => void }) {
  const views = [
    { value: 'month', label: 'Par jour', Icon: CalendarDays },
    { value: 'list', label: 'En liste', Icon: List },
  ] as const;
  return (
    <fieldset className="flex justify-end gap-1">
      <legend className="sr-only">Affichage des créneaux</legend>
      {views.map(({ value, label, Icon }) => (
        <Button
          key={value}
          tone="quiet"
          size="sm"
          aria-pressed={view === value}
          className={view === value ? 'bg-wash text-ink' : ''}
          onClick={() => onView(value)}
        >
          <Icon aria-hidden="true" />
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
