import { Volume2 } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PeerState } from '#web/conference-core/controller/room-state.ts';
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
