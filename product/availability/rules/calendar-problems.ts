/**
 * Why a streamer's external calendar cannot be imported, as that streamer is told: what happened,
 * and what to do next. The list is closed, so each problem has its sentence. None of them reveals
 * more about the network than the streamer already knows.
 */
export const CALENDAR_PROBLEM_TEXTS = {
  bad_address:
    'Cette adresse n’est pas celle d’un calendrier. Collez le lien secret au format iCal, qui commence par https:// ou webcal://.',
  unknown_host: 'Le site de cette adresse est introuvable. Vérifiez le lien, puis réessayez.',
  private_address: 'Cette adresse mène à un réseau privé. Collez un lien accessible depuis Internet.',
  unreachable: 'Le site du calendrier ne répond pas. Nous réessayons régulièrement.',
  certificate:
    'La connexion au site du calendrier n’est pas sûre : son certificat n’est pas valable. Utilisez un autre lien.',
  too_slow: 'Le site du calendrier met trop de temps à répondre. Nous réessayons régulièrement.',
  too_large: 'Ce calendrier dépasse 20 Mo. Exportez-en un plus léger, sans les années passées.',
  too_many_redirects: 'Ce lien renvoie sans fin vers d’autres adresses. Copiez le lien iCal d’origine.',
  refused:
    'Le site du calendrier refuse l’accès. Copiez le lien secret (ou « adresse privée ») du calendrier, pas celui de sa page.',
  not_found: 'Ce calendrier n’existe plus à cette adresse. Copiez de nouveau son lien iCal.',
  server_error: 'Le site du calendrier a répondu par une erreur. Nous réessayons régulièrement.',
  not_a_calendar: 'Ce lien mène à une page, pas à un calendrier. Copiez le lien au format iCal (.ics).',
  malformed: 'Ce calendrier est incomplet ou abîmé. Exportez-le de nouveau, puis réessayez.',
  too_complex: 'Ce calendrier contient trop d’événements pour être lu. Exportez-en un plus léger.',
} as const satisfies Record<string, string>;

export type CalendarProblem = keyof typeof CALENDAR_PROBLEM_TEXTS;

export const isCalendarProblem = (code: unknown): code is CalendarProblem =>
  typeof code === 'string' && Object.hasOwn(CALENDAR_PROBLEM_TEXTS, code);
