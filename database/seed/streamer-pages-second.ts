import type { PageDraft } from './streamer-pages.ts';

const WEEK = [1, 2, 3, 4, 5] as const;

/**
 * The pages of the second half of people.ts. Oscar Lindqvist is suspended, Adrien Sauvage never
 * confirmed his address: they have none.
 */
// biome-ignore format: an offer a line reads like the page that it makes.
export const PAGES_K_TO_Z: readonly PageDraft[] = [
  { name: 'Anaïs Kowalczyk', zone: 'Europe/Paris', languages: ['fr'], pace: 4,
    headline: 'Pâtisserie maison et mains dans la farine',
    bio: 'Pâtissière à Lille. Une recette par session, du pesage à la photo, et la règle du chef : on goûte.',
    hours: [[[3], 13, 18], [[6, 7], 9, 12]],
    offers: [
      { title: 'Pâte feuilletée sans peur', about: 'Le tourage, montré de près, répété ensemble.', category: 'cuisine', minutes: 120, euros: 45, policy: 'strict' },
      { title: 'Goûter à quatre', about: 'Quatre cuisines, une brioche.', category: 'cuisine', minutes: 90, euros: 14, seats: 4 },
    ] },
  { name: 'Mehdi Cherif', zone: 'Africa/Casablanca', languages: ['fr', 'ar'], pace: 6,
    headline: 'Football : lire le jeu, sur console et en vrai',
    bio: 'Ancien joueur de National, analyste vidéo. Une partie de FC, puis la même situation sur un vrai terrain.',
    hours: [[[1, 2, 3, 4], 20, 24]],
    offers: [
      { title: 'Analyse de match', about: 'Quinze minutes de votre match, image par image.', category: 'coaching', minutes: 45, euros: 29 },
      { title: 'Deux parties et un café', about: 'Pour le plaisir.', category: 'jouer-ensemble', minutes: 60, euros: 18, policy: 'flexible' },
    ] },
  { name: 'Clémence Briand', zone: 'Europe/Paris', languages: ['fr', 'en'], pace: 9, featured: true,
    headline: 'Poser sa voix : micro, scène, réunion',
    bio: 'Comédienne de doublage. Nous travaillons le souffle, l’articulation et le trac, avec des textes que vous devez vraiment dire.',
    hours: [[[1, 2, 4, 5], 9, 13], [[3], 14, 19]],
    offers: [
      { title: 'Voix pour le direct', about: 'Tenir trois heures sans se faire mal.', category: 'lancer-sa-chaine', minutes: 60, euros: 49 },
      { title: 'Répéter une prise de parole', about: 'La vôtre, en conditions.', category: 'discussion', minutes: 45, euros: 42, asks: ['De quoi s’agit-il, et quand ?'] },
      { title: 'Premier échange', about: 'Un quart d’heure, offert.', category: 'discussion', minutes: 15, euros: 0 },
    ] },
  { name: 'Fatou Ndiaye', zone: 'Europe/Paris', languages: ['fr', 'en'], pace: 5,
    headline: 'Créer un personnage qui tient debout',
    bio: 'Conceptrice de personnages. On part d’une silhouette et l’on finit avec quelqu’un.',
    hours: [[[2, 3, 5], 17, 21]],
    offers: [
      { title: 'Atelier de personnage', about: 'Une fiche, trois silhouettes, une tête.', category: 'dessin', minutes: 90, euros: 54 },
      { title: 'Avis sur un croquis', about: 'Franc et bref.', category: 'dessin', minutes: 30, euros: 19 },
    ] },
  { name: 'Raphaël Cohen', zone: 'Europe/Paris', languages: ['fr', 'en'], pace: 1,
    headline: 'Modérer une communauté sans y laisser sa santé',
    bio: 'J’ai modéré de grandes communautés. Règles, équipe, sanctions : nous écrivons celles de la vôtre.',
    hours: [[[1, 3], 14, 17]],
    offers: [{ title: 'Règles de votre serveur', about: 'Une charte d’une page, et qui fait quoi.', category: 'lancer-sa-chaine', minutes: 60, euros: 44 }] },
  { name: 'Zoé Lambert', zone: 'Europe/Paris', languages: ['fr'], pace: 8,
    headline: 'Yoga doux pour dos de joueur',
    bio: 'Professeure diplômée, joueuse repentie. Nuque, poignets, bas du dos : ce qui souffre devant un écran.',
    hours: [[WEEK, 7, 9], [WEEK, 12, 14]],
    offers: [
      { title: 'Séance personnelle', about: 'Adaptée à ce qui vous fait mal.', category: 'sport', minutes: 45, euros: 33, asks: ['Où avez-vous mal ?'] },
      { title: 'Réveil à dix', about: 'Trente minutes, dix tapis.', category: 'sport', minutes: 30, euros: 7, seats: 10, policy: 'flexible' },
    ] },
  { name: 'Ibrahim Koné', zone: 'Africa/Abidjan', languages: ['fr'], pace: 6,
    headline: 'Beatmaking et coupé-décalé depuis Abidjan',
    bio: 'Je produis depuis un vieux portable. La contrainte est une école : venez avec ce que vous avez.',
    hours: [[[1, 2, 4], 18, 23], [[6], 10, 18]],
    offers: [
      { title: 'Un rythme en une heure', about: 'De zéro à une boucle que l’on garde.', category: 'musique', minutes: 60, euros: 25 },
      { title: 'Atelier à trois', about: 'Trois producteurs, un échantillon, trois rythmes.', category: 'musique', minutes: 90, euros: 16, seats: 3, policy: 'flexible' },
    ] },
  { name: 'Louise Van den Berghe', zone: 'Europe/Brussels', languages: ['fr', 'nl', 'en'], pace: 3,
    headline: 'Jeux de société en ligne, règles expliquées une seule fois',
    bio: 'Autrice de jeux. J’explique, nous jouons, et je vous dis pourquoi vous avez perdu.',
    hours: [[[3, 5], 19, 23], [[7], 14, 19]],
    offers: [
      { title: 'Table pour quatre', about: 'Un jeu choisi selon vous.', category: 'jouer-ensemble', minutes: 120, euros: 13, seats: 4, policy: 'flexible' },
      { title: 'Tester votre prototype', about: 'Un retour d’autrice, sans ménagement inutile.', category: 'echecs', minutes: 90, euros: 62, onRequest: true, asks: ['Le principe en deux phrases', 'Nombre de joueurs'] },
    ] },
  { name: 'Gaspard Toussaint', zone: 'America/Guadeloupe', languages: ['fr', 'en'], pace: 4,
    headline: 'Simulation de vol, procédures et ciel de Guadeloupe',
    bio: 'Pilote privé. Nous faisons un vol complet, avec la radio, comme si quelqu’un écoutait.',
    hours: [[[2, 4], 16, 20], [[7], 8, 13]],
    offers: [
      { title: 'Vol accompagné', about: 'Préparation, radio, approche.', category: 'coaching', minutes: 90, euros: 47 },
      { title: 'Parler à la tour', about: 'La phraséologie, sans trembler.', category: 'coaching', minutes: 45, euros: 28 },
    ] },
  { name: 'Priya Raman', zone: 'Asia/Kolkata', languages: ['en', 'fr'], pace: 7, featured: true,
    headline: 'Python et données, depuis Chennai, en français',
    bio: 'Analyste et professeure. Vous apportez un fichier qui vous résiste, nous le lisons ensemble.',
    hours: [[WEEK, 13, 20]],
    offers: [
      { title: 'Votre fichier, ensemble', about: 'Nettoyer, regrouper, tracer.', category: 'programmation', minutes: 60, euros: 39, asks: ['Que cherchez-vous dans ces données ?'] },
      { title: 'Débuter en Python', about: 'Première heure, premiers résultats.', category: 'programmation', minutes: 60, euros: 30, policy: 'flexible' },
    ] },
  { name: 'Hugo Teixeira', zone: 'Europe/Paris', languages: ['fr', 'pt'], pace: 5,
    headline: 'Minecraft : redstone pour gens pressés',
    bio: 'J’explique la redstone avec trois blocs. Le quatrième est pour vous.',
    hours: [[[3], 13, 20], [[6, 7], 10, 20]],
    offers: [
      { title: 'Construire une machine', about: 'La vôtre, dans votre monde.', category: 'jouer-ensemble', minutes: 60, euros: 21 },
      { title: 'Atelier en famille', about: 'Parents et enfants, six places.', category: 'jouer-ensemble', minutes: 60, euros: 9, seats: 6, policy: 'flexible' },
    ] },
  { name: 'Maëlle Kerguelen', zone: 'Indian/Reunion', languages: ['fr'], pace: 4,
    headline: 'Chanter juste, depuis La Réunion',
    bio: 'Chanteuse et cheffe de chœur. L’oreille se travaille ; la peur aussi.',
    hours: [[WEEK, 15, 20]],
    offers: [
      { title: 'Cours de chant', about: 'Échauffement, technique, une chanson.', category: 'musique', minutes: 45, euros: 31 },
      { title: 'Préparer un direct chanté', about: 'Enchaîner sans s’abîmer.', category: 'musique', minutes: 60, euros: 40 },
    ] },
  { name: 'Lina Benali', zone: 'Europe/Paris', languages: ['fr', 'en', 'ar'], pace: 11, featured: true,
    headline: 'League of Legends : jouer support et gagner quand même',
    bio: 'Challenger trois saisons de suite. La carte d’abord, les combats ensuite.',
    hours: [[WEEK, 14, 18], [[1, 2, 3, 4], 20, 24]],
    offers: [
      { title: 'Vision et placement', about: 'Une rediffusion, les balises, et rien d’autre.', category: 'coaching', minutes: 60, euros: 36, asks: ['Pseudo et serveur'] },
      { title: 'Soirée à cinq', about: 'Une équipe complète, deux parties, un retour.', category: 'jouer-ensemble', minutes: 120, euros: 17, seats: 5 },
      { title: 'Un conseil', about: 'Un quart d’heure, une question.', category: 'coaching', minutes: 15, euros: 10 },
    ], links: [['discord', 'https://discord.com/']],
    channels: [{ provider: 'twitch', id: '900000000002', login: 'loge_demo_lina', name: 'Loge_Demo_Lina' }] },
];
