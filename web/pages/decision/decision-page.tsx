import { queryOptions, useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useParams } from 'react-router';
import * as z from 'zod/mini';
import { CATEGORIES, MEASURE_LABELS } from '#product/accounts/rules/sanctions.ts';
import { appealDecision, readDecision } from '#product/moderation/contract.ts';
import { effectOf } from '#product/moderation/rules/effects.ts';
import { caseNumber } from '#product/shared/reference-numbers.ts';
import { SUBJECT_LABELS } from '#web/entities/report/labels.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime, formatDay, formatMoney, plural } from '#web/lib/format.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const DECISION_KEY = ['decision'] as const;
/**
 * The shape of the secret in the address, or of the decision itself where one is signed in: one
 * that a mail program cut off is not sent to the server.
 */
const TOKEN = /^(?:[\w-]{43}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
const decisionQuery = (token: string) =>
  queryOptions({
    queryKey: [...DECISION_KEY, token],
    queryFn: () => callCommand(readDecision, { token }),
    retry: (count, error) =>
      count < 2 && !(error instanceof CommandError && error.code === 'decision_not_found'),
  });

/**
 * `/decision/{token}`: why the team decided something about a person, read without signing in, and
 * how to contest it.
 */
export function Component() {
  const { token = '' } = useParams();
  const { data, error, refetch, isRefetching } = useQuery({
    ...decisionQuery(token),
    enabled: TOKEN.test(token),
  });
  const unknown =
    !TOKEN.test(token) || (error instanceof CommandError && error.code === 'decision_not_found');
  return (
    <div className="wrap max-w-3xl pt-8 pb-16">
      {data ? (
        <Statement token={token} decision={data} />
      ) : unknown ? (
        <>
          <PageHeader title="Décision introuvable" />
          <EmptyState
            icon={<Scale />}
            title="Aucune décision à cette adresse"
            description="Le lien est peut-être incomplet : ouvrez-le depuis l’e-mail que vous avez reçu."
          />
        </>
      ) : error ? (
        <>
          <PageHeader title="Décision" />
          <ErrorState
            title="La décision n’a pas pu être chargée"
            description={errorText(error)}
            onRetry={() => void refetch()}
            retrying={isRefetching}
          />
        </>
      ) : (
        <SkeletonText lines={8} />
      )}
    </div>
  );
}

type Shown = Awaited<ReturnType<NonNullable<ReturnType<typeof decisionQuery>['queryFn']>>>;

function Statement({ token, decision }: { token: string; decision: Shown }) {
  const zone = deviceZone();
  const { rule } = CATEGORIES[decision.rule];
  const { appeal, measure, endsAt, cancelledSessions, removal } = decision;
  const effect = effectOf(measure, decision.subjectKind, 'author');
  return (
    <>
      <PageHeader
        title={MEASURE_LABELS[measure]}
        description={`Décision ${caseNumber(decision.number)} du ${formatDateTime(decision.decidedAt, zone, { weekday: false, year: true })}${endsAt ? `, en vigueur jusqu’au ${formatDateTime(endsAt, zone, { weekday: false })}` : ''}.`}
      />
      <dl className="grid gap-6">
        {[
          ['Ce qui est en cause', `${SUBJECT_LABELS[decision.subjectKind]} : ${decision.subjectTitle}`],
          [`Règle ${rule.number}, ${rule.title}`, rule.text],
          ['Ce que nous avons constaté', decision.facts],
          ['Pourquoi cette mesure', decision.reason],
          ...(effect ? [['Ce qui se passe', effect]] : []),
          ...(decision.shownAgainAt
            ? [
                [
                  'Ce qui s’est passé depuis',
                  `Montré à nouveau le ${formatDay(decision.shownAgainAt, zone, { year: true })}.`,
                ],
              ]
            : []),
          ...(removal?.erasedAt
            ? [
                [
                  'Ce qui s’est passé depuis',
                  `Effacé pour de bon le ${formatDay(removal.erasedAt, zone, { year: true })}.`,
                ],
              ]
            : []),
          ...(cancelledSessions > 0
            ? [
                [
                  'Ses effets',
                  `${plural(cancelledSessions, 'session annulée', 'sessions annulées')}, ${formatMoney(decision.refundedCents)} remboursés aux viewers.`,
                ],
              ]
            : []),
          [
            'Comment elle a été prise',
            `Par une personne de l’équipe, à la suite d’un ${decision.detected ? 'repérage automatique' : 'signalement'}. Aucune machine n’a décidé.`,
          ],
        ].map(([label, text]) => (
          <div key={label} className="grid gap-1">
            <dt className="text-small text-muted">{label}</dt>
            <dd className="max-w-[65ch] whitespace-pre-line wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <section className="mt-10 grid gap-4 border-t border-line pt-7">
        <h2 className="text-heading">{appeal ? 'Votre contestation' : 'Contester'}</h2>
        {appeal ? (
          <>
            <p className="max-w-[65ch] whitespace-pre-line text-soft">« {appeal.body} »</p>
            <p role="status">
              {appeal.outcome === null
                ? 'Une autre personne de l’équipe relit le dossier. La réponse vous arrive par e-mail.'
                : appeal.outcome === 'overturned'
                  ? 'La décision est annulée. Ce qui pouvait être rétabli l’est.'
                  : 'La décision est maintenue.'}
            </p>
            {appeal.outcome === 'overturned' && cancelledSessions > 0 && (
              <p className="text-soft">
                {cancelledSessions === 1 ? 'La session annulée le reste' : 'Les sessions annulées le restent'}{' '}
                : {formatMoney(decision.refundedCents)} ont été remboursés aux viewers, qui peuvent réserver à
                nouveau.
              </p>
            )}
            {appeal.reason && <p className="text-soft">Motif : {appeal.reason}</p>}
          </>
        ) : decision.mayAppeal ? (
          <>
            <p className="max-w-[65ch] text-soft">
              C’est gratuit, et possible jusqu’au {formatDay(decision.appealUntil, zone, { year: true })}. Une
              autre personne que celle qui a décidé relit tout le dossier.
            </p>
            <AppealForm token={token} />
          </>
        ) : (
          <p className="text-soft">Cette décision ne peut plus être contestée ici.</p>
        )}
        <p className="max-w-[65ch] text-small text-muted">
          Vous pouvez aussi saisir un organe de règlement extrajudiciaire des litiges, ou un tribunal.
        </p>
      </section>
    </>
  );
}

const appealSchema = z.object({
  body: z
    .string()
    .check(z.trim(), z.minLength(10, 'Dites en une phrase au moins pourquoi la décision est à revoir')),
});

function AppealForm({ token }: { token: string }) {
  const appealing = useCommand(appealDecision, { changes: [DECISION_KEY], done: 'Contestation envoyée' });
  const { register, submit, errors, busy, failure } = useSchemaForm(
    appealSchema,
    { body: '' },
    ({ body }) => appealing.run({ token, body }),
    commandFailure,
  );
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {failure && <FormError>{failure.text}</FormError>}
      <Field label="Pourquoi la décision est à revoir" error={errors.body?.message} required>
        <Textarea rows={5} maxLength={2000} {...register('body')} />
      </Field>
      <Button type="submit" tone="spot" loading={busy} className="sm:justify-self-start">
        Contester la décision
      </Button>
    </form>
  );
}
