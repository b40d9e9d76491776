import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type STREAMER_STANDINGS,
  setStreamerStanding,
} from '#product/administration/marketplace-contract.ts';
import { ofName } from '#product/shared/elision.ts';
import { DECISION, Facts, Loaded } from '#web/features/admin/admin.tsx';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminList, type ListAct, type ListColumn } from '#web/features/admin/list.ts';
import {
  ratingText,
  readStreamers,
  STATE_LABELS,
  STATE_TONES,
  type Streamer,
  streamerQuery,
} from '#web/features/admin/streamers/streamer.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { useUndoable } from '#web/features/admin/undo.ts';
import { formatCount, plural } from '#web/lib/format.ts';
import { personPage } from '#web/lib/paths.ts';
import { sendOnce } from '#web/lib/use-command.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge, StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const STREAMERS = adminList({
  name: 'streamers',
  caption: 'Streamers',
  noun: { one: 'streamer', many: 'streamers' },
  search: { label: 'Rechercher un streamer', placeholder: 'Un nom, une adresse…' },
  filters: { state: { label: 'État', all: 'Tous les états', values: STATE_LABELS } },
  sorts: ['created_at', 'display_name', 'offers', 'coming', 'completed', 'rating_average'],
  rows: (supabase, { patterns, chosen: { state }, sort }) => {
    let streamers = readStreamers(supabase);
    for (const pattern of patterns) streamers = streamers.like('search', pattern);
    if (state) streamers = streamers.eq('state', state);
    return streamers
      .order(sort.key, { ascending: sort.direction === 'ascending', nullsFirst: false })
      .order('id');
  },
});

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
    title: (name) => `Retirer la page ${ofName(name)} ?`,
    cost: 'Personne ne la voit ni ne réserve plus. Les sessions déjà réservées restent : annulez-les une à une si besoin.',
    confirm: 'Retirer la page',
    done: 'Page retirée',
  },
  restore: {
    title: (name) => `Rétablir la page ${ofName(name)} ?`,
    cost: 'Elle redevient visible si le streamer l’a publiée.',
    confirm: 'Rétablir la page',
    done: 'Page rétablie',
  },
};

const columns: ListColumn<Streamer>[] = [
  {
    key: 'display_name',
    header: 'Streamer',
    heading: true,
    sortable: true,
    place: 'start',
    text: ({ display_name }) => display_name,
    cell: ({ display_name, avatar_url }) => (
      <>
        <Avatar name={display_name} src={avatar_url} size="sm" />
        {display_name}
      </>
    ),
  },
  {
    key: 'state',
    header: 'État',
    place: 'end',
    text: ({ state, featured_at }) =>
      [STATE_LABELS[state], featured_at && 'en avant'].filter(Boolean).join(', '),
    cell: ({ state, featured_at }) => (
      <span className="flex flex-wrap items-center gap-2">
        <StateDot tone={STATE_TONES[state]}>{STATE_LABELS[state]}</StateDot>
        {featured_at && <Badge className="max-md:hidden">En avant</Badge>}
      </span>
    ),
  },
  {
    key: 'offers',
    header: 'Offres',
    align: 'end',
    sortable: true,
    cell: ({ offers }) => formatCount(offers),
  },
  {
    key: 'coming',
    header: 'À venir',
    align: 'end',
    sortable: true,
    place: 'below',
    text: ({ coming }) => formatCount(coming),
    cell: ({ coming, completed, featured_at }) => (
      <>
        {formatCount(coming)}
        <span className="md:hidden">
          {' '}
          à venir, {plural(completed, 'terminée', 'terminées')}
          {featured_at && <>&nbsp;· en avant</>}
        </span>
      </>
    ),
  },
  {
    key: 'completed',
    header: 'Terminées',
    align: 'end',
    sortable: true,
    cell: ({ completed }) => formatCount(completed),
  },
  { key: 'rating_average', header: 'Note', align: 'end', sortable: true, cell: ratingText },
];

/** The actions on several pages at once. */
const ACTS: readonly ListAct<Streamer>[] = (
  [
    ['withhold', ({ state }) => state !== 'withheld', 'Retirer les pages', 'retirée'],
    ['restore', ({ state }) => state === 'withheld', 'Rétablir les pages', 'rétablie'],
    [
      'feature',
      ({ featured_at, state }) => !featured_at && state === 'published',
      'Mettre en avant',
      'mise en avant',
    ],
    ['unfeature', ({ featured_at }) => featured_at !== null, 'Ne plus mettre en avant', 'remise à sa place'],
  ] as const satisfies readonly (readonly [Standing, (row: Streamer) => boolean, string, string])[]
).map(([standing, applies, label, done]) => ({
  label,
  applies,
  question: (count) => `${label} : ${plural(count, 'page', 'pages')} ?`,
  cost: standing === 'withhold' ? WORDS.withhold.cost : undefined,
  danger: standing === 'withhold',
  run: ({ id }, reason) => sendOnce(setStreamerStanding, { streamerId: id, standing, reason }),
  undo: ({ id }, reason) =>
    sendOnce(setStreamerStanding, setStreamerStanding.undo({ streamerId: id, standing, reason })),
  done: (count) => plural(count, `page ${done}`, `pages ${done.replace(/^(\S+)/, '$1s')}`),
}));

/** `/admin-dashboard/streamers`: every streamer's page, and what the platform does with it. */
export function Component() {
  const mayDecide = useDuty('moderation');
  return (
    <>
      <PageHeader title="Streamers" description="Chaque page, ce qu’elle propose, et ce que Loge en fait." />
      <AdminList
        list={STREAMERS}
        columns={columns}
        live={['streamers']}
        acts={mayDecide ? ACTS : []}
        window={{
          name: 'streamer',
          title: 'Streamer',
          open: 'Ouvrir',
          content: (id) => <StreamerContent id={id} />,
        }}
      />
    </>
  );
}

function StreamerContent({ id }: { id: string }) {
  const streamer = useQuery(streamerQuery(id));
  return (
    <Loaded query={streamer} failed="Ce streamer n’a pas pu être chargé" gone="Streamer introuvable">
      {(found) => <StreamerBody streamer={found} />}
    </Loaded>
  );
}

function StreamerBody({ streamer }: { streamer: Streamer }) {
  const [standing, setStanding] = useState<Standing | null>(null);
  const mayDecide = useDuty('moderation');
  const words = standing ? WORDS[standing] : null;
  const deciding = useUndoable(setStreamerStanding, {
    done: (_, decided) => ({ title: WORDS[decided.standing].done, description: streamer.display_name }),
    inverse: setStreamerStanding.undo,
  });
  return (
    <div className="grid gap-7">
      <div className="grid gap-2">
        <h3 className="text-title">{streamer.display_name}</h3>
        <StateDot tone={STATE_TONES[streamer.state]}>{STATE_LABELS[streamer.state]}</StateDot>
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
        <ButtonLink to={personPage(streamer.id)}>Ouvrir la fiche</ButtonLink>
        {mayDecide && (
          <>
            <Button onClick={() => setStanding(streamer.featured_at ? 'unfeature' : 'feature')}>
              {streamer.featured_at ? 'Ne plus mettre en avant' : 'Mettre en avant'}
            </Button>
            <Button
              tone={streamer.state === 'withheld' ? 'outline' : 'danger-outline'}
              onClick={() => setStanding(streamer.state === 'withheld' ? 'restore' : 'withhold')}
            >
              {streamer.state === 'withheld' ? 'Rétablir la page' : 'Retirer la page'}
            </Button>
          </>
        )}
      </div>
      {standing && words && (
        <ConfirmDialog
          open
          onOpenChange={() => setStanding(null)}
          title={words.title(streamer.display_name)}
          cost={words.cost}
          confirmLabel={words.confirm}
          tone={standing === 'withhold' ? 'danger' : 'spot'}
          {...DECISION}
          onConfirm={async (reason) => {
            await deciding.run({ streamerId: streamer.id, standing, reason });
          }}
        />
      )}
    </div>
  );
}
