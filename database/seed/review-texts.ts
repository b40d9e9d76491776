/** The reviews of invented viewers, by stars. An empty one is a rating without words. */
export const REVIEW_TEXTS: Readonly<Record<3 | 4 | 5, readonly string[]>> = {
  5: [
    'Une heure qui est passée en dix minutes. Je repars avec un plan clair.',
    'Très à l’écoute, et précis quand il faut l’être.',
    'J’avais le trac, il a disparu au bout de deux minutes.',
    'Exactement ce dont j’avais besoin. J’ai déjà réservé la suite.',
    'Des explications simples, sans jamais me prendre de haut.',
    'Je bloquais depuis des semaines ; réglé en une session.',
    'Ponctuel, préparé, généreux de son temps.',
    'On sent le métier, et l’envie de transmettre.',
    '',
    'Les notes envoyées après la session valent le prix à elles seules.',
  ],
  4: [
    'Très bonne session. J’aurais aimé un peu plus de temps sur la fin.',
    'Bons conseils, un petit souci de son au début, vite réglé.',
    'Clair et utile. Je reviendrai avec une question plus précise.',
    '',
    'Le groupe était agréable, chacun a eu son tour.',
  ],
  3: [
    'Correct, mais je connaissais déjà la moitié de ce qui a été dit.',
    'Un peu rapide pour un débutant.',
    '',
  ],
};

export const REVIEW_ANSWERS: readonly string[] = [
  'Merci à vous, à très vite.',
  'Merci pour votre confiance, et pour vos bonnes questions.',
  'Merci. Je note pour la prochaine fois.',
];

/** The viewers' answers to the sample streamer's questions. */
const ANSWERS_TO: Readonly<Record<string, readonly string[]>> = {
  'De quoi souhaitez-vous parler ?': [
    'De mon rythme : je m’arrête toujours au bout de trois semaines.',
    'De mes titres et de mes vignettes.',
    'De la façon de parler quand personne n’écrit.',
    'D’un format de fin de soirée que je n’ose pas lancer.',
  ],
  'L’adresse de votre chaîne': [
    'twitch.tv/lanterne_du_soir',
    'twitch.tv/petit_atelier',
    'youtube.com/@cartes-et-cafe',
    'twitch.tv/le_quatrieme_rang',
  ],
  'Votre objectif dans six mois': [
    'Tenir trois directs par semaine sans m’épuiser.',
    'Passer de douze à quarante spectateurs réguliers.',
    'Trouver un format que je ne lâche pas.',
    'Ne plus couper un direct par trac.',
  ],
};

/** Answers that may be given to this intake question. */
export const intakeAnswers = (question: string): readonly string[] => ANSWERS_TO[question] ?? INTAKE_ANSWERS;

/** Answers to intake questions that fit any of them. */
const INTAKE_ANSWERS: readonly string[] = [
  'Je débute et j’aimerais de bonnes bases.',
  'Je vous envoie tout cela en début de session.',
  'C’est pour un projet à la fin du mois.',
  'J’ai surtout besoin d’un regard extérieur.',
];
