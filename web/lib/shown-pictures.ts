import type { CSSProperties } from 'react';
import { STORED } from '#product/shared/pictures.ts';

/**
 * The name by which a picture or film of a person can be reported, without its ending; null: of one
 * that is a file of the page.
 */
export const pictureId = (url: string | null): string | null =>
  url?.startsWith(STORED) ? (url.slice(url.lastIndexOf('/') + 1).split('.')[0] ?? null) : null;

/**
 * Paints a tiny picture where the large one will be: the browser blurs it by stretching it. Null:
 * nothing is known of the picture.
 */
export const standIn = (placeholder: string | null): CSSProperties | undefined =>
  placeholder === null ? undefined : { backgroundImage: `url("${placeholder}")` };
