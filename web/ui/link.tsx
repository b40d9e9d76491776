import { Link, type LinkProps } from 'react-router';
import { type ButtonSize, type ButtonTone, buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';

/** A link in running text: underlined, so that colour is not its only sign. */
export const textLinkClass =
  'text-ink underline decoration-line-strong decoration-1 underline-offset-4 transition-colors hover:decoration-spot';

/** A link in running text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames(textLinkClass, className)} />;
}

interface ButtonLinkProps extends LinkProps {
  tone?: ButtonTone;
  size?: ButtonSize;
}

/** A link that looks like a button: it goes somewhere, it does not do something. */
export function ButtonLink({ tone = 'outline', size = 'md', className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass(tone, size, className)} />;
}
