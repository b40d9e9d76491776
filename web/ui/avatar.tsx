import { useState } from 'react';
import { pictureSources } from '#product/shared/pictures.ts';
import { classNames } from '#web/ui/class-names.ts';

const gradients = [
  'from-avatar-mint to-avatar-sea',
  'from-avatar-coral to-avatar-rose',
  'from-avatar-sky to-avatar-iris',
  'from-avatar-straw to-avatar-clay',
  'from-avatar-sage to-avatar-pine',
] as const;

/** The first character, not the first UTF-16 unit: an emoji is one character. */
const firstLetter = (word: string | undefined) => (word === undefined ? undefined : [...word][0]);

/**
 * The one or two capitals that stand for a name: « Maëlle Nocturne » gives « MN », « léo » gives
 * « L », nothing gives « ? ».
 */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s-]+/u)
    .filter(Boolean);
  const first = firstLetter(words[0]) ?? '?';
  const last = words.length > 1 ? (firstLetter(words.at(-1)) ?? '') : '';
  return (first + last).toLocaleUpperCase('fr-FR');
}

/** The gradient of a name: always the same one for the same name, spread over the five. */
export function gradientOf(name: string): (typeof gradients)[number] {
  let sum = 7;
  for (const letter of name.trim().toLocaleLowerCase('fr-FR'))
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return gradients[sum % gradients.length] ?? gradients[0];
}

interface AvatarProps {
  /** First and last name: gives the initials and the gradient behind them. */
  name: string;
  /**
   * The picture, uploaded or by role (`/avatars/viewer.svg`). Without it, or when it cannot be
   * loaded, initials stand in.
   */
  src?: string | null | undefined;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Set when the name is not written beside the picture; otherwise the picture is decoration. */
  labelled?: boolean;
  className?: string | undefined;
}

const sizes = {
  sm: 'size-8 text-[0.75rem]',
  md: 'size-11 text-base',
  lg: 'size-14 text-[1.25rem]',
  xl: 'size-24 text-[2rem]',
};

/** The side of each size in pixels, so that a picture keeps its place while it loads. */
const pixels = { sm: 32, md: 44, lg: 56, xl: 96 };

/**
 * A round portrait. The initials are an image, not text, so that they are not part of the name of a
 * button around them.
 */
export function Avatar({ name, src, size = 'md', labelled = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const look = classNames(
    'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-raised',
    sizes[size],
    className,
  );
  if (src && src !== broken) {
    return (
      <span className={look}>
        <img
          {...pictureSources(src, { width: pixels[size], height: pixels[size] })}
          alt={labelled ? name : ''}
          width={pixels[size]}
          height={pixels[size]}
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(src)}
        />
      </span>
    );
  }
  return (
    <span
      {...(labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
      data-initials={initialsOf(name)}
      className={classNames(
        look,
        'display bg-linear-140 text-on-avatar before:content-[attr(data-initials)]',
        gradientOf(name),
      )}
    />
  );
}
