/**
 * The words of one person in a mail to another, with nothing that a mail program would turn into a link: an invisible joiner (U+2060)
 * behind each sign that addresses are made of. The reader sees the same words.
 */
export const unlinked = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/(?<=\S)[.:/@](?=\S)/g, '$&\u2060');
