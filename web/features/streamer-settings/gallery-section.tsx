import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { pictureSources } from '#product/shared/pictures.ts';
import { RemovedNote } from '#web/entities/report/removed-note.tsx';
import { type StreamerPage, settingsKey } from '#web/features/streamer-settings/queries.ts';
import { removePicture, removeStored, storedBy, storePicture } from '#web/lib/pictures.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import type { WatchUpload } from '#web/lib/upload.ts';
import { Button } from '#web/ui/button.tsx';
import { PictureEditor } from '#web/ui/picture-editor.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

const MOST = 6;

/** The pictures of the public page, each kept as soon as it is framed. */
export function GallerySection({ page }: { page: StreamerPage }) {
  const queries = useQueryClient();
  const [removing, setRemoving] = useState<string | null>(null);
  const shown = page.gallery_urls;
  async function show(urls: readonly string[]) {
    const { supabase } = await loadClient();
    await supabase
      .from('streamers')
      .update({ gallery_urls: [...urls] })
      .eq('id', page.id)
      .throwOnError();
    await queries.invalidateQueries({ queryKey: settingsKey(page.id) });
  }
  /** Reads the gallery that the page shows now: another tab may have changed it. */
  async function shownNow(): Promise<readonly string[]> {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('streamers')
      .select('gallery_urls')
      .eq('id', page.id)
      .single()
      .throwOnError();
    return data.gallery_urls;
  }
  /**
   * Removes a picture that the page does not show. It may show it all the same, when only the
   * answer to that was lost.
   */
  async function discardUnshown(url: string) {
    if (!(await shownNow()).includes(url)) await removePicture(url);
  }
  async function add(picture: Blob, watch: WatchUpload) {
    const url = await storePicture('gallery', page.id, picture, watch);
    try {
      await show([...(await shownNow()), url]);
    } catch (error) {
      await discardUnshown(url).catch((second: unknown) => console.error('Image non supprimée', second));
      throw error;
    }
    toast({ title: 'Image ajoutée à votre page' });
  }
  async function remove(url: string) {
    if (removing !== null) return;
    setRemoving(url);
    try {
      const stored = await storedBy('gallery', page.id);
      const rest = (await shownNow()).filter((one) => one !== url);
      await show(rest);
      await removeStored(stored.filter((one) => !rest.includes(one)));
      toast({ title: 'Image retirée' });
    } catch (error) {
      console.error('Image non retirée', error);
      toast({ title: 'L’image n’a pas pu être retirée', description: 'Réessayez dans un instant.' });
    } finally {
      setRemoving(null);
    }
  }
  return (
    <SettingsSection
      title="Images"
      description="Jusqu’à six images de ce qu’on vit avec vous : votre bureau, une partie, un dessin. Elles sont sur votre page, sous votre présentation."
    >
      <RemovedNote kind="picture" />
      {shown.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {shown.map((url, at) => (
            <li key={url} className="relative">
              <img
                {...pictureSources(url, { width: 280, height: 210 })}
                alt={`Galerie, ${at + 1} sur ${shown.length}`}
                width={280}
                height={210}
                className="aspect-4/3 w-full rounded-lg bg-raised object-cover"
              />
              <span className="absolute right-1.5 bottom-1.5 rounded-full bg-ground">
                <Button
                  size="icon"
                  aria-label={`Retirer l’image ${at + 1}`}
                  loading={removing === url}
                  onClick={() => remove(url)}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {shown.length < MOST ? (
        <PictureEditor
          label="Ajouter une image"
          title="Cadrer l’image"
          width={1200}
          height={900}
          onPicture={add}
        />
      ) : (
        <p className="text-small text-soft">
          Votre page montre six images. Retirez-en une pour en ajouter une autre.
        </p>
      )}
    </SettingsSection>
  );
}
