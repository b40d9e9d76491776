import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Ticket } from '#web/ui/ticket.tsx';
import { Showcase } from './showcase.tsx';

/** The ticket in its two shapes, and what stands in while something is awaited or lost. */
export function ShowTickets() {
  return (
    <>
      <Showcase title="Le billet">
        <div className="grid items-start gap-6 md:grid-cols-[1fr_20rem]">
          <Ticket
            offer="Coaching classé · 1 h · en visio"
            date="Jeudi 12 mars"
            time="18 h 30"
            zones="Paris · 13 h 30 à Montréal"
            person={{ name: 'Maëlle Nocturne', note: 'Stratégie, échecs rapides' }}
            state={{ tone: 'settled', label: 'Confirmée' }}
            price="45,00 €"
            reference="LG-7K2M"
            action={
              <Button tone="spot" className="w-full">
                Rejoindre
              </Button>
            }
            level={3}
          />
          <Ticket
            offer="Relecture de VOD · 30 min"
            date="Samedi 14 mars"
            time="11 h"
            zones="Paris"
            person={{ name: 'Théo Brume' }}
            state={{ tone: 'spot', label: 'En attente' }}
            price="18,00 €"
            action={<Button className="w-full">Tester micro et caméra</Button>}
            links={
              <>
                <TextLink to="#agenda" className="inline-flex min-h-11 items-center">
                  Agenda
                </TextLink>
                <TextLink to="#move" className="inline-flex min-h-11 items-center">
                  Déplacer
                </TextLink>
                <TextLink to="#cancel" className="inline-flex min-h-11 items-center">
                  Annuler
                </TextLink>
              </>
            }
            level={3}
          />
        </div>
      </Showcase>
      <Showcase title="En attendant">
        <div className="flex items-center gap-6">
          <Spinner size="sm" />
          <Spinner />
          <Spinner size="lg" label="Recherche des créneaux" />
        </div>
        <div className="grid gap-6 md:grid-cols-2">
          <div className="grid content-start gap-4 rounded-lg border border-line bg-stage p-5">
            <Skeleton className="h-6 w-40" />
            <SkeletonText lines={4} />
          </div>
          <ErrorState
            title="Vos réservations n’ont pas pu être chargées"
            description="La connexion a été coupée. Rien n’est perdu."
            onRetry={() => undefined}
            reference="req_01J8"
          />
        </div>
      </Showcase>
    </>
  );
}
