import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  CATEGORIES,
  CATEGORY_NAMES,
  MEASURE_LABELS,
  MEASURES,
  type Measure,
} from '#product/accounts/rules/sanctions.ts';
import { decideCase, previewDecision } from '#product/moderation/contract.ts';
import { effectOf } from '#product/moderation/rules/effects.ts';
import { endsAccess, endsByItself, isPossible } from '#product/moderation/rules/moderation.ts';
import { ADMIN_KEY } from '#web/features/admin/admin.tsx';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import type { Case } from '#web/features/admin/moderation/case-query.ts';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { callCommand } from '#web/lib/call-command.ts';
import { formatDay, formatMoney, plural } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

const DAYS = [
  { value: '1', label: '24 heures' },
  { value: '7', label: '7 jours' },
  { value: '30', label: '30 jours' },
  { value: '90', label: '90 jours' },
];
const wording = (min: number, message: string) => z.string().check(z.trim(), z.minLength(min, message));
const schema = z.object({
  measure: z.enum(MEASURES),
  days: z.string(),
  cancelSessions: z.boolean(),
  rule: z.enum(CATEGORY_NAMES),
  facts: wording(3, 'Dites ce qui a été constaté'),
  reason: wording(3, 'Indiquez un motif'),
  unfounded: z.boolean(),
});

interface Wish {
  caseId: string;
  measure: Measure;
  days: number | null;
  cancelSessions: boolean;
}
const previewQuery = (wish: Wish) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'decision-cost', wish],
    queryFn: () => callCommand(previewDecision, wish),
    placeholderData: keepPreviousData,
  });

/** Decides about a case: the rule, the facts, the measure, why, and beforehand what it costs. */
export function DecisionForm({ found, onDone }: { found: Case; onDone: () => void }) {
  const mayAll = useDuty();
  // Only a member of the team with full rights may end the access of another member.
  const mayTake = (measure: Measure) => mayAll || found.person?.role !== 'admin' || !endsAccess(measure);
  const about = { kind: found.subjectKind, hasPerson: found.person !== null };
  const deciding = useCommand(decideCase, { changes: [ADMIN_KEY], done: 'Décision prise et envoyée' });
  const { register, submit, errors, busy, failure, watch } = useSchemaForm(
    schema,
    {
      measure: found.person ? 'warn' : 'none',
      days: '7',
      cancelSessions: false,
      rule: found.category,
      facts: '',
      reason: '',
      unfounded: false,
    },
    async ({ rule, facts, reason, unfounded }) => {
      await deciding.run({
        ...wish,
        rule,
        facts,
        reason,
        unfounded,
        expectedRefundCents: cost.data?.refundCents ?? 0,
      });
      onDone();
    },
    commandFailure,
  );
  const [measure, days, cancelSessions] = watch(['measure', 'days', 'cancelSessions']);
  const wish: Wish = {
    caseId: found.id,
    measure,
    days: endsByItself(measure) ? Number(days) : null,
    cancelSessions: endsAccess(measure) && cancelSessions,
  };
  const effect = effectOf(measure, found.subjectKind, 'team');
  const cost = useQuery(previewQuery(wish));
  const counted = cost.isSuccess && !cost.isPlaceholderData;
  return (
    <form onSubmit={submit} noValidate className="grid gap-5 border-t border-line pt-5">
      <h4 className="text-title">Décision</h4>
      {failure && <FormError>{failure.text}</FormError>}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Mesure">
          <Select
            options={MEASURES.filter((each) => isPossible(each, about) && mayTake(each)).map((value) => ({
              value,
              label: MEASURE_LABELS[value],
            }))}
            {...register('measure')}
          />
        </Field>
        {endsByItself(measure) && (
          <Field label="Durée" hint="La mesure se termine d’elle-même.">
            <Select options={DAYS} {...register('days')} />
          </Field>
        )}
        <Field label="Règle" hint={CATEGORIES[watch('rule')].rule.text} className="sm:col-span-2">
          <Select
            options={CATEGORY_NAMES.map((value) => ({
              value,
              label: `${CATEGORIES[value].rule.number} ${CATEGORIES[value].rule.title}`,
            }))}
            {...register('rule')}
          />
        </Field>
      </div>
      {endsAccess(measure) && (
        <Checkbox
          label="Annuler les sessions confirmées qui tombent dans cette période"
          description="Leurs viewers sont remboursés de tout, commission comprise, et les deux côtés sont prévenus. Sans cela, elles restent."
          {...register('cancelSessions')}
        />
      )}
      {measure === 'none' && (
        <Checkbox
          label="Ces signalements sont manifestement infondés"
          description="Qui en envoie trois en 90 jours ne peut plus signaler qu’une fois par jour."
          {...register('unfounded')}
        />
      )}
      <Field
        label="Ce qui a été constaté"
        hint="La personne le lit tel quel."
        error={errors.facts?.message}
        required
      >
        <Textarea rows={3} maxLength={2000} {...register('facts')} />
      </Field>
      <Field
        label="Pourquoi cette mesure"
        hint="La personne le lit, et le journal le garde avec votre nom."
        error={errors.reason?.message}
        required
      >
        <Textarea rows={2} maxLength={500} {...register('reason')} />
      </Field>
      {measure !== 'none' && (
        <div role="status" className="num grid gap-1 rounded-lg bg-live-wash px-4 py-3 text-small">
          {cost.isError ? (
            <p>Les sessions concernées n’ont pas pu être comptées. Réessayez.</p>
          ) : !counted ? (
            <p>Les sessions concernées sont comptées…</p>
          ) : cost.data.sessions > 0 ? (
            <p>
              <b>
                {plural(cost.data.sessions, 'session à venir annulée', 'sessions à venir annulées')},{' '}
                {formatMoney(cost.data.refundCents)} remboursés
              </b>{' '}
              à {cost.data.viewers.join(', ')}, commission comprise.
            </p>
          ) : (
            <p>
              <b>Rien n’est annulé.</b>{' '}
              {cost.data.coming > 0 &&
                `${plural(cost.data.coming, 'session confirmée reste', 'sessions confirmées restent')}, pour ${formatMoney(cost.data.comingCents)}.`}
            </p>
          )}
          {effect && <p>{effect}</p>}
          {effect && counted && measure === 'remove' && (
            <p>
              Sans contestation, l’effacement a lieu après le{' '}
              <b>{formatDay(cost.data.appealUntil, TEAM_ZONE, { weekday: false, year: true })}</b>.
            </p>
          )}
          <p className="text-soft">
            Le motif est envoyé à la personne, avec le moyen de contester pendant six mois auprès de quelqu’un
            d’autre.
          </p>
        </div>
      )}
      <Button type="submit" tone="spot" loading={busy} disabled={!counted} className="sm:justify-self-start">
        {measure === 'none' ? 'Classer sans mesure' : 'Décider et expliquer'}
      </Button>
    </form>
  );
}
