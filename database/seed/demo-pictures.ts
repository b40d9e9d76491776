/**
 * A person's name as it stands in the file names of their pictures, which
 * scripts/make-demo-pictures.ts makes.
 */
export const pictureName = (name: string): string =>
  name
    .replaceAll('Œ', 'Oe')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

/** The path of a demo streamer's picture, which is a file of the page. */
export const demoPicture = (name: string, kind: 'portrait' | 'cover'): string =>
  `/demo/${pictureName(name)}-${kind}.webp`;

/** The picture of a category in the demo. */
interface DemoCategory {
  id: string;
  /** Degrees, of its two lights. */
  hues: readonly [number, number];
  /** The picture's subject, for who does not see it. */
  alt: string;
}

export const DEMO_CATEGORIES: readonly DemoCategory[] = [
  { id: 'coaching', hues: [30, 265], alt: 'Un soleil de pixels au-dessus de collines' },
  { id: 'jouer-ensemble', hues: [350, 200], alt: 'Des croix et des boutons de manettes' },
  { id: 'speedrun', hues: [15, 190], alt: 'Des traits de lumière qui filent' },
  { id: 'echecs', hues: [45, 20], alt: 'Un échiquier et ses pions' },
  { id: 'musique', hues: [320, 265], alt: 'Les barres d’un son' },
  { id: 'dessin', hues: [5, 265], alt: 'De larges coups de pinceau' },
  { id: 'montage', hues: [205, 25], alt: 'Des bandes de pellicule' },
  { id: 'lancer-sa-chaine', hues: [40, 290], alt: 'Des projecteurs sur une scène' },
  { id: 'programmation', hues: [160, 250], alt: 'Les lignes d’un programme vues de loin' },
  { id: 'cuisine', hues: [20, 45], alt: 'Des assiettes fumantes sur une table' },
  { id: 'langues', hues: [225, 350], alt: 'Des bulles de conversation' },
  { id: 'sport', hues: [35, 150], alt: 'Le soleil au-dessus de crêtes' },
  { id: 'discussion', hues: [40, 335], alt: 'Les lampes d’une pièce, le soir' },
];

/** The path of a category's picture, which scripts/make-demo-pictures.ts draws. */
export const demoCategory = (id: string): string => `/demo/category-${id}.webp`;

/**
 * The film of a demo streamer, which scripts/make-demo-films.ts draws: it says in its picture and
 * in its title what it is.
 */
export interface DemoFilm {
  name: string;
  motif: 'pixels' | 'brush' | 'table' | 'board' | 'waves' | 'lines';
  /** Degrees, of its two lights. */
  hues: readonly [number, number];
  seconds: number;
}

export const DEMO_FILMS: readonly DemoFilm[] = [
  { name: 'Camille Roux', motif: 'pixels', hues: [25, 350], seconds: 8 },
  { name: 'Éloïse Marchetti', motif: 'brush', hues: [60, 20], seconds: 8 },
  { name: 'Aïssatou Diallo', motif: 'table', hues: [45, 90], seconds: 8 },
  { name: 'Maxence Le Goff', motif: 'board', hues: [75, 40], seconds: 8 },
  { name: 'Ibrahim Koné', motif: 'waves', hues: [100, 60], seconds: 8 },
  { name: 'Priya Raman', motif: 'lines', hues: [315, 45], seconds: 8 },
];

/** The row of a demo streamer's film; null for one who has none. The first has captions too. */
export function demoFilm(name: string) {
  const film = DEMO_FILMS.find((one) => one.name === name);
  if (!film) return null;
  const path = `/demo/${pictureName(name)}-film`;
  return {
    title: 'Film de démonstration',
    film_url: `${path}.webm`,
    poster_url: `${path}.webp`,
    captions_url: film === DEMO_FILMS[0] ? `${path}.vtt` : null,
    width: 640,
    height: 360,
    seconds: film.seconds,
  };
}
