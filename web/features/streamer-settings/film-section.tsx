import { useQueryClient } from '@tanstack/react-query';
import { Captions, FileVideo, ImageUp, Trash2, Video } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { RemovedNote } from '#web/entities/report/removed-note.tsx';
import { STREAMERS_KEY } from '#web/entities/streamer/queries.ts';
import { CaptionsDialog } from '#web/features/streamer-settings/captions-dialog.tsx';
import { FilmDialog } from '#web/features/streamer-settings/film-dialog.tsx';
import {
  type StreamerFilm,
  type StreamerPage,
  settingsKey,
} from '#web/features/streamer-settings/queries.ts';
import { RecordFilmDialog, recordingType } from '#web/features/streamer-settings/record-film-dialog.tsx';
import { FILM_ACCEPT, refusalOf, storeCaptions, storeFilm, storePoster } from '#web/lib/films.ts';
import { removeStored, storedBy } from '#web/lib/pictures.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import type { WatchUpload } from '#web/lib/upload.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FilmPlayer } from '#web/ui/film-player.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

type Shown = Pick<StreamerFilm, 'title' | 'film_url' | 'poster_url' | 'captions_url'>;

/** The window open above the settings. */
type Open =
  | { kind: 'recording' }
  | { kind: 'film'; film: Blob; recorded: boolean }
  | { kind: 'poster' }
  | { kind: 'captions' }
  | { kind: 'removal' };

/**
 * The film with which a streamer introduces themself: recorded or chosen, with its poster and
 * captions.
 */
export function FilmSection({ page }: { page: StreamerPage }) {
  const queries = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const { films: film } = page;
  const close = () => setOpen(null);

  function choose(file: File | undefined) {
    if (!file) return;
    const refusal = refusalOf(file);
    setRefused(refusal);
    if (refusal === null) setOpen({ kind: 'film', film: file, recorded: false });
  }
  function chooseFile(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // The same file may be chosen again.
    event.target.value = '';
    choose(file);
  }
  function drop(event: DragEvent) {
    setOver(false);
    const file = [...event.dataTransfer.files].find(({ type }) => type.startsWith('video/'));
    if (!file) return;
    event.preventDefault();
    choose(file);
  }

  const refresh = () =>
    Promise.all(
      [settingsKey(page.id), STREAMERS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  const stored = () => storedBy('clips', page.id);
  /**
   * Has the row name files that are stored, then removes those that it does not name any more: so
   * it never names what is not there.
   * @param before what was stored before those that it names now; what another tab stored meanwhile
   *   is none of it
   */
  async function show({ title, film_url, poster_url, captions_url }: Shown, before: readonly string[]) {
    const columns = { title, film_url, poster_url, captions_url };
    const { supabase } = await loadClient();
    const rows = supabase.from('films');
    const { data } = await rows
      .update(columns)
      .eq('streamer_id', page.id)
      .select('streamer_id')
      .throwOnError();
    if (data.length === 0) await rows.insert({ streamer_id: page.id, ...columns }).throwOnError();
    await removeStored(before.filter((url) => ![film_url, poster_url, captions_url].includes(url)));
    await refresh();
  }
  /** The files that the row names now: another tab may have changed it. */
  async function shownNow(): Promise<readonly (string | null)[]> {
    const { supabase } = await loadClient();
    const { data } = await supabase
      .from('films')
      .select('film_url, poster_url, captions_url')
      .eq('streamer_id', page.id)
      .maybeSingle()
      .throwOnError();
    return data === null ? [] : [data.film_url, data.poster_url, data.captions_url];
  }
  async function saveFilm(sent: Blob, made: { title: string; poster: Blob }, watch: WatchUpload) {
    const before = await stored();
    // The rest of an upload that was given up takes the place of this one.
    const shown = await shownNow();
    await removeStored(before.filter((url) => !shown.includes(url)));
    const film_url = await storeFilm(page.id, sent, watch);
    const poster_url = await storePoster(page.id, made.poster);
    await show({ title: made.title, film_url, poster_url, captions_url: null }, before);
    toast({ title: 'Film ajouté à votre page' });
  }
  async function savePoster(made: { title: string; poster: Blob }) {
    if (film === null) return;
    const before = await stored();
    const poster_url = await storePoster(page.id, made.poster);
    await show({ ...film, title: made.title, poster_url }, before);
    toast({ title: 'Affiche enregistrée' });
  }
  async function saveCaptions(vtt: string | null) {
    if (film === null) return;
    const before = await stored();
    const captions_url = vtt === null ? null : await storeCaptions(page.id, vtt);
    await show({ ...film, captions_url }, before);
    toast({ title: vtt === null ? 'Sous-titres retirés' : 'Sous-titres enregistrés' });
  }
  async function remove() {
    const { supabase } = await loadClient();
    await supabase.from('films').delete().eq('streamer_id', page.id).throwOnError();
    await removeStored(await stored());
    await refresh();
    toast({ title: 'Film retiré' });
  }

  return (
    <SettingsSection
      title="Film de présentation"
      description="Soixante secondes au plus pour vous faire connaître. Il est en haut de votre page, et se lance sans le son quand on survole votre carte."
    >
      <RemovedNote kind="film" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a film can be dropped here, and the button does the same for the keyboard */}
      <div
        className={`grid gap-4 rounded-lg ${over ? 'outline-2 outline-ink outline-offset-4 outline-dashed' : ''}`}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {film !== null && <FilmPlayer key={film.film_url} film={film} label="Votre film de présentation" />}
        <input
          ref={chooser}
          type="file"
          accept={FILM_ACCEPT}
          onChange={chooseFile}
          hidden
          aria-label="Choisir un film"
        />
        <div className="flex flex-wrap gap-2">
          {recordingType() !== null && (
            <Button onClick={() => setOpen({ kind: 'recording' })}>
              <Video aria-hidden="true" />
              {film === null ? 'Filmer maintenant' : 'Filmer à nouveau'}
            </Button>
          )}
          <Button tone={film === null ? 'outline' : 'quiet'} onClick={() => chooser.current?.click()}>
            <FileVideo aria-hidden="true" />
            {film === null ? 'Choisir un film' : 'Remplacer par un fichier'}
          </Button>
          {film !== null && (
            <>
              <Button tone="quiet" onClick={() => setOpen({ kind: 'poster' })}>
                <ImageUp aria-hidden="true" />
                Changer l’affiche
              </Button>
              <Button tone="quiet" onClick={() => setOpen({ kind: 'captions' })}>
                <Captions aria-hidden="true" />
                {film.captions_url === null ? 'Ajouter des sous-titres' : 'Modifier les sous-titres'}
              </Button>
              <Button tone="quiet" onClick={() => setOpen({ kind: 'removal' })}>
                <Trash2 aria-hidden="true" />
                Retirer le film
              </Button>
            </>
          )}
        </div>
        <p className="text-kicker text-muted">
          MP4 (H.264) ou WebM, 50 Mo au plus. Le lieu et la date que votre caméra y note sont effacés.
        </p>
        {refused !== null && <FormError>{refused}</FormError>}
      </div>
      {open?.kind === 'recording' && (
        <RecordFilmDialog
          onFilm={(recorded) => setOpen({ kind: 'film', film: recorded, recorded: true })}
          onClose={close}
        />
      )}
      {open?.kind === 'film' && (
        <FilmDialog
          film={open.film}
          title=""
          onAgain={open.recorded ? () => setOpen({ kind: 'recording' }) : undefined}
          onSave={(made, watch) => saveFilm(open.film, made, watch)}
          onClose={close}
        />
      )}
      {open?.kind === 'poster' && film !== null && (
        <FilmDialog film={film.film_url} title={film.title} onSave={savePoster} onClose={close} />
      )}
      {open?.kind === 'captions' && film !== null && (
        <CaptionsDialog film={film} onSave={saveCaptions} onClose={close} />
      )}
      <ConfirmDialog
        open={open?.kind === 'removal'}
        onOpenChange={close}
        title="Retirer votre film ?"
        description="Il disparaît de votre page avec son affiche et ses sous-titres."
        confirmLabel="Retirer le film"
        onConfirm={remove}
      />
    </SettingsSection>
  );
}
