/** The id of the one `main` that every shell renders and that the skip link jumps to. */
export const MAIN_ID = 'contenu';

/** The first thing Tab reaches: jumps over the navigation. Seen only while it has the focus. */
export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="fixed top-3 left-3 z-50 rounded-full bg-ink px-5 py-3 font-semibold text-ground not-focus:sr-only"
    >
      Aller au contenu
    </a>
  );
}
