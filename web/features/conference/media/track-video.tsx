import { useEffect, useRef } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface VideoProps {
  track: MediaStreamTrack | null;
  /** One's own camera, as in a mirror. */
  mirrored?: boolean;
  /** Shows the whole picture, for a screen; a camera fills its tile. */
  whole?: boolean;
  label: string;
}

/** A picture. The sound is played elsewhere. */
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
