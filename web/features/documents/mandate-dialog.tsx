import { acceptMandate } from '#product/books/documents-contract.ts';
import { MANDATE_VERSION } from '#product/books/rules/document.ts';
import { DOCUMENTS_KEY } from '#web/entities/payment/documents.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** A change of any word in it must raise MANDATE_VERSION. */
const MANDATE: readonly (readonly [string, string])[] = [
  [
    '1. Objet',
    'Vous (le mandant) donnez mandat à Loge (le mandataire) d’établir et d’émettre, en votre nom et pour votre compte, les factures et les avoirs des sessions que vous vendez sur Loge, dans les conditions de l’article 289, I-2 du code général des impôts. Les sessions déjà tenues et pas encore facturées sont comprises.',
  ],
  [
    '2. Ce que fait Loge',
    'Loge établit chaque facture une fois la session terminée, et un avoir pour chaque remboursement, d’après les sommes encaissées. Chaque document porte un numéro d’une série qui vous est propre, les mentions légales et la phrase «\u00a0Facture établie par Loge au nom et pour le compte de\u00a0» suivie de votre nom. Il est mis à votre disposition dans vos revenus dès son émission, au format Factur-X.',
  ],
  [
    '3. Ce qui reste à votre charge',
    'Vous restez seul responsable de vos obligations de facturation et de leurs conséquences en matière de TVA. Vous déclarez vos recettes et versez au Trésor la TVA portée sur les factures. Vous signalez sans délai tout changement de votre nom, de votre adresse, de votre SIREN ou de votre régime de TVA. Vous réclamez le double de toute facture qui ne vous serait pas parvenue, vous conservez ces documents, et vous n’émettez pas une seconde facture pour la même session.',
  ],
  [
    '4. Opposition',
    'Vous pouvez contester le contenu d’un document dans les quinze jours de sa mise à disposition, en écrivant à Loge. Passé ce délai, il est réputé accepté\u202f; une erreur reconnue est corrigée par un document rectificatif, jamais en effaçant l’original.',
  ],
  [
    '5. Durée',
    'Le mandat vaut sans limite de durée. Vous pouvez le révoquer à tout moment, sans motif ni frais, en écrivant à Loge\u202f: les documents déjà émis restent valables, et vous facturez vous-même les sessions suivantes.',
  ],
];

interface MandateDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Null while it can still be accepted. */
  acceptedAt: string | null;
}

/** The mandate's text, and accepting it once. */
export function MandateDialog({ open, onOpenChange, acceptedAt }: MandateDialogProps) {
  const accepting = useCommand(acceptMandate, {
    changes: [DOCUMENTS_KEY],
    done: 'Mandat accepté',
    failed: 'Le mandat n’a pas pu être accepté',
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Mandat de facturation"
      description="Loge rédige vos factures à votre place. Vous l’acceptez une fois pour toutes, et pouvez y mettre fin."
      size="lg"
      footer={
        acceptedAt === null ? (
          <>
            <Button onClick={() => onOpenChange(false)}>Pas maintenant</Button>
            <Button
              tone="spot"
              loading={accepting.pending}
              onClick={() => accepting.press({ version: MANDATE_VERSION }, () => onOpenChange(false))}
            >
              J’ai lu et j’accepte le mandat
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="grid gap-4">
        {MANDATE.map(([title, text]) => (
          <section key={title} className="grid gap-1">
            <h3 className="font-semibold">{title}</h3>
            <p className="text-small text-soft">{text}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
