import { DEFAULT_RULES } from '#product/availability/rules/availability.ts';
import type { Occupied } from '#product/availability/rules/availability-context.ts';
import { freeStarts } from '#product/availability/rules/slots.ts';
import {
  hoursAfter,
  type Instant,
  later,
  MILLIS_PER_DAY,
  MILLIS_PER_MINUTE,
  minutesAfter,
} from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { overlap } from '#product/shared/time/interval.ts';
import type { Chance } from './chance.ts';
import { SAMPLE_PAGE } from './page-draft.ts';
import { intakeAnswers, REVIEW_ANSWERS, REVIEW_TEXTS } from './review-texts.ts';
import { type DemoCode, discountOf } from './seed-codes.ts';
import type { SeededPage } from './seed-pages.ts';
import { type Course, type Story, tell } from './session-story.ts';
import { add, bookingRows, moneyRows, type Release, type Tables } from './story-rows.ts';

export interface SeededViewer {
  readonly id: string;
  readonly joinedAt: Instant;
  readonly zone: string;
  /** Sessions so far; no two overlap. */
  readonly taken: Interval[];
  /** How they come to the sample streamer. */
  readonly taste: Taste;
}

interface Taste {
  readonly from: Instant;
  readonly most: number;
  /** How often so far. */
  times: number;
}

/**
 * One viewer in five comes to the sample streamer whenever they can. The others come once or three
 * times, more of them the nearer it is to today: so that of those who came in a month some are new
 * and some return, and of all who ever came some do not any more.
 */
export function tasteOf(index: number, joinedAt: Instant, now: Instant): Taste {
  if (index % 5 === 0) return { from: joinedAt, most: Number.POSITIVE_INFINITY, times: 0 };
  const spread = ((index * 29) % 41) / 41;
  const from = Math.max(joinedAt, now - 365 * spread * spread * MILLIS_PER_DAY) as Instant;
  return { from, most: index % 3 === 0 ? 3 : 1, times: 0 };
}

const WEEK = 7 * MILLIS_PER_DAY;
/**
 * The share of a page's weekly sessions that is made: a demo needs no more. The sample streamer
 * gets all of them, for their figures.
 */
const SCALE = 0.17;
const WEEKS_AHEAD = 3;

/** How sessions of the past went, by weight. */
const COURSES: readonly (readonly [Course, number])[] = [
  ['completed', 88],
  ['cut_short', 2],
  ['viewer_absent', 2],
  ['streamer_absent', 1],
  ['viewer_cancelled', 5],
  ['streamer_cancelled', 2],
];

/**
 * A year of a streamer's sessions, and three weeks to come.
 * @returns what becomes available to them, in order
 */
export function seedSessions(
  tables: Tables,
  page: SeededPage,
  viewers: readonly SeededViewer[],
  { now, codes }: { now: Instant; codes: readonly DemoCode[] },
  chance: Chance,
): Release[] {
  const occupied: Occupied[] = [];
  const releases: Release[] = [];
  const staged: Week['staged'] = page.page === SAMPLE_PAGE ? new Set() : null;
  const firstWeek = Math.max(page.publishedAt, now - 365 * MILLIS_PER_DAY);
  for (let week = firstWeek; week < now + WEEKS_AHEAD * WEEK; week += WEEK) {
    const ahead = week > now;
    // The sample streamer has more sessions as the year goes on.
    const scale = staged ? 0.7 + (0.5 * (week - firstWeek)) / (now - firstWeek) : SCALE;
    const wanted =
      page.page.pace * scale * (ahead ? (staged ? 1 : 1.6) : 0.5 + chance.next()) + chance.next();
    for (let count = Math.floor(wanted); count > 0; count--) {
      const release = seedSession(
        tables,
        page,
        viewers,
        { week: week as Instant, now, codes, occupied, staged },
        chance,
      );
      releases.push(...release);
    }
  }
  for (const days of page.page.asked ?? []) {
    const week = later(now, days * MILLIS_PER_DAY);
    seedSession(tables, page, viewers, { week, now, codes, occupied, staged: null, asked: true }, chance);
  }
  return releases.sort((a, b) => a.at - b.at);
}

interface Week {
  readonly week: Instant;
  readonly now: Instant;
  readonly codes: readonly DemoCode[];
  readonly occupied: Occupied[];
  /**
   * Which of these the sample streamer has had already: each happens once, so that their pages show
   * it. Null for the others.
   */
  readonly staged: Set<'cut_short' | 'disputed'> | null;
  /** Makes an unanswered request for the page's offer on request. */
  readonly asked?: boolean;
}

function seedSession(
  tables: Tables,
  { streamerId, page, offers, hours, publishedAt }: SeededPage,
  viewers: readonly SeededViewer[],
  { week, now, codes, occupied, staged, asked = false }: Week,
  chance: Chance,
): Release[] {
  const offer = chance.pick(asked ? offers.filter(({ draft }) => draft.onRequest) : offers);
  const { draft } = offer;
  const earliest = Math.max(week, publishedAt + 2 * MILLIS_PER_DAY);
  const range = { start: earliest as Instant, end: later(week, WEEK) };
  const wanted = { offerId: offer.id, durationMinutes: draft.minutes, capacity: 1, seats: 1 };
  // Between short meetings there is time: nobody has one every quarter of an hour.
  const room =
    draft.minutes < 30
      ? { bufferBeforeMinutes: 15, bufferAfterMinutes: 45 }
      : { bufferBeforeMinutes: 0, bufferAfterMinutes: 10 };
  const rules = {
    ...DEFAULT_RULES,
    ...room,
    noticeMinutes: 0,
    horizonDays: 365,
    stepMinutes: draft.step ?? draft.minutes,
  };
  const starts = freeStarts(
    { hours, rules, busy: [], attending: [], occupied, wanted, now: later(week, -MILLIS_PER_DAY) },
    range,
  ).filter((start) => Math.abs(start - now) > 3 * 3_600_000);
  if (starts.length === 0) return [];
  const start = chance.pick(starts);
  const time = { start, end: minutesAfter(start, draft.minutes) };
  const people = draft.seats === undefined ? 1 : chance.between(Math.ceil(draft.seats / 3), draft.seats);
  const rolled = asked ? 'asked' : courseOf(start, now, draft.onRequest === true, chance);
  const aloneAndPaid = draft.seats === undefined && draft.euros > 0;
  const between = (from: number, to: number) =>
    start > later(now, -from * MILLIS_PER_DAY) && start < later(now, -to * MILLIS_PER_DAY);
  const stage = (name: 'cut_short' | 'disputed', wanted: boolean): boolean => {
    if (!wanted || staged === null || staged.has(name)) return false;
    staged.add(name);
    return true;
  };
  const course = stage('cut_short', aloneAndPaid && between(120, 17)) ? 'cut_short' : rolled;
  const disputed = stage('disputed', aloneAndPaid && course === 'completed' && between(80, 20));
  const releases: Release[] = [];
  let sessionId: string | null = null;
  let seat = 0;
  for (let index = 0; index < people; index++) {
    const { latest, back } = momentOfHold(
      start,
      now,
      draft.notice ?? page.notice ?? DEFAULT_RULES.noticeMinutes,
      chance,
    );
    const viewer = freeViewer(
      viewers,
      { streamerId, time, heldAt: latest, byTaste: page === SAMPLE_PAGE },
      chance,
    );
    if (!viewer) continue;
    // Requests to come were made today: they wait for an answer. What is agreed on was taken on any
    // of the days before.
    const heldAt =
      course === 'to_come'
        ? takenAt(latest, back, [
            publishedAt,
            viewer.joinedAt,
            page === SAMPLE_PAGE ? viewer.taste.from : back,
          ])
        : latest;
    seat += 1;
    const discount = discountOf(codes, { streamerId, euros: draft.euros, heldAt });
    const story = tell(
      { streamerId, viewerId: viewer.id, offerId: offer.id, offer: draft, start, heldAt, course, discount },
      chance,
    );
    viewer.taken.push(time);
    bookingRows(tables, story, {
      sessionId,
      seat,
      seats: draft.seats ?? 1,
      title: draft.title,
      category: draft.category,
      questions: offer.questions,
      answers: Object.fromEntries(
        offer.questions.map(({ id, label }) => [String(id), chance.pick(intakeAnswers(label))]),
      ),
      viewerZone: viewer.zone,
      streamerZone: hours.zone,
    });
    sessionId ??= story.last.id;
    releases.push(...moneyRows(tables, story, now, disputed));
    review(tables, story, now, chance);
  }
  if (seat > 0) {
    occupied.push({
      ...time,
      offerId: offer.id,
      ...room,
      seatsTaken: seat,
    });
  }
  return releases;
}

function courseOf(start: Instant, now: Instant, onRequest: boolean, chance: Chance): Course {
  if (start > now)
    return onRequest && chance.happens(0.6) && start - now > 60 * 3_600_000 ? 'asked' : 'to_come';
  if (onRequest && chance.happens(0.1)) return 'declined';
  let roll = chance.next() * COURSES.reduce((total, [, weight]) => total + weight, 0);
  for (const [course, weight] of COURSES) {
    roll -= weight;
    if (roll < 0) return course;
  }
  return 'completed';
}

/** For how many days before now places to come were taken. */
const DAYS_OF_TAKING = 14;

/**
 * Earlier than the notice, and before now: lately, and some days back where the session is still to
 * come.
 */
function momentOfHold(
  start: Instant,
  now: Instant,
  notice: number,
  chance: Chance,
): { latest: Instant; back: Instant } {
  const latest = Math.min(
    start - Math.max(notice, 15 * 60) * MILLIS_PER_MINUTE,
    now - 90 * MILLIS_PER_MINUTE,
  );
  const part = chance.next();
  const before = (days: number) => later(latest as Instant, -Math.floor(part * days * MILLIS_PER_DAY));
  return { latest: before(start > now ? 0.4 : 9), back: before(DAYS_OF_TAKING) };
}

/** Some days back, but not before viewer and page were there. */
const takenAt = (latest: Instant, back: Instant, since: readonly Instant[]): Instant =>
  Math.min(latest, Math.max(back, ...since.map((at) => hoursAfter(at, 1)))) as Instant;

interface Place {
  readonly streamerId: string;
  readonly time: Interval;
  readonly heldAt: Instant;
  /** Whether it matters how they like to come. */
  readonly byTaste: boolean;
}

function freeViewer(
  viewers: readonly SeededViewer[],
  { streamerId, time, heldAt, byTaste }: Place,
  chance: Chance,
): SeededViewer | null {
  for (let attempt = 0; attempt < (byTaste ? 80 : 12); attempt++) {
    const viewer = chance.pick(viewers);
    const known = viewer.joinedAt < heldAt && viewer.id !== streamerId;
    const { taste } = viewer;
    if (byTaste && (taste.from > heldAt || taste.times >= taste.most)) continue;
    if (!known || viewer.taken.some((other) => overlap(other, time))) continue;
    if (byTaste) taste.times += 1;
    return viewer;
  }
  return null;
}

function review(tables: Tables, { last }: Story, now: Instant, chance: Chance): void {
  if (last.status !== 'completed' || !chance.happens(0.55)) return;
  const at = hoursAfter(last.endedAt, chance.between(1, 90));
  if (at > now) return;
  const rating = last.settlement.refund > 0 ? 3 : chance.happens(0.8) ? 5 : chance.happens(0.8) ? 4 : 3;
  const answered = chance.happens(0.2) && hoursAfter(at, 20) < now;
  add(tables, 'public.reviews', {
    id: crypto.randomUUID(),
    booking_id: last.id,
    streamer_id: last.streamerId,
    viewer_id: last.viewerId,
    rating,
    body: chance.pick(REVIEW_TEXTS[rating]),
    created_at: new Date(at),
    answer: answered ? chance.pick(REVIEW_ANSWERS) : null,
    answered_at: answered ? new Date(hoursAfter(at, 20)) : null,
  });
}
