import type pg from 'pg';
import { frenchDateTime } from './french.ts';
import { type MailContent, type MailIdentity, renderMail } from './layout.ts';
import { enqueueMail } from './outbox.ts';
import { greeting } from './person.ts';

/** What happened to an account, told to its person. Instants are UTC; the mail writes them in Paris time. */
export type AccountEvent =
  | { kind: 'deletion_requested'; deletedAt: Date; cancelLink: string }
  | { kind: 'deletion_done' }
  | { kind: 'suspended'; reason: string; until: Date | null }
  | { kind: 'restored' }
  | { kind: 'admin_request_decided'; granted: boolean; reason: string | null }
  | { kind: 'password_changed'; at: Date }
  | { kind: 'email_changed'; at: Date; newEmail: string }
  | { kind: 'account_exists' };

export interface AccountMail {
  to: string;
  userId: string;
  firstName: string | null;
  event: AccountEvent;
}

/** Tells the person, within the caller's transaction. */
export type SendAccountMail = (client: pg.ClientBase, mail: AccountMail) => Promise<void>;

type Wordings = {
  [K in AccountEvent['kind']]: (event: Extract<AccountEvent, { kind: K }>, siteUrl: string) => MailContent;
};

const wordings: Wordings = {
  deletion_requested: ({ deletedAt, cancelLink }) => ({
    subject: 'Votre compte sera supprimé',
    preview: `Le ${frenchDateTime(deletedAt)}, sauf si vous changez d'avis.`,
    title: 'Votre compte sera supprimé',
    paragraphs: [
      `Vous avez demandé la suppression de votre compte. Elle aura lieu le ${frenchDateTime(deletedAt)}.`,
      "D'ici là, vous pouvez changer d'avis : connectez-vous et annulez la suppression dans vos réglages.",
    ],
    action: { label: 'Garder mon compte', link: cancelLink },
    notes: [
      'Après cette date, votre profil et vos messages sont effacés pour de bon. Les factures sont conservées sans votre nom, comme la loi le demande.',
      "Vous n'avez rien demandé ? Connectez-vous, annulez la suppression et changez votre mot de passe.",
    ],
  }),
  deletion_done: () => ({
    subject: 'Votre compte est supprimé',
    preview: 'Vos données personnelles sont effacées.',
    title: 'Votre compte est supprimé',
    paragraphs: [
      'Vos données personnelles sont effacées, et cette adresse ne recevra plus de message de notre part.',
      'Merci du temps passé avec nous. La porte reste ouverte : vous pourrez créer un nouveau compte quand vous voudrez.',
    ],
    notes: ['Les factures sont conservées sans votre nom, comme la loi le demande.'],
  }),
  suspended: ({ reason, until }) => ({
    subject: 'Votre compte est suspendu',
    preview: until ? `Jusqu'au ${frenchDateTime(until)}.` : "Jusqu'à nouvel ordre.",
    title: 'Votre compte est suspendu',
    paragraphs: [
      until
        ? `Votre compte est suspendu jusqu'au ${frenchDateTime(until)}. D'ici là, vous ne pouvez pas vous connecter.`
        : "Votre compte est suspendu jusqu'à nouvel ordre. Vous ne pouvez pas vous connecter.",
      `Motif : ${reason}`,
    ],
    notes: ['Vous pensez que c’est une erreur ? Répondez à ce message en expliquant pourquoi.'],
  }),
  restored: (_event, siteUrl) => ({
    subject: 'Votre compte est rétabli',
    preview: 'Vous pouvez vous connecter à nouveau.',
    title: 'Bon retour',
    paragraphs: ['Votre compte est rétabli. Vous pouvez vous connecter à nouveau.'],
    action: { label: 'Me connecter', link: `${siteUrl}/auth` },
    notes: [],
  }),
  admin_request_decided: ({ granted, reason }, siteUrl) => ({
    subject: granted
      ? "Votre demande d'administration est acceptée"
      : "Votre demande d'administration est refusée",
    preview: granted
      ? "L'administration de Loge vous est ouverte."
      : 'Votre compte reste celui que vous avez.',
    title: granted ? 'Demande acceptée' : 'Demande refusée',
    paragraphs: [
      granted
        ? 'Vous pouvez maintenant administrer Loge. Reconnectez-vous pour ouvrir votre tableau de bord.'
        : "Votre demande d'administrer Loge n'a pas été acceptée. Votre compte reste ouvert, avec son rôle actuel.",
      ...(reason === null || reason === '' ? [] : [`Motif : ${reason}`]),
    ],
    ...(granted ? { action: { label: "Ouvrir l'administration", link: `${siteUrl}/admin-dashboard` } } : {}),
    notes: [],
  }),
  password_changed: ({ at }, siteUrl) => ({
    subject: 'Votre mot de passe a changé',
    preview: 'Si ce n’était pas vous, agissez maintenant.',
    title: 'Votre mot de passe a changé',
    paragraphs: [
      `Le mot de passe de votre compte a été changé le ${frenchDateTime(at)}. Vos autres appareils sont déconnectés.`,
      "C'était vous ? Vous n'avez rien à faire. Sinon, reprenez votre compte sans attendre.",
    ],
    action: { label: "Ce n'était pas moi", link: `${siteUrl}/forgot-password` },
    notes: [],
  }),
  email_changed: ({ at, newEmail }) => ({
    subject: "L'adresse de votre compte a changé",
    preview: 'Si ce n’était pas vous, écrivez-nous.',
    title: "L'adresse de votre compte a changé",
    paragraphs: [
      `Depuis le ${frenchDateTime(at)}, votre compte Loge est lié à l'adresse ${newEmail}. Celle-ci ne sert plus à vous connecter.`,
    ],
    notes: [
      "Ce n'était pas vous ? Répondez à ce message sans attendre : nous vous aiderons à reprendre votre compte.",
    ],
  }),
  account_exists: (_event, siteUrl) => ({
    subject: 'Vous avez déjà un compte',
    preview: 'Une inscription vient d’être demandée avec votre adresse.',
    title: 'Vous avez déjà un compte',
    paragraphs: [
      'Une inscription vient d’être demandée avec cette adresse, qui a déjà un compte Loge. Rien n’a changé : connectez-vous avec votre mot de passe habituel.',
    ],
    action: { label: 'Me connecter', link: `${siteUrl}/auth` },
    notes: [
      `Mot de passe oublié ? Choisissez-en un nouveau : ${siteUrl}/forgot-password`,
      'Ce n’était pas vous ? Vous n’avez rien à faire : personne n’est entré dans votre compte.',
    ],
  }),
};

/** The wording of an event, opened with the person's name when it is one. */
export function accountContent(event: AccountEvent, firstName: string | null, siteUrl: string): MailContent {
  // A union's member meets the wording of its own kind: the cast says what the mapped type above proves.
  const wording = wordings[event.kind] as (event: AccountEvent, siteUrl: string) => MailContent;
  const content = wording(event, siteUrl);
  return { ...content, paragraphs: [greeting(firstName), ...content.paragraphs] };
}

/** Account mails in Loge's words, into the outbox. */
export function accountMailer({ from, siteUrl }: MailIdentity): SendAccountMail {
  return async (client, { to, userId, firstName, event }) => {
    const rendered = renderMail(accountContent(event, firstName, siteUrl()), siteUrl(), to);
    await enqueueMail(client, {
      kind: `account.${event.kind}`,
      from,
      to,
      related: { user_id: userId },
      ...rendered,
    });
  };
}
