import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { declareAge } from '#product/accounts/contract.ts';
import { AGE_KEY, ageQuery } from '#web/entities/age/own-age.ts';
import { birthDate } from '#web/lib/forms/account-fields.ts';
import { ageOf } from '#web/lib/forms/age-of.ts';
import { commandFailure } from '#web/lib/forms/command-failure.ts';
import { useSchemaForm } from '#web/lib/forms/use-schema-form.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { BirthDateField } from '#web/ui/birth-date-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const ageSchema = z.object({ birthDate });

/** The reasons given for asking the date. */
const REASONS = {
  booking:
    'Réserver est possible dès 15 ans. Avant 18 ans, un parent donne son accord par e-mail avant que vous ne puissiez payer.',
  waiting: 'Cette offre est réservée aux personnes majeures.',
  publishing: 'Proposer des sessions demande d’être majeur.',
  team: 'L’équipe de Loge est majeure.',
} as const;

interface AgeQuestionProps {
  why: keyof typeof REASONS;
  /** The age is kept; what was asked for can go on. */
  onDone?: () => void;
  /** It stands in place of the page. */
  isPage?: boolean;
}

/**
 * Asks for the date of birth, once in the life of an account, where it is first needed. It takes
 * the focus as it appears.
 */
export function AgeQuestion({ why, onDone, isPage = false }: AgeQuestionProps) {
  const Title = isPage ? 'h1' : 'h2';
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  // A streamer's answer may take their page down.
  const changes = [AGE_KEY, ['streamer-settings']];
  const declare = useCommand(declareAge, { changes, failed: null });
  const { register, submit, errors, failure, busy } = useSchemaForm(
    ageSchema,
    { birthDate: '' },
    async (values) => {
      await declare.run({ age: ageOf(values.birthDate) });
      onDone?.();
    },
    commandFailure,
  );
  return (
    <form noValidate onSubmit={submit} aria-label="Votre âge" className="grid max-w-md gap-4">
      <div className="grid gap-1.5">
        <Title ref={title} tabIndex={-1} className="text-title outline-none">
          Quel âge avez-vous ?
        </Title>
        <p className="text-small text-soft">{REASONS[why]} Nous ne le demandons qu’une fois.</p>
      </div>
      {failure && <FormError>{failure.text}</FormError>}
      <BirthDateField {...register('birthDate')} error={errors.birthDate?.message} />
      <Button type="submit" tone="spot" loading={busy} className="justify-self-start">
        Continuer
      </Button>
    </form>
  );
}

interface AgeGateProps {
  userId: string;
  why: AgeQuestionProps['why'];
  children: ReactNode;
}

/** Asks for the age before it shows what is behind. */
export default function AgeGate({ userId, why, children }: AgeGateProps) {
  const { data, isError, isFetching, refetch } = useQuery(ageQuery(userId));
  if (data) return children;
  if (data === null) return <AgeQuestion why={why} isPage />;
  return isError ? (
    <ErrorState
      title="Votre compte n’a pas pu être chargé"
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  ) : (
    <Spinner label="Chargement de votre compte" />
  );
}
