/** What sessions are about. The database gets its checks and search names from here: node scripts/generate-schema.ts. */
export const CATEGORIES = [
  { slug: 'coaching', name: 'Coaching de jeu' },
  { slug: 'jouer-ensemble', name: 'Jouer ensemble' },
  { slug: 'speedrun', name: 'Speedrun' },
  { slug: 'echecs', name: 'Échecs et stratégie' },
  { slug: 'musique', name: 'Musique' },
  { slug: 'dessin', name: 'Dessin et illustration' },
  { slug: 'montage', name: 'Montage et vidéo' },
  { slug: 'lancer-sa-chaine', name: 'Lancer sa chaîne' },
  { slug: 'programmation', name: 'Programmation' },
  { slug: 'cuisine', name: 'Cuisine' },
  { slug: 'langues', name: 'Langues' },
  { slug: 'sport', name: 'Sport et bien-être' },
  { slug: 'discussion', name: 'Discussion' },
] as const;

/** The category's name as it is shown; the slug itself for one that no longer exists. */
export const categoryName = (slug: string): string =>
  CATEGORIES.find((category) => category.slug === slug)?.name ?? slug;

/** Languages that streamers may say they speak, by ISO 639-1 code, in the order in which they are offered. */
export const LANGUAGES = [
  { code: 'fr', name: 'Français' },
  { code: 'en', name: 'Anglais' },
  { code: 'es', name: 'Espagnol' },
  { code: 'de', name: 'Allemand' },
  { code: 'it', name: 'Italien' },
  { code: 'pt', name: 'Portugais' },
  { code: 'nl', name: 'Néerlandais' },
  { code: 'ar', name: 'Arabe' },
  { code: 'ja', name: 'Japonais' },
  { code: 'ko', name: 'Coréen' },
  { code: 'zh', name: 'Chinois' },
  { code: 'ru', name: 'Russe' },
] as const;

export const languageName = (code: string): string =>
  LANGUAGES.find((language) => language.code === code)?.name ?? code;

/** Platforms on which a streamer can be found, with the names that pages show; the database's check is generated from it too. */
export const LINK_PLATFORMS = {
  twitch: 'Twitch',
  youtube: 'YouTube',
  kick: 'Kick',
  tiktok: 'TikTok',
  instagram: 'Instagram',
  x: 'X',
  discord: 'Discord',
  website: 'Site web',
} as const;
export type LinkPlatform = keyof typeof LINK_PLATFORMS;
export const LINK_PLATFORM_NAMES = Object.keys(LINK_PLATFORMS) as readonly LinkPlatform[];
