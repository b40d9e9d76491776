import type { ErrorCode } from '#contracts/errors.ts';

/** What the page says for each way in which a command can refuse: what happened, and what to do next. */
export const COMMAND_ERROR_TEXT = {
  invalid_input: 'Certains champs ne sont pas corrects. Vérifiez-les, puis réessayez.',
  unauthenticated: 'Votre session est terminée. Reconnectez-vous pour continuer.',
  forbidden: 'Votre rôle ne permet pas cette action.',
  not_found: 'Cet élément n’existe plus. Rechargez la page.',
  payload_too_large: 'L’envoi est trop volumineux. Allégez-le, puis réessayez.',
  try_again: 'Deux changements se sont croisés et rien n’a été fait. Réessayez.',
  internal: 'Quelque chose n’a pas marché de notre côté. Réessayez dans un instant.',

  too_many_attempts: 'Trop de tentatives. Patientez quelques minutes avant de réessayer.',
  wrong_password: 'Le mot de passe n’est pas le bon.',
  password_missing:
    'Ce compte n’a pas de mot de passe. Choisissez-en un d’abord, avec « Mot de passe oublié ».',
  session_not_found: 'Cet appareil est déjà déconnecté.',
  deletion_not_requested: 'Aucune suppression n’est en cours pour ce compte.',
  deletion_already_requested: 'La suppression de ce compte est déjà demandée.',

  person_not_found: 'Ce compte n’existe plus. Rechargez la liste.',
  cannot_act_on_self: 'Vous ne pouvez pas faire cela sur votre propre compte.',
  last_admin: 'C’est le dernier compte Admin : nommez-en un autre avant.',
  role_unchanged: 'Ce compte a déjà ce rôle.',
  already_suspended: 'Ce compte est déjà suspendu.',
  not_suspended: 'Ce compte n’est pas suspendu.',
  suspension_in_past: 'La fin de la suspension doit être à venir.',
  admin_request_not_found: 'Cette demande n’existe plus. Rechargez la liste.',
  admin_request_decided: 'Cette demande a déjà reçu une réponse. Rechargez la liste.',
} as const satisfies Record<ErrorCode, string>;
