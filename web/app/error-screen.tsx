import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Button } from '#web/ui/button.tsx';

/** Shown instead of a page that threw. The title is the spec's. */
export function ErrorScreen() {
  const error = useRouteError();
  useEffect(() => {
    console.error('Erreur d’affichage', error);
  }, [error]);
  return (
    <div className="grid min-h-[70dvh] place-items-center px-5 py-16">
      <div role="alert" className="grid max-w-lg gap-4 text-center">
        <h1 className="text-heading">Unexpected Application Error!</h1>
        <p className="text-soft">
          Cette page s’est arrêtée à cause d’une erreur de notre côté. Rien de ce que vous aviez enregistré
          n’est perdu.
        </p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <Button tone="spot" onClick={() => window.location.reload()}>
            Recharger la page
          </Button>
          <a
            href="/"
            className="inline-flex min-h-11 items-center px-4 text-soft underline underline-offset-4 hover:text-ink"
          >
            Revenir à l’accueil
          </a>
        </div>
      </div>
    </div>
  );
}

/** The same for an error outside of every shell. */
export function RootErrorScreen() {
  return (
    <main>
      <ErrorScreen />
    </main>
  );
}
