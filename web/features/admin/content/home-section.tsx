import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { arrangeHome, type HomePlace, PREVIEW_DAYS, previewHome } from '#product/discovery/home-contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { type EpochDay, localDateOf } from '#product/shared/time/local-date.ts';
import { epochDayAt } from '#product/shared/time/wall-time.ts';
import { ADMIN_KEY, DECISION, Loaded } from '#web/features/admin/admin.tsx';
import { daysIn, TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { useUndoable } from '#web/features/admin/undo.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { plural } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { whatIsWrong } from './catalogue-dialogs.tsx';
import { type Placed, PlaceList } from './home-places.tsx';

/** Everybody who may be featured, and who is, in order. */
const featuredQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'featured'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const columns = 'id,display_name,state,featured_at,featured_position,featured_from,featured_until';
    const [featured, published] = await Promise.all([
      supabase
        .from('admin_streamers')
        .select(columns)
        .not('featured_at', 'is', null)
        .order('featured_position', { nullsFirst: false })
        .order('featured_at')
        .order('id')
        .abortSignal(signal)
        .throwOnError(),
      supabase
        .from('admin_streamers')
        .select(columns)
        .eq('state', 'published')
        .is('featured_at', null)
        .order('display_name')
        .order('id')
        .limit(1_000)
        .abortSignal(signal)
        .throwOnError(),
    ]);
    return {
      places: featured.data.map(
        ({ id, featured_from, featured_until }): HomePlace => ({
          streamerId: id ?? '',
          from: featured_from,
          until: featured_until,
        }),
      ),
      people: new Map<string, Placed>(
        [...featured.data, ...published.data].map(({ id, display_name, state }) => [
          id ?? '',
          { name: display_name ?? '', state: state ?? '' },
        ]),
      ),
    };
  },
});

type Preview = (home: ResponseOf<typeof previewHome>) => ReactNode;

/**
 * Manages the streamers featured on the home page, their order and their time; beside it the page
 * as it would be.
 */
export function HomeSection({ preview }: { preview: Preview }) {
  const query = useQuery(featuredQuery);
  return (
    <Loaded query={query} failed="Les mises en avant n’ont pas pu être chargées">
      {({ places, people }) => (
        // The draft of the arrangement begins again when the list was changed.
        <Arrangement key={JSON.stringify(places)} kept={places} people={people} preview={preview} />
      )}
    </Loaded>
  );
}

interface ArrangementProps {
  kept: HomePlace[];
  people: ReadonlyMap<string, Placed>;
  preview: Preview;
}

function Arrangement({ kept, people, preview }: ArrangementProps) {
  const mayWrite = useDuty();
  const [places, setPlaces] = useState(kept);
  const [keeping, setKeeping] = useState(false);
  const changed = JSON.stringify(places) !== JSON.stringify(kept);
  const wrong = places.some(({ from, until }) => from !== null && until !== null && from > until);
  const arranging = useUndoable(arrangeHome, {
    done: ({ featured }) => ({
      title: 'Accueil enregistré',
      description: plural(featured, 'streamer en avant', 'streamers en avant'),
    }),
    inverse: arrangeHome.undo,
  });
  return (
    <section aria-label="Accueil" className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-[68ch] text-small text-muted">
          Dans cet ordre, sous « À rencontrer » et en tête de la recherche, aux jours dits, heure de Paris.
          Qui est déjà dans la rangée du haut n’est pas montré deux fois. Faites glisser une ligne, ou
          déplacez-la par son menu ; au clavier, par sa poignée et les flèches.
        </p>
        <PlaceList places={places} people={people} mayWrite={mayWrite} onChange={setPlaces} />
        {changed && (
          <div className="flex flex-wrap gap-3">
            <Button tone="spot" disabled={wrong} onClick={() => setKeeping(true)}>
              Enregistrer l’accueil…
            </Button>
            <Button tone="quiet" onClick={() => setPlaces(kept)}>
              Annuler
            </Button>
          </div>
        )}
      </div>
      {!wrong && <HomePreview places={places} changed={changed} preview={preview} />}
      <ConfirmDialog
        open={keeping}
        onOpenChange={setKeeping}
        {...DECISION}
        failure={whatIsWrong}
        tone="spot"
        title="Enregistrer l’accueil ?"
        cost="La page d’accueil et la recherche le suivent aussitôt."
        confirmLabel="Enregistrer"
        onConfirm={async (reason) => {
          await arranging.run({ before: kept, places, reason });
        }}
      />
    </section>
  );
}

const previewQuery = (places: readonly HomePlace[], day: string | null) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'home-preview', places, day],
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    queryFn: () => callCommand(previewHome, { places: [...places], day, zone: TEAM_ZONE }),
  });

interface HomePreviewProps {
  places: readonly HomePlace[];
  changed: boolean;
  preview: Preview;
}

/**
 * The page as visitors would see it with this list, today or on the day of the address. Nothing in
 * it can be pressed.
 */
function HomePreview({ places, changed, preview }: HomePreviewProps) {
  const { params, change } = useAddress();
  const today = epochDayAt(TEAM_ZONE, instantOf(Date.now()));
  const [first, last] = [localDateOf(today), localDateOf((today + PREVIEW_DAYS) as EpochDay)];
  const asked = params.get('day');
  const known = daysIn(new URLSearchParams({ from: asked ?? '', until: asked ?? '' }), 'all').days;
  const day = known !== null && known.first > first && known.first <= last ? known.first : null;
  const { data, error, refetch, isFetching } = useQuery(previewQuery(places, day));
  return (
    <section aria-labelledby="home-preview" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h2 id="home-preview" className="text-title">
            Aperçu de l’accueil
          </h2>
          <p role="status" className="text-small text-muted">
            {changed ? 'Avec vos changements, pas encore enregistrés.' : 'Comme il est enregistré.'}
            {isFetching && ' Mise à jour…'}
          </p>
        </div>
        <Field label="Le jour">
          <Input
            type="date"
            min={first}
            max={last}
            value={day ?? first}
            onChange={({ target }) => change({ day: target.value === first ? null : target.value || null })}
          />
        </Field>
      </div>
      {error ? (
        <ErrorState
          title="L’aperçu n’a pas pu être chargé"
          description={errorText(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : data ? (
        // Smaller, so that the frame holds what a window does: a row of four at a desk, names
        // unbroken on a telephone.
        <div
          inert
          className="overflow-hidden rounded-xl border border-line bg-ground [zoom:0.8] sm:[zoom:0.62] xl:[zoom:0.7]"
        >
          {preview(data)}
        </div>
      ) : (
        <Skeleton className="h-96" />
      )}
    </section>
  );
}
