import { useQuery } from '@tanstack/react-query';
import { FileText, Film, Image, ShieldAlert, ShieldQuestion } from 'lucide-react';
import { kindOfFile, sizeInWords } from '#product/attachments/rules/attachments.ts';
import { type AttachedTo, type Attachment, addressQuery, attachmentsQuery } from './queries.ts';

/** A picture is shown in this size, in CSS pixels; its room is kept before it comes. */
const SMALL = { width: 240, height: 180 };
const ICONS = { picture: Image, film: Film, document: FileText };

/** The files of some messages, by the message that they came with. */
export function useAttachments(to: AttachedTo, ids: readonly string[]): ReadonlyMap<string, Attachment[]> {
  const { data } = useQuery(attachmentsQuery(to, ids));
  return Map.groupBy(data ?? [], (file) => String(file[to]));
}

/**
 * The files that came with one message, or with the answers of a booking; nothing where none did.
 */
export function AttachmentList({
  files,
  own = false,
}: {
  files: readonly Attachment[] | undefined;
  /** Whether they stand on the right, as what one wrote oneself. */
  own?: boolean;
}) {
  if (files === undefined || files.length === 0) return null;
  return (
    <ul
      aria-label="Fichiers joints"
      className={`grid max-w-full gap-2 ${own ? 'justify-items-end' : 'justify-items-start'}`}
    >
      {files.map((file) => (
        <li key={file.id} className="max-w-full">
          {file.state === 'infected' ? (
            <p className="flex min-h-11 items-center gap-2.5 rounded-lg border border-line px-3 py-2 text-small text-soft">
              <ShieldAlert aria-hidden="true" className="size-5 shrink-0 text-live" />
              <span className="wrap-anywhere">
                « {file.file_name} » contenait un virus et a été supprimé.
              </span>
            </p>
          ) : file.state === 'waiting' ? (
            <p className="flex min-h-11 items-center gap-2.5 rounded-lg border border-line px-3 py-2 text-small text-soft">
              <ShieldQuestion aria-hidden="true" className="size-5 shrink-0 text-muted" />
              <span className="wrap-anywhere">
                « {file.file_name} » est en cours d’analyse par l’antivirus.
              </span>
            </p>
          ) : file.state === 'unscannable' ? (
            <p className="flex min-h-11 items-center gap-2.5 rounded-lg border border-line px-3 py-2 text-small text-soft">
              <ShieldAlert aria-hidden="true" className="size-5 shrink-0 text-muted" />
              <span className="wrap-anywhere">
                « {file.file_name} » n’a pas pu être analysé par l’antivirus et n’est pas transmis.
              </span>
            </p>
          ) : (
            <OneFile file={file} />
          )}
        </li>
      ))}
    </ul>
  );
}

function OneFile({ file }: { file: Attachment }) {
  const kind = kindOfFile(file.type);
  const whole = useQuery(addressQuery(file, null));
  const small = useQuery({ ...addressQuery(file, SMALL), enabled: kind === 'picture' });
  const Icon = ICONS[kind];
  const named = (
    <span className="flex min-h-11 max-w-full items-center gap-2.5 px-3 py-2 text-small">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="block wrap-anywhere">{file.file_name}</span>
        <span className="num block text-kicker text-muted">
          {whole.isError
            ? 'Ce fichier n’a pas pu être ouvert. Rechargez la page.'
            : sizeInWords(file.size_bytes)}
        </span>
      </span>
    </span>
  );
  return (
    <div className="max-w-full overflow-hidden rounded-lg border border-line bg-stage">
      {kind === 'film' && (
        // biome-ignore lint/a11y/useMediaCaption: what somebody filmed for one other person has no captions
        <video
          controls
          preload="metadata"
          src={whole.data}
          width={SMALL.width}
          height={SMALL.height}
          aria-label={file.file_name}
          className="max-w-full bg-ground"
        />
      )}
      {whole.data === undefined ? (
        named
      ) : (
        <a
          href={whole.data}
          target="_blank"
          rel="noopener noreferrer"
          className="block max-w-full hover:bg-hover focus-visible:-outline-offset-4"
        >
          {kind === 'picture' && (
            <img
              src={small.data}
              alt=""
              width={SMALL.width}
              height={SMALL.height}
              className="max-w-full bg-raised object-cover"
            />
          )}
          {named}
          <span className="sr-only"> (nouvel onglet)</span>
        </a>
      )}
    </div>
  );
}
