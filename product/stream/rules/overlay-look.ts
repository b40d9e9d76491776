/** The things that an overlay may show, with the words of the page on which it is chosen. */
export const OVERLAY_PARTS = {
  places: 'Prochaines places et QR code',
  goal: 'Objectif de la soirée',
  countdown: 'Compte à rebours',
  alerts: 'Alertes de réservation',
} as const;
export const OVERLAY_CORNERS = {
  'bottom-left': 'En bas à gauche',
  'bottom-right': 'En bas à droite',
  'top-left': 'En haut à gauche',
  'top-right': 'En haut à droite',
} as const;
export const OVERLAY_SIZES = { small: 'Petite', medium: 'Moyenne', large: 'Grande' } as const;
export const OVERLAY_BACKGROUNDS = { panel: 'Panneau sombre', transparent: 'Transparent' } as const;

export type OverlayPart = keyof typeof OVERLAY_PARTS;

/** How an overlay looks: all of it stands in its address. */
export interface OverlayLook {
  corner: keyof typeof OVERLAY_CORNERS;
  size: keyof typeof OVERLAY_SIZES;
  background: keyof typeof OVERLAY_BACKGROUNDS;
  show: readonly OverlayPart[];
}

const isKeyOf = <Table extends object>(table: Table, key: string): key is keyof Table & string =>
  Object.hasOwn(table, key);

const chosen = <Table extends object>(
  table: Table,
  given: string | null,
  otherwise: keyof Table,
): keyof Table => (given !== null && isKeyOf(table, given) ? given : otherwise);

/** Reads a look from the query of an address; what is not understood is as if it were not said. */
export function readLook(query: URLSearchParams): OverlayLook {
  const show = query.get('show')?.split(',');
  const known = (Object.keys(OVERLAY_PARTS) as OverlayPart[]).filter((part) => show?.includes(part));
  return {
    corner: chosen(OVERLAY_CORNERS, query.get('corner'), 'bottom-left'),
    size: chosen(OVERLAY_SIZES, query.get('size'), 'medium'),
    background: chosen(OVERLAY_BACKGROUNDS, query.get('background'), 'panel'),
    show: known.length > 0 ? known : (Object.keys(OVERLAY_PARTS) as OverlayPart[]),
  };
}

/** The query that says a look. */
export const lookQuery = ({ corner, size, background, show }: OverlayLook): string =>
  new URLSearchParams({ corner, size, background, show: show.join(',') }).toString().replaceAll('%2C', ',');
