import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { favouritesQuery, setFavourite } from '#web/entities/streamer/queries.ts';
import { withReturnPath } from '#web/lib/return-path.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ButtonLink } from '#web/ui/link.tsx';

/** The parameter with which one comes back from signing in: the id of the streamer to keep. */
const ASKED = 'favourite';

interface FavouriteProps {
  streamer: { id: string; displayName: string };
  /** Null: nobody is signed in. */
  viewerId: string | null;
  /** `heart`: on a card; `button`: with its word, on a profile. */
  look: 'heart' | 'button';
}

const heart =
  'absolute top-2 right-2 z-1 grid size-11 place-items-center rounded-full bg-ground/70 text-ink transition-colors hover:bg-ground';

/**
 * Kept or not, shown ahead of the answer. Signed out it leads through the sign-in, and does what
 * was asked on the way back.
 */
export function FavouriteButton({ streamer, viewerId, look }: FavouriteProps) {
  if (viewerId !== null) return <Toggle streamer={streamer} viewerId={viewerId} look={look} />;
  return <SignInFirst streamer={streamer} look={look} />;
}

function SignInFirst({ streamer, look }: Omit<FavouriteProps, 'viewerId'>) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set(ASKED, streamer.id);
  const to = withReturnPath('/auth', `${pathname}?${params.toString()}`);
  if (look === 'heart') {
    return (
      <Link to={to} aria-label={`Favori, ${streamer.displayName}`} className={heart}>
        <Heart aria-hidden="true" className="size-5" />
      </Link>
    );
  }
  return (
    <ButtonLink to={to} className="max-sm:px-3.5">
      <Heart aria-hidden="true" />
      <span className="max-sm:sr-only">Favori</span>
    </ButtonLink>
  );
}

function Toggle({ streamer, viewerId, look }: FavouriteProps & { viewerId: string }) {
  const client = useQueryClient();
  const kept = favouritesQuery(viewerId);
  const { data: isFavourite = false } = useQuery({ ...kept, select: (ids) => ids.includes(streamer.id) });
  const show = (wanted: boolean) =>
    client.setQueryData(kept.queryKey, (ids: string[] = []) => {
      const others = ids.filter((id) => id !== streamer.id);
      return wanted ? [streamer.id, ...others] : others;
    });
  const saving = useAction((wanted: boolean) => setFavourite(viewerId, streamer.id, wanted), {
    changes: [kept.queryKey],
    failed: 'Favori non enregistré',
    ahead: (wanted) => {
      // An answer that is on its way was asked before this.
      void client.cancelQueries({ queryKey: kept.queryKey });
      show(wanted);
      return () => show(!wanted);
    },
  });
  useAskedBeforeSigningIn(streamer.id, () => saving.press(true));
  const press = () => !saving.pending && saving.press(!isFavourite);
  const filled = isFavourite && 'fill-current text-live';
  if (look === 'heart') {
    return (
      <button
        type="button"
        aria-label={`Favori, ${streamer.displayName}`}
        aria-pressed={isFavourite}
        onClick={press}
        className={heart}
      >
        <Heart aria-hidden="true" className={classNames('size-5', filled)} />
      </button>
    );
  }
  return (
    <Button aria-pressed={isFavourite} onClick={press} className="max-sm:px-3.5">
      <Heart aria-hidden="true" className={classNames(filled)} />
      <span className="max-sm:sr-only">Favori</span>
    </Button>
  );
}

/** Does once what the address asks for, and takes it out of the address. */
function useAskedBeforeSigningIn(streamerId: string, act: () => void): void {
  const [params, setParams] = useSearchParams();
  const asked = params.get(ASKED) === streamerId;
  const done = useRef(false);
  useEffect(() => {
    if (!asked || done.current) return;
    done.current = true;
    act();
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(ASKED);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [asked, act, setParams]);
}
