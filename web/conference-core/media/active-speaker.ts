/** Levels are 0 to 1, as use-levels.ts measures them; times are milliseconds. */
const LOUD = 0.08;
const QUIET = 0.045;
/** A cough is no speech, and a breath between two words no silence. */
const BEGINS_AFTER = 150;
const ENDS_AFTER = 700;

interface Voice {
  speaking: boolean;
  /** Since when the level has said otherwise. */
  since: number | null;
}

/** Tells who speaks from how loud they are, with hysteresis: two thresholds, and time to make up one's mind. */
export function createSpeaking(): (levels: ReadonlyMap<string, number>, now: number) => ReadonlySet<string> {
  const voices = new Map<string, Voice>();
  return (levels, now) => {
    for (const id of [...voices.keys()]) if (!levels.has(id)) voices.delete(id);
    for (const [id, level] of levels) {
      const voice = voices.get(id) ?? { speaking: false, since: null };
      voices.set(id, voice);
      const contradicts = voice.speaking ? level < QUIET : level >= LOUD;
      if (!contradicts) voice.since = null;
      else if (voice.since === null) voice.since = now;
      else if (now - voice.since >= (voice.speaking ? ENDS_AFTER : BEGINS_AFTER)) {
        voice.speaking = !voice.speaking;
        voice.since = null;
      }
    }
    return new Set([...voices].filter(([, { speaking }]) => speaking).map(([id]) => id));
  };
}

/** Somebody must have spoken so long before the picture goes to them. */
const TAKES_OVER_AFTER = 1_200;

/** Whom the large picture follows: not every « hm », and nobody is cut off by somebody who speaks at the same time. */
export function createFollowing(): (speaking: ReadonlySet<string>, now: number) => string | null {
  const since = new Map<string, number>();
  let current: string | null = null;
  return (speaking, now) => {
    for (const id of [...since.keys()]) if (!speaking.has(id)) since.delete(id);
    for (const id of speaking) if (!since.has(id)) since.set(id, now);
    if (current !== null && speaking.has(current)) return current;
    const [longest] = [...since].toSorted(([, a], [, b]) => a - b);
    if (longest && (current === null || now - longest[1] >= TAKES_OVER_AFTER)) current = longest[0];
    return current;
  };
}
