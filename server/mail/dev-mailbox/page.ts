import { html, raw } from 'hono/html';
import { french } from '#product/mail/french.ts';
import { calendarFile } from '#server/integrations/mail-transport/smtp.ts';
import type { Message } from '../render-message.ts';

/** A mail as the mailbox shows it. */
export interface KeptMail {
  id: string;
  kind: string;
  from: string;
  to: string;
  subject: string;
  /** Null once it was sent over SMTP, and when it cannot be rendered. */
  message: Message | null;
  state: 'pending' | 'sent' | 'failed' | 'kept';
  lastError: string | null;
  createdAt: Date;
}

export type Fragment = ReturnType<typeof html>;

const NO_BREAK = '\u202f';

/**
 * The mailbox stands outside the page's build, so it carries its own style and script. The colours
 * are the tokens of `web/ui/tokens.css`.
 */
const style = `
:root{color-scheme:dark;--ground:oklch(.16 .016 340);--stage:oklch(.198 .018 340);--raised:oklch(.238 .02 340);
--line:oklch(.93 .03 60/.11);--line-strong:oklch(.93 .03 60/.22);--text:oklch(.965 .012 80);--soft:oklch(.8 .018 60);
--muted:oklch(.68 .02 50);--spot:oklch(.84 .14 78);--on-spot:oklch(.21 .04 60);--live:oklch(.72 .17 20);--settled:oklch(.8 .1 178);
--body:"Instrument Sans",-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;--display:"Bricolage Grotesque",var(--body)}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--text);font:400 16px/1.55 var(--body)}
a{color:inherit}a:focus-visible,button:focus-visible,input:focus-visible,summary:focus-visible{outline:2px solid var(--spot);outline-offset:2px}
header,main{max-width:980px;margin:0 auto;padding:0 24px}
header{display:flex;align-items:center;gap:14px;min-height:72px;color:var(--muted);font-size:15px;flex-wrap:wrap}
.logo{display:flex;align-items:center;gap:10px;font:700 22px/1 var(--display);letter-spacing:-.03em;color:var(--text);text-decoration:none;min-height:44px}
.logo svg{width:24px}.arch{stroke:var(--text);stroke-width:2.4}.light{fill:var(--spot)}
header nav{margin-left:auto;display:flex;gap:20px}header nav a{color:var(--soft);padding:10px 0}
main{padding-top:24px;padding-bottom:72px}
h1,h2{font-family:var(--display);font-weight:640;letter-spacing:-.022em;line-height:1.1;text-wrap:balance}
h1{font-size:34px}h1.subject{margin:10px 0 14px}h2{font-size:22px}
.head{display:flex;gap:20px;align-items:center;justify-content:space-between;flex-wrap:wrap;margin-bottom:22px}
form{display:flex;gap:8px;align-items:center;flex-wrap:wrap}label{color:var(--soft);font-size:15px}
input{min-height:46px;width:260px;max-width:100%;padding:0 16px;border-radius:999px;border:1px solid var(--line-strong);background:var(--stage);color:var(--text);font:inherit}
input::placeholder{color:var(--muted)}
button{min-height:46px;padding:0 20px;border-radius:999px;border:1px solid var(--line-strong);background:transparent;color:var(--text);font:600 15px/1 var(--body);cursor:pointer}
.count,.meta{color:var(--muted);font-size:14.5px;margin-bottom:14px}.meta b{color:var(--text);font-weight:600}
ul{list-style:none;padding:0;background:var(--stage);border:1px solid var(--line);border-radius:14px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.6fr) 92px 150px;gap:18px;align-items:center;min-height:58px;padding:12px 20px;text-decoration:none}
li a:hover{background:var(--raised)}li .to{color:var(--soft);overflow:hidden;text-overflow:ellipsis}li .subject{font-weight:600}
time{color:var(--muted);font-size:14px;font-variant-numeric:tabular-nums;text-align:right}time small{font-size:12px}
.meta time{text-align:left}
.state{font-size:13.5px;font-weight:600;color:var(--soft)}.state.sent{color:var(--settled)}.state.failed{color:var(--live)}
.empty{padding:64px 24px;border:1px dashed var(--line-strong);border-radius:22px;text-align:center}.empty p{color:var(--soft);max-width:32em;margin:12px auto 0}
.back a{display:inline-block;padding:10px 0;color:var(--soft);font-size:15px}
iframe{display:block;width:100%;height:640px;border:1px solid var(--line);border-radius:14px;background:var(--ground);margin-bottom:18px}
details{border-top:1px solid var(--line)}summary{cursor:pointer;padding:14px 0;color:var(--soft);font-weight:600;font-size:15px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--stage);border-radius:8px;padding:18px;font:13.5px/1.55 ui-monospace,Menlo,Consolas,monospace;color:var(--soft);margin-bottom:16px}
.reply{display:grid;gap:10px;margin-bottom:18px}.reply button{justify-self:start}.reply label{overflow-wrap:anywhere}
textarea{width:100%;padding:12px 16px;border-radius:14px;border:1px solid var(--line-strong);background:var(--stage);color:var(--text);font:inherit}
details+.count{margin-top:16px;border-top:1px solid var(--line);padding-top:16px}
@media(max-width:720px){li a{grid-template-columns:minmax(0,1fr) auto;gap:4px 14px}li .subject{grid-row:1;grid-column:1/-1}li .to{grid-column:1/-1}time{text-align:left}h1{font-size:28px}form,input{width:100%}}
`;

/**
 * The list renews itself every two seconds while it is looked at, and only where it changed, so
 * nothing flickers and the focus stays. A shown mail gets the height it needs.
 */
const script = `
const list = document.getElementById('list');
if (list) setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch('/dev/mail/list' + location.search).catch(() => null);
  if (!answer || !answer.ok) return;
  const fresh = document.createElement('template');
  fresh.innerHTML = await answer.text();
  if (fresh.innerHTML === list.innerHTML) return;
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  list.innerHTML = fresh.innerHTML;
  if (focused) list.querySelector('a[href="' + focused + '"]')?.focus();
}, 2000);
const frame = document.querySelector('iframe');
if (frame) {
  const fit = () => {
    const height = frame.contentDocument?.documentElement?.scrollHeight;
    if (height > 100) frame.style.height = height + 2 + 'px';
  };
  frame.addEventListener('load', fit);
  fit();
}
`;

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
<header><a class="logo" href="/dev/mail"><svg viewBox="0 0 26 26" fill="none" aria-hidden="true"><path class="arch" d="M2 25V12a11 11 0 0 1 22 0v13"/><path class="light" d="M8.2 25V13a4.8 4.8 0 0 1 9.6 0v12"/></svg>Loge</a><span>Courrier de développement</span><nav><a href="/dev/mail/kinds">Aperçus</a><a href="/">Ouvrir Loge</a></nav></header>
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
  }).formatToParts(mail.createdAt);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  const clock = `${Number(part('hour'))}${NO_BREAK}h${NO_BREAK}${part('minute')}`;
  return html`<time datetime="${mail.createdAt.toISOString()}">${part('day')} ${part('month')}, ${clock} <small>${part('second')}${NO_BREAK}s</small></time>`;
};

const states: Record<KeptMail['state'], string> = {
  kept: 'gardé ici',
  pending: 'en attente',
  sent: 'envoyé',
  failed: 'abandonné',
};

const row = (mail: KeptMail) => html`<li><a href="/dev/mail/${mail.id}">
<span class="to">${mail.to}</span><span class="subject">${mail.subject}</span>
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

/** Every mail that Loge can send, with the samples of its kind. */
export function kindsPage(samples: readonly KeptMail[], nonce: string): Fragment {
  const shown = (mail: KeptMail) => html`<li><a href="/dev/mail/${mail.id}">
<span class="to">${mail.kind}</span><span class="subject">${mail.subject}</span></a></li>`;
  return page(
    'Aperçus',
    nonce,
    html`<p class="back"><a href="/dev/mail">← Tous les mails</a></p>
<div class="head"><h1>Aperçus</h1></div>
<p class="count">${samples.length} exemples, un ou plusieurs par sorte de mail</p><ul>${samples.map(shown)}</ul>`,
  );
}

/** The outcome of a reply, for who tries it. */
const replyOutcome = (outcome: string) =>
  outcome === 'taken'
    ? 'Réponse arrivée dans la demande.'
    : `Réponse non reprise (${outcome}) : un e-mail le dit à son auteur, une fois par jour.`;

/** Stands for the mail program of the reader, where nothing receives mail. */
const replyForm = ({ id, message }: KeptMail, replied: string | null) =>
  message?.replyTo
    ? html`<form class="reply" method="post" action="/dev/mail/${id}/reply"><label for="text">${french(`Répondre à ${message.replyTo}`)}</label>
<textarea id="text" name="text" rows="4" required></textarea><button>Répondre</button>${replied === null ? '' : html`<p role="status">${french(replyOutcome(replied))}</p>`}</form>`
    : '';

/**
 * One mail: as its reader sees it, then the form that replies to it, its text, its headers.
 * @param replied what became of a reply just sent
 */
export function messagePage(
  mail: KeptMail,
  headers: string | null,
  replied: string | null,
  nonce: string,
): Fragment {
  const body =
    headers === null
      ? html`<div class="empty"><h2>Déjà envoyé</h2><p>Son texte a été effacé après l’envoi.</p></div>`
      : html`<iframe title="Le mail tel qu’il s’affiche" src="/dev/mail/${mail.id}/html" sandbox="allow-same-origin allow-top-navigation-by-user-activation allow-popups"></iframe>
${replyForm(mail, replied)}<details><summary>Version texte</summary><pre>${mail.message?.text}</pre></details>
<details><summary>En-têtes</summary><pre>${headers}</pre></details>
${mail.message?.calendar ? html`<p class="count">${french('Pièce jointe :')} <a href="/dev/mail/${mail.id}/ics" download>${calendarFile(mail.message.calendar.method)}</a></p>` : ''}
<p class="count"><a href="/dev/mail/${mail.id}/eml" download>Télécharger le fichier .eml</a></p>`;
  return page(
    mail.subject,
    nonce,
    html`<p class="back"><a href="/dev/mail">← Tous les mails</a></p>
<h1 class="subject">${mail.subject}</h1>
<p class="meta">De <b>${mail.from}</b> à <a href="/dev/mail?to=${encodeURIComponent(mail.to)}"><b>${mail.to}</b></a><br>${time(mail)} · <span class="state ${mail.state}">${states[mail.state]}</span> · ${mail.kind}</p>
${mail.lastError === null ? '' : html`<p class="meta">${french('Dernière erreur :')} ${mail.lastError}</p>`}
${body}`,
  );
}

export const unknownPage = (nonce: string): Fragment =>
  page(
    'Mail introuvable',
    nonce,
    html`<div class="empty"><h2>Ce mail n’existe pas</h2><p>Il a pu être effacé. <a href="/dev/mail">Voir tous les mails</a></p></div>`,
  );
