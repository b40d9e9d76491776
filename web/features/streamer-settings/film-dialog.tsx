import { useEffect, useState } from 'react';
import { MOST_FILM_SECONDS } from '#product/shared/films/rules.ts';
import { filmFailure } from '#web/lib/films.ts';
import { type RunningUpload, UploadCancelled, type WatchUpload } from '#web/lib/upload.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input } from '#web/ui/input.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { UploadProgressBar } from '#web/ui/upload-progress.tsx';

interface FilmDialogProps {
  /** One that was just chosen or recorded, or the address of the one that is stored. */
  film: Blob | string;
  title: string;
  /** Records again; absent for a film that was not recorded here. */
  onAgain?: (() => void) | undefined;
  /** Stores what was made of it; when it throws, the dialog shows a failure. */
  onSave: (made: { title: string; poster: Blob }, watch: WatchUpload) => Promise<void>;
  onClose: () => void;
}

/** How wide a poster is stored, in pixels. */
const POSTER_WIDTH = 1280;
/**
 * Further than any film lasts: a browser that is sent there finds the end, which its own recordings
 * do not name.
 */
const FAR_AWAY = 1e7;

/** Asks to see a film, choose the picture that stands for it, and name it, before it is kept. */
export function FilmDialog({ film, title: before, onAgain, onSave, onClose }: FilmDialogProps) {
  // A dialog renders its content after its first effects, so the element is state.
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [source, setSource] = useState<string | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const [title, setTitle] = useState(before);
  const [busy, setBusy] = useState(false);
  const [upload, setUpload] = useState<RunningUpload | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    if (typeof film === 'string') return setSource(film);
    const address = URL.createObjectURL(film);
    setSource(address);
    return () => URL.revokeObjectURL(address);
  }, [film]);

  async function measure(loaded: HTMLVideoElement) {
    if (!Number.isFinite(loaded.duration)) await seek(loaded, FAR_AWAY);
    const found = Number.isFinite(loaded.duration) ? loaded.duration : loaded.currentTime;
    setSeconds(found);
    // The very first picture is often black.
    const first = Math.min(0.5, found / 2);
    await seek(loaded, first);
    setAt(first);
  }
  const isTooLong = seconds !== null && seconds > MOST_FILM_SECONDS + 1;
  const choose = (moment: number) => {
    setAt(moment);
    if (video === null) return;
    video.pause();
    video.currentTime = moment;
  };
  async function keep() {
    if (video === null || seconds === null) return;
    setBusy(true);
    setFailure(null);
    try {
      video.pause();
      await seek(video, at);
      await onSave({ title: title.trim(), poster: await pictureOf(video) }, setUpload);
      onClose();
    } catch (error) {
      setBusy(false);
      setUpload(null);
      if (error instanceof UploadCancelled) return;
      console.error('Film non enregistré', error);
      setFailure(filmFailure(error));
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={typeof film === 'string' ? 'Affiche de votre film' : 'Votre film'}
      description="Choisissez l’image qu’on voit avant de le lancer."
      footer={
        <>
          <Button onClick={upload === null ? onClose : upload.cancel} disabled={busy && upload === null}>
            Annuler
          </Button>
          {onAgain && !busy && <Button onClick={onAgain}>Recommencer</Button>}
          <Button tone="spot" loading={busy} disabled={seconds === null || isTooLong} onClick={keep}>
            {typeof film === 'string' ? 'Enregistrer l’affiche' : 'Enregistrer le film'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {/* biome-ignore lint/a11y/useMediaCaption: the streamer's own film, before it has captions */}
        <video
          ref={setVideo}
          src={source ?? undefined}
          controls
          playsInline
          preload="auto"
          aria-label="Votre film"
          onLoadedMetadata={(event) => {
            measure(event.currentTarget).catch((error: unknown) => {
              console.error('Film illisible', error);
              setFailure(UNPLAYED);
            });
          }}
          onError={() => setFailure(UNPLAYED)}
          className="aspect-video w-full rounded-lg bg-black object-contain"
        />
        {isTooLong && (
          <FormError>
            Votre film dure {Math.ceil(seconds)} secondes. Raccourcissez-le à {MOST_FILM_SECONDS} secondes,
            puis choisissez-le à nouveau.
          </FormError>
        )}
        {seconds !== null && !isTooLong && (
          <>
            <Slider
              label="Image d’affiche"
              value={at}
              min={0}
              max={Math.max(0.1, seconds)}
              step={0.1}
              text={`${at.toFixed(1).replace('.', ',')} s`}
              onChange={choose}
            />
            <Field label="Titre" optional>
              <Input
                value={title}
                maxLength={80}
                onChange={(event) => setTitle(event.target.value)}
                disabled={busy}
              />
            </Field>
          </>
        )}
        {upload !== null && <UploadProgressBar upload={upload} what="Envoi du film" />}
        {failure !== null && <FormError>{failure}</FormError>}
      </div>
    </Dialog>
  );
}

const UNPLAYED = 'Ce navigateur ne peut pas lire ce film. Choisissez un MP4 (H.264) ou un WebM.';

/** Goes to a moment and waits until its picture is there. */
function seek(video: HTMLVideoElement, seconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener('seeked', () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error('The film cannot be read')), { once: true });
    video.currentTime = seconds;
  });
}

/** The picture at which the film stands. @throws Error when the browser makes none */
async function pictureOf(video: HTMLVideoElement): Promise<Blob> {
  const scale = Math.min(1, POSTER_WIDTH / video.videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const made = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/webp', 0.85);
  });
  if (made === null) throw new Error('The browser made no picture');
  return made;
}
