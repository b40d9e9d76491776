import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Evidence } from '#product/moderation/rules/evidence.ts';
import { pictureSources } from '#product/shared/pictures.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { formatDateTime, formatMoney, formatTime } from '#web/lib/format.ts';
import { evidenceAddresses } from '#web/lib/pictures.ts';

const KEPT_SIZE = { width: 112, height: 84 };
const zone = TEAM_ZONE;
export const moment = (at: string) => formatDateTime(at, zone, { weekday: false, month: 'short' });

/** A picture at its place. */
export function PlacedPicture({ url, name }: { url: string; name: string }) {
  const [gone, setGone] = useState(false);
  if (gone) return <p className="text-kicker text-muted">{name} : supprimée</p>;
  return (
    <img
      {...pictureSources(url, KEPT_SIZE)}
      alt={name}
      {...KEPT_SIZE}
      onError={() => setGone(true)}
      className="rounded bg-raised object-cover"
    />
  );
}

/**
 * A picture as it was reported: as it was kept when it was removed or replaced since, otherwise
 * from its place.
 */
export function ReportedPicture({ url, name }: { url: string; name: string }) {
  const { data: kept, isPending } = useQuery({
    queryKey: [...ADMIN_KEY, 'evidence', url],
    queryFn: () => evidenceAddresses(url),
    // Each address is good for a minute, and a picture that is seen is not loaded again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return <div style={KEPT_SIZE} className="rounded bg-raised" />;
  if (kept === undefined || kept.length === 0) return <PlacedPicture url={url} name={name} />;
  return kept.map((address) => (
    <img
      key={address}
      src={address}
      alt={`${name}, retirée depuis`}
      {...KEPT_SIZE}
      className="rounded bg-raised object-cover opacity-60"
    />
  ));
}

/**
 * A film or its captions: as they were kept when they were removed since, otherwise from their
 * place.
 */
function ReportedFilm({ url, kept }: { url: string; kept: boolean }) {
  const { data: addresses = [], isPending } = useQuery({
    queryKey: [...ADMIN_KEY, 'evidence', url],
    queryFn: () => (kept ? evidenceAddresses(url) : []),
    // Each address is good for a minute, and a film that is seen is not loaded again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return null;
  const address = addresses[0] ?? url;
  if (url.endsWith('.vtt'))
    return (
      <a href={address} target="_blank" rel="noopener" className="underline underline-offset-4">
        Sous-titres du film<span className="sr-only"> (nouvel onglet)</span>
      </a>
    );
  return (
    // biome-ignore lint/a11y/useMediaCaption: its captions stand beside it, as a file of their own
    <video
      controls
      playsInline
      // Its first picture, where none would be a black box.
      preload="metadata"
      src={address}
      aria-label={addresses.length > 0 ? 'Film, retiré depuis' : 'Film'}
      className="aspect-video w-full rounded bg-black object-contain"
    />
  );
}

/** Shows the evidence: the words, the session around it, the attendance, the payments. */
export function Shown({
  evidence,
  Picture,
}: {
  evidence: Evidence;
  Picture: typeof PlacedPicture | typeof ReportedPicture;
}) {
  const { title, text, pictures = [], films = [], session, attendances, payments } = evidence;
  return (
    <div className="num grid gap-2 rounded-lg bg-wash px-4 py-3 text-small">
      <p className="text-kicker text-muted">{title}</p>
      {text !== '' && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
      {pictures.length > 0 && (
        <ul aria-label="Images" className="flex flex-wrap gap-2">
          {pictures.map((url, at) => (
            <li key={url} className="flex flex-wrap gap-2">
              <Picture url={url} name={`Image ${at + 1} sur ${pictures.length}`} />
            </li>
          ))}
        </ul>
      )}
      {films.map((url) => (
        <ReportedFilm key={url} url={url} kept={Picture === ReportedPicture} />
      ))}
      {session && <p className="text-soft">Session du {moment(session.startAt)}</p>}
      {attendances.map(({ side, joinedAt, leftAt }) => (
        <p key={`${side}${joinedAt}`} className="text-soft">
          {side === 'streamer' ? 'Le streamer' : side === 'viewer' ? 'Le viewer' : 'L’équipe'} était là de{' '}
          {formatTime(joinedAt, zone)} à {leftAt ? formatTime(leftAt, zone) : 'maintenant'}
        </p>
      ))}
      {payments.map(({ capturedCents, refundedCents }, index) => (
        <p key={index} className="text-soft">
          {formatMoney(capturedCents)} payés
          {refundedCents > 0 && `, ${formatMoney(refundedCents)} remboursés`}
        </p>
      ))}
    </div>
  );
}
