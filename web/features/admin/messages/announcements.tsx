import type { QueryData } from '@supabase/supabase-js';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Megaphone, Send } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  countAudience,
  planAnnouncement,
  stopAnnouncement,
  testAnnouncement,
} from '#product/announcements/contract.ts';
import {
  ANNOUNCEMENT_BODY_MAX,
  ANNOUNCEMENT_TITLE_MAX,
  announcementState,
  SEGMENT_LABELS,
  SEGMENTS,
  type Segment,
} from '#product/announcements/rules/announcements.ts';
import { choicesIn } from '#product/discovery/rules/catalogue.ts';
import { daysAfter, formatInstant, type Instant, instantOf } from '#product/shared/time/instant.ts';
import { epochDayOf, parseLocalDate } from '#product/shared/time/local-date.ts';
import { firstInstantAt, wallTimeOf } from '#product/shared/time/wall-time.ts';
import { AnnouncementCard } from '#web/entities/announcement/announcement-banner.tsx';
import { categoryName, optionsOf, useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { ADMIN_KEY, DECISION, Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { capitalised, formatCount, formatShortDateTime, plural } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

const isSegment = (value: string): value is Segment => SEGMENTS.some((each) => each === value);
const whomOf = ({ segment, category }: { segment: string; category: string | null }): string => {
  if (category !== null) return `Streamers, ${categoryName(category)}`;
  return isSegment(segment) ? SEGMENT_LABELS[segment] : segment;
};

const KEY = [...ADMIN_KEY, 'announcements'] as const;
const read = (supabase: LogeSupabase) =>
  supabase
    .from('admin_announcements')
    .select(
      'id,segment,category,title,body,on_banner,on_bell,by_mail,send_at,banner_until,stopped_at,finished_at,sent_count,mailed_count,author_name',
    );
type Announcement = QueryData<ReturnType<typeof read>>[number];

const announcementsQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'list'],
    // One that is being sent counts up.
    refetchInterval: 5_000,
    queryFn: async ({ signal }): Promise<Announcement[]> => {
      const { supabase } = await loadClient();
      const { data } = await read(supabase)
        .order('send_at', { ascending: false })
        .order('id')
        .limit(50)
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

const audienceQuery = (segment: Segment, category: string | null) =>
  queryOptions({
    queryKey: [...KEY, 'audience', segment, category],
    placeholderData: keepPreviousData,
    queryFn: () => callCommand(countAudience, { segment, category }),
  });

const schema = z.object({
  segment: z.enum(SEGMENTS),
  category: z.string(),
  title: z.string().check(z.trim(), z.minLength(3, 'Donnez un titre à l’annonce')),
  body: z.string().check(z.trim(), z.minLength(3, 'Écrivez l’annonce')),
  onBanner: z.boolean(),
  onBell: z.boolean(),
  byMail: z.boolean(),
  bannerDays: z.string(),
  sendAt: z.string(),
});
const EMPTY: z.output<typeof schema> = {
  segment: 'all_viewers',
  category: '',
  title: '',
  body: '',
  onBanner: true,
  onBell: true,
  byMail: false,
  bannerDays: '3',
  sendAt: '',
};
const BANNER_DAYS = [
  { value: '1', label: '1 jour' },
  { value: '3', label: '3 jours' },
  { value: '7', label: '7 jours' },
  { value: '14', label: '14 jours' },
];

/** « 2026-11-24T18:30 » on the clock of Paris, as an input gives it. */
function momentOf(text: string): Instant | null {
  const [, date, hours, minutes] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(text) ?? [];
  if (date === undefined) return null;
  const wall = wallTimeOf(epochDayOf(parseLocalDate(date)), Number(hours) * 60 + Number(minutes));
  return firstInstantAt(TEAM_ZONE, wall);
}

const reached = ({ people, byMail }: { people: number; byMail: number }, mails: boolean): string =>
  `${formatCount(people)} ${people > 1 ? 'personnes' : 'personne'}${mails ? `, dont ${formatCount(byMail)} par e-mail` : ''}`;

/** The team's announcements to many people at once: written, tried, planned, stopped. */
export function Announcements() {
  const list = useQuery(announcementsQuery());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 pt-5 xl:grid-cols-2">
      <Write />
      <section aria-labelledby="announcements-sent" className="grid gap-4">
        <h2 id="announcements-sent" className="text-title">
          Annonces
        </h2>
        <Loaded query={list} failed="Les annonces n’ont pas pu être chargées">
          {(announcements) =>
            announcements.length === 0 ? (
              <EmptyState
                icon={<Megaphone />}
                title="Aucune annonce"
                description="Celles que vous envoyez sont listées ici, avec le nombre de personnes qui les ont reçues."
              />
            ) : (
              <ul className="rounded-lg border border-line bg-stage">
                {announcements.map((each) => (
                  <li key={each.id} className="border-b border-line px-4 py-3 last:border-b-0">
                    <Row announcement={each} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
    </div>
  );
}

function Write() {
  const [asking, setAsking] = useState(false);
  const planning = useCommand(planAnnouncement, { changes: [KEY], done: 'Annonce enregistrée' });
  const testing = useCommand(testAnnouncement, { done: 'Essai envoyé à votre adresse' });
  const form = useSchemaForm(schema, EMPTY, async () => setAsking(true), commandFailure);
  const values = form.watch();
  const { segment, title, body, onBanner, onBell, byMail } = values;
  const categories = optionsOf(choicesIn(useCatalogue().categories));
  const category =
    segment === 'streamers_of_category' ? values.category || (categories[0]?.value ?? '') : null;
  const audience = useQuery(audienceQuery(segment, category));
  const counted = audience.data && !audience.isPlaceholderData ? audience.data : null;
  const written = title.trim().length >= 3 && body.trim().length >= 3;
  const later = momentOf(values.sendAt);
  return (
    <section aria-labelledby="announcement-new" className="grid gap-5">
      <h2 id="announcement-new" className="text-title">
        Nouvelle annonce
      </h2>
      <form onSubmit={form.submit} noValidate className="grid gap-4">
        {form.failure && <FormError>{form.failure.text}</FormError>}
        <Field
          label="Pour qui"
          hint={
            counted
              ? reached(counted, true)
              : audience.isError
                ? 'Le nombre de personnes n’a pas pu être compté.'
                : 'Un instant…'
          }
        >
          <Select
            options={SEGMENTS.map((value) => ({ value, label: SEGMENT_LABELS[value] }))}
            {...form.register('segment')}
          />
        </Field>
        {category !== null && (
          <Field label="Catégorie" hint="Ceux qui y ont une offre ouverte.">
            <Select options={categories} {...form.register('category')} />
          </Field>
        )}
        <Field label="Titre" hint="C’est aussi l’objet de l’e-mail." error={form.errors.title?.message}>
          <Input maxLength={ANNOUNCEMENT_TITLE_MAX} {...form.register('title')} />
        </Field>
        <Field label="Texte" error={form.errors.body?.message}>
          <Textarea rows={5} maxLength={ANNOUNCEMENT_BODY_MAX} {...form.register('body')} />
        </Field>
        <fieldset className="grid">
          <legend className="text-small font-medium text-soft">Comment</legend>
          <Checkbox
            label="En bandeau"
            description="Au bas des pages, jusqu’à ce que la personne le ferme."
            {...form.register('onBanner')}
          />
          <Checkbox label="Parmi les notifications" {...form.register('onBell')} />
          <Checkbox
            label="Par e-mail"
            description="À ceux-là seuls qui ont accepté les annonces ; chacun porte un lien pour ne plus en recevoir."
            {...form.register('byMail')}
          />
        </fieldset>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15.5rem),1fr))] gap-4">
          {onBanner && (
            <Field label="Durée du bandeau">
              <Select options={BANNER_DAYS} {...form.register('bannerDays')} />
            </Field>
          )}
          <Field label="Envoyer le" hint="Heure de Paris. Vide : tout de suite." optional>
            <Input type="datetime-local" {...form.register('sendAt')} />
          </Field>
        </div>
        {written && (
          <div className="grid gap-2">
            <p className="text-small text-muted">Aperçu du bandeau</p>
            <AnnouncementCard title={title} body={body} />
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="spot" disabled={!(onBanner || onBell || byMail) || counted === null}>
            <Send aria-hidden="true" />
            {later === null ? 'Envoyer…' : 'Programmer…'}
          </Button>
          <Button
            loading={testing.pending}
            disabled={!written}
            onClick={() => testing.press({ title: title.trim(), body: body.trim() })}
          >
            M’envoyer un essai
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="spot"
        title={later === null ? 'Envoyer cette annonce ?' : 'Programmer cette annonce ?'}
        description={
          later === null
            ? 'Elle part aussitôt. Vous pouvez l’arrêter tant que tout n’est pas parti, et en retirer le bandeau ensuite.'
            : `Elle part ${formatShortDateTime(later, TEAM_ZONE)}, heure de Paris. Vous pouvez l’arrêter d’ici là.`
        }
        cost={counted ? `Pour ${reached(counted, byMail)}.` : undefined}
        confirmLabel={later === null ? 'Envoyer' : 'Programmer'}
        {...DECISION}
        onConfirm={async (reason) => {
          const from = later ?? instantOf(Date.now());
          await planning.run({
            segment,
            category,
            title: title.trim(),
            body: body.trim(),
            onBell,
            byMail,
            sendAt: later === null ? null : formatInstant(later),
            bannerUntil: onBanner ? formatInstant(daysAfter(from, Number(values.bannerDays))) : null,
            reason,
          });
          form.reset();
        }}
      />
    </section>
  );
}

const STATES = {
  planned: { label: 'Programmée', tone: 'neutral' },
  sending: { label: 'En cours d’envoi', tone: 'neutral' },
  sent: { label: 'Envoyée', tone: 'settled' },
  stopped: { label: 'Arrêtée', tone: 'live' },
} as const;

const ACTS = {
  stop: {
    label: 'Arrêter',
    title: 'Arrêter cette annonce ?',
    description:
      'Personne d’autre ne la reçoit, et son bandeau disparaît. Ce qui est parti par e-mail le reste.',
    confirm: 'Arrêter l’annonce',
  },
  takeDown: {
    label: 'Retirer le bandeau',
    title: 'Retirer ce bandeau ?',
    description: 'Il disparaît des pages. Les notifications et les e-mails restent.',
    confirm: 'Retirer le bandeau',
  },
} as const;

const epoch = (at: string | null): number | null => (at === null ? null : Date.parse(at));

function Row({ announcement }: { announcement: Announcement }) {
  const { id, title, body, segment, category, send_at, sent_count, mailed_count, author_name } = announcement;
  const [asking, setAsking] = useState(false);
  const state = announcementState(
    {
      sendAt: Date.parse(send_at),
      stoppedAt: epoch(announcement.stopped_at),
      finishedAt: epoch(announcement.finished_at),
    },
    Date.now(),
  );
  const stopping = useCommand(stopAnnouncement, {
    changes: [KEY],
    done: ({ sent }) =>
      state === 'sent'
        ? { title: 'Bandeau retiré' }
        : {
            title: 'Annonce arrêtée',
            description:
              sent === 0
                ? 'Personne ne l’avait reçue.'
                : `${plural(sent, 'personne l’avait', 'personnes l’avaient')} reçue.`,
          },
  });
  const bannerStands = state === 'sent' && (epoch(announcement.banner_until) ?? 0) > Date.now();
  const act = state === 'sent' ? ACTS.takeDown : ACTS.stop;
  const ways = [
    announcement.on_banner && 'bandeau',
    announcement.on_bell && 'notification',
    announcement.by_mail && 'e-mail',
  ].filter(Boolean);
  return (
    <article className="grid gap-1.5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-semibold wrap-anywhere">{title}</h3>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </div>
      <p className="text-small whitespace-pre-wrap wrap-anywhere text-soft">{body}</p>
      <p className="num text-kicker text-muted">
        {whomOf({ segment, category })}, {ways.join(', ')}.{' '}
        {capitalised(formatShortDateTime(send_at, TEAM_ZONE))}
        {author_name && `, ${author_name}`}.{' '}
        {state !== 'planned' && reached({ people: sent_count, byMail: mailed_count }, announcement.by_mail)}
      </p>
      {(state === 'planned' || state === 'sending' || bannerStands) && (
        <Button size="sm" className="min-h-11 justify-self-start" onClick={() => setAsking(true)}>
          {act.label}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={act.title}
        description={act.description}
        confirmLabel={act.confirm}
        {...DECISION}
        onConfirm={async (reason) => {
          await stopping.run({ announcementId: id, reason });
        }}
      />
    </article>
  );
}
