import { lazy, Suspense } from 'react';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** What fetches and checks the cards is not needed to show the promise: it comes after the first screen. */
const Market = lazy(() =>
  import('#web/features/discovery/market.tsx').then((module) => ({ default: module.Market })),
);

/** Who is free, what there is, who is there. */
export function MarketPlace() {
  const { state } = useAuth();
  const waiting = <Waiting />;
  return (
    <Suspense fallback={waiting}>
      <Market viewerId={state.status === 'signed-in' ? state.user.id : null} waiting={waiting} />
    </Suspense>
  );
}

/** The first row of cards, in their own shape. */
function Waiting() {
  return (
    <section aria-busy="true" className="wrap py-10 lg:py-14" aria-labelledby="free-today">
      <h2 id="free-today" className="mb-6 text-heading">
        Libres aujourd’hui
      </h2>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-4 sm:gap-5">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} className="h-80 rounded-lg" />
        ))}
      </div>
    </section>
  );
}
