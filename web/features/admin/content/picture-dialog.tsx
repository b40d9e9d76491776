import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PICTURE_ALT_MAX, setPicture } from '#product/catalogue/contract.ts';
import type { CatalogueEntry } from '#product/discovery/rules/catalogue.ts';
import { pictureSources } from '#product/shared/pictures.ts';
import type { DECISION } from '#web/features/admin/admin.tsx';
import { teamQuery } from '#web/features/admin/team/duties.ts';
import { useUndoable } from '#web/features/admin/undo.ts';
import { typeset } from '#web/lib/format.ts';
import { storePicture } from '#web/lib/pictures.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PictureEditor } from '#web/ui/picture-editor.tsx';

interface PictureDialogProps {
  entry: CatalogueEntry;
  frame: typeof DECISION & { open: boolean; onOpenChange: (open: boolean) => void };
}

/** Chooses, changes or takes away the picture of a category, and says what it shows. */
export function PictureDialog({ entry, frame }: PictureDialogProps) {
  const before =
    entry.pictureUrl === null ? null : { url: entry.pictureUrl, alt: entry.pictureAlt ?? entry.label };
  const [url, setUrl] = useState(entry.pictureUrl);
  const [alt, setAlt] = useState(entry.pictureAlt ?? '');
  const setting = useUndoable(setPicture, {
    done: (_answer, { picture }) => ({ title: picture ? 'Image enregistrée' : 'Image retirée' }),
    inverse: setPicture.undo,
  });
  const me = useQuery(teamQuery).data?.find(({ is_me }) => is_me)?.id ?? null;
  return (
    <ConfirmDialog
      {...frame}
      tone="spot"
      title={typeset(`Image de « ${entry.label} »`)}
      description="Sur la page d’accueil, et en tête des recherches dans cette catégorie. Sans image, son nom suffit."
      confirmLabel="Enregistrer"
      onConfirm={async (reason) => {
        await setting.run({ id: entry.id, picture: url === null ? null : { url, alt }, before, reason });
      }}
    >
      {url !== null && (
        <img
          {...pictureSources(url, { width: 480, height: 200 })}
          alt={alt}
          width={480}
          height={200}
          className="aspect-12/5 w-full rounded-lg bg-raised object-cover"
        />
      )}
      <div className="flex flex-wrap items-start gap-3">
        {me !== null && (
          <PictureEditor
            label={url === null ? 'Choisir une image' : 'Choisir une autre image'}
            title="Cadrer l’image"
            width={1200}
            height={500}
            onPicture={async (picture, watch) => {
              setUrl(await storePicture('categories', me, picture, watch));
            }}
          />
        )}
        {url !== null && (
          <Button tone="quiet" onClick={() => setUrl(null)}>
            Sans image
          </Button>
        )}
      </div>
      {url !== null && (
        <Field label="Ce que montre l’image" hint="Lu à qui ne la voit pas." required>
          <Input value={alt} maxLength={PICTURE_ALT_MAX} onChange={({ target }) => setAlt(target.value)} />
        </Field>
      )}
    </ConfirmDialog>
  );
}
