import { CircleAlert, X } from 'lucide-react';
import * as RadixToast from 'radix-ui/toast';
import type { Toast } from '#web/lib/toast.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';

interface ToastCardProps {
  toast: Toast;
  onDismiss: () => void;
}

/** One toast as it looks: optional title, description and action, and always a cross. */
export function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const { title, description, action, variant, duration, open } = toast;
  const destructive = variant === 'destructive';
  return (
    <RadixToast.Root
      open={open}
      duration={duration}
      type={destructive ? 'foreground' : 'background'}
      onOpenChange={(next) => {
        if (!next) onDismiss();
      }}
      data-variant={variant}
      className={classNames('toast', destructive && 'toast-destructive')}
    >
      {destructive && <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-live" />}
      <div className="grid min-w-0 flex-1 gap-1 py-0.5">
        {title && <RadixToast.Title className="font-semibold">{title}</RadixToast.Title>}
        {description && (
          <RadixToast.Description className="text-small text-soft">{description}</RadixToast.Description>
        )}
        {action && (
          <RadixToast.Action
            altText={action.altText ?? action.label}
            onClick={action.onSelect}
            className={buttonClass('outline', 'sm', 'mt-2 justify-self-start')}
          >
            {action.label}
          </RadixToast.Action>
        )}
      </div>
      <RadixToast.Close aria-label="Fermer" className={buttonClass('quiet', 'icon', '-my-2 -mr-2')}>
        <X aria-hidden="true" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
