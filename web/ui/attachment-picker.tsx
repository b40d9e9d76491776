import { Paperclip, X } from 'lucide-react';
import { type ChangeEvent, type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import {
  FILE_BYTES_MAX,
  FILE_NAME_MAX,
  FILE_TYPES,
  FILES_MAX,
  type FileSent,
  sizeInWords,
} from '#product/attachments/rules/attachments.ts';
import { filmRefusal } from '#web/lib/films.ts';
import { isHeic, pictureFailure, unreadablePicture } from '#web/lib/pictures.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { type RunningUpload, sendFile, UploadCancelled, uploadFailure } from '#web/lib/upload.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { UploadProgressBar } from '#web/ui/upload-progress.tsx';

/** A file that one is about to send along. */
interface Chosen extends FileSent {
  size: number;
  /** Null once it has arrived. */
  upload: RunningUpload | null;
  arrived: boolean;
}

/** A form knows this of the files that go along with it. */
export interface FilesToSend {
  chosen: readonly Chosen[];
  failure: string | null;
  /** Whether one is still on its way. */
  busy: boolean;
  /** The files as the command takes them. */
  sent: FileSent[];
  add: (files: Iterable<File>) => void;
  remove: (id: string) => void;
  /** Once they were sent, the next message has none. */
  clear: () => void;
  /** Shows files that were sent before among those to send, once. */
  restore: (files: readonly (FileSent & { size: number })[]) => void;
}

/** Uploads files as they are chosen, so that they are there when the message is written. */
export function useFilesToSend(): FilesToSend {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const restored = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);
  const change = (id: string, next: Partial<Chosen>) =>
    setChosen((now) => now.map((file) => (file.id === id ? { ...file, ...next } : file)));
  const forget = (id: string) => setChosen((now) => now.filter((file) => file.id !== id));

  async function upload(id: string, file: File) {
    try {
      const { supabase } = await loadClient();
      const { data } = await supabase.auth.getSession();
      if (data.session === null) throw new Error('Nobody is signed in');
      await sendFile({
        bucket: 'attachments',
        name: `${data.session.user.id}/${id}`,
        file,
        keptFor: 0,
        watch: (running) => change(id, { upload: running }),
      });
      change(id, { upload: null, arrived: true });
    } catch (error) {
      forget(id);
      if (error instanceof UploadCancelled) return;
      console.error('Fichier non envoyé', error);
      setFailure(
        isFull(error)
          ? 'Trop de fichiers attendent d’être envoyés. Envoyez ou retirez ceux que vous avez déjà joints, puis réessayez.'
          : `« ${file.name} » n’a pas pu être envoyé. ${reasonOf(error)}`,
      );
    }
  }
  function add(files: Iterable<File>) {
    const refusals = new Set<string>();
    let room = FILES_MAX - chosen.length;
    for (const file of files) {
      const refused = refusalOf(file, room);
      // One that is refused keeps none of the others out.
      if (refused !== null) {
        refusals.add(refused);
        continue;
      }
      room -= 1;
      const id = crypto.randomUUID();
      const name = file.name.slice(-FILE_NAME_MAX) || 'fichier';
      setChosen((now) => [...now, { id, name, size: file.size, upload: null, arrived: false }]);
      void upload(id, file);
    }
    setFailure(refusals.size === 0 ? null : [...refusals].join(' '));
  }
  return {
    chosen,
    failure,
    busy: chosen.some(({ arrived }) => !arrived),
    sent: chosen.filter(({ arrived }) => arrived).map(({ id, name }) => ({ id, name })),
    add,
    remove: (id) => {
      const file = chosen.find((one) => one.id === id);
      if (file?.upload) return file.upload.cancel();
      forget(id);
      // It would count among those that wait. The server keeps what was sent before, and deletes
      // the rest by itself after a day.
      if (file?.arrived) takeBack(id).catch((error: unknown) => console.warn('Fichier non supprimé', error));
    },
    clear: () => {
      setChosen([]);
      setFailure(null);
    },
    restore: (before) => {
      if (restored.current) return;
      restored.current = true;
      setChosen((now) => [...before.map((file) => ({ ...file, upload: null, arrived: true })), ...now]);
    },
  };
}

/** Deletes a file that was uploaded and not sent. @throws StorageError */
async function takeBack(id: string): Promise<void> {
  const { supabase } = await loadClient();
  const { data } = await supabase.auth.getSession();
  if (data.session === null) return;
  const { error } = await supabase.storage.from('attachments').remove([`${data.session.user.id}/${id}`]);
  if (error) throw error;
}

/**
 * Whether the server refused a file because of those that wait already: its only reason to deny
 * somebody their own folder.
 */
const isFull = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('row-level security');

/** The server's finding against a file itself, else the likely fault. */
const reasonOf = (error: unknown): string =>
  pictureFailure(error) ??
  filmRefusal(error) ??
  uploadFailure(error, 'Vérifiez que c’est bien une image, un PDF ou un film.');

function refusalOf(file: File, room: number): string | null {
  if (room <= 0) return `On joint ${FILES_MAX} fichiers au plus.`;
  if (isHeic(file)) return `« ${file.name} » n’est pas joint. ${unreadablePicture(file)}`;
  if (!FILE_TYPES.includes(file.type))
    return `« ${file.name} » n’est ni une image, ni un PDF, ni un film MP4, MOV ou WebM.`;
  if (file.size > FILE_BYTES_MAX)
    return `« ${file.name} » pèse ${sizeInWords(file.size)}. On joint jusqu’à ${sizeInWords(FILE_BYTES_MAX)} par fichier.`;
  if (file.size === 0) return `« ${file.name} » est vide.`;
  return null;
}

/** The text of a message that has only files. */
export const wordsOfFiles = (files: readonly FileSent[]): string =>
  `${files.length === 1 ? 'Fichier joint' : 'Fichiers joints'} : ${files.map(({ name }) => name).join(', ')}`;

/**
 * The listeners that receive dropped or pasted files, for the element around a form; anything else
 * is left to the browser.
 */
export const receiveFiles = (files: FilesToSend) => ({
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  },
  onDrop: (event: DragEvent) => receive(event, event.dataTransfer, files),
  onPaste: (event: ClipboardEvent) => receive(event, event.clipboardData, files),
});

function receive(event: DragEvent | ClipboardEvent, brought: DataTransfer, files: FilesToSend) {
  if (brought.files.length === 0) return;
  event.preventDefault();
  files.add(brought.files);
}

/** Adds files to what one writes, shows how far they are, and takes them out again. */
export function AttachmentPicker({
  files,
  label = 'Joindre un fichier',
}: {
  files: FilesToSend;
  label?: string;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const hint = useId();
  function choose(event: ChangeEvent<HTMLInputElement>) {
    files.add([...(event.target.files ?? [])]);
    // The same file may be chosen again.
    event.target.value = '';
  }
  return (
    <div className="grid gap-2.5">
      {files.failure !== null && <FormError>{files.failure}</FormError>}
      {files.chosen.length > 0 && (
        <ul aria-label="Fichiers à envoyer" className="grid gap-2">
          {files.chosen.map(({ id, name, size, upload, arrived }) => (
            <li key={id} className="grid gap-1 rounded-lg border border-line px-3 py-1.5">
              <div className="flex min-w-0 items-center gap-2.5 text-small">
                <Paperclip aria-hidden="true" className="size-4 shrink-0 text-muted" />
                <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                {/* The bar below says how far the others are. */}
                <span className="num shrink-0 text-kicker text-muted">
                  {arrived ? sizeInWords(size) : upload === null ? 'En route' : null}
                </span>
                <Button
                  size="icon"
                  tone="quiet"
                  aria-label={`Retirer ${name}`}
                  onClick={() => files.remove(id)}
                >
                  <X aria-hidden="true" />
                </Button>
              </div>
              {upload !== null && <UploadProgressBar upload={upload} what={`Envoi du fichier ${name}`} />}
            </li>
          ))}
        </ul>
      )}
      {files.chosen.length < FILES_MAX && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <input
            ref={chooser}
            type="file"
            multiple
            accept={FILE_TYPES.join(',')}
            onChange={choose}
            hidden
            aria-label={label}
          />
          <Button
            size="sm"
            tone="quiet"
            className="min-h-11"
            onClick={() => chooser.current?.click()}
            aria-describedby={hint}
          >
            <Paperclip aria-hidden="true" />
            {label}
          </Button>
          <span id={hint} className="text-kicker text-muted">
            Image, PDF ou film, {sizeInWords(FILE_BYTES_MAX)} au plus
          </span>
        </div>
      )}
    </div>
  );
}
