import type { QueryData } from '@supabase/supabase-js';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerCase, type CASE_ANSWERS } from '#product/payments/contract.ts';
import { ADMIN_KEY, DECISION, Facts, Loaded } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { StateDot, type StateTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const readCases = (supabase: LogeSupabase) =>
  supabase
    .from('admin_payment_cases')
    .select(
      'id,kind,payment_id,reference,reason,amount_cents,withdrawn_cents,reinstated_cents,cost_cents,phase,outcome,borne_by,answer_by,answer,answered_at,evidence,created_at,open',
    );

/** A question of a bank, a card network or the provider about a payment. */
type PaymentCase = QueryData<ReturnType<typeof readCases>>[number];
type Answer = (typeof CASE_ANSWERS)[number];

const casesQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment-cases', paymentId],
    queryFn: async ({ signal }): Promise<PaymentCase[]> => {
      const { supabase } = await loadClient();
      const { data } = await readCases(supabase)
        .eq('payment_id', paymentId)
        .order('created_at')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  });

const TITLES = {
  dispute: 'Contestation',
  refund: 'Remboursement revenu',
  fraud: 'Soupçon de fraude',
} as const satisfies Record<PaymentCase['kind'], string>;

/**
 * Stripe's words for why a payer disputes, a refund comes back, a card is suspected; any other is
 * shown as it came.
 */
const REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: 'La banque ne peut pas traiter le paiement',
  credit_not_processed: 'Un remboursement attendu n’est pas venu',
  customer_initiated: 'À la demande du client',
  duplicate: 'Débité deux fois',
  fraudulent: 'Le client dit ne pas avoir payé',
  general: 'Sans motif particulier',
  product_not_received: 'Le client dit n’avoir rien reçu',
  product_unacceptable: 'Le client dit que ce n’est pas ce qui était promis',
  subscription_canceled: 'Abonnement résilié',
  unrecognized: 'Le client ne reconnaît pas le débit',
  expired_or_canceled_card: 'Carte expirée ou annulée',
  lost_or_stolen_card: 'Carte perdue ou volée',
  insufficient_funds: 'Solde insuffisant chez le prestataire',
  declined: 'Refusé par la banque',
  unknown: 'Motif inconnu',
  unauthorized_use_of_card: 'Carte utilisée sans l’accord de son titulaire',
  made_with_stolen_card: 'Carte volée',
  made_with_lost_card: 'Carte perdue',
  card_never_received: 'Carte jamais reçue',
  misc: 'Autre',
};

const ANSWERS = {
  contest: {
    label: 'Contester',
    title: 'Contester auprès de la banque ?',
    text: 'Les pièces ci-dessous partent à la banque, suivies de votre motif. Elle ne prend qu’une réponse.',
    done: 'Réponse en route vers la banque',
  },
  accept: {
    label: 'Accepter',
    title: 'Laisser la somme au client ?',
    text: 'La contestation est perdue aussitôt. Si la session a eu lieu, Loge la prend à sa charge.',
    done: 'Contestation acceptée',
  },
  refund_again: {
    label: 'Rembourser de nouveau',
    title: 'Redemander ce remboursement ?',
    text: 'Le prestataire essaie de nouveau le moyen de paiement d’origine. Le client est prévenu quand c’est fait.',
    done: 'Remboursement redemandé',
  },
  paid_by_hand: {
    label: 'Payé par virement',
    title: 'La somme a été virée au client ?',
    text: 'Le grand livre retient que Loge l’a payée de son propre compte. Le client est prévenu.',
    done: 'Virement noté',
  },
  refund: {
    label: 'Rembourser',
    title: 'Rembourser ce paiement suspect ?',
    text: 'Ce qui reste payé est remboursé ; une session à venir est annulée. Un paiement remboursé n’est plus contesté.',
    done: 'Remboursement ordonné',
  },
  keep: {
    label: 'Garder',
    title: 'Garder ce paiement ?',
    text: 'Le soupçon est classé. Le client peut encore contester auprès de sa banque.',
    done: 'Soupçon classé',
  },
} as const satisfies Record<Answer, { label: string; title: string; text: string; done: string }>;

const OFFERED = {
  dispute: ['contest', 'accept'],
  refund: ['refund_again', 'paid_by_hand'],
  fraud: ['refund', 'keep'],
} as const satisfies Record<PaymentCase['kind'], readonly Answer[]>;

/** The evidence that goes to the bank, in the order in which it is read. */
const EVIDENCE = {
  service: 'Vendu',
  servedOn: 'Quand',
  customerName: 'Client',
  customerEmail: 'Adresse',
  terms: 'Conditions acceptées',
  account: 'Présences',
} as const;

const moment = (instant: string) => formatDateTime(instant, TEAM_ZONE, { weekday: false, year: true });

function standing({ kind, open, phase, outcome, answer }: PaymentCase): { tone: StateTone; label: string } {
  if (outcome === 'won') return { tone: 'settled', label: 'Gagnée' };
  if (outcome === 'lost') return { tone: 'live', label: 'Perdue' };
  if (open) return { tone: 'live', label: phase === 'inquiry' ? 'La banque s’informe' : 'À répondre' };
  if (answer !== null)
    return { tone: 'neutral', label: kind === 'dispute' ? 'La banque tranche' : 'Répondu' };
  return { tone: 'neutral', label: 'Close' };
}

/**
 * Disputes, refunds that came back and warnings of fraud of a payment, each with what can be
 * answered. Nothing when there are none.
 */
export function PaymentCases({ paymentId }: { paymentId: string }) {
  const cases = useQuery(casesQuery(paymentId));
  return (
    <Loaded query={cases} failed="Les contestations n’ont pas pu être lues">
      {(found) =>
        found.length === 0 ? null : (
          <section className="grid gap-5">
            {found.map((each) => (
              <Case key={each.id} asked={each} />
            ))}
          </section>
        )
      }
    </Loaded>
  );
}

function Case({ asked }: { asked: PaymentCase }) {
  const [answering, setAnswering] = useState<Answer | null>(null);
  const mayAnswer = useDuty('finance');
  const { tone, label } = standing(asked);
  const said = asked.evidence as Partial<Record<keyof typeof EVIDENCE, string>>;
  const pieces = Object.entries(EVIDENCE).flatMap(([name, title]) => {
    const value = said[name as keyof typeof EVIDENCE];
    return value ? [[title, value] as const] : [];
  });
  return (
    <article className="num grid gap-4 rounded-card border border-line p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-title">{TITLES[asked.kind]}</h3>
        <StateDot tone={tone}>{label}</StateDot>
      </div>
      <Facts
        facts={[
          ['Motif', REASONS[asked.reason] ?? asked.reason],
          ['Montant', formatMoney(asked.amount_cents)],
          ...(asked.kind === 'dispute'
            ? ([
                ['Repris par la banque', formatMoney(asked.withdrawn_cents)],
                ['Restitué par la banque', formatMoney(asked.reinstated_cents)],
                ['Frais du prestataire', formatMoney(asked.cost_cents)],
              ] as const)
            : []),
          ['Depuis', moment(asked.created_at)],
          ...(asked.answer_by === null ? [] : ([['À répondre avant', moment(asked.answer_by)]] as const)),
          ...(asked.answer === null || asked.answered_at === null
            ? []
            : ([['Répondu', `${ANSWERS[asked.answer].label}, ${moment(asked.answered_at)}`]] as const)),
          ...(asked.borne_by === null
            ? []
            : ([['À la charge de', asked.borne_by === 'platform' ? 'Loge' : 'Streamer']] as const)),
        ]}
      />
      {pieces.length > 0 && (
        <div className="grid gap-2">
          <h4 className="font-semibold">
            {asked.answer === 'contest' ? 'Pièces envoyées' : 'Pièces pour la banque'}
          </h4>
          <Facts className="" facts={pieces} />
        </div>
      )}
      {asked.open && mayAnswer && (
        <div className="flex flex-wrap gap-3">
          {OFFERED[asked.kind].map((answer, index) => (
            <Button key={answer} tone={index === 0 ? 'spot' : 'outline'} onClick={() => setAnswering(answer)}>
              {ANSWERS[answer].label}
            </Button>
          ))}
        </div>
      )}
      <AnswerDialog asked={asked} answer={answering} onClose={() => setAnswering(null)} />
    </article>
  );
}

interface AnswerDialogProps {
  asked: PaymentCase;
  /** Null: closed. */
  answer: Answer | null;
  onClose: () => void;
}

/** Explains the effect of an answer, and asks for its reason. */
function AnswerDialog({ asked, answer, onClose }: AnswerDialogProps) {
  const answering = useCommand(answerCase, {
    changes: [ADMIN_KEY],
    done: (_, sent) => ({ title: ANSWERS[sent.answer].done }),
  });
  const words = ANSWERS[answer ?? OFFERED[asked.kind][0]];
  return (
    <ConfirmDialog
      open={answer !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={words.title}
      description={words.text}
      confirmLabel={words.label}
      reason={DECISION.reason}
      onConfirm={async (reason) => {
        if (answer === null) return;
        const { payment_id: paymentId, kind, reference } = asked;
        await answering.run({ paymentId, kind, reference, answer, reason });
      }}
    />
  );
}
