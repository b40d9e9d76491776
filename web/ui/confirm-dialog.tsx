import * as RadixAlert from 'radix-ui/alert-dialog';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { useFocusReturn } from '#web/ui/use-focus-return.ts';
import { Textarea } from './input.tsx';
import '#web/ui/overlay.css';

interface ReasonField {
  label: string;
  hint?: string;
  /** The error on the field when it is left empty. Without this text the reason is optional. */
  requiredMessage?: string;
}

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question: « Annuler cette réservation ? » */
  title: string;
  description?: ReactNode;
  /** The cost, in euros, hours or things lost; stands apart so that it is read. */
  cost?: ReactNode;
  /** The verb of what happens: « Annuler la réservation », never « OK ». */
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'spot';
  /** Asks why; the answer is given to `onConfirm`. */
  reason?: ReasonField;
  /**
   * Runs the action. While its promise is pending the dialog is busy; it closes when the promise
   * resolves, and shows `failure` when it rejects.
   */
  onConfirm: (reason: string) => Promise<void> | void;
  /** The French sentence for what `onConfirm` threw. */
  failure?: (error: unknown) => string;
  /** Further fields of the decision, above the reason. */
  children?: ReactNode;
}

const standardFailure = () => 'Cela n’a pas pu se faire. Rien n’a changé : réessayez dans un instant.';

/** Asks before an act that cannot be undone, and says what it costs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, cost, confirmLabel, cancelLabel = 'Revenir' } = props;
  const focusReturn = useFocusReturn();
  return (
    <RadixAlert.Root open={open} onOpenChange={onOpenChange}>
      <RadixAlert.Portal>
        <RadixAlert.Overlay className="overlay" />
        <RadixAlert.Content
          {...focusReturn}
          className="overlay-window sm:max-w-lg"
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="grid gap-2">
            <RadixAlert.Title className="display text-[1.375rem] leading-tight">{title}</RadixAlert.Title>
            {description && (
              <RadixAlert.Description asChild>
                <div className="text-soft">{description}</div>
              </RadixAlert.Description>
            )}
          </div>
          {cost && (
            <div className="num rounded-lg bg-wash px-4 py-3.5 text-small text-soft [&_b]:text-ink">
              {cost}
            </div>
          )}
          <ConfirmForm
            {...props}
            confirmLabel={confirmLabel}
            cancel={
              <RadixAlert.Cancel asChild>
                <Button>{cancelLabel}</Button>
              </RadixAlert.Cancel>
            }
          />
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  );
}

type ConfirmFormProps = Pick<
  ConfirmDialogProps,
  'reason' | 'onConfirm' | 'onOpenChange' | 'failure' | 'tone' | 'confirmLabel' | 'children'
> & { cancel: ReactNode };

/**
 * The reason and the two buttons; it lives only while the dialog is open, so each opening starts
 * empty.
 */
function ConfirmForm(props: ConfirmFormProps) {
  const {
    reason,
    onConfirm,
    onOpenChange,
    failure = standardFailure,
    tone = 'danger',
    children,
    cancel,
  } = props;
  const [text, setText] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (reason?.requiredMessage && text.trim() === '') {
      setFieldError(reason.requiredMessage);
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await onConfirm(text.trim());
      onOpenChange(false);
    } catch (thrown) {
      setError(failure(thrown));
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} className="grid gap-5" noValidate>
      {children}
      {reason && (
        <Field
          label={reason.label}
          hint={reason.hint}
          error={fieldError}
          optional={!reason.requiredMessage}
          required={Boolean(reason.requiredMessage)}
        >
          <Textarea
            rows={3}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setFieldError(undefined);
            }}
          />
        </Field>
      )}
      {error && (
        <p role="alert" className="text-small text-live">
          {error}
        </p>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {cancel}
        <Button type="submit" tone={tone} loading={busy}>
          {props.confirmLabel}
        </Button>
      </div>
    </form>
  );
}
