import { ButtonLink } from '#web/ui/link.tsx';
import { Spotlight } from '#web/ui/spotlight.tsx';

/** Any path that is no page. */
export function Component() {
  return (
    <div className="wrap relative grid min-h-[60dvh] content-center gap-5 py-16">
      <Spotlight className="-inset-x-20 -top-40 h-[640px]" />
      <p className="num relative text-small text-muted">404</p>
      <h1 className="relative text-hero">Cette place n’existe pas.</h1>
      <p className="relative max-w-[34em] text-lead text-soft">
        L’adresse est peut-être mal recopiée, ou la page a changé d’endroit. Le reste de la maison est par
        ici.
      </p>
      <div className="relative mt-2 flex flex-wrap gap-3">
        <ButtonLink to="/" tone="spot">
          Revenir à l’accueil
        </ButtonLink>
        <ButtonLink to="/browse">Parcourir les streamers</ButtonLink>
      </div>
    </div>
  );
}
