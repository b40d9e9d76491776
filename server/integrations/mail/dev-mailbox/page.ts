import { html, raw } from 'hono/html';
import { french } from '../french.ts';
import { calendarFile } from '../mime.ts';
import type { KeptMail } from './mailbox.ts';
import { script, style } from './page-assets.ts';

export type Fragment = ReturnType<typeof html>;

const NO_BREAK = '\u202f';

function page(title: string, nonce: string, body: Fragment): Fragment {
  return html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Loge</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(style)}</style>
</head>
<body>
<header><a class="logo" href="/dev/mail"><svg viewBox="0 0 26 26" fill="none" aria-hidden="true"><path class="arch" d="M2 25V12a11 11 0 0 1 22 0v13"/><path class="light" d="M8.2 25V13a4.8 4.8 0 0 1 9.6 0v12"/></svg>Loge</a><span>Courrier de développement</span><a class="site" href="/">Ouvrir Loge</a></header>
<main>${body}</main>
<script nonce="${nonce}">${raw(script)}</script>
</body>
</html>`;
}

const time = (mail: KeptMail) => {
  const parts = new Intl.DateTimeFormat('fr-FR', {
    timeZone: 'Europe/Paris',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(mail.created_at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  const clock = `${Number(part('hour'))}${NO_BREAK}h${NO_BREAK}${part('minute')}`;
  return html`<time datetime="${mail.created_at.toISOString()}">${part('day')} ${part('month')}, ${clock} <small>${part('second')}${NO_BREAK}s</small></time>`;
};

const states: Record<KeptMail['state'], string> = {
  kept: 'gardé ici',
  pending: 'en attente',
  sent: 'envoyé',
  failed: 'abandonné',
};

const row = (mail: KeptMail) => html`<li><a href="/dev/mail/${mail.id}">
<span class="to">${mail.to_address}</span><span class="subject">${mail.subject}</span>
<span class="state ${mail.state}">${states[mail.state]}</span>${time(mail)}</a></li>`;

const empty = (recipient: string) =>
  recipient === ''
    ? html`<div class="empty"><h2>Rien pour l’instant</h2><p>${french('Les mails que Loge enverrait arrivent ici : inscrivez-vous, ou demandez un nouveau mot de passe. La page se met à jour toute seule.')}</p></div>`
    : html`<div class="empty"><h2>Aucun mail pour «${NO_BREAK}${recipient}${NO_BREAK}»</h2><p><a href="/dev/mail">Voir tous les mails</a></p></div>`;

/** The list alone, newest first: what the page fetches to stay current. */
export function list(mails: readonly KeptMail[], recipient: string): Fragment {
  if (mails.length === 0) return empty(recipient);
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  return html`<p class="count">${count}</p><ul>${mails.map(row)}</ul>`;
}

/** The list with the search that made it. */
export function listPage(mails: readonly KeptMail[], recipient: string, nonce: string): Fragment {
  return page(
    'Courrier',
    nonce,
    html`<div class="head"><h1>Courrier</h1>
<form method="get" action="/dev/mail" role="search"><label for="to">Destinataire</label><input id="to" name="to" type="search" value="${recipient}" placeholder="camille@exemple.fr" autocomplete="off" spellcheck="false"><button>Chercher</button></form></div>
<div id="list" aria-live="polite">${list(mails, recipient)}</div>`,
  );
}

/** One mail: as its reader sees it, then its text, then its headers. */
export function messagePage(mail: KeptMail, headers: string | null, nonce: string): Fragment {
  const body =
    headers === null
      ? html`<div class="empty"><h2>Déjà envoyé</h2><p>Son texte a été effacé après l’envoi.</p></div>`
      : html`<iframe title="Le mail tel qu’il s’affiche" src="/dev/mail/${mail.id}/html" sandbox="allow-same-origin allow-top-navigation-by-user-activation allow-popups"></iframe>
<details><summary>Version texte</summary><pre>${mail.text_body}</pre></details>
<details><summary>En-têtes</summary><pre>${headers}</pre></details>
${mail.calendar_method === null ? '' : html`<p class="count">${french('Pièce jointe :')} <a href="/dev/mail/${mail.id}/ics" download>${calendarFile(mail.calendar_method)}</a></p>`}
<p class="count"><a href="/dev/mail/${mail.id}/eml" download>Télécharger le fichier .eml</a></p>`;
  return page(
    mail.subject,
    nonce,
    html`<p class="back"><a href="/dev/mail">← Tous les mails</a></p>
<h1 class="subject">${mail.subject}</h1>
<p class="meta">De <b>${mail.from_address}</b> à <a href="/dev/mail?to=${encodeURIComponent(mail.to_address)}"><b>${mail.to_address}</b></a><br>${time(mail)} · <span class="state ${mail.state}">${states[mail.state]}</span> · ${mail.kind}</p>
${mail.last_error === null ? '' : html`<p class="meta">${french('Dernière erreur :')} ${mail.last_error}</p>`}
${body}`,
  );
}

export const unknownPage = (nonce: string): Fragment =>
  page(
    'Mail introuvable',
    nonce,
    html`<div class="empty"><h2>Ce mail n’existe pas</h2><p>Il a pu être effacé. <a href="/dev/mail">Voir tous les mails</a></p></div>`,
  );
