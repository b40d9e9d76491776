import { useSearchParams } from 'react-router';
import { CODE_PATTERN, codeOf } from '#product/commerce/rules/discount.ts';
import { type Instant, parseInstant } from '#product/shared/time/instant.ts';
import { type LocalDate, parseLocalDate } from '#product/shared/time/local-date.ts';
import { isZoneName } from '#product/shared/time/zone.ts';
import { isId } from '#web/entities/streamer/queries.ts';
import { useZone } from '#web/lib/zone.ts';
import type { Month } from '#web/ui/calendar-days.ts';

export type BookingView = 'month' | 'list';
/** Where one has got to. What is really shown depends on the booking too: see stage.ts. */
type BookingStep = 'offer' | 'choose' | 'details' | 'recap';

/**
 * The whole state of the page, kept in the address: Back works, and signing in on the way loses
 * nothing.
 */
export interface BookingAddress {
  offerId: string | null;
  month: Month | null;
  date: LocalDate | null;
  start: Instant | null;
  zone: string | null;
  view: BookingView;
  step: BookingStep;
  bookingId: string | null;
  /** Back from the provider's page: paid, as it seems, or left. */
  payment: 'return' | 'left' | null;
  /** Wanted to be told of any start, or of this one, and had to sign in first. */
  waitsFor: 'any' | Instant | null;
  /** A code that a link brought along. */
  code: string | null;
}

/** The results in the address with which the provider's page comes back on success. */
const RETURNED = ['return', 'done'];

/** Parses a text with `read`; null when it refuses it. */
function reading<Value>(read: (text: string) => Value, text: string | null): Value | null {
  if (text === null) return null;
  try {
    return read(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Reads the state out of an address; whatever is not understood counts as absent. */
export function readAddress(params: URLSearchParams): BookingAddress {
  const id = (name: string) => {
    const value = params.get(name);
    return isId(value) ? value : null;
  };
  const month = params.get('month');
  const zone = params.get('zone');
  const step = params.get('step');
  const payment = params.get('payment');
  const code = codeOf(params.get('code') ?? '');
  return {
    offerId: id('offer'),
    month: month !== null && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : null,
    date: reading(parseLocalDate, params.get('day')),
    start: reading(parseInstant, params.get('start')),
    zone: zone !== null && isZoneName(zone) ? zone : null,
    view: params.get('view') === 'list' ? 'list' : 'month',
    step: step === 'offer' || step === 'details' || step === 'recap' ? step : 'choose',
    bookingId: id('booking'),
    payment: payment === null ? null : RETURNED.includes(payment) ? 'return' : 'left',
    code: CODE_PATTERN.test(code) ? code : null,
    waitsFor: params.get('waiting') === 'join' ? 'any' : reading(parseInstant, params.get('waiting')),
  };
}

type Parameter =
  | 'offer'
  | 'month'
  | 'day'
  | 'start'
  | 'zone'
  | 'view'
  | 'step'
  | 'booking'
  | 'payment'
  | 'mode'
  | 'code'
  | 'waiting';
export type AddressChanges = Partial<Record<Parameter, string | null>>;

/** The parameters with some set and, by null, some dropped. */
export function changedParams(params: URLSearchParams, changes: AddressChanges): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export interface BookingNavigation {
  address: BookingAddress;
  /** A new entry of the history: Back undoes it. */
  go: (changes: AddressChanges) => void;
  /** In place of the current entry: for looking around, and for facts that Back must not undo. */
  replace: (changes: AddressChanges) => void;
  /** The address with changes, for coming back after signing in. */
  pathWith: (changes: AddressChanges) => string;
}

export function useBookingAddress(): BookingNavigation {
  const [params, setParams] = useSearchParams();
  const set = (changes: AddressChanges, replace: boolean) =>
    setParams((current) => changedParams(current, changes), { replace, preventScrollReset: true });
  return {
    address: readAddress(params),
    go: (changes) => set(changes, false),
    replace: (changes) => set(changes, true),
    pathWith: (changes) => `${window.location.pathname}?${changedParams(params, changes).toString()}`,
  };
}

/** The choice outlives the way to the provider's page, which comes back with the booking alone. */
const KEPT = 'loge.booking-zone';
const kept = (): string | null => {
  const zone = window.sessionStorage.getItem(KEPT);
  return zone !== null && isZoneName(zone) ? zone : null;
};

/**
 * The zone in which times are shown: what the address says, else what was chosen in this tab, else
 * the person's usual one.
 */
export function useBookingZone(personId: string | null): { zone: string; choose: (zone: string) => void } {
  const { address, replace } = useBookingAddress();
  const usual = useZone(personId);
  return {
    zone: address.zone ?? kept() ?? usual,
    // In another zone the days differ: the chosen one is found again by its start.
    choose: (zone) => {
      window.sessionStorage.setItem(KEPT, zone);
      replace({ zone, day: null, month: null });
    },
  };
}
