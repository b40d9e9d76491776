import { Volume2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PeerState } from '#web/conference-core/controller/room-state.ts';
import { watchSpeaking } from '#web/conference-core/media/active-speaker.ts';
import { Button } from '#web/ui/button.tsx';
import { useRoom, useStage } from './room-context.tsx';

/**
 * All voices and the sound of shared screens, apart from the pictures, so that people without a
 * tile are heard too. Where the browser wants a gesture before it plays sound, one button starts
 * all.
 */
export function RoomAudio() {
  const { peers } = useRoom().room;
  const { speakerId } = useRoom().local.choices;
  const { volumes } = useStage();
  const [blocked, setBlocked] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const onBlocked = useCallback(() => setBlocked(true), []);
  const start = () => {
    for (const element of box.current?.querySelectorAll('audio') ?? []) {
      element.play().catch((error: unknown) => console.warn('The sound of somebody does not play', error));
    }
    setBlocked(false);
  };
  return (
    <div ref={box}>
      {peers.flatMap(({ participantId, personId, audio, screenAudio }) =>
        [audio, screenAudio].map((track, index) => (
          <Audio
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

interface AudioProps {
  track: MediaStreamTrack | null;
  speakerId: string | null;
  volume: number;
  onBlocked: () => void;
}

function Audio({ track, speakerId, volume, onBlocked }: AudioProps) {
  const ref = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !track) return;
    element.srcObject = new MediaStream([track]);
    element.play().catch((error: unknown) => {
      // Any other failure means that the track was replaced in the meantime.
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

interface Speaking {
  /** Participants who speak now. */
  speaking: ReadonlySet<string>;
  /** Whom the large picture follows. */
  activeSpeaker: string | null;
}

/** Finds the people who speak, by how loud each voice is. */
export function useSpeaking(peers: readonly PeerState[]): Speaking {
  const [state, setState] = useState<Speaking>({ speaking: new Set(), activeSpeaker: null });
  const current = useRef(peers);
  current.current = peers;
  useEffect(
    () =>
      watchSpeaking(
        () => current.current,
        (speaking, activeSpeaker) => setState({ speaking, activeSpeaker }),
      ),
    [],
  );
  return state;
}
