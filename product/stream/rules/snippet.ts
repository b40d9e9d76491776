/** The two ways of an embed, in the words of the page on which one is chosen. */
export const EMBED_MODES = {
  booker: 'Les heures, dans la page',
  button: 'Un bouton qui les ouvre',
} as const;
export type EmbedMode = keyof typeof EMBED_MODES;

/** The line to paste into a page. @param origin Loge's, without a trailing slash */
export const snippet = (origin: string, handle: string, mode: EmbedMode): string =>
  `<script async src="${origin}/embed.js" data-loge="${handle}" data-mode="${mode}"></script>`;
