import { linkedParts } from '#web/lib/linked-text.ts';

/**
 * Text that other people wrote, with its addresses as links. They open in a new tab, and the other
 * site is not told where the visitor comes from. An address is always shown from left to right, so
 * that right-to-left text around it cannot disguise its host.
 */
export function LinkedText({ children }: { children: string }) {
  let place = 0;
  return linkedParts(children).map(({ shown, href }) => {
    place += shown.length;
    if (href === null) return <span key={place}>{shown}</span>;
    return (
      <a
        key={place}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        dir="ltr"
        className="wrap-anywhere underline decoration-line-strong underline-offset-2 [unicode-bidi:isolate] hover:decoration-current"
      >
        {shown}
        <span className="sr-only"> (nouvel onglet)</span>
      </a>
    );
  });
}
