import { useQuery } from '@tanstack/react-query';
import { Check, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { type PUBLISH_NEEDS, setPublication } from '#product/streamers/contract.ts';
import { AgeQuestion } from '#web/entities/age/age-question.tsx';
import { ageQuery } from '#web/entities/age/own-age.ts';
import { ownOffersQuery } from '#web/entities/offer/queries.ts';
import { type StreamerPage, settingsKey } from '#web/features/streamer-settings/queries.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDay } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { ButtonLink, TextLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinksEditor } from './links-editor.tsx';
import { type PagePreview, PublicProfileForm } from './profile-form.tsx';

type Need = (typeof PUBLISH_NEEDS)[number];

interface PublishPanelProps {
  page: StreamerPage;
  /** How many offers are switched on. */
  activeOffers: number;
}

/**
 * The requirements of a page before it is shown, in the order in which one does them, each with its
 * place.
 */
const NEEDS: readonly { need: Need; label: string; to: string }[] = [
  { need: 'headline', label: 'Une accroche', to: '?tab=page' },
  { need: 'bio', label: 'Une présentation', to: '?tab=page' },
  { need: 'category', label: 'Au moins une catégorie', to: '?tab=page' },
  { need: 'offer', label: 'Au moins une offre ouverte', to: '/streamer-dashboard/offers' },
  { need: 'hours', label: 'Des heures d’ouverture', to: '/streamer-dashboard/availability' },
];

/** Whether the page is shown, what it still needs, and the switch. */
export function PublishPanel({ page, activeOffers }: PublishPanelProps) {
  const [asking, setAsking] = useState(false);
  const [asksAge, setAsksAge] = useState(false);
  const age = useQuery(ageQuery(page.id));
  const has: Readonly<Record<Need, boolean>> = {
    headline: page.headline.trim() !== '',
    bio: page.bio.trim() !== '',
    category: page.categories.length > 0,
    offer: activeOffers > 0,
    hours: page.weekly_hours.length > 0,
  };
  const missing = NEEDS.filter(({ need }) => !has[need]);
  const published = page.published_at !== null;
  const away =
    page.away_until !== null && (page.away_until === 'infinity' || Date.parse(page.away_until) > Date.now());
  const options = { changes: [settingsKey(page.id)], failed: null };
  const publish = useCommand(setPublication, { ...options, done: 'Votre page est en ligne' });
  const withdraw = useCommand(setPublication, { ...options, done: 'Votre page n’est plus en ligne' });
  return (
    <section
      aria-labelledby="publish-title"
      className="mb-8 grid gap-5 rounded-lg border border-line bg-stage p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1.5">
          <h2 id="publish-title" className="display text-title">
            {published ? 'Votre page est en ligne' : 'Votre page n’est pas en ligne'}
          </h2>
          {published && page.published_at ? (
            <StateDot tone="settled">
              Depuis le {formatDay(page.published_at, deviceZone(), { weekday: false, year: true })}
            </StateDot>
          ) : (
            <p className="text-small text-soft">
              {missing.length === 0
                ? 'Tout est prêt : publiez-la pour être trouvé et réservé.'
                : 'Personne ne la voit encore. Voici ce qu’il lui faut.'}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {published ? (
            <>
              <ButtonLink to={`/streamer/${page.handle}`} size="sm">
                <ExternalLink aria-hidden="true" />
                Voir ma page
              </ButtonLink>
              <Button size="sm" tone="quiet" onClick={() => setAsking(true)}>
                Dépublier ma page
              </Button>
            </>
          ) : (
            <Button
              tone={missing.length === 0 ? 'spot' : 'outline'}
              loading={publish.pending}
              disabled={missing.length > 0 || away}
              onClick={() => (age.data === null ? setAsksAge(true) : publish.press({ published: true }))}
            >
              Publier ma page
            </Button>
          )}
        </div>
      </div>
      {asksAge && age.data === null && (
        <AgeQuestion why="publishing" onDone={() => publish.press({ published: true })} />
      )}
      {publish.error && <FormError>{errorText(publish.error)}</FormError>}
      {page.withheld_at !== null && (
        <FormError>
          Loge a masqué votre page : vous la voyez et pouvez la corriger, personne d’autre ne la voit. Les
          sessions déjà réservées restent prévues ; la raison vous a été écrite par e-mail.
        </FormError>
      )}
      {away && page.withheld_at === null && (
        <FormError>
          Tant que votre compte est suspendu ou en cours de suppression, votre page reste cachée.
        </FormError>
      )}
      {(!published || missing.length > 0) && (
        <ul
          aria-label="Ce qu’il faut pour publier"
          className="grid gap-2.5 border-t border-line pt-5 sm:grid-cols-2"
        >
          {NEEDS.map(({ need, label, to }) => (
            <li key={need} className="flex items-center gap-3 text-small">
              <span
                aria-hidden="true"
                className={classNames(
                  'grid size-6 shrink-0 place-items-center rounded-full',
                  has[need] ? 'bg-settled-wash text-settled' : 'border border-edge',
                )}
              >
                {has[need] && <Check className="size-4" />}
              </span>
              {has[need] ? (
                <span className="text-soft">
                  {label}
                  <span className="sr-only">, fait</span>
                </span>
              ) : (
                <TextLink to={to} className="inline-flex min-h-11 items-center">
                  {label}
                </TextLink>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Retirer votre page de la vitrine ?"
        description="On ne vous trouvera plus et personne ne pourra réserver. Les sessions déjà réservées restent prévues. Vous pourrez la publier de nouveau quand vous voulez."
        confirmLabel="Dépublier ma page"
        onConfirm={async () => {
          await withdraw.run({ published: false });
        }}
        failure={errorText}
      />
    </section>
  );
}

/** While the page and its offers are on their way. */
export function PublicPageSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-8">
      <Skeleton className="h-36" />
      <Skeleton className="h-96" />
    </div>
  );
}

/** A streamer's page: is it shown, what does it say, where else are they. */
export function PublicPage({ page, preview }: { page: StreamerPage; preview: PagePreview }) {
  const offers = useQuery(ownOffersQuery(page.id));
  // Nobody is told that an offer is missing before the offers are known.
  if (!offers.data)
    return offers.isError ? (
      <ErrorState
        title="Vos offres n’ont pas pu être chargées"
        onRetry={() => offers.refetch()}
        retrying={offers.isFetching}
      />
    ) : (
      <PublicPageSkeleton />
    );
  return (
    <>
      <PublishPanel page={page} activeOffers={offers.data.filter((offer) => offer.is_active).length} />
      <PublicProfileForm page={page} preview={preview} />
      <LinksEditor page={page} />
    </>
  );
}
