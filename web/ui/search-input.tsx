import { Search, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface SearchInputProps {
  /** Names the field for screen readers. */
  label: string;
  placeholder?: string;
  /** The initial text, usually from the URL. */
  initialValue?: string;
  /** Enter, the button, or the cross (with an empty text). */
  onSearch: (text: string) => void;
  /** Each letter, for lists that filter as one types. */
  onType?: (text: string) => void;
  /** A submit button at the end of the pill. */
  button?: ReactNode;
  className?: string | undefined;
}

/** A search field as a pill. Enter searches, the cross empties. */
export function SearchInput(props: SearchInputProps) {
  const { label, placeholder, initialValue = '', onSearch, onType, button, className } = props;
  const [text, setText] = useState(initialValue);
  const input = useRef<HTMLInputElement>(null);
  const type = (next: string) => {
    setText(next);
    onType?.(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  const empty = () => {
    type('');
    onSearch('');
    input.current?.focus();
  };
  return (
    <search className={className}>
      <form
        onSubmit={submit}
        className={classNames(
          'flex min-h-12 items-center gap-2 rounded-full border border-edge bg-stage pl-4 transition-colors hover:border-soft',
          'focus-within:border-spot focus-within:outline-2 focus-within:outline-spot',
          button ? 'p-1.5' : 'pr-1.5',
        )}
      >
        <Search aria-hidden="true" className="ml-0.5 size-4.5 shrink-0 text-muted" />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label={label}
          placeholder={placeholder}
          value={text}
          onChange={(event) => type(event.target.value)}
          enterKeyHint="search"
          autoComplete="off"
          className="h-11 w-full min-w-0 flex-1 bg-transparent text-base text-ellipsis outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
        />
        {text !== '' && (
          <button
            type="button"
            aria-label="Effacer la recherche"
            onClick={empty}
            className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-ink focus-visible:-outline-offset-4"
          >
            <X aria-hidden="true" className="size-4.5" />
          </button>
        )}
        {button}
      </form>
    </search>
  );
}
