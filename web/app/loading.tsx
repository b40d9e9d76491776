import { Spinner } from '#web/ui/spinner.tsx';

/** Shown while a page is loading. The text is the spec's. */
export function Loading() {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-soft">
      Loading...
    </div>
  );
}

/** Shown by the guard while the session is not known yet. */
export function Waiting() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner size="lg" label="Vérification de votre session" />
    </div>
  );
}
