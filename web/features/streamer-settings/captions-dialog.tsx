import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import {
  type CaptionFault,
  MOST_CAPTION_BYTES,
  MOST_CAPTION_LETTERS,
  MOST_CAPTIONS,
  readTyped,
  readVtt,
  type WrongCaption,
  writeTyped,
  writeVtt,
} from '#product/shared/films/captions.ts';
import type { StreamerFilm } from '#web/features/streamer-settings/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface CaptionsDialogProps {
  film: StreamerFilm;
  /** Stores them; null takes them away. When it throws, the dialog shows a failure. */
  onSave: (vtt: string | null) => Promise<void>;
  onClose: () => void;
}

async function load(url: string | null): Promise<string> {
  if (url === null) return '';
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`Captions were answered with ${answer.status}`);
  return writeTyped(readVtt(await answer.text()).captions ?? []);
}

/** UTF-8; what is none comes from programs that write the letters of Windows. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const FAULTS = {
  time: 'n’a pas d’heures lisibles, par exemple « 00:03.000 --> 00:05.000 »',
  backwards: 'se termine avant de commencer',
  too_late: 'se termine après une heure de film',
  too_long: `a plus de ${MOST_CAPTION_LETTERS} caractères`,
  too_many: `est de trop : ${MOST_CAPTIONS} au plus`,
} satisfies Record<Exclude<CaptionFault, 'no_captions'>, string>;

function sayWrong({ fault, caption, line }: WrongCaption): string {
  return fault === 'no_captions'
    ? 'Ce fichier ne contient pas de sous-titres WebVTT (.vtt) ou SubRip (.srt).'
    : `Le sous-titre ${caption} (ligne ${line} du fichier) ${FAULTS[fault]}.`;
}

/** Captions are typed a line each, or come from a file. */
export function CaptionsDialog({ film, onSave, onClose }: CaptionsDialogProps) {
  const stored = useQuery({
    queryKey: ['captions', film.captions_url],
    queryFn: () => load(film.captions_url),
    gcTime: 0,
  });
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const text = typed ?? stored.data ?? '';

  async function bring(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // The same file may be chosen again.
    event.target.value = '';
    if (!file) return;
    if (file.size > MOST_CAPTION_BYTES)
      return setWrong(`Ce fichier est trop lourd : ${MOST_CAPTION_BYTES / 1024} Ko au plus.`);
    const { captions, wrong: refused } = readVtt(textOf(await file.arrayBuffer()));
    if (captions === null) return setWrong(sayWrong(refused));
    setWrong(undefined);
    setTyped(writeTyped(captions));
  }
  async function keep() {
    const { captions, wrong: line } = readTyped(text, film.seconds);
    if (captions === null)
      return setWrong(
        `Ligne ${line} : écrivez une heure du film, puis les mots, par exemple « 0:03 Bonjour ».`,
      );
    setWrong(undefined);
    setFailure(null);
    setBusy(true);
    try {
      await onSave(captions.length === 0 ? null : writeVtt(captions));
      onClose();
    } catch (error) {
      console.error('Sous-titres non enregistrés', error);
      setFailure('Les sous-titres n’ont pas pu être enregistrés. Réessayez dans un instant.');
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title="Sous-titres"
      description="Ils servent à qui n’entend pas, ou regarde sans le son."
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Annuler
          </Button>
          <Button tone="spot" loading={busy} disabled={!stored.isSuccess} onClick={keep}>
            Enregistrer les sous-titres
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {stored.isPending && <Skeleton className="h-40" />}
        {stored.isError && (
          <ErrorState
            title="Les sous-titres n’ont pas pu être chargés"
            onRetry={() => void stored.refetch()}
            retrying={stored.isRefetching}
          />
        )}
        {stored.isSuccess && (
          <Field
            label="Une ligne par phrase"
            hint={`L’heure dans le film, puis les mots : « 0:03 Bonjour », ou « 0:03-0:05 Bonjour ». Votre film dure ${Math.floor(film.seconds)} secondes.`}
            error={wrong}
          >
            <Textarea
              rows={8}
              className="num"
              value={text}
              placeholder={'0:00 Bonjour !\n0:02 Je m’appelle…'}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
        <input
          ref={chooser}
          type="file"
          accept=".vtt,.srt,text/vtt,application/x-subrip"
          onChange={bring}
          hidden
          aria-label="Prendre un fichier .vtt ou .srt"
        />
        <Button className="justify-self-start" disabled={busy} onClick={() => chooser.current?.click()}>
          <FileUp aria-hidden="true" />
          Prendre un fichier .vtt ou .srt
        </Button>
        {failure !== null && <FormError>{failure}</FormError>}
      </div>
    </Dialog>
  );
}
