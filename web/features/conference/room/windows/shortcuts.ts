/** Every key of the room and what it does: the list that people read and the keys that work are this one table. */
export const SHORTCUTS = [
  { key: 'm', action: 'mic', text: 'Couper ou activer le micro' },
  { key: 'v', action: 'camera', text: 'Couper ou activer la caméra' },
  { key: 'e', action: 'share', text: 'Partager l’écran, ou arrêter' },
  { key: 'l', action: 'hand', text: 'Lever ou baisser la main' },
  { key: 'x', action: 'clap', text: 'Applaudir' },
  { key: 'c', action: 'chat', text: 'Ouvrir ou fermer le chat' },
  { key: 'p', action: 'people', text: 'Ouvrir ou fermer la liste des personnes' },
  { key: 'd', action: 'layout', text: 'Choisir la disposition' },
  { key: 'w', action: 'self', text: 'Replier ou déplier ma vue' },
  { key: 'f', action: 'fullscreen', text: 'Plein écran' },
  { key: 'i', action: 'float', text: 'Image dans l’image' },
  { key: 'r', action: 'devices', text: 'Appareils et réglages' },
  { key: 's', action: 'line', text: 'Connexion en chiffres' },
  { key: '?', action: 'keys', text: 'Cette liste' },
] as const;

export type ShortcutAction = (typeof SHORTCUTS)[number]['action'];
export type ShortcutActions = Readonly<Record<ShortcutAction, (() => void) | null>>;

/** The key of an action as a keyboard shows it: « M ». */
export const keyOf = (action: ShortcutAction): string =>
  (SHORTCUTS.find((shortcut) => shortcut.action === action)?.key ?? '').toUpperCase();

/** What a press does; null when it is no shortcut, or of something that this browser or room has not. */
export function actionOf(key: string, actions: ShortcutActions): (() => void) | null {
  const found = SHORTCUTS.find((shortcut) => shortcut.key === key.toLowerCase());
  return found ? actions[found.action] : null;
}
