import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useFocusReturn } from '#web/ui/use-focus-return.ts';
import '#web/ui/overlay.css';

/**
 * Keeps the focus in a window that stands beside the page: where what had it is taken away, such as
 * a button that was answered, the window itself gets it. A window over the page does so by itself.
 * @param told has the window while there is one
 * @returns the ref of the window
 */
export function useKeptFocus(
  told?: RefObject<HTMLElement | null> | undefined,
): (window: HTMLElement | null) => void {
  const [kept, setKept] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!kept) return;
    let isInside = kept.contains(document.activeElement);
    const note = ({ target }: FocusEvent) => {
      isInside = target instanceof Node && kept.contains(target);
    };
    const watch = new MutationObserver(() => {
      if (isInside && document.activeElement === document.body) kept.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', note);
    watch.observe(kept, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      watch.disconnect();
    };
  }, [kept]);
  return useCallback(
    (window) => {
      setKept(window);
      if (told) told.current = window;
    },
    [told],
  );
}

interface DialogProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The element that opens it (a `Button`), when it is not opened from elsewhere. */
  trigger?: ReactNode;
  title: string;
  description?: ReactNode;
  /** The actions, right-aligned; the primary one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /**
   * On a wide screen it stands beside what it is about, which can be used meanwhile; the ref has the
   * window while it does.
   */
  beside?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

const sizes = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' };

/**
 * A window over the page. It keeps the focus, closes with Escape, the cross or a click outside,
 * gives the focus back, and comes up from the bottom on a phone.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, trigger, title, description, footer, size = 'md', children } = props;
  const fits = useMediaQuery('(min-width: 85rem)') && props.beside !== undefined;
  // It stays what it opened as: the other shape would be another window, without what was typed.
  const [shape, setShape] = useState({ open, isBeside: fits });
  if (shape.open !== open || (open !== true && shape.isBeside !== fits)) {
    setShape({ open, isBeside: fits });
  }
  const { isBeside } = shape;
  const focusReturn = useFocusReturn();
  const keptFocus = useKeptFocus(props.beside);
  return (
    <RadixDialog.Root
      modal={!isBeside}
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        {!isBeside && <RadixDialog.Overlay className="overlay" />}
        <RadixDialog.Content
          {...focusReturn}
          className={isBeside ? 'overlay-drawer' : classNames('overlay-window', sizes[size])}
          {...(isBeside
            ? {
                ref: keptFocus,
                'data-beside': '',
                onInteractOutside: (event: Event) => event.preventDefault(),
              }
            : {})}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="flex items-start gap-4">
            <div className="grid flex-1 gap-2 pt-1.5">
              <RadixDialog.Title className="display text-[1.375rem] leading-tight">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description asChild>
                  <div className="text-soft">{description}</div>
                </RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close aria-label="Fermer" className={buttonClass('quiet', 'icon', '-mt-1 -mr-2')}>
              <X aria-hidden="true" />
            </RadixDialog.Close>
          </div>
          {children}
          {footer && <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{footer}</div>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
