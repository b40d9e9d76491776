import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { OwnOffer } from '#web/entities/offer/queries.ts';
import { platformTermsQuery } from '#web/entities/payment/payment.ts';
import { ConflictNote } from '#web/features/streamer-settings/conflict-note.tsx';
import {
  NEW_OFFER,
  type OfferValues,
  offerColumns,
  offerSchema,
  offerValues,
  sameOffer,
} from '#web/features/streamer-settings/offer-fields.ts';
import { OfferFormFields } from '#web/features/streamer-settings/offer-form-fields.tsx';
import { ChangedElsewhere, saveFresh } from '#web/features/streamer-settings/save-fresh.ts';
import { type FormFailure, useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';

/** An offer as it would be saved; its id is null while it is new. */
export type OfferDraft = ReturnType<typeof offerColumns> & { id: string | null };

interface OfferWindowProps {
  userId: string;
  /** As stored in the database; null makes a new one. */
  offer: OwnOffer | null;
  /** The initial values of a new one; NEW_OFFER unless set. */
  beginning?: OfferValues;
  /** Where a new one goes in the list. */
  position: number;
  preview: (draft: OfferDraft) => ReactNode;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}

/** The text for an offer that was not saved: another tab was first, or the database refused. */
function explainSave(error: unknown): FormFailure & { changed: boolean } {
  if (error instanceof ChangedElsewhere)
    return { changed: true, text: 'Cette offre a été changée ailleurs entre-temps' };
  console.error('Offre non enregistrée', error);
  return { changed: false, text: 'Cette offre n’a pas pu être enregistrée. Réessayez dans un instant.' };
}

/**
 * An offer over the list, new or not. Its address names it, so Back closes it, and asks first when
 * something was typed.
 */
export function OfferWindow({
  userId,
  offer,
  beginning = NEW_OFFER,
  position,
  preview,
  onSaved,
  onClose,
}: OfferWindowProps) {
  const terms = useQuery(platformTermsQuery());
  const [base, setBase] = useState(offer);
  const [saved, setSaved] = useState(false);
  const [shown, setShown] = useState<OfferDraft | null>(null);
  const form = useSchemaForm(offerSchema, offer ? offerValues(offer) : beginning, save, explainSave);
  const { isDirty } = form.formState;
  // Moving it in the list changes the row too, and nothing of what is written here.
  useEffect(() => {
    if (base && offer && base !== offer && sameOffer(base, offer)) setBase(offer);
  }, [base, offer]);
  // After the guard below knows that nothing typed can be lost.
  useEffect(() => {
    if (saved) onClose();
  }, [saved, onClose]);

  // Of this attempt alone: after one that failed, the other button makes an open offer.
  const asDraft = useRef(false);
  const submitAs = (isDraft: boolean) => (event: FormEvent) => {
    if (!form.busy) asDraft.current = isDraft;
    form.submit(event);
  };
  async function save(values: OfferValues): Promise<void> {
    const columns = offerColumns({ ...values, isActive: values.isActive && !asDraft.current });
    try {
      if (base) {
        await saveFresh({ table: 'offers', id: base.id, readAt: base.updated_at, changes: columns });
      } else {
        const { supabase } = await loadClient();
        await supabase
          .from('offers')
          .insert({ ...columns, streamer_id: userId, position })
          .throwOnError();
      }
    } finally {
      await onSaved();
    }
    toast(
      base
        ? {
            title: 'Offre enregistrée',
            description: 'Les réservations déjà prises gardent leurs conditions.',
          }
        : columns.is_active
          ? { title: 'Offre créée', description: values.title }
          : { title: 'Brouillon gardé', description: 'Personne ne le voit tant que vous ne l’ouvrez pas.' },
    );
    setSaved(true);
  }
  /** The errors are shown beside their fields before the preview opens. */
  async function show() {
    if (await form.trigger()) setShown({ ...offerColumns(form.getValues()), id: offer?.id ?? null });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={offer ? 'Modifier l’offre' : 'Nouvelle offre'}
      description={
        offer
          ? 'Ce que vous changez vaut pour les prochaines réservations.'
          : 'Ce que l’on peut réserver avec vous.'
      }
    >
      {shown && (
        <div className="grid gap-6">
          {preview(shown)}
          <Button onClick={() => setShown(null)} className="sm:justify-self-end">
            Revenir à l’offre
          </Button>
        </div>
      )}
      <form
        noValidate
        hidden={shown !== null}
        onSubmit={submitAs(false)}
        aria-label="Offre"
        className={shown ? 'hidden' : 'grid gap-6'}
      >
        {form.failure && !form.failure.changed && <FormError>{form.failure.text}</FormError>}
        {form.failure?.changed && (
          <ConflictNote
            what={form.failure.text}
            onTake={() => {
              form.clearFailure();
              setBase(offer);
              if (offer) form.reset(offerValues(offer));
            }}
            onKeep={() => {
              form.clearFailure();
              setBase(offer);
            }}
          />
        )}
        <OfferFormFields form={form} feeBasisPoints={terms.data?.fee_basis_points ?? null} userId={userId} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>Revenir</Button>
          <Button onClick={() => void show()} className="sm:mr-auto sm:-order-1">
            <Eye aria-hidden="true" />
            Aperçu
          </Button>
          {!offer && <Button onClick={submitAs(true)}>Garder en brouillon</Button>}
          <Button type="submit" tone="spot" loading={form.busy}>
            {offer ? 'Enregistrer l’offre' : 'Créer l’offre'}
          </Button>
        </div>
      </form>
      <LeaveGuard when={isDirty && !saved} placeOf={({ pathname, search }) => pathname + search} />
    </Dialog>
  );
}
