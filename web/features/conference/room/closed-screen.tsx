import { DoorClosed } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#web/ui/link.tsx';

interface ClosedScreenProps {
  title: string;
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** A door that does not open: why, and what to do. */
export function ClosedScreen({ title, children, action }: ClosedScreenProps) {
  return (
    <div className="wrap grid flex-1 content-center justify-items-center gap-4 py-16 text-center">
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-full bg-wash text-soft [&_svg]:size-7"
      >
        <DoorClosed />
      </span>
      <h1 className="text-heading">{title}</h1>
      <div className="grid max-w-[52ch] gap-3 text-soft">{children}</div>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {action}
        <ButtonLink to="/dashboard" tone={action ? 'quiet' : 'outline'}>
          Revenir à mon espace
        </ButtonLink>
      </div>
    </div>
  );
}

/** For whoever is not of the session; whether there is one is not told. */
export const NotYours = () => (
  <ClosedScreen title="Cette loge n’est pas la vôtre">
    <p>
      Seules les personnes de la réservation y entrent. Si vous en êtes, connectez-vous avec le compte qui a
      servi à réserver.
    </p>
  </ClosedScreen>
);
