import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type STREAMER_STANDINGS, setStreamerStanding } from '#contracts/marketplace-administration.ts';
import { AdminList } from '#web/features/marketplace-admin/admin-list.tsx';
import {
  adminListQuery,
  adminOneQuery,
  adminViewOf,
  MARKETPLACE_KEY,
} from '#web/features/marketplace-admin/admin-view.ts';
import { Facts } from '#web/features/marketplace-admin/facts.tsx';
import { OpenButton } from '#web/features/marketplace-admin/open-button.tsx';
import { reasonField } from '#web/features/marketplace-admin/reason-field.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatCount } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import type { useAddress } from '#web/lib/use-address.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge, StateDot, type StateTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import type { Column } from '#web/ui/table.tsx';

/** A row of `admin_streamers`. */
interface Streamer {
  id: string;
  handle: string;
  display_name: string;
  email: string | null;
  avatar_url: string | null;
  state: 'published' | 'draft' | 'withheld' | 'away';
  featured_at: string | null;
  rating_average: number | null;
  rating_count: number;
  offers: number;
  completed: number;
  coming: number;
}

const LIST = {
  relation: 'admin_streamers',
  columns:
    'id,handle,display_name,email,avatar_url,state,featured_at,rating_average,rating_count,offers,completed,coming',
  stateColumn: 'state',
  order: { column: 'created_at', ascending: false },
};

const STATES: Readonly<Record<Streamer['state'], { tone: StateTone; label: string }>> = {
  published: { tone: 'settled', label: 'Publié' },
  draft: { tone: 'neutral', label: 'Brouillon' },
  withheld: { tone: 'live', label: 'Retiré par Loge' },
  away: { tone: 'spot', label: 'Suspendu ou parti' },
};
const states = Object.entries(STATES).map(([value, { label }]) => ({ value, label }));

type Standing = (typeof STREAMER_STANDINGS)[number];

const WORDS: Readonly<
  Record<Standing, { title: (name: string) => string; cost: string; confirm: string; done: string }>
> = {
  feature: {
    title: (name) => `Mettre ${name} en avant ?`,
    cost: 'Sa page apparaît en tête de l’accueil et des résultats.',
    confirm: 'Mettre en avant',
    done: 'Page mise en avant',
  },
  unfeature: {
    title: (name) => `Ne plus mettre ${name} en avant ?`,
    cost: 'Sa page reprend sa place parmi les autres.',
    confirm: 'Ne plus mettre en avant',
    done: 'Page remise à sa place',
  },
  withhold: {
    title: (name) => `Retirer la page de ${name} ?`,
    cost: 'Personne ne la voit ni ne réserve plus. Les sessions déjà réservées restent : annulez-les une à une si besoin.',
    confirm: 'Retirer la page',
    done: 'Page retirée',
  },
  restore: {
    title: (name) => `Rétablir la page de ${name} ?`,
    cost: 'Elle redevient visible si le streamer l’a publiée.',
    confirm: 'Rétablir la page',
    done: 'Page rétablie',
  },
};

const columns = (onOpen: (id: string) => void): Column<Streamer>[] => [
  {
    key: 'name',
    header: 'Streamer',
    heading: true,
    cell: ({ id, display_name, avatar_url }) => (
      <OpenButton label="Ouvrir" onOpen={() => onOpen(id)}>
        <Avatar name={display_name} src={avatar_url} />
        {display_name}
      </OpenButton>
    ),
  },
  {
    key: 'state',
    header: 'État',
    cell: ({ state, featured_at }) => (
      <span className="flex flex-wrap items-center gap-2">
        <StateDot tone={STATES[state].tone}>{STATES[state].label}</StateDot>
        {featured_at && <Badge>En avant</Badge>}
      </span>
    ),
  },
  { key: 'offers', header: 'Offres', align: 'end', cell: ({ offers }) => formatCount(offers) },
  { key: 'coming', header: 'À venir', align: 'end', cell: ({ coming }) => formatCount(coming) },
  { key: 'completed', header: 'Terminées', align: 'end', cell: ({ completed }) => formatCount(completed) },
  { key: 'rating', header: 'Note', align: 'end', cell: ratingText },
];

const ratingText = ({ rating_average, rating_count }: Streamer): string =>
  rating_average === null ? 'Aucune' : `${formatCount(rating_average)} (${formatCount(rating_count)})`;

/** Every streamer's page, and what the platform does with it. */
export function StreamersAdmin({ params, change, hrefFor }: ReturnType<typeof useAddress>) {
  const view = adminViewOf(
    params,
    states.map(({ value }) => value),
  );
  const page = params.get('page');
  const streamerId = params.get('streamer');
  return (
    <>
      <AdminList
        caption="Streamers"
        noun={['streamer', 'streamers']}
        query={adminListQuery<Streamer>(LIST, view)}
        view={view}
        states={states}
        columns={columns((streamer) => change({ streamer, page }))}
        rowKey={({ id }) => id}
        searchLabel="Rechercher un streamer"
        placeholder="Un nom, une adresse…"
        onChange={change}
        hrefFor={hrefFor}
      />
      <Dialog
        open={streamerId !== null}
        onOpenChange={(open) => open || change({ streamer: null, page })}
        title="Streamer"
        size="lg"
      >
        {streamerId !== null && <StreamerContent id={streamerId} />}
      </Dialog>
    </>
  );
}

function StreamerContent({ id }: { id: string }) {
  const one = useQuery(adminOneQuery<Streamer>(LIST.relation, LIST.columns, id));
  if (one.isPending) return <SkeletonText lines={5} />;
  if (one.isError)
    return (
      <ErrorState
        title="Ce streamer n’a pas pu être chargé"
        onRetry={() => one.refetch()}
        retrying={one.isFetching}
      />
    );
  if (!one.data) return <EmptyState title="Streamer introuvable" />;
  return <StreamerBody streamer={one.data} />;
}

function StreamerBody({ streamer }: { streamer: Streamer }) {
  const client = useQueryClient();
  const [standing, setStanding] = useState<Standing | null>(null);
  const words = standing ? WORDS[standing] : null;
  const { tone, label } = STATES[streamer.state];
  return (
    <div className="grid gap-7">
      <div className="grid gap-2">
        <h3 className="text-title">{streamer.display_name}</h3>
        <StateDot tone={tone}>{label}</StateDot>
      </div>
      <Facts
        facts={[
          ['Adresse de la page', `/streamer/${streamer.handle}`],
          ['Compte', streamer.email ?? 'Sans adresse'],
          ['Offres actives', formatCount(streamer.offers)],
          ['Sessions à venir', formatCount(streamer.coming)],
          ['Sessions terminées', formatCount(streamer.completed)],
          ['Note', ratingText(streamer)],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`/streamer/${streamer.handle}`}>Voir la page</ButtonLink>
        <ButtonLink to={`/admin-dashboard/users?person=${streamer.id}`}>Voir le compte</ButtonLink>
        <Button onClick={() => setStanding(streamer.featured_at ? 'unfeature' : 'feature')}>
          {streamer.featured_at ? 'Ne plus mettre en avant' : 'Mettre en avant'}
        </Button>
        <Button
          tone={streamer.state === 'withheld' ? 'outline' : 'danger-outline'}
          onClick={() => setStanding(streamer.state === 'withheld' ? 'restore' : 'withhold')}
        >
          {streamer.state === 'withheld' ? 'Rétablir la page' : 'Retirer la page'}
        </Button>
      </div>
      {standing && words && (
        <ConfirmDialog
          open
          onOpenChange={() => setStanding(null)}
          title={words.title(streamer.display_name)}
          cost={words.cost}
          confirmLabel={words.confirm}
          tone={standing === 'withhold' ? 'danger' : 'spot'}
          reason={reasonField}
          failure={errorText}
          onConfirm={async (reason) => {
            await callCommand(setStreamerStanding, { streamerId: streamer.id, standing, reason });
            toast({ title: words.done, description: streamer.display_name });
            await client.invalidateQueries({ queryKey: MARKETPLACE_KEY });
          }}
        />
      )}
    </div>
  );
}
