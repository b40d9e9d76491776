import { useState } from 'react';
import { inspectFiscalIdentity } from '#product/books/documents-contract.ts';
import type { ResponseOf } from '#product/shared/contract.ts';
import { thatName } from '#product/shared/elision.ts';
import { ADMIN_KEY, DECISION, Facts } from '#web/features/admin/admin.tsx';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type Identity = ResponseOf<typeof inspectFiscalIdentity>['identity'];

/**
 * Opens a seller's sealed identity for a reason, which the audit log keeps. It is forgotten when
 * the window closes.
 */
export function FiscalIdentityButton({ personId, name }: { personId: string; name: string }) {
  const [asking, setAsking] = useState(false);
  const [found, setFound] = useState<{ identity: Identity } | null>(null);
  const inspecting = useCommand(inspectFiscalIdentity, { changes: [ADMIN_KEY] });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Consulter l’identité fiscale</Button>
      <ConfirmDialog
        {...DECISION}
        open={asking}
        onOpenChange={setAsking}
        tone="spot"
        title="Consulter l’identité fiscale ?"
        description={`Ce ${thatName(name)} a déclaré est chiffré. Votre consultation est inscrite au journal, avec son motif.`}
        confirmLabel="Consulter"
        onConfirm={async (reason) => {
          setFound(await inspecting.run({ personId, reason }));
        }}
      />
      <Dialog
        open={found !== null}
        onOpenChange={(open) => open || setFound(null)}
        title={`Identité fiscale, ${name}`}
      >
        {found?.identity ? (
          <Facts facts={factsOf(found.identity)} />
        ) : (
          <p className="text-soft">Cette personne n’a rien déclaré.</p>
        )}
      </Dialog>
    </>
  );
}

const factsOf = (identity: NonNullable<Identity>): [string, string][] => [
  ['Nom déclaré', `${identity.legalName}${identity.soleTrader ? ' EI' : ''}`],
  ['Adresse', `${identity.street}, ${identity.postcode} ${identity.city}`],
  identity.kind === 'business'
    ? ['SIREN', identity.siren ?? 'Aucun']
    : ['Date de naissance', identity.birthDate?.split('-').reverse().join('/') ?? 'Aucune'],
  ['Numéro fiscal', identity.taxNumber ?? 'Aucun'],
  ['Numéro de TVA', identity.vatNumber ?? 'Aucun, en franchise'],
  ['Titulaire du compte', identity.accountHolder],
];
