import { Volume2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PeerState } from '#web/conference-core/controller/room-state.ts';
import { createFollowing, createSpeaking } from '#web/conference-core/media/active-speaker.ts';
import { audioContext } from '#web/conference-core/media/audio-level.ts';
import { Button } from '#web/ui/button.tsx';

interface VoicesProps {
  peers: readonly PeerState[];
  speakerId: string | null;
  /** By person, 0 to 1; full where none is given. */
  volumes: Readonly<Record<string, number>>;
}

/**
 * Everybody's voice and the sound of what they share, apart from the pictures: who has no tile at the moment is heard all the same. A
 * browser that wants a gesture first gets one button for all.
 */
export function Voices({ peers, speakerId, volumes }: VoicesProps) {
  const [blocked, setBlocked] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const onBlocked = useCallback(() => setBlocked(true), []);
  const start = () => {
    for (const element of box.current?.querySelectorAll('audio') ?? []) {
      element.play().catch((error: unknown) => console.warn('A voice does not play', error));
    }
    setBlocked(false);
  };
  return (
    <div ref={box}>
      {peers.flatMap(({ participantId, personId, audio, screenAudio }) =>
        [audio, screenAudio].map((track, index) => (
          <Voice
            key={`${participantId} ${String(index)}`}
            track={track}
            speakerId={speakerId}
            volume={volumes[personId] ?? 1}
            onBlocked={onBlocked}
          />
        )),
      )}
      {blocked && (
        <div className="pointer-events-none absolute inset-x-0 top-16 z-30 grid justify-items-center">
          <Button tone="spot" onClick={start} className="pointer-events-auto">
            <Volume2 aria-hidden="true" />
            Activer le son
          </Button>
        </div>
      )}
    </div>
  );
}

interface VoiceProps {
  track: MediaStreamTrack | null;
  speakerId: string | null;
  volume: number;
  onBlocked: () => void;
}

function Voice({ track, speakerId, volume, onBlocked }: VoiceProps) {
  const ref = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !track) return;
    element.srcObject = new MediaStream([track]);
    element.play().catch((error: unknown) => {
      // Any other failure is that the track was replaced meanwhile.
      if (error instanceof Error && error.name === 'NotAllowedError') onBlocked();
    });
    return () => {
      element.srcObject = null;
    };
  }, [track, onBlocked]);
  useEffect(() => {
    if (ref.current) ref.current.volume = volume;
  }, [volume]);
  useEffect(() => {
    const element = ref.current;
    const sink = speakerId ?? ''; // the default one
    if (!element || !('setSinkId' in element) || element.sinkId === sink) return;
    element.setSinkId(sink).catch((error: unknown) => {
      console.warn('The loudspeaker could not be chosen', error); // unplugged: the default one plays
    });
  }, [speakerId]);
  // biome-ignore lint/a11y/useMediaCaption: somebody speaks live; there is nothing to caption it with
  return <audio ref={ref} autoPlay />;
}

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
