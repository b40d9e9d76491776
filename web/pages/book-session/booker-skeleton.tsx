import { Skeleton } from '#web/ui/skeleton.tsx';

/** The shape of the booker while its streamer is on the way. */
export function BookerSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <div className="grid gap-3 sm:grid-cols-2">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
      <div className="grid rounded-xl border border-line bg-stage lg:grid-cols-[21rem_minmax(0,1fr)_19.5rem]">
        {[0, 1, 2].map((column) => (
          <div key={column} className="grid content-start gap-4 p-6">
            <Skeleton className="h-6 w-32" />
            <Skeleton className="h-72" />
          </div>
        ))}
      </div>
    </div>
  );
}
