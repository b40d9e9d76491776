import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';

/** A profile that is coming, in its own shape. */
export function ProfileSkeleton() {
  return (
    <div aria-busy="true" className="wrap pt-4 pb-16 sm:pt-6">
      <h1 className="sr-only">Profil</h1>
      <Skeleton className="h-40 rounded-xl sm:h-60" />
      <div className="px-1 sm:px-6">
        <Skeleton className="-mt-14 size-26 rounded-full border-[5px] border-ground" />
        <Skeleton className="mt-4 h-8 w-56" />
        <Skeleton className="mt-3 h-5 w-80 max-w-full" />
      </div>
      <div className="mt-12 grid gap-10 lg:grid-cols-[1fr_19rem]">
        <SkeletonText lines={6} />
        <Skeleton className="h-64 rounded-xl" />
      </div>
    </div>
  );
}
