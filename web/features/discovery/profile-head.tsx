import { BadgeCheck, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { channelAddress } from '#product/discovery/rules/channels.ts';
import { LINK_PLATFORMS } from '#product/discovery/rules/link-platforms.ts';
import { categoryName, languageName } from '#web/entities/catalogue/catalogue.ts';
import { placeholderOf, type Streamer } from '#web/entities/streamer/queries.ts';
import { Banner } from '#web/features/discovery/banner.tsx';
import { Rating } from '#web/features/discovery/rating.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';

interface ProfileHeadProps {
  streamer: Streamer;
  /** Whether their Twitch channel is live now. */
  live: boolean;
  /** Favourite, share. */
  actions: ReactNode;
}

/** As it was when the streamer was read. */
export const isLive = ({ streamer_channels: channels }: Streamer): boolean =>
  channels.some(({ live_since }) => live_since !== null);

/** Presents the streamer: the light, the face, the name, and their channels. */
export function ProfileHead({ streamer, live, actions }: ProfileHeadProps) {
  const { display_name: name, categories, languages, streamer_channels: channels } = streamer;
  // A proven channel says what a link of the same platform would only claim.
  const links = streamer.streamer_links.filter(
    ({ platform }) => !channels.some(({ provider }) => provider === platform),
  );
  return (
    <header>
      <Banner
        wide
        name={name}
        early
        url={streamer.banner_url}
        placeholder={placeholderOf(streamer, streamer.banner_url)}
        className="h-32 rounded-xl border border-line sm:h-52"
      />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 px-1 sm:px-6">
        <span className="relative -mt-14 grid rounded-full border-[5px] border-ground">
          <Avatar name={name} src={streamer.avatar_url} size="xl" />
        </span>
        <div className="flex flex-wrap gap-3">{actions}</div>
      </div>
      <div className="mt-4 grid gap-2.5 px-1 sm:px-6">
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <h1 className="text-heading">{name}</h1>
          {live && (
            <Badge tone="live" className="self-center">
              En direct
            </Badge>
          )}
          {streamer.rating_average !== null && (
            <a
              href="#reviews"
              className="-my-2.5 inline-flex min-h-11 items-center rounded-sm text-soft hover:text-ink"
            >
              <Rating average={streamer.rating_average} count={streamer.rating_count} />
            </a>
          )}
        </div>
        {streamer.headline !== '' && <p className="max-w-[60ch] text-lead text-soft">{streamer.headline}</p>}
        {channels.length > 0 && (
          <ul aria-label="Chaînes vérifiées" className="flex flex-wrap gap-x-6 text-small">
            {channels.map(({ provider, channel_id: channelId, login, name: channel }) => (
              <li key={provider} className="min-w-0">
                <a
                  href={channelAddress({ provider, channelId, login })}
                  target="_blank"
                  rel="noopener noreferrer nofollow ugc"
                  className="group flex min-h-11 min-w-0 items-center gap-2 py-1"
                >
                  <BadgeCheck aria-hidden="true" className="size-4.5 shrink-0 text-settled" />
                  <span className="flex min-w-0 flex-wrap gap-x-2">
                    <span className="min-w-0 break-words font-semibold group-hover:underline">{channel}</span>
                    <span className="text-soft">chaîne vérifiée sur {LINK_PLATFORMS[provider]}</span>
                  </span>
                  <ExternalLink aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
                  <span className="sr-only">(nouvel onglet)</span>
                </a>
              </li>
            ))}
          </ul>
        )}
        <p className="text-small text-muted">Parle {languages.map(languageName).join(', ').toLowerCase()}</p>
        <div className="flex flex-wrap gap-x-5 text-small">
          {categories.map((slug) => (
            <Link
              key={slug}
              to={`/browse?category=${slug}`}
              className="inline-flex min-h-11 items-center text-soft underline decoration-line-strong underline-offset-4 hover:text-ink"
            >
              {categoryName(slug)}
            </Link>
          ))}
          {links.map(({ platform, url }) => (
            <a
              key={platform}
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              className="inline-flex min-h-11 items-center gap-1.5 text-soft hover:text-ink"
            >
              {LINK_PLATFORMS[platform]}
              <ExternalLink aria-hidden="true" className="size-3.5 text-muted" />
              <span className="sr-only">(nouvel onglet)</span>
            </a>
          ))}
        </div>
      </div>
    </header>
  );
}
