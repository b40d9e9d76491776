import { html, raw } from 'hono/html';
import { french } from './french.ts';
import { display, font, palette } from './palette.ts';
import { type TicketView, ticketHtml, ticketText } from './ticket-view.ts';

/** The content of a mail of Loge. Every text is plain; the layout sets it in HTML and in text. */
export interface MailContent {
  subject: string;
  /** The line that clients show beside the subject. */
  preview: string;
  title: string;
  paragraphs: readonly string[];
  /** The booking that it is about. */
  ticket?: TicketView;
  /** The one thing to do. */
  action?: { label: string; link: string };
  /**
   * Small links below it, under what they are for: « Ajouter à mon agenda ». In HTML alone: written
   * out, they are longer than the mail.
   */
  further?: { label: string; links: readonly { label: string; link: string }[] };
  /** Six digits to type instead of following the link, or alone. */
  code?: string;
  /** Small print: validity, and what to do when one asked for nothing. */
  notes?: readonly string[];
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Only these may become a link: a `javascript:` address has no business in a mail. */
function safeLink(link: string): string {
  if (!/^https?:\/\//i.test(link)) throw new Error('a mail links to http and https only');
  return link;
}

const button = (
  label: string,
  link: string,
) => html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 24px"><tr>
<td bgcolor="${palette.spot}" style="border-radius:999px;background-color:${palette.spot}">
<a href="${link}" style="display:inline-block;padding:15px 26px;border-radius:999px;${raw(font)};font-size:16px;line-height:1;font-weight:600;color:${palette.onSpot};text-decoration:none">${label}</a>
</td></tr></table>
<p style="margin:0;${raw(font)};font-size:14px;line-height:1.5;color:${palette.muted}">${french('Si le bouton ne répond pas, copiez cette adresse dans votre navigateur :')}<br>
<a href="${link}" style="color:${palette.soft};word-break:break-all">${link}</a></p>`;

const furtherLinks = ({ label, links }: NonNullable<MailContent['further']>) =>
  html`<p style="margin:18px 0 0;${raw(font)};font-size:14px;line-height:1.9;color:${palette.muted}">${label}<br>
${links.map((each, index) => html`${index === 0 ? '' : ' · '}<a href="${each.link}" style="color:${palette.soft}">${each.label}</a>`)}</p>`;

const codeBox = (code: string) =>
  html`<p style="margin:26px 0;padding:18px 20px;border:1px solid ${palette.line};border-radius:14px;${raw(display)};font-size:32px;line-height:1;font-weight:650;letter-spacing:8px;text-align:center;color:${palette.text}">${code}</p>`;

/** The arch of the logo, drawn with borders: clients block pictures, and Outlook knows no SVG. */
const logo = html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="width:20px;height:22px;padding:0;border:2px solid ${palette.text};border-bottom:0;border-radius:12px 12px 0 0" valign="bottom" align="center"><div style="width:8px;height:12px;margin:8px auto 0;border-radius:4px 4px 0 0;background-color:${palette.spot};font-size:0;line-height:0">&nbsp;</div></td>
<td style="padding-left:10px;${raw(display)};font-size:22px;line-height:1;font-weight:700;letter-spacing:-.5px;color:${palette.text}">Loge</td>
</tr></table>`;

/**
 * Background and text colours always stand on the same element, so a client that drops one drops
 * the other: the message stays readable where backgrounds are stripped or light is forced.
 */
function renderHtml(content: MailContent, siteUrl: string, to: string): string {
  const { subject, preview, title, paragraphs, ticket, action, further, code, notes = [] } = content;
  return html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="supported-color-schemes" content="dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${subject}</title>
</head>
<body bgcolor="${palette.ground}" style="margin:0;padding:0;background-color:${palette.ground};color:${palette.text}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${palette.ground}" style="background-color:${palette.ground};color:${palette.text}"><tr>
<td align="center" style="padding:36px 16px 48px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 8px 26px">${logo}</td></tr>
<tr><td bgcolor="${palette.stage}" style="padding:36px 32px 34px;border:1px solid ${palette.line};border-radius:22px;background-color:${palette.stage};color:${palette.text}">
<h1 style="margin:0 0 18px;${raw(display)};font-size:28px;line-height:1.12;font-weight:650;letter-spacing:-.6px;color:${palette.text}">${title}</h1>
${paragraphs.map((text) => html`<p style="margin:0 0 14px;${raw(font)};font-size:16px;line-height:1.55;color:${palette.text}">${text}</p>\n`)}${ticket ? ticketHtml(ticket) : ''}${code === undefined ? '' : codeBox(code)}${action ? button(action.label, action.link) : ''}${further ? furtherLinks(further) : ''}
${notes.length === 0 ? '' : html`<div style="margin-top:26px;padding-top:18px;border-top:1px solid ${palette.line}">${notes.map((text) => html`<p style="margin:0 0 8px;${raw(font)};font-size:14px;line-height:1.5;color:${palette.soft}">${text}</p>\n`)}</div>`}
</td></tr>
<tr><td style="padding:22px 8px 0;${raw(font)};font-size:13px;line-height:1.5;color:${palette.muted}">Message envoyé à ${to}.<br>
<a href="${siteUrl}" style="color:${palette.muted}">${siteUrl.replace(/^https?:\/\//, '')}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`.toString();
}

function renderText(content: MailContent, siteUrl: string, to: string): string {
  const { title, paragraphs, ticket, action, further, code, notes = [] } = content;
  const blocks = [
    title,
    ...paragraphs,
    ...(ticket ? [ticketText(ticket)] : []),
    ...(code === undefined ? [] : [code]),
    ...(action ? [`${french(`${action.label} :`)}\n${action.link}`] : []),
    ...(further
      ? [
          [further.label, ...further.links.map(({ label, link }) => `${french(`${label} :`)}\n${link}`)].join(
            '\n',
          ),
        ]
      : []),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
    `-- \nLoge\nMessage envoyé à ${to}.\n${siteUrl}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/**
 * Sets a mail in both its forms, with French typography throughout.
 * @param siteUrl the origin of the page, for the foot
 * @throws Error when the action's link is not http(s)
 */
export function renderMail(content: MailContent, siteUrl: string, to: string): RenderedMail {
  const set: MailContent = {
    ...content,
    subject: french(content.subject),
    preview: french(content.preview),
    title: french(content.title),
    paragraphs: content.paragraphs.map(french),
    ...(content.notes ? { notes: content.notes.map(french) } : {}),
    ...(content.action
      ? { action: { label: french(content.action.label), link: safeLink(content.action.link) } }
      : {}),
    ...(content.further
      ? {
          further: {
            label: french(content.further.label),
            links: content.further.links.map(({ label, link }) => ({
              label: french(label),
              link: safeLink(link),
            })),
          },
        }
      : {}),
  };
  return { subject: set.subject, text: renderText(set, siteUrl, to), html: renderHtml(set, siteUrl, to) };
}
