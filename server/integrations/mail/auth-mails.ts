import type { AuthMail, SendAuthMail } from '#server/platform/auth/mail-port.ts';
import { type AccountEvent, accountContent } from './account-mails.ts';
import { frenchDuration } from './french.ts';
import { type MailContent, type MailIdentity, renderMail } from './layout.ts';
import { enqueueMail } from './outbox.ts';
import { greeting } from './person.ts';

export interface AuthMailSettings extends MailIdentity {
  /** How long a link or a code is valid, in seconds. */
  validitySeconds: number;
  now?: () => Date;
}

type Wording = (
  mail: AuthMail,
  validity: string,
) => Omit<MailContent, 'action' | 'code'> & { label?: string };

const ONCE = (validity: string) => `Ce lien est valable ${validity} et ne sert qu'une fois.`;

/** What only informs: auth says that it happened, and the words are those of the account mails. */
type Notice = 'password_changed' | 'email_changed' | 'account_exists';

const wordings: Record<Exclude<AuthMail['kind'], Notice>, Wording> = {
  signup: ({ userMetadata }, validity) => ({
    subject: 'Confirmez votre adresse e-mail',
    preview: 'Un geste, et votre compte Loge est ouvert.',
    title: 'Votre place vous attend',
    paragraphs: [
      greeting(userMetadata.first_name),
      'Confirmez que cette adresse est bien la vôtre, et votre compte Loge est ouvert.',
    ],
    label: 'Confirmer mon adresse',
    notes: [ONCE(validity), "Vous n'avez pas créé de compte ? Ignorez ce message : il ne se passera rien."],
  }),
  recovery: ({ userMetadata }, validity) => ({
    subject: 'Choisissez un nouveau mot de passe',
    preview: 'Le lien pour retrouver votre compte Loge.',
    title: 'Un nouveau mot de passe',
    paragraphs: [
      greeting(userMetadata.first_name),
      'Vous avez demandé à retrouver votre compte. Pour choisir un nouveau mot de passe, ouvrez le lien dans le navigateur où vous l’avez demandé, ou saisissez-y ce code.',
    ],
    label: 'Choisir un mot de passe',
    notes: [
      ONCE(validity),
      "Vous n'avez rien demandé ? Ignorez ce message : votre mot de passe actuel reste le bon.",
    ],
  }),
  magiclink: ({ userMetadata }, validity) => ({
    subject: 'Votre lien de connexion',
    preview: 'Connectez-vous à Loge sans mot de passe.',
    title: 'Entrez, sans mot de passe',
    paragraphs: [
      greeting(userMetadata.first_name),
      'Ouvrez le lien pour vous connecter, ou saisissez ce code là où vous avez demandé à entrer.',
    ],
    label: 'Me connecter',
    notes: [
      `Le lien et le code sont valables ${validity}, pour une seule connexion.`,
      "Vous n'avez rien demandé ? Ignorez ce message, et ne donnez ce code à personne.",
    ],
  }),
  invite: ({ userMetadata }, validity) => ({
    subject: 'Une invitation à rejoindre Loge',
    preview: 'Un compte vous est ouvert.',
    title: 'On vous garde une place',
    paragraphs: [
      greeting(userMetadata.first_name),
      'Un compte vous est ouvert sur Loge, où les streamers reçoivent en tête à tête. Acceptez pour choisir votre mot de passe.',
    ],
    label: "Accepter l'invitation",
    notes: [ONCE(validity), "Vous n'attendiez pas d'invitation ? Ignorez ce message."],
  }),
  email_change_current: ({ userMetadata, newEmail }, validity) => ({
    subject: "Confirmez votre changement d'adresse",
    preview: 'Une nouvelle adresse est demandée pour votre compte Loge.',
    title: "Changer d'adresse",
    paragraphs: [
      greeting(userMetadata.first_name),
      `Vous avez demandé que l'adresse de votre compte devienne ${newEmail ?? 'une autre'}. Confirmez-le depuis votre adresse actuelle ; un second message vous attend à la nouvelle.`,
    ],
    label: 'Confirmer le changement',
    notes: [
      ONCE(validity),
      "Vous n'avez rien demandé ? N'ouvrez pas le lien et changez votre mot de passe : quelqu'un est peut-être connecté à votre place.",
    ],
  }),
  email_change_new: ({ userMetadata, newEmail, to }, validity) => ({
    subject: 'Confirmez votre nouvelle adresse',
    preview: 'Cette adresse doit devenir celle de votre compte Loge.',
    title: 'Votre nouvelle adresse',
    paragraphs: [
      greeting(userMetadata.first_name),
      `L'adresse ${newEmail ?? to} doit devenir celle de votre compte Loge. Confirmez qu'elle est bien la vôtre.`,
    ],
    label: 'Confirmer cette adresse',
    notes: [
      ONCE(validity),
      "Si un message vous attend aussi à l'ancienne adresse, le changement se fait quand les deux sont confirmés.",
      "Vous n'avez pas de compte Loge ? Ignorez ce message : il ne se passera rien.",
    ],
  }),
  reauthentication: ({ userMetadata }, validity) => ({
    subject: 'Votre code de vérification',
    preview: "Pour confirmer que c'est bien vous.",
    title: 'Est-ce bien vous ?',
    paragraphs: [
      greeting(userMetadata.first_name),
      'Saisissez ce code dans Loge pour confirmer le changement que vous avez commencé.',
    ],
    notes: [
      `Ce code est valable ${validity}. Ne le donnez à personne : nous ne vous le demanderons jamais.`,
      "Vous n'avez rien commencé ? Changez votre mot de passe.",
    ],
  }),
};

/**
 * Where the digits are shown. The page asks with PKCE, so a link works in the browser that asked; whoever reads the mail on another device
 * types the digits there. A confirmation needs none: the address is confirmed wherever the link is opened.
 */
const showsCode = (kind: AuthMail['kind']) =>
  kind === 'magiclink' || kind === 'recovery' || kind === 'reauthentication';

const notices: readonly string[] = [
  'password_changed',
  'email_changed',
  'account_exists',
] satisfies readonly Notice[];
const isNotice = (kind: AuthMail['kind']): kind is Notice => notices.includes(kind);

function eventOf(kind: Notice, { newEmail }: AuthMail, at: Date): AccountEvent {
  if (kind === 'account_exists') return { kind };
  return kind === 'password_changed' ? { kind, at } : { kind, at, newEmail: newEmail ?? 'une autre adresse' };
}

function contentOf(
  mail: AuthMail,
  { siteUrl, validitySeconds, now = () => new Date() }: AuthMailSettings,
): MailContent {
  const { kind } = mail;
  if (isNotice(kind)) {
    const { first_name } = mail.userMetadata;
    const firstName = typeof first_name === 'string' ? first_name : null;
    return accountContent(eventOf(kind, mail, now()), firstName, siteUrl());
  }
  const { label, ...wording } = wordings[kind](mail, frenchDuration(validitySeconds));
  return {
    ...wording,
    ...(label !== undefined && mail.actionLink !== null ? { action: { label, link: mail.actionLink } } : {}),
    ...(showsCode(kind) ? { code: mail.otp } : {}),
  };
}

/** The mail port of auth, in Loge's words, into the outbox. */
export function authMailer(settings: AuthMailSettings): SendAuthMail {
  return async (client, mail) => {
    const rendered = renderMail(contentOf(mail, settings), settings.siteUrl(), mail.to);
    await enqueueMail(client, {
      kind: `auth.${mail.kind}`,
      from: settings.from,
      to: mail.to,
      ...(mail.userId === null ? {} : { related: { user_id: mail.userId } }),
      ...rendered,
    });
  };
}
