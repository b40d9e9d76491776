import type { PeerState } from '../controller/room-state.ts';
import { METER_EVERY, type Meter, openMeter } from './audio-level.ts';

/** Levels are those of a `Meter`, 0 to 1; times are milliseconds. */
const LOUD = 0.08;
const QUIET = 0.045;
/** A cough does not count as speech, nor a breath between two words as silence. */
const BEGINS_AFTER = 150;
const ENDS_AFTER = 700;

interface Voice {
  speaking: boolean;
  /** Since when the level has contradicted that; null when it does not. */
  since: number | null;
}

/**
 * Finds who speaks from how loud they are, with hysteresis: two thresholds, each for a minimum
 * time.
 */
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

/** Somebody must have spoken for this long before the large picture changes to them. */
const TAKES_OVER_AFTER = 1_200;

/**
 * Finds the speaker for the large picture: it does not change for a « hm », nor while the current
 * speaker still speaks.
 */
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

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((item) => b.has(item));

/**
 * Works out who speaks from how loud each voice is.
 * @param peersNow who is in the room at the moment
 * @param onChange participants who speak, and the one whom the large picture follows
 * @returns stops it
 */
export function watchSpeaking(
  peersNow: () => readonly PeerState[],
  onChange: (speaking: ReadonlySet<string>, activeSpeaker: string | null) => void,
): () => void {
  const meters = new Map<string, Meter>();
  const findSpeaking = createSpeaking();
  const follow = createFollowing();
  let speaking: ReadonlySet<string> = new Set();
  let activeSpeaker: string | null = null;

  /** Measures the voices that can be heard now. */
  function tune(): void {
    const voices = new Map(
      peersNow().flatMap(({ participantId, audio, flags, link }) =>
        audio && flags?.mic !== false && link === 'connected' ? [[participantId, audio] as const] : [],
      ),
    );
    for (const [id, meter] of meters) {
      if (voices.get(id) === meter.track) continue;
      meter.close();
      meters.delete(id);
    }
    for (const [id, track] of voices) if (!meters.has(id)) meters.set(id, openMeter(track));
  }

  const timer = setInterval(() => {
    tune();
    const now = performance.now();
    const found = findSpeaking(new Map([...meters].map(([id, meter]) => [id, meter.level()])), now);
    const followed = follow(found, now);
    if (followed === activeSpeaker && sameSet(speaking, found)) return;
    speaking = found;
    activeSpeaker = followed;
    onChange(speaking, activeSpeaker);
  }, METER_EVERY);
  return () => {
    clearInterval(timer);
    for (const meter of meters.values()) meter.close();
  };
}
