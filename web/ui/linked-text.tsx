import { linkedParts } from '#web/lib/linked-text.ts';

/**
 * Text of other people with its addresses as links: they open in a new tab, and the other site is not told where the visitor comes from. An
 * address is written from left to right whatever stands around it, so that its host cannot be read in another place.
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
