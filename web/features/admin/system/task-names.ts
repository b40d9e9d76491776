interface TaskName {
  name: string;
  /** Says what it does, in one sentence. */
  does: string;
}

const named = (name: string, does: string): TaskName => ({ name, does });

/**
 * The name of each task of the server, and what it does, by its fixed name in
 * `server/jobs/registry.ts`.
 */
// biome-ignore format: a list is read line by line.
const NAMES: Readonly<Record<string, TaskName>> = {
  'accounting/send-reports': named('Rapports par e-mail', 'Envoie les fichiers des comptes à ceux qui les attendent.'),
  'accounts/forget-devices': named('Vieux appareils', 'Oublie les appareils qui ne se connectent plus.'),
  'accounts/purge-deleted': named('Comptes supprimés', 'Efface les comptes dont le délai est passé.'),
  'accounts/remove-factors': named('Seconds facteurs perdus', 'Retire ceux dont la perte a été confirmée.'),
  'analytics/add-up': named('Chiffres de la plateforme', 'Met à jour les totaux de la page Analyses.'),
  'announcements/send': named('Annonces', 'Envoie les annonces programmées.'),
  'attachments/forget-unsent': named('Pièces jointes non envoyées', 'Efface les fichiers restés sans message.'),
  'attachments/scan': named('Antivirus', 'Analyse les pièces jointes reçues.'),
  'auth/purge-expired': named('Connexions expirées', 'Efface les liens, les codes et les sessions périmés.'),
  'booking/carry-out-deadlines': named('Échéances des réservations', 'Libère les places non payées, commence et clôt les sessions.'),
  'booking/forget-command-keys': named('Demandes déjà traitées', 'Oublie les clés qui évitent de faire deux fois la même chose.'),
  'booking/send-reminders': named('Rappels', 'Prévient avant chaque session.'),
  'booking/tell-waiting-viewers': named('Listes d’attente', 'Écrit à ceux qui attendent quand une place se libère.'),
  'calendars/import': named('Agendas importés', 'Relit les agendas des streamers.'),
  'catalogue/finish-merges': named('Catégories réunies', 'Range ce que contenait la catégorie disparue.'),
  'channels/read-lives': named('Directs en cours', 'Regarde qui diffuse en ce moment.'),
  'channels/subscribe-to-lives': named('Abonnement aux directs', 'Demande aux plateformes d’annoncer les directs.'),
  'channels/warn-of-lives': named('Direct à l’heure d’une session', 'Prévient le streamer qui diffuse alors qu’on l’attend.'),
  'command/forget-ended-limits': named('Limites passées', 'Oublie les tentatives comptées, une fois leur délai passé.'),
  'conference/close-silent-admissions': named('Départs de la loge', 'Note le départ de ceux dont la page ne répond plus.'),
  'conference/end-lapsed-extensions': named('Prolongations expirées', 'Clôt les prolongations restées sans réponse.'),
  'conference/rebuild-media': named('Reprise de l’image et du son', 'Rouvre les loges après la perte d’un serveur.'),
  'conference/sweep-media': named('Loges vides', 'Libère l’image et le son des loges que tous ont quittées.'),
  'discovery/forget-words': named('Recherches anciennes', 'Oublie les mots cherchés il y a longtemps.'),
  'discovery/refresh-free-times': named('Créneaux libres', 'Met à jour les disponibilités que montrent les cartes.'),
  'documents/make': named('Factures et avoirs', 'Établit les factures des sessions payées.'),
  'documents/make-statements': named('Relevés annuels', 'Établit le relevé de chaque streamer.'),
  'documents/seal-again': named('Clé des identités', 'Chiffre de nouveau ce qu’une ancienne clé chiffrait.'),
  'documents/request-identities': named('Identités fiscales', 'Demande aux streamers ce que la loi exige.'),
  'guardians/end-at-majority': named('Majorité', 'Met fin à l’accord parental le jour des 18 ans.'),
  'mail/deliver': named('Envoi des e-mails', 'Fait partir les e-mails en attente.'),
  'mail/forget-old': named('E-mails anciens', 'Efface le contenu des e-mails envoyés.'),
  'messages/forget-old': named('Messages anciens', 'Efface les conversations dont le délai est passé.'),
  'messages/mail-unread': named('Messages non lus', 'Prévient par e-mail des messages restés non lus.'),
  'moderation/erase-evidence': named('Preuves des dossiers clos', 'Les efface six mois après la fin des recours.'),
  'moderation/erase-removed': named('Contenus retirés', 'Efface ce qui a été retiré pour de bon.'),
  'moderation/find-signals': named('Signaux automatiques', 'Repère ce qui mérite un regard de la modération.'),
  'moderation/forget-evidence': named('Images des dossiers clos', 'Efface les images signalées, une fois les recours passés.'),
  'payments/carry-out-orders': named('Ordres de paiement', 'Débite, libère et rembourse auprès du prestataire.'),
  'payments/plan-payouts': named('Préparation des versements', 'Réunit ce qui est dû à chaque streamer.'),
  'payments/reconcile': named('Vérification des paiements', 'Redemande au prestataire ce qu’il n’a pas annoncé.'),
  'payments/reconcile-disputes': named('Vérification des litiges', 'Redemande au prestataire où en sont les litiges.'),
  'payments/reconcile-payouts': named('Vérification des versements', 'Redemande au prestataire s’ils sont arrivés.'),
  'payments/release-funds': named('Fonds disponibles', 'Rend disponible la part des streamers après le délai.'),
  'payments/send-payouts': named('Envoi des versements', 'Ordonne les virements aux banques.'),
  'realtime/keep-messages': named('Messages en temps réel', 'Prépare leur place, et oublie les anciens.'),
  'sandbox/pass-time': named('Horloge du bac à sable', 'Fait avancer le temps du prestataire fictif.'),
  'schema/watch': named('Structure de la base', 'Remarque un changement de tables.'),
  'server/give-sign-of-life': named('Signe de vie', 'Dit que chaque serveur fonctionne.'),
  'server/tell-figures': named('Mesures des serveurs', 'Relève la mémoire, le disque et les connexions.'),
  'statistics/add-up': named('Statistiques des streamers', 'Met à jour leurs totaux.'),
  'statistics/keep-open-days': named('Jours ouverts', 'Retient les heures offertes chaque jour, pour les statistiques.'),
  'storage/remove-discarded': named('Fichiers remplacés', 'Efface les fichiers dont plus rien ne se sert.'),
  'storage/remove-left-over': named('Fichiers égarés', 'Efface les fichiers restés sans trace dans la base.'),
  'streamers/forget-unshown-films': named('Films abandonnés', 'Efface les films qui n’ont jamais été montrés.'),
  'support/forget-letters': named('Courriers sans preuve', 'Efface les courriers dont l’adresse n’a pas été confirmée.'),
  'system/check-integrity': named('Intégrité', 'Compare les comptes, les fichiers et les réservations.'),
  'visits/add-up': named('Visites', 'Met à jour le nombre de visites des pages.'),
};

/** A task in words; one that has none yet goes by its own name. */
export const taskName = (task: string): TaskName => NAMES[task] ?? { name: task, does: '' };
