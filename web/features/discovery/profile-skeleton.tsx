import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';

interface ProfileSkeletonProps {
  /** What is known already: the document came with the name and the headline. */
  words: { readonly name?: string; readonly headline?: string };
}

/** A profile that is loading, in the boxes of `ProfileHead` and of the page below it, so that nothing moves when it is there. */
export function ProfileSkeleton({ words: { name, headline } }: ProfileSkeletonProps) {
  return (
    <div aria-busy="true" className="wrap pt-4 pb-16 sm:pt-6">
      <Skeleton className="h-40 rounded-xl sm:h-60" />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 px-1 sm:px-6">
        <span className="relative -mt-14 rounded-full border-[5px] border-ground">
          <Skeleton className="size-24 rounded-full" />
        </span>
        <div className="flex flex-wrap gap-3">
          <Skeleton className="h-[46px] w-28 rounded-full" />
          <Skeleton className="h-[46px] w-33 rounded-full" />
        </div>
      </div>
      <div className="mt-4 grid gap-2.5 px-1 sm:px-6">
        {name === undefined ? (
          <>
            <h1 className="sr-only">Profil</h1>
            <Skeleton className="h-8 w-56" />
          </>
        ) : (
          <h1 className="text-heading">{name}</h1>
        )}
        {headline === undefined ? (
          <Skeleton className="h-7 w-80 max-w-full" />
        ) : (
          headline !== '' && <p className="max-w-[60ch] text-lead text-soft">{headline}</p>
        )}
        <Skeleton className="my-0.5 h-4 w-40" />
        <span className="flex min-h-11 items-center">
          <Skeleton className="h-4 w-56" />
        </span>
      </div>
      <div className="mt-9 grid items-start gap-x-10 gap-y-9 lg:grid-cols-[1fr_19rem]">
        <Skeleton className="h-64 rounded-xl lg:order-2" />
        <SkeletonText lines={6} />
      </div>
    </div>
  );
}
