import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type STREAMER_STANDINGS, setStreamerStanding } from '#contracts/marketplace-administration.ts';
import { AdminList } from '#web/features/marketplace-admin/admin-list.tsx';
import { adminListQuery, adminViewOf, MARKETPLACE_KEY } from '#web/features/marketplace-admin/admin-view.ts';
import { reasonField } from '#web/features/marketplace-admin/reason-field.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatCount } from '#web/lib/format.ts';
import type { useAddress } from '#web/lib/use-address.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { TextLink } from '#web/ui/link.tsx';
import type { Column } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

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

interface Asked {
  streamer: Streamer;
  standing: Standing;
}

const columns = (ask: (asked: Asked) => void): Column<Streamer>[] => [
  {
    key: 'name',
    header: 'Streamer',
    heading: true,
    cell: ({ display_name, handle, avatar_url, featured_at }) => (
      <span className="flex items-center gap-3">
        <Avatar name={display_name} src={avatar_url} />
        <span className="grid">
          <TextLink to={`/streamer/${handle}`} className="font-semibold">
            {display_name}
          </TextLink>
          {featured_at && <span className="text-kicker text-muted">En avant</span>}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'État',
    cell: ({ state }) => <StateDot tone={STATES[state].tone}>{STATES[state].label}</StateDot>,
  },
  { key: 'offers', header: 'Offres', align: 'end', cell: ({ offers }) => formatCount(offers) },
  { key: 'coming', header: 'À venir', align: 'end', cell: ({ coming }) => formatCount(coming) },
  { key: 'completed', header: 'Terminées', align: 'end', cell: ({ completed }) => formatCount(completed) },
  {
    key: 'rating',
    header: 'Note',
    align: 'end',
    cell: ({ rating_average, rating_count }) =>
      rating_average === null ? 'Aucune' : `${formatCount(rating_average)} (${formatCount(rating_count)})`,
  },
  {
    key: 'actions',
    header: 'Décider',
    cell: (streamer) => (
      <span className="flex flex-wrap gap-2">
        <Button
          size="sm"
          tone="quiet"
          onClick={() => ask({ streamer, standing: streamer.featured_at ? 'unfeature' : 'feature' })}
        >
          {streamer.featured_at ? 'Ne plus mettre en avant' : 'Mettre en avant'}
          <span className="sr-only"> {streamer.display_name}</span>
        </Button>
        <Button
          size="sm"
          tone={streamer.state === 'withheld' ? 'outline' : 'danger-outline'}
          onClick={() => ask({ streamer, standing: streamer.state === 'withheld' ? 'restore' : 'withhold' })}
        >
          {streamer.state === 'withheld' ? 'Rétablir' : 'Retirer'}
          <span className="sr-only"> {streamer.display_name}</span>
        </Button>
      </span>
    ),
  },
];

/** Every streamer's page, and what the platform does with it. */
export function StreamersAdmin({ params, change, hrefFor }: ReturnType<typeof useAddress>) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const view = adminViewOf(
    params,
    states.map(({ value }) => value),
  );
  const words = asked ? WORDS[asked.standing] : null;
  return (
    <>
      <AdminList
        caption="Streamers"
        noun={['streamer', 'streamers']}
        query={adminListQuery<Streamer>(LIST, view)}
        view={view}
        states={states}
        columns={columns(setAsked)}
        rowKey={({ id }) => id}
        searchLabel="Rechercher un streamer"
        placeholder="Un nom, une adresse…"
        onChange={change}
        hrefFor={hrefFor}
      />
      {asked && words && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={words.title(asked.streamer.display_name)}
          cost={words.cost}
          confirmLabel={words.confirm}
          tone={asked.standing === 'withhold' ? 'danger' : 'spot'}
          reason={reasonField}
          failure={errorText}
          onConfirm={async (reason) => {
            await callCommand(setStreamerStanding, {
              streamerId: asked.streamer.id,
              standing: asked.standing,
              reason,
            });
            toast({ title: words.done, description: asked.streamer.display_name });
            await client.invalidateQueries({ queryKey: MARKETPLACE_KEY });
          }}
        />
      )}
    </>
  );
}
