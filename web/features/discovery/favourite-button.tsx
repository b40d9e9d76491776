import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { favouriteQuery, type Streamer, setFavourite } from '#web/entities/streamer/queries.ts';
import { useAction } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ButtonLink } from '#web/ui/link.tsx';

/** What the way back from signing in asks for. */
const ASKED = 'favourite';

interface FavouriteButtonProps {
  streamer: Pick<Streamer, 'id' | 'handle' | 'display_name'>;
  /** Null: nobody is signed in. */
  viewerId: string | null;
  /** Signing in, then coming back to this path. */
  signInPath: (returnTo: string) => string;
}

/** On one's list or not. Signed out it leads through the sign-in, and does what was asked on the way back. */
export function FavouriteButton({ streamer, viewerId, signInPath }: FavouriteButtonProps) {
  const look = (
    <>
      <Heart aria-hidden="true" />
      Favori
    </>
  );
  if (viewerId === null) {
    return <ButtonLink to={signInPath(`/streamer/${streamer.handle}?${ASKED}=1`)}>{look}</ButtonLink>;
  }
  return <Toggle streamer={streamer} viewerId={viewerId} />;
}

function Toggle({ streamer, viewerId }: { streamer: FavouriteButtonProps['streamer']; viewerId: string }) {
  const client = useQueryClient();
  const { queryKey, ...query } = favouriteQuery(viewerId, streamer.id);
  const { data: isFavourite = false } = useQuery({ queryKey, ...query });
  const saving = useAction((wanted: boolean) => setFavourite(viewerId, streamer.id, wanted), {
    changes: [queryKey],
    failed: 'Favori non enregistré',
    ahead: (wanted) => {
      client.setQueryData(queryKey, wanted);
      return () => client.setQueryData(queryKey, !wanted);
    },
  });
  useAskedBeforeSigningIn(() => saving.press(true));
  return (
    <Button aria-pressed={isFavourite} onClick={() => !saving.pending && saving.press(!isFavourite)}>
      <Heart aria-hidden="true" className={classNames(isFavourite && 'fill-current text-live')} />
      Favori
    </Button>
  );
}

/** Does once what the address asks for, and takes it out of the address. */
function useAskedBeforeSigningIn(act: () => void): void {
  const [params, setParams] = useSearchParams();
  const asked = params.has(ASKED);
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
