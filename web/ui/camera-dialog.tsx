import { Camera } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormError } from '#web/ui/form-error.tsx';

interface CameraDialogProps {
  onPicture: (picture: ImageBitmap) => void;
  onClose: () => void;
}

/** Takes a picture with the camera, which is on for as long as this window is open. */
export function CameraDialog({ onPicture, onClose }: CameraDialogProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [ready, setReady] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (video === null) return;
    let stream: MediaStream | null = null;
    let over = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const open = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'user', width: { ideal: 1920 } },
      });
      if (over) return stop();
      video.srcObject = stream;
      await video.play();
    };
    open().catch((error: unknown) => {
      if (over) return;
      console.error('Caméra fermée', error);
      setFailure(
        'La caméra ne s’ouvre pas. Vérifiez que ce site peut s’en servir et qu’aucune autre application ne la tient, ou choisissez un fichier.',
      );
    });
    return () => {
      over = true;
      stop();
    };
  }, [video]);
  async function take() {
    if (video === null) return;
    try {
      onPicture(await createImageBitmap(video));
    } catch (error) {
      console.error('Photo non prise', error);
      setFailure('La photo n’a pas pu être prise. Réessayez dans un instant.');
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Prendre une photo"
      footer={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="spot" disabled={!ready} onClick={take}>
            <Camera aria-hidden="true" />
            Prendre la photo
          </Button>
        </>
      }
    >
      {failure === null ? (
        <video
          ref={setVideo}
          muted
          playsInline
          aria-label="Image de la caméra"
          onPlaying={() => setReady(true)}
          className="aspect-4/3 w-full -scale-x-100 rounded-lg bg-ground object-cover"
        />
      ) : (
        <FormError>{failure}</FormError>
      )}
    </Dialog>
  );
}
