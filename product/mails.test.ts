// Long because it holds the wording of every mail that Loge sends.
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Letter } from '#product/mail/mail-kind.ts';
import { kinds, renderFact } from './mails.ts';

const site = 'https://loge.test';
const envelope = { to: 'camille@exemple.fr', firstName: 'Camille', from: 'Loge <bonjour@loge.test>', site };

/** The text with every kind of space made plain, so that sentences can be read here. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('\u2060', '');
const readable = (letter: Letter) => ({
  ...letter,
  subject: plain(letter.subject),
  plain: plain(letter.text),
});

/** Each kind's samples in order: the subject, and a sentence of the text. A booking's mail goes to the viewer, then to the streamer. */
const WORDINGS: Readonly<Record<string, readonly (readonly [subject: string, text: string])[]>> = {
  'auth.signup': [
    [
      'Confirmez votre adresse e-mail',
      'Confirmez que cette adresse est bien la vôtre, et votre compte Loge est ouvert.',
    ],
  ],
  'account.factor_removal': [
    [
      'Vous demandez le retrait de votre second facteur',
      'Quelqu’un qui connaît votre mot de passe nous dit avoir perdu le second facteur et les codes de secours de votre compte.',
    ],
    [
      'Votre second facteur sera bientôt retiré',
      'L’équipe a accepté la demande. Le jeudi 12 mars 2026 à 18 h 30 (heure de Paris), vos seconds facteurs et vos codes de secours seront retirés, et votre mot de passe suffira de nouveau pour entrer.',
    ],
    [
      'Votre second facteur est conservé',
      'Motif : Votre réponse ne correspond pas à ce que nous savons de ce compte.',
    ],
    [
      'Votre second facteur a été retiré',
      'Vos seconds facteurs et vos codes de secours ont été retirés, comme vous l’aviez demandé à l’équipe.',
    ],
  ],
  'account.new_device': [
    [
      'Nouvelle connexion à votre compte',
      'Votre compte vient d’être ouvert sur un appareil que nous ne connaissions pas : Firefox sur Windows, le jeudi 12 mars 2026 à 18 h 30 (heure de Paris), depuis l’adresse réseau 192.0.2.7.',
    ],
  ],
  'account.age_corrected': [
    ['Votre âge a été corrigé', 'Vous payez vos sessions sans l’accord d’un parent'],
    ['Votre âge a été corrigé', 'Vos réservations ne changent pas.'],
    [
      'Votre âge a été corrigé',
      'Les sessions à venir qui ne vous sont pas ouvertes sont annulées, et ce que vous aviez payé vous est remboursé.',
    ],
  ],
  'auth.recovery': [
    [
      'Choisissez un nouveau mot de passe',
      'Vous avez demandé à retrouver votre compte. Pour choisir un nouveau mot de passe, ouvrez le lien, ou saisissez ce code là où vous l’avez demandé.',
    ],
  ],
  'auth.magiclink': [
    [
      'Votre lien de connexion',
      'Ouvrez le lien pour vous connecter, ou saisissez ce code là où vous avez demandé à entrer.',
    ],
  ],
  'auth.invite': [
    [
      'Une invitation à rejoindre Loge',
      'Un compte vous est ouvert sur Loge, où les streamers reçoivent en tête à tête. Acceptez pour choisir votre mot de passe.',
    ],
  ],
  'auth.email_change_current': [
    [
      'Confirmez votre changement d’adresse',
      'Vous avez demandé que l’adresse de votre compte devienne nouvelle@exemple.fr. Confirmez-le depuis votre adresse actuelle ; un second message vous attend à la nouvelle.',
    ],
  ],
  'auth.email_change_new': [
    [
      'Confirmez votre nouvelle adresse',
      'L’adresse nouvelle@exemple.fr doit devenir celle de votre compte Loge. Confirmez qu’elle est bien la vôtre.',
    ],
  ],
  'auth.reauthentication': [
    [
      'Votre code de vérification',
      'Saisissez ce code dans Loge pour confirmer le changement que vous avez commencé.',
    ],
  ],
  'auth.password_changed': [
    [
      'Votre mot de passe a changé',
      'Le mot de passe de votre compte a été changé le jeudi 12 mars 2026 à 18 h 30 (heure de Paris). Vos autres appareils sont déconnectés.',
    ],
  ],
  'auth.email_changed': [
    [
      'L’adresse de votre compte a changé',
      'Depuis le jeudi 12 mars 2026 à 18 h 30 (heure de Paris), votre compte Loge est lié à l’adresse nouvelle@exemple.fr. Celle-ci ne sert plus à vous connecter.',
    ],
  ],
  'auth.account_exists': [
    [
      'Vous avez déjà un compte',
      'Une inscription vient d’être demandée avec cette adresse, qui a déjà un compte Loge. Rien n’a changé : connectez-vous avec votre mot de passe habituel.',
    ],
  ],
  'auth.factor_changed': [
    [
      'Un second facteur a été ajouté',
      'Une application d’authentification a été ajoutée le jeudi 12 mars 2026 à 18 h 30 (heure de Paris).',
    ],
    [
      'Un second facteur a été retiré',
      'Un numéro de téléphone a été retiré le jeudi 12 mars 2026 à 18 h 30 (heure de Paris).',
    ],
  ],
  'auth.sms': [
    ['SMS au +33612345678', 'Au +33612345678 : votre code Loge est celui-ci. Ne le donnez à personne.'],
  ],
  'account.deletion_requested': [
    [
      'Votre compte sera supprimé',
      'Vous avez demandé la suppression de votre compte. Elle aura lieu le jeudi 12 mars 2026 à 18 h 30 (heure de Paris).',
    ],
  ],
  'account.deletion_done': [
    [
      'Votre compte est supprimé',
      'Vos données personnelles sont effacées, et cette adresse ne recevra plus de message de notre part.',
    ],
  ],
  'account.viewed': [
    [
      'L’équipe Loge a ouvert vos pages',
      'Le jeudi 12 mars 2026 à 18 h 30 (heure de Paris), une personne de l’équipe Loge a ouvert votre espace tel que vous le voyez, pour un quart d’heure au plus.',
    ],
  ],
  'account.suspended': [
    [
      'Votre compte est suspendu',
      'Votre compte est suspendu jusqu’au jeudi 12 mars 2026 à 18 h 30 (heure de Paris). D’ici là, vous ne pouvez pas vous connecter.',
    ],
    [
      'Votre compte est suspendu',
      'Votre compte est suspendu jusqu’à nouvel ordre. Vous ne pouvez pas vous connecter.',
    ],
  ],
  'account.restored': [
    ['Votre compte est rétabli', 'Votre compte est rétabli. Vous pouvez vous connecter à nouveau.'],
  ],
  'account.admin_request_decided': [
    [
      'Votre demande d’administration est acceptée',
      'Vous pouvez maintenant administrer Loge. Reconnectez-vous pour ouvrir votre tableau de bord.',
    ],
    [
      'Votre demande d’administration est refusée',
      'Votre demande d’administrer Loge n’a pas été acceptée. Votre compte reste ouvert, avec son rôle actuel.',
    ],
  ],
  'notice.slot_free': [
    [
      'Une place se libère avec Léa Moreau',
      'Vous attendiez « Coaching » avec Léa Moreau : le jeudi 12 mars 2026 à 13 h 30 (heure de Montréal) est libre, pour 45 min (gratuit).',
    ],
  ],
  'notice.invited_back': [
    [
      'Léa Moreau vous propose de revenir',
      'Vous avez permis à Léa Moreau de vous écrire ainsi, une fois tous les trois mois au plus.',
    ],
  ],
  'notice.calendar_broken': [
    ['Votre agenda « Perso » ne répond plus', 'Depuis un jour, nous ne parvenons plus à lire « Perso ».'],
  ],
  'notice.payout_sent': [['Versement de 123,45 €', 'Nous vous versons 123,45 €.']],
  'notice.identity_requested': [
    [
      'Complétez votre identité fiscale',
      'En 2026, 25 sessions vous ont rapporté 965,00 €, commission déduite. La loi nous demande alors de savoir qui nous payons, et de le déclarer chaque année à l’administration fiscale (article 1649 ter A du code général des impôts).',
    ],
    [
      'Rappel : votre identité fiscale est à compléter',
      'Sans réponse après deux rappels, vos versements attendront, au plus tôt le lundi 11 mai 2026. Vos sessions, elles, continuent.',
    ],
    [
      'Dernier rappel : vos versements vont attendre votre identité fiscale',
      'Sans réponse, vos versements attendront à partir du lundi 11 mai 2026. Rien ne se perd : ils repartent d’eux-mêmes dès que tout est complet.',
    ],
  ],
  'notice.integrity_differs': [
    ['La vérification de Loge a trouvé un écart', 'Paiements que le prestataire voit autrement : 1.'],
  ],
  'notice.statement_ready': [
    [
      'Votre relevé 2025 est prêt',
      'En 2025, 31 sessions vous ont rapporté 1 185,75 €, commission déduite. Votre relevé les détaille par trimestre.',
    ],
  ],
  'notice.payout_failed': [
    [
      'Votre versement de 123,45 € n’est pas arrivé',
      'Votre versement de 123,45 € a été refusé. La somme est de retour dans votre solde.',
    ],
    [
      'Votre versement de 123,45 € n’est pas arrivé',
      'Votre banque nous a renvoyé votre versement de 123,45 €. La somme est de retour dans votre solde.',
    ],
  ],
  'notice.unread_messages': [['Vous avez 3 messages non lus', 'Depuis votre dernière visite :']],
  'booking.requested': [
    [
      'Demande envoyée à Léa Moreau',
      'Léa Moreau a jusqu’au mardi 10 mars 2026 à 5 h (heure de Montréal) pour vous répondre. Ce créneau vous est gardé jusque-là.',
    ],
    [
      'Demande de Camille à accepter avant le mardi 10 mars à 10 h',
      'Vous avez jusqu’au mardi 10 mars 2026 à 10 h (heure de Paris) pour accepter, refuser ou proposer un autre horaire. Sans réponse, la demande prend fin.',
    ],
  ],
  'booking.confirmed': [
    [
      'Session confirmée : jeudi 12 mars à 13 h 30',
      'Rendez-vous avec Léa Moreau le jeudi 12 mars 2026 à 13 h 30 (heure de Montréal). La loge ouvre dix minutes avant, dans votre navigateur.',
    ],
    [
      'Nouvelle session : jeudi 12 mars à 18 h 30',
      'Camille vous retrouve le jeudi 12 mars 2026 à 18 h 30 (heure de Paris). La loge ouvre dix minutes avant.',
    ],
  ],
  'booking.declined': [
    [
      'Léa Moreau ne peut pas vous recevoir',
      'Léa Moreau n’a pas pu accepter votre demande pour le jeudi 12 mars 2026 à 13 h 30 (heure de Montréal).',
    ],
    [
      'Demande de Camille refusée',
      'Camille vient de l’apprendre, et rien ne lui est débité. Le créneau est de nouveau libre.',
    ],
  ],
  'booking.request_expired': [
    [
      'Votre demande à Léa Moreau est restée sans réponse',
      'Personne n’a répondu à temps : la demande pour le jeudi 12 mars 2026 à 13 h 30 (heure de Montréal) prend fin.',
    ],
    [
      'La demande de Camille a pris fin',
      'La demande de Camille pour le jeudi 12 mars 2026 à 18 h 30 (heure de Paris) est restée sans réponse. Le créneau est de nouveau libre.',
    ],
  ],
  'booking.cancelled': [
    [
      'Session annulée : jeudi 12 mars à 13 h 30',
      'Léa Moreau a annulé la session prévue le jeudi 12 mars 2026 à 13 h 30 (heure de Montréal).',
    ],
    [
      'Session annulée : jeudi 12 mars à 18 h 30',
      'Vous avez annulé la session avec Camille prévue le jeudi 12 mars 2026 à 18 h 30 (heure de Paris).',
    ],
  ],
  'booking.rescheduled': [
    [
      'Session déplacée au jeudi 12 mars à 13 h 30',
      'La session avec Léa Moreau, prévue le samedi 14 mars 2026 à 13 h 30 (heure de Montréal), aura lieu le jeudi 12 mars 2026 à 13 h 30 (heure de Montréal). Vous n’avez rien à payer.',
    ],
    [
      'Session déplacée au jeudi 12 mars à 18 h 30',
      'Prévue le samedi 14 mars 2026 à 18 h 30 (heure de Paris), elle aura lieu le jeudi 12 mars 2026 à 18 h 30 (heure de Paris). L’ancien créneau est de nouveau libre.',
    ],
  ],
  'booking.proposed': [
    [
      'Léa Moreau vous propose le samedi 14 mars à 13 h 30',
      'Léa Moreau vous propose le samedi 14 mars 2026 à 13 h 30 (heure de Montréal), au lieu du jeudi 12 mars 2026 à 13 h 30 (heure de Montréal).',
    ],
    [
      'Proposition envoyée à Camille',
      'Vous proposez à Camille le samedi 14 mars 2026 à 18 h 30 (heure de Paris), au lieu du jeudi 12 mars 2026 à 18 h 30 (heure de Paris).',
    ],
  ],
  'booking.proposal_accepted': [
    [
      'Session confirmée : jeudi 12 mars à 13 h 30',
      'La session avec Léa Moreau aura lieu le jeudi 12 mars 2026 à 13 h 30 (heure de Montréal), au lieu du samedi 14 mars 2026 à 13 h 30 (heure de Montréal).',
    ],
    [
      'Camille accepte le jeudi 12 mars à 18 h 30',
      'La session avec Camille aura lieu le jeudi 12 mars 2026 à 18 h 30 (heure de Paris), au lieu du samedi 14 mars 2026 à 18 h 30 (heure de Paris).',
    ],
  ],
  'booking.proposal_refused': [
    ['Session annulée : jeudi 12 mars à 13 h 30', 'Vous avez refusé l’horaire que proposait Léa Moreau.'],
    [
      'Camille n’est pas disponible le samedi 14 mars à 18 h 30',
      'Camille ne peut pas venir le samedi 14 mars 2026 à 18 h 30 (heure de Paris). La session est annulée et son paiement remboursé en entier. Le créneau est de nouveau libre.',
    ],
  ],
  'booking.proposal_lapsed': [
    [
      'Votre session reste le jeudi 12 mars à 13 h 30',
      'La proposition du samedi 14 mars 2026 à 13 h 30 (heure de Montréal) a pris fin sans réponse. La session avec Léa Moreau reste prévue le jeudi 12 mars 2026 à 13 h 30 (heure de Montréal).',
    ],
    [
      'La session avec Camille reste le jeudi 12 mars à 18 h 30',
      'Camille n’a pas répondu à votre proposition du samedi 14 mars 2026 à 18 h 30 (heure de Paris). La session reste prévue le jeudi 12 mars 2026 à 18 h 30 (heure de Paris).',
    ],
  ],
  'booking.seat_left': [
    [
      'Une place se libère le jeudi 12 mars à 18 h 30',
      'Camille a choisi une autre date. Le jeudi 12 mars 2026 à 18 h 30 (heure de Paris), il reste 3 places prises sur 6.',
    ],
  ],
  'booking.proposal_withdrawn': [
    [
      'Léa Moreau a retiré sa proposition d’horaire',
      'Léa Moreau ne propose plus le samedi 14 mars 2026 à 13 h 30 (heure de Montréal). La date reste le jeudi 12 mars 2026 à 13 h 30 (heure de Montréal).',
    ],
    [
      'Proposition retirée : la date reste le jeudi 12 mars à 18 h 30',
      'Vous ne proposez plus le samedi 14 mars 2026 à 18 h 30 (heure de Paris) à Camille. La date reste le jeudi 12 mars 2026 à 18 h 30 (heure de Paris).',
    ],
  ],
  'booking.reminder': [
    [
      'Votre session avec Léa Moreau, jeudi 12 mars à 13 h 30',
      'Votre session avec Léa Moreau commence le jeudi 12 mars 2026 à 13 h 30 (heure de Montréal).',
    ],
    [
      'Votre session avec Camille, jeudi 12 mars à 18 h 30',
      'Votre session avec Camille commence le jeudi 12 mars 2026 à 18 h 30 (heure de Paris).',
    ],
  ],
  'booking.payment_failed': [
    ['Votre paiement n’est pas passé', 'Votre banque a refusé le paiement. Rien ne vous a été débité.'],
  ],
  'booking.capture_failed': [
    [
      'Session annulée : jeudi 12 mars à 13 h 30',
      'Votre banque avait réservé 25,00 €, mais ne les a pas versés. La session avec Léa Moreau est annulée, et rien ne vous est débité.',
    ],
    [
      'Session annulée : jeudi 12 mars à 18 h 30',
      'Le paiement de Camille n’a pas abouti : la session prévue le jeudi 12 mars 2026 à 18 h 30 (heure de Paris) est annulée. Le créneau est de nouveau libre.',
    ],
  ],
  'booking.refunded': [
    [
      'Remboursement de 25,00 €',
      'Nous avons remboursé 25,00 € sur votre moyen de paiement. Ils arrivent sous 5 à 10 jours selon votre banque.',
    ],
  ],
  'booking.overruled': [
    [
      'Décision de l’équipe Loge : 25,00 € vous sont remboursés',
      'Pour votre session avec Léa Moreau du jeudi 12 mars 2026 à 13 h 30 (heure de Montréal), 25,00 € vous sont remboursés en tout, y compris ce qui l’avait déjà été.',
    ],
    [
      'Décision de l’équipe Loge sur votre session avec Camille',
      'Pour votre session avec Camille du jeudi 12 mars 2026 à 18 h 30 (heure de Paris), 25,00 € lui sont remboursés en tout. Votre part est désormais de 12,75 €.',
    ],
  ],
  'booking.extended': [
    [
      'Session prolongée jusqu’à 14 h 15',
      'Votre session avec Léa Moreau dure 15 min de plus, jusqu’à 14 h 15.',
    ],
    ['Session prolongée jusqu’à 19 h 15', 'Votre session avec Camille dure 15 min de plus, jusqu’à 19 h 15.'],
  ],
  'booking.refund_returned': [
    [
      'Votre remboursement de 25,00 € n’est pas arrivé',
      'Votre banque nous a renvoyé 25,00 € : la carte de la session avec Léa Moreau est peut-être remplacée ou son compte fermé.',
    ],
  ],
  'booking.disputed': [
    [
      'Un paiement de 25,00 € est contesté',
      'La banque de Camille a repris 25,00 € le temps de trancher. Votre part de cette session est retenue jusque-là.',
    ],
  ],
  'booking.dispute_decided': [
    [
      'Une contestation est perdue',
      'Votre part baisse de 21,25 €. Ce qui vous était déjà versé est retenu sur vos prochaines sessions.',
    ],
  ],
  'booking.extension_unpaid': [
    [
      'La prolongation de votre session n’a pas pu être payée',
      'Votre banque avait réservé 11,25 € pour prolonger la session de 15 min, mais ne les a pas versés. Rien ne vous est débité pour cette prolongation, et la session finit à 14 h 15.',
    ],
    [
      'La prolongation de la session n’a pas pu être payée',
      'Le paiement de 11,25 € pour prolonger de 15 min la session avec Camille n’a pas abouti. Elle finit à 19 h 15, et votre part est de nouveau de 21,25 €.',
    ],
  ],
  'moderation.report_received': [
    ['Votre signalement M-0012 est bien reçu', 'Vous avez signalé : Avis de Camille M., 1 sur 5.'],
    ['Votre signalement M-0013 est bien reçu', 'Ce que vous avez signalé est gardé tel que vous l’avez vu.'],
  ],
  'moderation.report_answered': [
    ['Votre signalement M-0012 est tranché', 'constaté un manquement aux règles de Loge et pris une mesure.'],
    ['Votre signalement M-0014 est tranché', 'Ce que vous aviez signalé est retiré.'],
    ['Votre signalement M-0013 est tranché', 'n’a pas constaté de manquement'],
    ['Votre signalement M-0015 est tranché', 'n’a pas constaté de manquement'],
  ],
  'moderation.statement': [
    [
      'Votre compte est suspendu : décision M-0012',
      '3 sessions à venir sont annulées, et 97,50 € sont remboursés aux viewers.',
    ],
    [
      'Votre contenu n’est plus montré aux autres : décision M-0013',
      'et pouvez corriger ce qui est en cause',
    ],
    ['Votre contenu est retiré : décision M-0014', 'L’offre est retirée, pour vous aussi.'],
  ],
  'moderation.shown_again': [
    ['Votre contenu est de nouveau visible : décision M-0013', 'L’équipe avait masqué : Parties rapides.'],
  ],
  'moderation.appeal_received': [
    ['Votre contestation de la décision M-0012 est reçue', 'La décision reste en vigueur jusque-là.'],
  ],
  'moderation.appeal_decided': [
    ['La décision M-0012 est annulée', 'Les sessions annulées le restent'],
    ['La décision M-0012 est maintenue', 'Motif : Les faits sont établis.'],
  ],
  'notice.announcement': [
    [
      'Les loges de groupe sont ouvertes',
      'Vous pouvez proposer une session à plusieurs, jusqu’à douze places.',
    ],
    ['Maintenance dans la nuit de mardi', 'Loge sera fermée dix minutes.'],
  ],
  'notice.report_files': [
    [
      'Balance, octobre 2026',
      'Il faut se connecter à Loge pour les ouvrir : aucun fichier n’est joint, et chaque téléchargement est noté.',
    ],
    ['Versements, 3e trimestre 2026', 'loge-versements-2026-08.csv'],
  ],
  'support.thread_answered': [
    ['Réponse à votre demande D-0012', 'Tout ce qui s’y est écrit est sur Loge, parmi vos demandes.'],
    ['Réponse à votre demande D-0013', 'Tout ce qui s’y est écrit se lit par ce lien, sans vous connecter.'],
  ],
  'guardian.asked': [
    [
      'Votre accord est demandé pour un mineur sur Loge',
      'Avant 18 ans, rien ne se paie sans vous. Ouvrez la page pour voir de quoi il s’agit, fixer une limite par mois, puis accepter ou refuser. Vous n’avez pas besoin de compte.',
    ],
  ],
  'guardian.told': [
    [
      'Votre accord pour Léa M. est noté',
      'Léa M. peut payer des sessions sur Loge, jusqu’à 100,00 € par mois. Vous recevrez un e-mail à chaque paiement.',
    ],
    [
      'Léa M. a payé 45,00 €',
      'Léa M. a réservé « Une heure d’échecs » avec Camille R., le jeudi 12 mars 2026 à 18 h 30 (heure de Paris).',
    ],
    [
      'Léa M. a demandé une session à 45,00 €',
      'Léa M. a demandé une session à 45,00 €, débitée si le streamer accepte : « Une heure d’échecs » avec Camille R.',
    ],
    [
      'Les paiements de Léa M. sont arrêtés',
      '2 sessions ont été annulées, et remboursées selon leurs conditions.',
    ],
    ['Léa M. a 18 ans', 'Nous ne vous écrirons plus, et vos liens ne montrent plus rien.'],
    ['L’âge de Léa M. a été corrigé', 'Si cette personne a moins de 18 ans, dites-le-nous tout de suite.'],
  ],
  'guardian.answered': [
    [
      'Votre parent ou représentant légal a donné son accord',
      'Vous pouvez payer des sessions jusqu’à 100,00 € par mois ; il est prévenu de chaque paiement.',
    ],
    [
      'Votre limite par mois a changé',
      'Votre parent ou représentant légal a fixé votre limite à 50,00 € par mois. Vos réservations ne changent pas.',
    ],
    [
      'Votre parent ou représentant légal n’a pas donné son accord',
      'La personne à qui nous avons écrit n’a pas donné son accord : vous ne pouvez rien payer sur Loge.',
    ],
    [
      'Votre parent ou représentant légal a arrêté vos paiements',
      'Votre parent ou représentant légal a retiré son accord',
    ],
  ],
  'support.contact_requested': [
    ['Confirmez votre message à l’équipe Loge', 'Votre message attend votre confirmation'],
  ],
  'support.reply_troubled': [
    ['Votre réponse ne nous est pas parvenue', 'Répondez depuis l’adresse qui a reçu notre e-mail'],
    ['Votre réponse ne nous est pas parvenue', 'Notre e-mail est trop ancien pour qu’on y réponde ainsi.'],
    ['Votre réponse ne nous est pas parvenue', 'Nous n’y avons trouvé aucun texte de votre part'],
    ['Votre réponse ne nous est pas parvenue', 'Elle dépasse 4 000 caractères.'],
    ['Votre réponse ne nous est pas parvenue', 'Réessayez dans une heure, ou écrivez-nous sur Loge.'],
    [
      'Vos pièces jointes ne nous sont pas parvenues',
      'Votre texte est bien arrivé, sans les pièces jointes.',
    ],
    ['Vos pièces jointes ne nous sont pas parvenues', 'Refusé : installer'],
  ],
  'booking.completed': [
    ['Comment s’est passée votre session avec Léa Moreau ?', 'Votre session avec Léa Moreau est terminée.'],
    ['Session terminée avec Camille', 'Votre session avec Camille est terminée.'],
  ],
  'booking.live_planned': [
    [
      'Léa Moreau annonce un live à l’heure de votre session',
      'La chaîne Twitch de Léa Moreau annonce un live de 13 h à 16 h, et votre session commence à 13 h 30.',
    ],
    [
      'Votre live tombe à l’heure de la session avec Camille',
      'Votre planning Twitch annonce un live de 18 h à 21 h, et la session avec Camille commence à 18 h 30.',
    ],
  ],
  'booking.no_show': [
    [
      'Léa Moreau n’a pas rejoint votre session',
      'Léa Moreau n’a pas rejoint la loge. Nous en sommes désolés.',
    ],
    [
      'Votre session avec Camille n’a pas eu lieu',
      'Vous n’avez pas rejoint la loge dans les dix minutes. Camille récupère la totalité de son paiement.',
    ],
  ],
};

describe('every kind', () => {
  test('has a file of its own, named as it is', () => {
    // What mails of one room share.
    const shared = ['booking-kinds', 'booking-mail', 'calendar', 'link', 'ticket'];
    const files = globSync('*/mails/*.ts', { cwd: import.meta.dirname })
      .map((path) => basename(path, '.ts'))
      .filter((file) => !shared.includes(file) && !file.endsWith('.test'));
    expect(files.map((file) => file.replaceAll('-', '_')).sort()).toEqual(
      kinds.map(({ name }) => name.replace(/^\w+\./, '')).sort(),
    );
  });

  test('has samples and a wording here, and a name of its own', () => {
    expect(kinds.map(({ name }) => name).sort()).toEqual(Object.keys(WORDINGS).sort());
    for (const { name, samples } of kinds) {
      expect(samples.length, name).toBeGreaterThan(0);
      expect(WORDINGS[name]?.length, `${name}: a wording for each sample`).toBe(samples.length);
    }
  });

  const shown = kinds.flatMap(({ name, samples }) =>
    samples.map((sample, at) => [name, at, sample] as const),
  );
  test.each(shown)(
    '%s, sample %i, is French as it is set, with the greeting and one thing to do',
    (name, at, sample) => {
      // As the outbox gives it back.
      const letter = readable(renderFact(name, JSON.parse(JSON.stringify(sample)), envelope));
      const [subject, text] = WORDINGS[name]?.[at] ?? [];
      expect(letter.subject).toBe(subject);
      expect(letter.plain).toContain(text);
      expect(letter.subject.length).toBeLessThan(90);
      expect(letter.plain).toContain('\n\nBonjour Camille,\n\n');
      expect(letter.html).toContain('lang="fr"');
      expect(letter.html.match(/display:inline-block/g)?.length ?? 0).toBeLessThanOrEqual(1);
      for (const [, link] of letter.html.matchAll(/href="([^"]+)"/g))
        expect(link).toMatch(
          /^https:\/\/(loge\.test|(calendar\.google|outlook\.live|outlook\.office)\.com\/calendar\/)/,
        );
      // No straight apostrophe, no plain space before a double sign, no hole in a sentence.
      const own = letter.text.replaceAll(/https?:\S+/g, '');
      expect(own).not.toMatch(/'| [;:?!»]|« |\d h|\d €|undefined|NaN|null|Invalid/);
    },
  );

  test('refuses an event that is none of it', () => {
    for (const { name } of kinds) {
      const sample = { side: 'viewer', ticket: { title: 3 }, until: 'x', reason: 4 };
      if (Object.keys(kinds.find((kind) => kind.name === name)?.samples[0] ?? {}).length > 0)
        expect(() => renderFact(name, sample, envelope), name).toThrow(`not an event of ${name}`);
    }
    expect(() => renderFact('auth.unheard_of', {}, envelope)).toThrow('no kind of mail');
  });
});
