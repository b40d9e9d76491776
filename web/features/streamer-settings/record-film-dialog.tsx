import { Square, Video } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MOST_FILM_SECONDS } from '#product/shared/films/rules.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Select } from '#web/ui/select.tsx';

interface RecordFilmDialogProps {
  onFilm: (film: Blob) => void;
  onClose: () => void;
}

/** Opening: until camera and microphone are there. A number: the seconds before it begins. */
type Phase = 'opening' | 'ready' | 3 | 2 | 1 | 'recording';

/**
 * The first that the browser can write; the server takes all of them. VP8 is first: it leaves an
 * old computer able to film without a jolt.
 */
const TYPES = [
  'video/webm;codecs=vp8,opus',
  'video/webm;codecs=vp9,opus',
  'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
  'video/webm',
  'video/mp4',
];
/** Twenty megabytes a minute. */
const BITS = { videoBitsPerSecond: 2_500_000, audioBitsPerSecond: 96_000 };

/** Says how a film in the page could be recorded; null in a browser that cannot. */
export const recordingType = (): string | null =>
  typeof MediaRecorder === 'undefined' || !('mediaDevices' in navigator)
    ? null
    : (TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null);

const clock = (seconds: number) => `0:${String(Math.floor(seconds)).padStart(2, '0')}`;

/**
 * Records a film with the camera and the microphone that one chooses, which are on for as long as
 * this window is open.
 */
export function RecordFilmDialog({ onFilm, onClose }: RecordFilmDialogProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  const [chosen, setChosen] = useState<{ camera: string; microphone: string }>({
    camera: '',
    microphone: '',
  });
  const [phase, setPhase] = useState<Phase>('opening');
  const [seconds, setSeconds] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const recorder = useRef<MediaRecorder | null>(null);

  useEffect(() => {
    let opened: MediaStream | null = null;
    let over = false;
    const stop = () => {
      for (const track of opened?.getTracks() ?? []) track.stop();
    };
    const open = async () => {
      opened = await navigator.mediaDevices.getUserMedia({
        video: {
          width: { ideal: 1280 },
          height: { ideal: 720 },
          ...(chosen.camera ? { deviceId: { exact: chosen.camera } } : { facingMode: 'user' }),
        },
        audio: chosen.microphone ? { deviceId: { exact: chosen.microphone } } : true,
      });
      if (over) return stop();
      setStream(opened);
      const all = await navigator.mediaDevices.enumerateDevices();
      if (!over) setDevices(all);
    };
    setPhase('opening');
    setFailure(null);
    open().catch((error: unknown) => {
      if (over) return;
      console.error('Caméra ou micro fermé', error);
      setFailure(
        'La caméra ou le micro ne s’ouvre pas. Vérifiez que ce site peut s’en servir et qu’aucune autre application ne les tient, ou choisissez un fichier.',
      );
    });
    return () => {
      over = true;
      stop();
      setStream(null);
    };
  }, [chosen]);

  useEffect(() => {
    if (video === null || stream === null) return;
    video.srcObject = stream;
    // Closed while it begins, it does not play, and nobody misses it.
    video.play().catch((error: unknown) => console.debug(error));
  }, [video, stream]);

  useEffect(() => {
    if (typeof phase !== 'number') return;
    const timer = window.setTimeout(() => {
      if (phase === 1) record();
      else setPhase(phase === 3 ? 2 : 1);
    }, 1_000);
    return () => window.clearTimeout(timer);
  });

  useEffect(() => {
    if (phase !== 'recording') return;
    const began = performance.now();
    const timer = window.setInterval(() => {
      const passed = (performance.now() - began) / 1_000;
      setSeconds(Math.min(MOST_FILM_SECONDS, passed));
      if (passed >= MOST_FILM_SECONDS) recorder.current?.stop();
    }, 100);
    return () => {
      window.clearInterval(timer);
    };
  }, [phase]);

  // Anybody who closes the window while it records throws away what there is.
  useEffect(
    () => () => {
      const left = recorder.current;
      if (left === null) return;
      left.onstop = null;
      if (left.state !== 'inactive') left.stop();
    },
    [],
  );

  function record() {
    const type = recordingType();
    if (stream === null || type === null) return;
    const made = new MediaRecorder(stream, { mimeType: type, ...BITS });
    const pieces: Blob[] = [];
    made.ondataavailable = ({ data }) => {
      if (data.size > 0) pieces.push(data);
    };
    made.onstop = () => onFilm(new Blob(pieces, { type: made.mimeType || type }));
    made.onerror = () => {
      setPhase('ready');
      setFailure('L’enregistrement s’est interrompu. Recommencez, ou choisissez un fichier.');
    };
    made.start(1_000);
    recorder.current = made;
    setSeconds(0);
    setPhase('recording');
  }
  const optionsOf = (kind: MediaDeviceKind, name: string) =>
    devices
      .filter((device) => device.kind === kind)
      .map(({ deviceId, label }, at) => ({ value: deviceId, label: label || `${name} ${at + 1}` }));
  const usedOf = (kind: 'video' | 'audio') =>
    stream
      ?.getTracks()
      .find((track) => track.kind === kind)
      ?.getSettings().deviceId ?? '';
  const isRunning = phase === 'recording' || typeof phase === 'number';
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Filmer votre présentation"
      description={`Dites qui vous êtes et ce qu’on fait avec vous, en ${MOST_FILM_SECONDS} secondes au plus.`}
      footer={
        <>
          <Button onClick={onClose}>Annuler</Button>
          {phase === 'recording' ? (
            <Button tone="spot" onClick={() => recorder.current?.stop()}>
              <Square aria-hidden="true" />
              Arrêter
            </Button>
          ) : (
            <Button
              tone="spot"
              disabled={phase === 'opening' || isRunning || failure !== null}
              onClick={() => setPhase(3)}
            >
              <Video aria-hidden="true" />
              Commencer
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <div className="relative overflow-hidden rounded-lg bg-black">
          <video
            ref={setVideo}
            muted
            playsInline
            aria-label="Image de la caméra"
            onPlaying={() => setPhase((now) => (now === 'opening' ? 'ready' : now))}
            className="aspect-video w-full -scale-x-100 object-contain"
          />
          {typeof phase === 'number' && (
            <p
              aria-hidden="true"
              className="num display absolute inset-0 grid place-items-center text-[5rem]"
            >
              {phase}
            </p>
          )}
          {phase === 'recording' && (
            <p className="num absolute top-3 left-3 flex items-center gap-2 rounded-full bg-ground/80 px-3 py-1 text-small">
              <span aria-hidden="true" className="size-2.5 rounded-full bg-live" />
              <span role="timer">{clock(seconds)} / 1:00</span>
            </p>
          )}
        </div>
        <p role="status" className="sr-only">
          {typeof phase === 'number' && `Dans ${phase}`}
          {phase === 'recording' && 'L’enregistrement a commencé'}
        </p>
        {failure !== null && <FormError>{failure}</FormError>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Caméra">
            <Select
              value={chosen.camera || usedOf('video')}
              options={optionsOf('videoinput', 'Caméra')}
              disabled={isRunning}
              onChange={(event) => setChosen({ ...chosen, camera: event.target.value })}
            />
          </Field>
          <Field label="Micro">
            <Select
              value={chosen.microphone || usedOf('audio')}
              options={optionsOf('audioinput', 'Micro')}
              disabled={isRunning}
              onChange={(event) => setChosen({ ...chosen, microphone: event.target.value })}
            />
          </Field>
        </div>
      </div>
    </Dialog>
  );
}
