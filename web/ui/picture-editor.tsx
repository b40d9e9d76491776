import { Camera, ImageUp } from 'lucide-react';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { pictureFailure, unreadablePicture } from '#web/lib/pictures.ts';
import { type RunningUpload, UploadCancelled, uploadFailure, type WatchUpload } from '#web/lib/upload.ts';
import { Button } from '#web/ui/button.tsx';
import { CameraDialog } from '#web/ui/camera-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { UploadProgressBar } from '#web/ui/upload-progress.tsx';

interface PictureEditorProps {
  /** « Changer de photo ». */
  label: string;
  title: string;
  /** Size of the picture that is stored, in pixels. */
  width: number;
  height: number;
  /** Whether the frame is a circle. */
  round?: boolean;
  /**
   * Stores the picture and lets the editor watch its way; when it throws, the editor shows a
   * failure.
   */
  onPicture: (picture: Blob, watch: WatchUpload) => Promise<void>;
}

/**
 * Where the picture's middle is, in shares of the frame, and how large it is: 1 just fills the
 * frame.
 */
interface Framing {
  x: number;
  y: number;
  zoom: number;
}

const CENTRED: Framing = { x: 0, y: 0, zoom: 1 };
const MOST_ZOOM = 4;
/** How far an arrow key moves the picture, in shares of the frame. */
const STEP = 0.04;
const TYPES = 'image/jpeg,image/png,image/webp,image/avif';
const TOO_LARGE = 40 * 1024 * 1024;

/**
 * Lets the user choose, drop, paste or take a picture, move and enlarge it within a frame by
 * pointer, fingers or keys, and save what the frame shows.
 */
export function PictureEditor({ label, title, width, height, round = false, onPicture }: PictureEditorProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [shooting, setShooting] = useState(false);
  const [over, setOver] = useState(false);
  const hint = useId();
  const close = () => {
    setPicture(null);
    setFailure(null);
  };
  async function open(file: Blob) {
    setFailure(null);
    if (file.size > TOO_LARGE)
      return setFailure('Cette image est trop lourde. Choisissez-en une de moins de 40 Mo.');
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      setFailure(unreadablePicture(file));
    }
  }
  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // The same file may be chosen again.
    event.target.value = '';
    if (file) await open(file);
  }
  /** The first picture that was dropped or pasted; anything else is left to the browser. */
  async function receive(event: DragEvent | ClipboardEvent, brought: DataTransfer) {
    const file = [...brought.files].find(({ type }) => type.startsWith('image/'));
    if (!file) return;
    event.preventDefault();
    await open(file);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys use the button within
    <div
      className={`grid justify-items-start gap-2 rounded-lg ${over ? 'outline-2 outline-ink outline-offset-4 outline-dashed' : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={async (event) => {
        setOver(false);
        await receive(event, event.dataTransfer);
      }}
      onPaste={(event) => receive(event, event.clipboardData)}
    >
      <input ref={chooser} type="file" accept={TYPES} onChange={choose} hidden aria-label={label} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => chooser.current?.click()} aria-describedby={hint}>
          <ImageUp aria-hidden="true" />
          {label}
        </Button>
        {'mediaDevices' in navigator && (
          <Button tone="quiet" onClick={() => setShooting(true)}>
            <Camera aria-hidden="true" />
            Prendre une photo
          </Button>
        )}
      </div>
      <p id={hint} className="text-kicker text-muted pointer-coarse:hidden">
        Ou déposez une image ici, ou collez-la.
      </p>
      {shooting && (
        <CameraDialog
          onClose={() => setShooting(false)}
          onPicture={(taken) => {
            setShooting(false);
            setPicture(taken);
          }}
        />
      )}
      {failure !== null && picture === null && <FormError>{failure}</FormError>}
      {picture !== null && (
        <FramingDialog
          picture={picture}
          title={title}
          width={width}
          height={height}
          round={round}
          onClose={close}
          onPicture={onPicture}
        />
      )}
    </div>
  );
}

interface FramingDialogProps extends Pick<PictureEditorProps, 'title' | 'width' | 'height' | 'onPicture'> {
  picture: ImageBitmap;
  round: boolean;
  onClose: () => void;
}

function FramingDialog({ picture, title, width, height, round, onClose, onPicture }: FramingDialogProps) {
  // A dialog renders its content after its first effects. The element is state, so that the picture
  // is drawn once the element is there.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [framing, setFraming] = useState(CENTRED);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [upload, setUpload] = useState<RunningUpload | null>(null);
  const dragged = useRef<{ x: number; y: number } | null>(null);

  useEffect(() => {
    const context = canvas?.getContext('2d');
    if (!context) return;
    const place = placeOf(picture, width, height, framing);
    context.clearRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, place.left, place.top, place.width, place.height);
  }, [canvas, picture, width, height, framing]);

  const change = (next: Partial<Framing>) =>
    setFraming((now) => within(picture, width, height, { ...now, ...next }));
  const move = (x: number, y: number) =>
    setFraming((now) => within(picture, width, height, { ...now, x: now.x + x, y: now.y + y }));
  function press(event: KeyboardEvent) {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => move(-STEP, 0),
      ArrowRight: () => move(STEP, 0),
      ArrowUp: () => move(0, -STEP),
      ArrowDown: () => move(0, STEP),
      '+': () => change({ zoom: framing.zoom + 0.1 }),
      '=': () => change({ zoom: framing.zoom + 0.1 }),
      '-': () => change({ zoom: framing.zoom - 0.1 }),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
  function drag(event: PointerEvent<HTMLCanvasElement>) {
    const from = dragged.current;
    if (from === null) return;
    const { width: shown, height: tall } = event.currentTarget.getBoundingClientRect();
    dragged.current = { x: event.clientX, y: event.clientY };
    move((event.clientX - from.x) / shown, (event.clientY - from.y) / tall);
  }
  async function keep() {
    setBusy(true);
    setFailure(null);
    try {
      const made = await new Promise<Blob | null>((resolve) => {
        if (canvas === null) resolve(null);
        else canvas.toBlob(resolve, 'image/webp', 0.9);
      });
      if (made === null) throw new Error('The browser made no picture');
      await onPicture(made, setUpload);
      onClose();
    } catch (error) {
      setBusy(false);
      setUpload(null);
      if (error instanceof UploadCancelled) return;
      console.error('Image non enregistrée', error);
      setFailure(
        pictureFailure(error) ??
          uploadFailure(error, 'L’image n’a pas pu être enregistrée. Réessayez dans un instant.'),
      );
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={title}
      description="Déplacez l’image avec la souris, le doigt ou les flèches."
      footer={
        <>
          <Button onClick={upload === null ? onClose : upload.cancel} disabled={busy && upload === null}>
            Annuler
          </Button>
          <Button tone="spot" loading={busy} onClick={keep}>
            Enregistrer l’image
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <canvas
          ref={setCanvas}
          width={width}
          height={height}
          tabIndex={0}
          role="img"
          aria-label="Cadrage de l’image : les flèches la déplacent, plus et moins l’agrandissent et la réduisent"
          onKeyDown={press}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            dragged.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={drag}
          onPointerUp={() => {
            dragged.current = null;
          }}
          onPointerCancel={() => {
            dragged.current = null;
          }}
          className={`mx-auto w-full cursor-grab touch-none bg-ground active:cursor-grabbing ${round ? 'max-w-72 rounded-full' : 'rounded-lg'}`}
        />
        <Slider
          label="Agrandissement"
          value={framing.zoom}
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          text={`${Math.round(framing.zoom * 100)} %`}
          onChange={(zoom) => change({ zoom })}
        />
        {upload !== null && <UploadProgressBar upload={upload} what="Envoi de l’image" />}
        {failure !== null && <FormError>{failure}</FormError>}
      </div>
    </Dialog>
  );
}

interface Sized {
  width: number;
  height: number;
}

const sizeIn = (picture: Sized, width: number, height: number, zoom: number): Sized => {
  const scale = Math.max(width / picture.width, height / picture.height) * zoom;
  return { width: picture.width * scale, height: picture.height * scale };
};

function placeOf(picture: Sized, width: number, height: number, { x, y, zoom }: Framing) {
  const size = sizeIn(picture, width, height, zoom);
  return {
    ...size,
    left: (width - size.width) / 2 + x * width,
    top: (height - size.height) / 2 + y * height,
  };
}

/** Moves and enlarges a framing as little as needed, so that no part of the frame is empty. */
function within(picture: Sized, width: number, height: number, framing: Framing): Framing {
  const zoom = Math.min(MOST_ZOOM, Math.max(1, framing.zoom));
  const size = sizeIn(picture, width, height, zoom);
  const farthest = { x: (size.width / width - 1) / 2, y: (size.height / height - 1) / 2 };
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  return { zoom, x: clamp(framing.x, farthest.x), y: clamp(framing.y, farthest.y) };
}
