import { useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { Showcase, Specimen } from './showcase.tsx';

const later = (fails: boolean) => () =>
  new Promise<void>((keep, breaks) => {
    setTimeout(() => (fails ? breaks(new Error('refused')) : keep()), 900);
  });

/** What comes over the page, and the toasts. */
export function ShowOverlays() {
  const [asking, setAsking] = useState<'works' | 'fails' | null>(null);
  return (
    <Showcase title="Par-dessus la page">
      <Specimen name="Dialog, Sheet, ConfirmDialog">
        <Dialog
          trigger={<Button>Fenêtre</Button>}
          title="Changer de nom"
          description="Le nouveau nom se voit partout, aussi sur vos anciens billets."
          footer={<Button tone="spot">Enregistrer</Button>}
        >
          <Field label="Prénom">
            <Input defaultValue="Maëlle" autoComplete="off" />
          </Field>
        </Dialog>
        <Dialog trigger={<Button>Fenêtre haute</Button>} title="Tout ce que vous avez accepté">
          {Array.from({ length: 30 }, (_, at) => (
            <p key={at}>Ce qui se lit dans une fenêtre plus haute que l’écran.</p>
          ))}
        </Dialog>
        <Sheet
          trigger={<Button>Panneau</Button>}
          title="Filtres"
          footer={<Button tone="spot">Voir les résultats</Button>}
        >
          <Field label="Prix, au plus">
            <Input inputMode="numeric" placeholder="40" />
          </Field>
        </Sheet>
        <Button tone="danger-outline" onClick={() => setAsking('works')}>
          Annuler la réservation
        </Button>
        <Button tone="danger-outline" onClick={() => setAsking('fails')}>
          Annuler, sans y arriver
        </Button>
        <ConfirmDialog
          open={asking !== null}
          onOpenChange={(open) => setAsking(open ? asking : null)}
          title="Annuler cette réservation ?"
          description="L’heure redevient libre pour les autres."
          cost={
            <>
              <b>22,50 €</b> vous sont remboursés. Il y a moins de 24 h avant le début, le streamer garde
              l’autre moitié.
            </>
          }
          reason={{
            label: 'Pourquoi ?',
            hint: 'Le streamer lira ce message.',
            requiredMessage: 'Dites pourquoi',
          }}
          confirmLabel="Annuler la réservation"
          onConfirm={later(asking === 'fails')}
        />
      </Specimen>
      <Specimen name="Toasts : un à la fois, F8, Échap, glisser à droite">
        <Button onClick={() => toast({ title: 'Enregistré', description: 'Vos réglages sont à jour.' })}>
          Simple
        </Button>
        <Button
          onClick={() =>
            toast({
              title: 'Erreur',
              description: 'Impossible de charger votre profil utilisateur',
              variant: 'destructive',
            })
          }
        >
          Destructif
        </Button>
        <Button
          onClick={() =>
            toast({
              description: 'Le créneau de 18 h 30 vient d’être pris.',
              action: { label: 'Voir les suivants', onSelect: () => toast({ title: 'Voilà' }) },
            })
          }
        >
          Avec une action
        </Button>
      </Specimen>
    </Showcase>
  );
}
