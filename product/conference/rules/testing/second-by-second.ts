/** What was recorded, in whole seconds from the session's start; negative before it. */
export interface Log {
  streamer: readonly SecondsPresence[];
  viewer: readonly SecondsPresence[];
  /** In order. */
  acts: readonly { act: 'remove' | 'refuse' | 'end' | 'reopen'; at: number; concernsViewer: boolean }[];
  outages: readonly { from: number; until: number }[];
}

export interface SecondsPresence {
  place: 'room' | 'lobby';
  joined: number;
  seen: number;
  /** It is going on, or ended by silence; else it was ended explicitly when last seen. */
  open: boolean;
  /** By leaving or being removed. */
  ended: boolean;
}

export interface Settled {
  outcome: 'completed' | 'viewer_no_show' | 'streamer_no_show';
  deliveredSeconds: number;
  /** Percent of the price that is kept, before rounding. */
  keptPercent: number;
}

/** No log begins earlier, in seconds. */
export const EARLIEST = -200;
type Place = 'room' | 'lobby' | null;

/** Where somebody was at each second from `EARLIEST` until `now`, found by going from one second in which they were seen to the next. */
function whereabouts(presences: readonly SecondsPresence[], down: readonly boolean[], now: number): Place[] {
  const places: Place[] = [];
  let anchor: SecondsPresence | null = null;
  let silent = 0;
  let downMeanwhile = 0;
  let walked = 0;
  for (let second = EARLIEST; second <= now; second += 1) {
    const until = ({ open, seen }: SecondsPresence) => (open && now - seen < 30 ? now : seen);
    const seenNow = presences.filter((presence) => presence.joined <= second && second <= until(presence));
    const covering = seenNow.filter((presence) => second < until(presence));
    if (seenNow.length > 0) {
      if (anchor && walked > 0 && !anchor.ended && downMeanwhile > 0 && silent < 30)
        for (let back = second - walked; back < second; back += 1) places[back - EARLIEST] = anchor.place;
      // Of several that end together, the one that began last.
      anchor = seenNow.reduce((one, other) => (later(other, one) ? other : one));
      silent = downMeanwhile = walked = 0;
    }
    places.push(covering.length > 0 ? placeOf(covering) : null);
    if (covering.length === 0 && anchor) {
      walked += 1;
      if (down[second - EARLIEST]) downMeanwhile += 1;
      else silent += 1;
    }
  }
  return places;
}

const later = (one: SecondsPresence, other: SecondsPresence) =>
  one.seen > other.seen || (one.seen === other.seen && one.joined >= other.joined);
/** Waiting on one device outweighs being in the room on another, since nothing is delivered to a person who waits. */
const placeOf = (presences: readonly SecondsPresence[]): Place =>
  presences.some(({ place }) => place === 'lobby') ? 'lobby' : 'room';

/** At which seconds the viewer was kept out by what the host did. */
function shutOut({ viewer, acts }: Log, now: number): boolean[] {
  const shut: boolean[] = [];
  let untilBack = false;
  let untilReopened = false;
  for (let second = EARLIEST; second <= now; second += 1) {
    if (viewer.some(({ place, joined }) => place === 'room' && joined === second)) untilBack = false;
    const here = acts.filter(({ at }) => at === second);
    for (const { act, concernsViewer } of here) {
      if ((act === 'remove' || act === 'refuse') && concernsViewer) untilBack = true;
      if (act !== 'end') continue;
      const wasThere = viewer.some(
        ({ joined, seen, open }) => joined <= second && (second <= seen || (open && now - seen < 30)),
      );
      if (wasThere) untilBack = true;
      else untilReopened = true;
    }
    if (here.some(({ act }) => act === 'reopen')) untilReopened = false;
    shut.push(untilBack || untilReopened);
  }
  return shut;
}

/**
 * The rules of a settlement (the product's rules, Meeting), counted second by second: an independent implementation for tests, which
 * shares no code with the rules themselves.
 * @param now in seconds from the start; the log ends there
 * @param noShowPercent of the price that is kept when the viewer does not come
 * @returns null when it is too early to tell
 */
export function settledBySecond(
  log: Log,
  { minutes, now, noShowPercent }: { minutes: number; now: number; noShowPercent: number },
): Settled | null {
  const down: boolean[] = [];
  for (let second = EARLIEST; second <= now; second += 1)
    down.push(log.outages.some(({ from, until }) => from <= second && second < until));
  const streamer = whereabouts(log.streamer, down, now);
  const viewer = whereabouts(log.viewer, down, now);
  const shut = shutOut(log, now);

  let deliveredSeconds = 0;
  let [streamerCame, viewerCame, keptOutEarly] = [false, false, false];
  // At the tenth minute only the first ten minutes are counted, and so on; presence in a minute that is not over does not count.
  for (let second = 0; second < minutes * 60; second += 1) {
    const index = second - EARLIEST;
    const there = second < now && streamer[index] === 'room';
    const place = second < now ? viewer[index] : null;
    // A person whom an act keeps out stays out, unless the log says otherwise.
    const out = (shut[Math.min(index, shut.length - 1)] ?? false) || place === 'lobby';
    if (there && !out) deliveredSeconds += 1;
    if (there && second < 600) streamerCame = true;
    if (place && second < 900) viewerCame = true;
    if (out && second < 900) keptOutEarly = true;
  }
  if (!streamerCame)
    return now < 600 ? null : { outcome: 'streamer_no_show', deliveredSeconds, keptPercent: 0 };
  if (!viewerCame && !keptOutEarly)
    return now < 900 ? null : { outcome: 'viewer_no_show', deliveredSeconds, keptPercent: noShowPercent };
  if (now < minutes * 60) return null;
  const inFull = deliveredSeconds / (minutes * 60) >= 0.9;
  const keptPercent = inFull ? 100 : (Math.floor(deliveredSeconds / 60) / minutes) * 100;
  return { outcome: 'completed', deliveredSeconds, keptPercent };
}
