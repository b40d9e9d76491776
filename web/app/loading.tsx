import { Spinner } from '#web/ui/spinner.tsx';

/** What one sees while a page is on its way. The text is the spec's. */
export function Loading() {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-soft">
      Loading...
    </div>
  );
}

/** What the guard shows while it is not yet known who is here. */
export function Waiting() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner size="lg" label="Vérification de votre session" />
    </div>
  );
}
