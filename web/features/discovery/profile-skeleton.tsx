import { BANNER_ON_PROFILE, FACE_ON_PROFILE } from '#product/shared/pictures.ts';
import { ProfileFactsSkeleton } from '#web/features/discovery/profile-facts.tsx';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';
import '#web/features/discovery/discovery.css';

interface ProfileSkeletonProps {
  /** The words that are known already: the document came with the name and the headline. */
  words: {
    readonly name?: string;
    readonly headline?: string;
    readonly cover?: string;
    readonly coverSet?: string;
    readonly face?: string;
    readonly faceSet?: string;
    readonly placeholder?: string;
  };
}

/**
 * A profile that is loading, in the boxes of `ProfileHead` and of the page below it, so that
 * nothing moves when it is there.
 */
export function ProfileSkeleton({ words }: ProfileSkeletonProps) {
  const { name, headline, cover, coverSet, face, faceSet, placeholder } = words;
  return (
    <div aria-busy="true" className="wrap pt-4 pb-16 sm:pt-6">
      {cover === undefined ? (
        <Skeleton className="h-32 rounded-xl sm:h-52" />
      ) : (
        <div
          className="banner h-32 rounded-xl border border-line bg-cover sm:h-52"
          style={{ backgroundImage: `url(${placeholder ?? ''})` }}
        >
          <img src={cover} srcSet={coverSet} alt="" {...BANNER_ON_PROFILE} fetchPriority="high" />
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 px-1 sm:px-6">
        <span className="relative -mt-14 grid rounded-full border-[5px] border-ground">
          {face === undefined ? (
            <Skeleton className="size-24 rounded-full" />
          ) : (
            <span className="inline-grid size-24 overflow-hidden rounded-full bg-raised">
              <img
                src={face}
                srcSet={faceSet}
                alt=""
                {...FACE_ON_PROFILE}
                className="size-full object-cover"
              />
            </span>
          )}
        </span>
        <div className="flex flex-wrap gap-3">
          <Skeleton className="h-[46px] w-12 rounded-full sm:w-28" />
          <Skeleton className="h-[46px] w-12 rounded-full sm:w-33" />
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
      <div className="mt-5 grid items-start gap-x-10 gap-y-9 sm:mt-7 lg:grid-cols-[1fr_19rem]">
        <Skeleton className="h-87 rounded-xl lg:order-2" />
        <div className="grid min-w-0 gap-12">
          <ProfileFactsSkeleton />
          <SkeletonText lines={6} />
        </div>
      </div>
    </div>
  );
}
