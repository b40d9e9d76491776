import type { RoomEntry } from '#contracts/conference.ts';

/** Who is watched. */
export type Watched = 'viewer' | 'streamer';

/** Without a word for so long somebody is not there. Milliseconds. */
export const SILENCE = 30_000;
/** Silences so near to the limit that clocks and the time a command travels decide on which side they fall. Milliseconds. */
const NEAR = 6_000;

interface Stay {
  from: number;
  until: number;
  place: 'room' | 'lobby';
}

interface Notes {
  stays: Stay[];
  /** Where they are, as far as their tab knows; null outside. */
  place: Stay['place'] | null;
  doubtful: number;
}

interface Shut {
  from: number;
  until: number | null;
  /** What ends it: the viewer in the room again, or the streamer's coming back. */
  ends: 'viewer back' | 'reopened';
}

/**
 * Somebody with a stopwatch who stands beside two people and notes what they see, knowing nothing of how the server counts. Times are epoch
 * milliseconds of the world's clock.
 */
export function bystander() {
  const notes: Record<Watched, Notes> = {
    viewer: { stays: [], place: null, doubtful: 0 },
    streamer: { stays: [], place: null, doubtful: 0 },
  };
  const shut: Shut[] = [];
  const downs: { from: number; until: number }[] = [];

  const fresh = (who: Watched, at: number): Stay | null => {
    const last = notes[who].stays.at(-1);
    return notes[who].place !== null && last && at - last.until < SILENCE ? last : null;
  };
  /** They are seen again after a time in which nobody could be heard, and were silent for no longer than that: they had been there. */
  const goesOn = (who: Watched, at: number) => {
    const last = notes[who].stays.at(-1);
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
    const last = notes[who].stays.at(-1);
    if (last && Math.abs(at - last.until - SILENCE) < NEAR) notes[who].doubtful += 1;
  };
  const goes = (who: Watched, at: number) => {
    doubt(who, at);
    const last = fresh(who, at);
    if (last) last.until = at;
    notes[who].place = null;
  };
  const comes = (who: Watched, at: number, place: Stay['place']) => {
    goesOn(who, at);
    goes(who, at);
    notes[who].place = place;
    notes[who].stays.push({ from: at, until: at, place });
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
      const { place, stays } = notes[who];
      if (place === null) return;
      goesOn(who, at);
      doubt(who, at);
      const last = fresh(who, at);
      if (last) last.until = at;
      else stays.push({ from: at, until: at, place });
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
      // Whether they were there decides how long it kept them out, which may be the rest of the session.
      if (notes.viewer.doubtful > doubtful) notes.viewer.doubtful += 100;
      const wasThere = fresh('viewer', at) !== null;
      goes('viewer', at);
      goes('streamer', at);
      shut.push({ from: at, until: null, ends: wasThere ? 'viewer back' : 'reopened' });
    },
    /** Milliseconds of the span for which each was there, the viewer was kept out, and the session was given to them. */
    counts(span: { from: number; until: number }) {
      const within = (stays: readonly { from: number; until: number }[], second: number) =>
        stays.some(({ from, until }) => from <= second && second < until);
      const shutFor = shut.map(({ from, until }) => ({ from, until: until ?? Number.POSITIVE_INFINITY }));
      const waits = notes.viewer.stays.filter(({ place }) => place === 'lobby');
      const counts = { streamer: 0, viewer: 0, keptOut: 0, delivered: 0 };
      for (let second = span.from; second < span.until; second += 1_000) {
        const there = within(notes.streamer.stays, second);
        const out = within(shutFor, second) || within(waits, second);
        if (there) counts.streamer += 1_000;
        if (within(notes.viewer.stays, second)) counts.viewer += 1_000;
        if (out) counts.keptOut += 1_000;
        if (there && !out) counts.delivered += 1_000;
      }
      return counts;
    },
    /** How far the server may honestly be from these notes, in milliseconds, each of whose moments was `slack` off. */
    tolerance: (slack: number) =>
      slack * (notes.viewer.stays.length + notes.streamer.stays.length + 2 * shut.length + 2) +
      (notes.viewer.doubtful + notes.streamer.doubtful) * (SILENCE + NEAR),
  };
}
