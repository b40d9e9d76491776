import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names, leaving out what is false. Primitives take a `className` for their place in a
 * layout (margin, width, grid area); their look is chosen by their own props, so that no merging of
 * conflicting utilities is needed in the browser.
 */
export const classNames = (...values: ClassValue[]): string => clsx(values);
