import type { RoomEntry } from '../contract.ts';

/** The two people who are watched. */
export type Watched = 'viewer' | 'streamer';

/** After so long without a heartbeat a person is not there. Milliseconds. */
export const SILENCE = 30_000;
/** Silences so near to the limit that clocks and the time a command takes decide on which side they fall. Milliseconds. */
const NEAR = 6_000;

interface Presence {
  from: number;
  until: number;
  place: 'room' | 'lobby';
}

interface Notes {
  presences: Presence[];
  /** Where they are, according to their tab; null outside. */
  place: Presence['place'] | null;
  doubtful: number;
}

interface Shut {
  from: number;
  until: number | null;
  /** What ends it: the viewer in the room again, or the streamer's return. */
  ends: 'viewer back' | 'reopened';
}

/**
 * Simulates somebody with a stopwatch who watches two people and notes what they see, knowing nothing of how the server counts. Times are
 * epoch milliseconds of true time.
 */
export function bystander() {
  const notes: Record<Watched, Notes> = {
    viewer: { presences: [], place: null, doubtful: 0 },
    streamer: { presences: [], place: null, doubtful: 0 },
  };
  const shut: Shut[] = [];
  const downs: { from: number; until: number }[] = [];

  const fresh = (who: Watched, at: number): Presence | null => {
    const last = notes[who].presences.at(-1);
    return notes[who].place !== null && last && at - last.until < SILENCE ? last : null;
  };
  /**
   * They are seen again after a time in which nobody could be heard, and the rest of their silence was short enough: they count as
   * present.
   */
  const goesOn = (who: Watched, at: number) => {
    const last = notes[who].presences.at(-1);
    if (notes[who].place === null || !last) return;
    const down = downs
      .filter(({ from, until }) => from < at && until > last.until)
      .reduce((sum, { from, until }) => sum + Math.min(until, at) - Math.max(from, last.until), 0);
    if (down === 0) return;
    const silent = at - last.until - down;
    if (Math.abs(silent - SILENCE) < NEAR) notes[who].doubtful += Math.ceil((at - last.until) / SILENCE);
    if (silent < SILENCE) last.until = at;
  };
  const doubt = (who: Watched, at: number) => {
    const last = notes[who].presences.at(-1);
    if (last && Math.abs(at - last.until - SILENCE) < NEAR) notes[who].doubtful += 1;
  };
  const goes = (who: Watched, at: number) => {
    doubt(who, at);
    const last = fresh(who, at);
    if (last) last.until = at;
    notes[who].place = null;
  };
  const comes = (who: Watched, at: number, place: Presence['place']) => {
    goesOn(who, at);
    goes(who, at);
    notes[who].place = place;
    notes[who].presences.push({ from: at, until: at, place });
    const ends = who === 'viewer' ? 'viewer back' : 'reopened';
    if (place === 'room')
      for (const each of shut) if (each.until === null && each.ends === ends) each.until = at;
  };

  return {
    notes,
    enters: (who: Watched, at: number, { waiting }: RoomEntry) => comes(who, at, waiting ? 'lobby' : 'room'),
    leaves(who: Watched, at: number) {
      const { doubtful } = notes[who];
      doubt(who, at);
      // Whether they had fallen silent before decides whether they can have been there while nobody could be heard.
      if (notes[who].doubtful > doubtful) notes[who].doubtful += 100;
      if (fresh(who, at)) goes(who, at);
    },
    says(who: Watched, at: number) {
      const { place, presences } = notes[who];
      if (place === null) return;
      goesOn(who, at);
      doubt(who, at);
      const last = fresh(who, at);
      if (last) last.until = at;
      else presences.push({ from: at, until: at, place });
    },
    putOut(at: number) {
      if (notes.viewer.place === null) return;
      goes('viewer', at);
      shut.push({ from: at, until: null, ends: 'viewer back' });
    },
    letIn(at: number) {
      if (notes.viewer.place === 'lobby') comes('viewer', at, 'room');
    },
    /** The server could hear nobody. */
    down(from: number, until: number) {
      downs.push({ from, until });
    },
    ends(at: number) {
      const { doubtful } = notes.viewer;
      doubt('viewer', at);
      // Whether they were present decides how long they were kept out, which may be the rest of the session.
      if (notes.viewer.doubtful > doubtful) notes.viewer.doubtful += 100;
      const wasThere = fresh('viewer', at) !== null;
      goes('viewer', at);
      goes('streamer', at);
      shut.push({ from: at, until: null, ends: wasThere ? 'viewer back' : 'reopened' });
    },
    /** For how many milliseconds of the span each was present, the viewer was kept out, and the session was delivered to them. */
    counts(span: { from: number; until: number }) {
      const within = (presences: readonly { from: number; until: number }[], second: number) =>
        presences.some(({ from, until }) => from <= second && second < until);
      const shutFor = shut.map(({ from, until }) => ({ from, until: until ?? Number.POSITIVE_INFINITY }));
      const waits = notes.viewer.presences.filter(({ place }) => place === 'lobby');
      const counts = { streamer: 0, viewer: 0, keptOut: 0, delivered: 0 };
      for (let second = span.from; second < span.until; second += 1_000) {
        const there = within(notes.streamer.presences, second);
        const out = within(shutFor, second) || within(waits, second);
        if (there) counts.streamer += 1_000;
        if (within(notes.viewer.presences, second)) counts.viewer += 1_000;
        if (out) counts.keptOut += 1_000;
        if (there && !out) counts.delivered += 1_000;
      }
      return counts;
    },
    /** How far the server may legitimately differ from these notes, in milliseconds, when each recorded moment may be off by `slack`. */
    tolerance: (slack: number) =>
      slack * (notes.viewer.presences.length + notes.streamer.presences.length + 2 * shut.length + 2) +
      (notes.viewer.doubtful + notes.streamer.doubtful) * (SILENCE + NEAR),
  };
}
