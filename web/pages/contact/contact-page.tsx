import { queryOptions, useQuery } from '@tanstack/react-query';
import { MailQuestion } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { threadNumber } from '#product/shared/reference-numbers.ts';
import { dashboardOf } from '#product/shared/roles.ts';
import {
  confirmContact,
  readContact,
  replyContact,
  requestContact,
  SUBJECT_MAX,
  SUPPORT_MESSAGE_MAX,
} from '#product/support/contract.ts';
import { FIRST_ANSWER_HOURS } from '#product/support/rules/support.ts';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { email } from '#web/lib/forms/account-fields.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { deviceZone } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const CONTACT_KEY = ['contact'] as const;
/** The shape of the secret in the address: what is cut off in a mail is not asked for. */
const TOKEN = /^[\w-]{43}$/;
const isUnknown = (error: unknown) => error instanceof CommandError && error.code === 'thread_not_found';
const contactQuery = (token: string) =>
  queryOptions({
    queryKey: [...CONTACT_KEY, token],
    queryFn: () => callCommand(readContact, { token }),
    retry: (count, error) => count < 2 && !isUnknown(error),
  });

/**
 * `/contact`: writes to the team without signing in; with the secret of a mail, confirms the
 * letter, then reads and continues it.
 */
export function Component() {
  const { params } = useAddress();
  const token = params.get('key');
  return (
    <div className="wrap max-w-3xl pt-8 pb-16">{token === null ? <Write /> : <Written token={token} />}</div>
  );
}

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(2, 'Indiquez votre nom')),
  email,
  subject: z.string().check(z.trim(), z.minLength(3, 'Dites en quelques mots de quoi il s’agit')),
  body: z.string().check(z.trim(), z.minLength(1, 'Écrivez votre message')),
});

function Write() {
  const { state } = useAuth();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const requesting = useCommand(requestContact);
  const { register, submit, errors, busy, failure } = useSchemaForm(
    schema,
    { name: '', email: '', subject: '', body: '' },
    async (values) => {
      await requesting.run(values);
      setSentTo(values.email);
    },
    commandFailure,
  );
  if (sentTo !== null) {
    return (
      <div role="status">
        <PageHeader
          title="Un e-mail vous attend"
          description={`Nous avons écrit à ${sentTo}. Ouvrez le lien pour confirmer votre adresse : votre message part à ce moment-là.`}
        />
      </div>
    );
  }
  return (
    <>
      <PageHeader
        title="Contacter l’équipe"
        description={`Une personne vous répond par e-mail sous ${String(FIRST_ANSWER_HOURS)} heures, avec ou sans compte.`}
      />
      <p className="mb-7 max-w-[62ch] text-small text-soft">
        {state.status === 'signed-in' && state.user.role !== 'admin' ? (
          <>
            Vous êtes connecté : écrivez plutôt depuis{' '}
            <TextLink to={`${dashboardOf(state.user.role)}/requests`}>vos demandes</TextLink>, sans confirmer
            d’adresse.
          </>
        ) : (
          <>
            La réponse est peut-être déjà dans l’<TextLink to="/aide">aide</TextLink>. Si votre compte est
            suspendu, utilisez son adresse : nous saurons de quoi il s’agit.
          </>
        )}
      </p>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {failure && <FormError>{failure.text}</FormError>}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Votre nom" error={errors.name?.message} required>
            <Input autoComplete="name" maxLength={120} {...register('name')} />
          </Field>
          <Field label="Votre e-mail" error={errors.email?.message} required>
            <Input type="email" autoComplete="email" {...register('email')} />
          </Field>
        </div>
        <Field label="Objet" error={errors.subject?.message} required>
          <Input maxLength={SUBJECT_MAX} autoComplete="off" {...register('subject')} />
        </Field>
        <Field
          label="Votre message"
          hint="Ne donnez ni mot de passe ni numéro de carte : l’équipe n’en a jamais besoin."
          error={errors.body?.message}
          required
        >
          <Textarea rows={6} maxLength={SUPPORT_MESSAGE_MAX} {...register('body')} />
        </Field>
        <div>
          <Button type="submit" tone="spot" loading={busy}>
            Envoyer
          </Button>
        </div>
      </form>
    </>
  );
}

function Written({ token }: { token: string }) {
  const known = TOKEN.test(token);
  const { data, error, refetch, isRefetching } = useQuery({ ...contactQuery(token), enabled: known });
  if (!known || isUnknown(error)) {
    return (
      <>
        <PageHeader title="Message introuvable" />
        <EmptyState
          icon={<MailQuestion />}
          title="Aucun message à cette adresse"
          description="Le lien est peut-être incomplet, ou trop ancien : ouvrez-le depuis le dernier e-mail reçu."
        />
      </>
    );
  }
  if (error) {
    return (
      <>
        <PageHeader title="Votre message" />
        <ErrorState
          title="Votre message n’a pas pu être chargé"
          description={errorText(error)}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      </>
    );
  }
  if (!data) return <SkeletonText lines={6} />;
  return data.draft === null ? (
    <Thread token={token} thread={data} />
  ) : (
    <Confirm token={token} subject={data.subject} draft={data.draft} />
  );
}

/** A click and not the visit itself: programs that read mail follow links too. */
function Confirm({ token, subject, draft }: { token: string; subject: string; draft: string }) {
  const confirming = useCommand(confirmContact, {
    changes: [CONTACT_KEY],
    done: ({ number }) => ({ title: `Demande ${threadNumber(number)} envoyée` }),
    failed: 'Message non envoyé',
  });
  return (
    <>
      <PageHeader title="Confirmer votre message" description="Il part dès que vous le confirmez." />
      <div className="grid gap-5">
        <div className="grid gap-2 rounded-lg bg-wash px-5 py-4">
          <p className="font-semibold wrap-anywhere">{subject}</p>
          <p className="wrap-anywhere whitespace-pre-wrap text-soft">{draft}</p>
        </div>
        <div>
          <Button tone="spot" loading={confirming.pending} onClick={() => confirming.press({ token })}>
            Confirmer et envoyer
          </Button>
        </div>
      </div>
    </>
  );
}

type Shown = Awaited<ReturnType<NonNullable<ReturnType<typeof contactQuery>['queryFn']>>>;
const replySchema = z.object({ body: z.string().check(z.trim(), z.minLength(1, 'Écrivez votre message')) });

function Thread({ token, thread }: { token: string; thread: Shown }) {
  const replying = useCommand(replyContact, { changes: [CONTACT_KEY], done: 'Message envoyé' });
  const form = useSchemaForm(
    replySchema,
    { body: '' },
    async ({ body }) => {
      await replying.run({ token, body });
      form.reset();
    },
    commandFailure,
  );
  return (
    <>
      <PageHeader
        title={thread.subject}
        description={`Demande ${threadNumber(thread.number ?? 0)}. ${thread.state === 'open' ? 'L’équipe vous répond par e-mail.' : thread.state === 'resolved' ? 'Elle est réglée ; y répondre la rouvre.' : 'L’équipe vous a répondu.'}`}
      />
      <div role="log" aria-label="Messages">
        <ol className="grid gap-4">
          {thread.messages.map(({ id, side, body, at }) => (
            <li
              key={id}
              className={classNames(
                'grid gap-1',
                side === 'person' ? 'justify-items-end' : 'justify-items-start',
              )}
            >
              <p className="num text-kicker text-muted">
                <span className="font-semibold text-soft">
                  {side === 'person' ? 'Vous' : 'L’équipe Loge'}
                </span>{' '}
                <time dateTime={at}>
                  {formatDateTime(at, deviceZone(), { weekday: false, month: 'short' })}
                </time>
              </p>
              <p
                className={classNames(
                  'max-w-[85%] rounded-lg px-4 py-3 wrap-anywhere whitespace-pre-wrap',
                  side === 'person' ? 'bg-spot-wash' : 'bg-wash',
                )}
              >
                {body}
              </p>
            </li>
          ))}
        </ol>
      </div>
      <form onSubmit={form.submit} noValidate className="mt-6 grid gap-3 border-t border-line pt-5">
        {form.failure && <FormError>{form.failure.text}</FormError>}
        <Field label="Répondre" error={form.errors.body?.message}>
          <Textarea rows={3} maxLength={SUPPORT_MESSAGE_MAX} {...form.register('body')} />
        </Field>
        <div>
          <Button type="submit" tone="spot" loading={form.busy}>
            Envoyer
          </Button>
        </div>
      </form>
    </>
  );
}
