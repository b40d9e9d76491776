import { useEffect, useRef, useState } from 'react';
import type { PeerState } from '#web/conference-core/controller/room-state.ts';
import { createFollowing, createSpeaking } from '#web/conference-core/media/active-speaker.ts';
import { audioContext } from '#web/conference-core/media/audio-level.ts';

const EVERY = 100;

interface Meter {
  track: MediaStreamTrack;
  /** 0 to 1; speech is around 0.2. */
  level(): number;
  close(): void;
}

function openMeter(track: MediaStreamTrack): Meter {
  const audio = audioContext();
  const source = audio.createMediaStreamSource(new MediaStream([track]));
  const analyser = audio.createAnalyser();
  analyser.fftSize = 512;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    track,
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, Math.sqrt(power) * 6);
    },
    close: () => source.disconnect(),
  };
}

interface Speaking {
  /** Participants who speak now. */
  speaking: ReadonlySet<string>;
  /** Whom the large picture follows. */
  speaker: string | null;
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((item) => b.has(item));

/** Who speaks, from how loud each one's voice is. The screen hears of it only when it changes. */
export function useSpeaking(peers: readonly PeerState[]): Speaking {
  const [state, setState] = useState<Speaking>({ speaking: new Set(), speaker: null });
  const current = useRef(peers);
  current.current = peers;
  useEffect(() => {
    const meters = new Map<string, Meter>();
    const speaking = createSpeaking();
    const follow = createFollowing();
    const tune = () => {
      const heard = new Map(
        current.current.flatMap(({ participantId, audio, flags, link }) =>
          audio && flags?.mic !== false && link === 'connected' ? [[participantId, audio] as const] : [],
        ),
      );
      for (const [id, meter] of meters) {
        if (heard.get(id) === meter.track) continue;
        meter.close();
        meters.delete(id);
      }
      for (const [id, track] of heard) if (!meters.has(id)) meters.set(id, openMeter(track));
    };
    const timer = setInterval(() => {
      tune();
      const now = performance.now();
      const heard = speaking(new Map([...meters].map(([id, meter]) => [id, meter.level()])), now);
      const speaker = follow(heard, now);
      setState((before) =>
        before.speaker === speaker && sameSet(before.speaking, heard) ? before : { speaking: heard, speaker },
      );
    }, EVERY);
    return () => {
      clearInterval(timer);
      for (const meter of meters.values()) meter.close();
    };
  }, []);
  return state;
}
