/** The words that the server put into the document's `#loge-first` for the path it was asked for, such as a streamer's name. */
interface FirstWords {
  readonly path: string;
  readonly words: Readonly<Record<string, string>>;
}

const isFirstWords = (value: unknown): value is FirstWords =>
  typeof value === 'object' && value !== null && 'path' in value && 'words' in value;

const NONE: FirstWords['words'] = {};

/** What the document already says of the page at this address; nothing on a page that came without a document of its own. */
export function firstWords(): FirstWords['words'] {
  const text = document.getElementById('loge-first')?.textContent;
  const given: unknown = JSON.parse(text ?? 'null');
  return isFirstWords(given) && given.path === window.location.pathname ? given.words : NONE;
}
