import { Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

interface VideoProps {
  track: MediaStreamTrack | null;
  /** One's own camera, as in a mirror. */
  mirrored?: boolean;
  /** The whole picture, for a screen; a camera fills its tile. */
  whole?: boolean;
  label: string;
}

/** A picture without its sound, which plays apart. */
export function TrackVideo({ track, mirrored = false, whole = false, label }: VideoProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.srcObject = track ? new MediaStream([track]) : null;
    return () => {
      element.srcObject = null;
    };
  }, [track]);
  return (
    <video
      ref={ref}
      autoPlay
      playsInline
      muted
      aria-label={label}
      className={classNames(
        'absolute inset-0 size-full',
        whole ? 'object-contain' : 'object-cover',
        mirrored && '-scale-x-100',
      )}
    />
  );
}

interface AudioProps {
  track: MediaStreamTrack | null;
  speakerId: string | null;
  /** 0 to 1. */
  volume: number;
}

/** Somebody's voice, on the loudspeaker that was chosen. A browser that wants a gesture first gets a button for it. */
export function TrackAudio({ track, speakerId, volume }: AudioProps) {
  const ref = useRef<HTMLAudioElement>(null);
  const [blocked, setBlocked] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.srcObject = track ? new MediaStream([track]) : null;
    if (track) {
      element.play().then(
        () => setBlocked(false),
        // Any other failure is that the track was replaced meanwhile.
        (error: unknown) => setBlocked(error instanceof Error && error.name === 'NotAllowedError'),
      );
    }
    return () => {
      element.srcObject = null;
    };
  }, [track]);
  useEffect(() => {
    if (ref.current) ref.current.volume = volume;
  }, [volume]);
  useEffect(() => {
    const element = ref.current;
    if (!element || speakerId === null || !('setSinkId' in element)) return;
    element.setSinkId(speakerId).catch((error: unknown) => {
      console.warn('The loudspeaker could not be chosen', error); // unplugged: the default one plays
    });
  }, [speakerId]);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: somebody speaks live; there is nothing to caption it with */}
      <audio ref={ref} autoPlay />
      {blocked && (
        <div className="absolute inset-0 z-10 grid place-items-center">
          <Button
            tone="spot"
            onClick={() => void ref.current?.play().then(() => setBlocked(false), console.warn)}
          >
            <Volume2 aria-hidden="true" />
            Activer le son
          </Button>
        </div>
      )}
    </>
  );
}
