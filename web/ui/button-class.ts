import { classNames } from '#web/ui/class-names.ts';

/**
 * - `spot`: the amber light, the one primary action of a screen
 * - `outline`: any other action
 * - `quiet`: an action that should not draw the eye
 * - `danger`: what destroys or ends something, after its cost was said
 * - `danger-outline`: what leads to such a confirmation
 */
export type ButtonTone = 'spot' | 'outline' | 'quiet' | 'danger' | 'danger-outline';
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon';

const tones: Readonly<Record<ButtonTone, string>> = {
  spot: 'border-transparent bg-spot text-on-spot hover:bg-spot-bright active:bg-spot-deep',
  outline: 'border-line-strong text-ink hover:bg-wash hover:border-edge active:bg-raised',
  quiet: 'border-transparent text-soft hover:text-ink hover:bg-wash active:bg-raised',
  danger: 'border-transparent bg-live text-on-live hover:bg-live-bright',
  'danger-outline': 'border-live-edge text-live hover:bg-live-wash',
};

const sizes: Readonly<Record<ButtonSize, string>> = {
  sm: 'min-h-11 px-4 text-small',
  md: 'min-h-[46px] px-5 text-[0.9375rem]',
  lg: 'min-h-[52px] px-6 text-base',
  icon: 'size-11 shrink-0 text-[0.9375rem]',
};

/** The classes of a button, for an element that is not one: a link that looks like an action. */
export function buttonClass(
  tone: ButtonTone = 'outline',
  size: ButtonSize = 'md',
  className?: string | undefined,
): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-full border font-sans font-semibold leading-tight',
    'text-center no-underline select-none transition-colors touch-manipulation',
    'disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:opacity-45 [&_svg]:size-[1.2em] [&_svg]:shrink-0',
    tones[tone],
    sizes[size],
    className,
  );
}
