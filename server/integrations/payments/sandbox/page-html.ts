import { html, raw } from 'hono/html';
import { CHECKOUT_GRACE } from '../provider.ts';
import type { Account } from './accounts.ts';
import type { Checkout } from './checkouts.ts';
import { LATE_SECONDS } from './webhooks.ts';

/**
 * The look of the page that the payer comes from: its dark, its type, its amber on the one button,
 * so that paying here feels as it will with a provider that is dressed in the house's colours. That
 * nothing of it moves money is said on the striped band above all, on every page. Hex, because the
 * sandbox is served as somebody else's page and shares no style sheet. Contrast of all text is at
 * least 4.5:1.
 */
const style = `
@font-face{font-family:"Bricolage Grotesque";font-weight:200 800;font-display:swap;src:url(/sandbox-provider/fonts/display.woff2) format("woff2")}
@font-face{font-family:"Instrument Sans";font-weight:400 700;font-display:swap;src:url(/sandbox-provider/fonts/text.woff2) format("woff2")}
:root{color-scheme:dark;--ground:#120b0f;--stage:#1b1218;--raised:#251b22;--line:#332a2f;--edge:#82766f;--text:#f8f3eb;--soft:#c7bbb2;--muted:#a3958e;--spot:#fcbe54;--on-spot:#251304;--live:#fd7277}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--text);font:400 16px/1.55 "Instrument Sans",-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;min-height:100vh;font-variant-numeric:tabular-nums}
header{border-top:8px solid;border-image:repeating-linear-gradient(-45deg,#fcbe54 0 12px,#251304 12px 24px) 8;background:var(--stage);border-bottom:1px solid var(--line);padding:12px 20px}
header p{max-width:560px;margin:0 auto;color:var(--soft);font-size:14.5px}header strong{display:block;font-size:16px;color:var(--text)}
main{max-width:600px;margin:0 auto;padding:28px 20px 64px}
h1,.amount{font-family:"Bricolage Grotesque","Instrument Sans",-apple-system,"Segoe UI",sans-serif;font-weight:640;letter-spacing:-.022em}
h1{font-size:28px;line-height:1.1;text-wrap:balance;margin-bottom:18px}
.summary{border:1px solid var(--line);background:var(--raised);border-radius:22px;padding:20px 22px;margin-bottom:18px;overflow-wrap:anywhere}
.to{font-weight:600}.detail{color:var(--soft)}.amount{font-size:28px;line-height:1.2;margin-top:10px}
.clock{color:var(--soft);margin-bottom:24px}.clock b{color:var(--text);white-space:nowrap}
.lead{color:var(--soft);margin-bottom:22px}.lead b{color:var(--text)}
.alert{border:1px solid rgb(253 114 119/.5);background:rgb(253 114 119/.1);color:var(--text);padding:12px 16px;border-radius:14px;margin-bottom:22px}
.alert.calm{border-color:var(--line);background:var(--stage)}
fieldset{border:0;padding:0;margin-bottom:24px;min-width:0}legend{font-weight:600;padding:0;margin-bottom:10px}
.choice{display:flex;gap:14px;align-items:center;border:1px solid var(--line);background:var(--stage);border-radius:14px;padding:12px 16px;min-height:56px;cursor:pointer}
.choice+.choice{margin-top:8px}.choice:hover{border-color:var(--edge)}.choice:has(:checked){border-color:var(--text)}
.choice:has(:focus-visible){outline:2px solid var(--spot);outline-offset:2px}
.choice input{width:20px;height:20px;flex:none;accent-color:var(--text)}.choice span{min-width:0}.choice b{display:block;font-weight:600}.choice small{font-size:14.5px;color:var(--soft)}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:52px;padding:8px 22px;border:0;border-radius:999px;background:var(--spot);color:var(--on-spot);font-family:inherit;font-size:16px;font-weight:600;line-height:1.2;cursor:pointer;text-decoration:none;text-align:center}
button.quiet{background:transparent;color:var(--text);border:1px solid var(--edge)}
button:focus-visible,a:focus-visible{outline:2px solid var(--text);outline-offset:3px}
.answers{display:grid;gap:12px}
.leave{margin-top:20px;text-align:center}.leave a:not(.button){display:inline-block;padding:12px;color:var(--soft)}
.unheard{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
`;

/**
 * The clock of the hold, each second, from how much the server says is left: a device whose own
 * clock is wrong counts right. Screen readers are told once, when a minute is left. When it is over
 * the page is asked for again, which says what became of it; so it does without scripts, by its
 * refresh.
 */
const clockScript = `
setTimeout(() => location.reload(), Number(document.body.dataset.reload) * 1000);
const clock = document.querySelector('[data-left]');
if (clock) {
  const end = performance.now() + Number(clock.dataset.left);
  const tick = () => {
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    clock.textContent = Math.floor(left / 60) + '\\u00a0min ' + String(left % 60).padStart(2, '0') + '\\u00a0s';
    if (left === 60) document.querySelector('.unheard').textContent = 'Plus qu\\u2019une minute pour payer.';
    if (left > 0) setTimeout(tick, 1000);
  };
  tick();
}
`;

export type Fragment = ReturnType<typeof html>;

const euros = (amountCents: number) =>
  new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }).format(amountCents / 100);

/**
 * How long the place is still kept for this payer, in milliseconds; below 0, the time that was told
 * is over.
 */
interface HoldClock {
  left: number;
}

/**
 * When the page is asked for again: a moment after the hold's end, then every few seconds until
 * Loge has said what became of it.
 */
const secondsUntilReload = ({ left }: HoldClock): number => (left > 0 ? Math.ceil(left / 1000) + 2 : 5);

const clockOf = (checkout: Checkout, now: Date): HoldClock => ({
  left: checkout.expires_at.getTime() - CHECKOUT_GRACE - now.getTime(),
});

const minutesAndSeconds = (left: number): string => {
  const seconds = Math.max(0, Math.round(left / 1000));
  return `${Math.floor(seconds / 60)}\u00a0min ${String(seconds % 60).padStart(2, '0')}\u00a0s`;
};

const clockLine = ({ left }: HoldClock): Fragment =>
  left > 0
    ? html`<p class="clock">Votre place est gardée encore <b role="timer" aria-live="off" data-left="${left}">${minutesAndSeconds(left)}</b><span class="unheard" aria-live="polite"></span></p>`
    : html`<p class="alert" role="alert">Le temps de la place est écoulé. Revenez à Loge : si elle n’est plus gardée, rien ne sera débité.</p>`;

function page(title: string, nonce: string, body: Fragment, clock: HoldClock | null = null): Fragment {
  return html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Paiement fictif</title>
<link rel="icon" href="data:,">
${clock === null ? '' : html`<noscript><meta http-equiv="refresh" content="${secondsUntilReload(clock)}"></noscript>`}
<style nonce="${nonce}">${raw(style)}</style>
</head>
<body${clock === null ? '' : html` data-reload="${secondsUntilReload(clock)}"`}>
<header><p><strong>Paiement fictif — bac à sable</strong> <span>Page d’un prestataire d’essai. Aucune somme n’est débitée, aucune carte n’est demandée.</span></p></header>
<main>${body}</main>
${clock === null ? '' : html`<script nonce="${nonce}">${raw(clockScript)}</script>`}
</body>
</html>`;
}

interface Choice {
  value: string;
  label: string;
  hint: string;
}

const choices = (name: string, legend: string, options: Choice[]) => html`<fieldset>
<legend>${legend}</legend>
${options.map(
  (
    { value, label, hint },
    index,
  ) => html`<label class="choice"><input type="radio" name="${name}" value="${value}"${index === 0 ? raw(' checked') : ''}>
<span><b>${label}</b><small>${hint}</small></span></label>`,
)}
</fieldset>`;

const CARDS: Choice[] = [
  { value: 'accepted', label: 'Carte acceptée', hint: '4242 4242 4242 4242' },
  {
    value: 'challenge',
    label: 'Carte avec 3-D Secure',
    hint: 'Demande une seconde étape, à réussir ou à échouer.',
  },
  {
    value: 'disputed_won',
    label: 'Carte contestée, puis rétablie',
    hint: 'Le payeur conteste après coup, et la banque lui donne tort.',
  },
  {
    value: 'disputed_lost',
    label: 'Carte contestée, et perdue',
    hint: 'Le payeur conteste après coup, et la banque lui donne raison.',
  },
  { value: 'declined', label: 'Carte refusée', hint: 'La banque refuse, une autre carte reste possible.' },
];

const WEBHOOKS: Choice[] = [
  { value: 'normal', label: 'Tout de suite', hint: 'Loge l’apprend avant votre retour.' },
  { value: 'late', label: 'En retard', hint: `Loge ne l’apprend que ${LATE_SECONDS} secondes plus tard.` },
  { value: 'twice', label: 'En double', hint: 'Le même avis arrive deux fois.' },
];

const DECLINES: Record<string, string> = {
  card_declined: 'La carte a été refusée par la banque. Essayez une autre carte.',
  authentication_failed: 'L’authentification 3-D Secure a échoué. Essayez de nouveau ou changez de carte.',
};

const summary = (checkout: Checkout) => html`<div class="summary">
<p class="to">${checkout.title}</p>
${checkout.description === '' ? '' : html`<p class="detail">${checkout.description}</p>`}
<p class="amount">${euros(checkout.amount_cents)}</p>
</div>`;

/** Where the payer chooses what becomes of the payment, while the place is kept. */
export function checkoutPage(checkout: Checkout, nonce: string, now: Date): Fragment {
  const clock = clockOf(checkout, now);
  return page(
    'Payer',
    nonce,
    html`<h1>Payer</h1>
${summary(checkout)}
${clockLine(clock)}
${checkout.decline === null ? '' : html`<p class="alert" role="alert">${DECLINES[checkout.decline] ?? ''}</p>`}
<form method="post">
${choices('card', 'Carte d’essai', CARDS)}
${choices('webhook', 'Avis envoyé à Loge', WEBHOOKS)}
<button type="submit">Payer ${euros(checkout.amount_cents)}</button>
</form>
<p class="leave"><a href="${checkout.cancel_url}">Abandonner et revenir à Loge</a></p>`,
    clock,
  );
}

/** The bank’s question, which the payer answers well or badly. */
export function secondStepPage(checkout: Checkout, nonce: string, now: Date): Fragment {
  const clock = clockOf(checkout, now);
  return page(
    '3-D Secure',
    nonce,
    html`<h1>Votre banque vérifie que c’est bien vous</h1>
${summary(checkout)}
${clockLine(clock)}
<p class="lead">Étape 3-D Secure. Une vraie banque enverrait ici un code ou ouvrirait son application.</p>
<form method="post" class="answers">
<button type="submit" name="answer" value="confirm">Réussir l’authentification</button>
<button type="submit" name="answer" value="fail" class="quiet">Échouer</button>
</form>`,
    clock,
  );
}

/** Paid already, or closed: nothing more happens here. */
export const overPage = (checkout: Checkout, nonce: string): Fragment =>
  checkout.state === 'complete'
    ? page(
        'Paiement enregistré',
        nonce,
        html`<h1>Ce paiement est déjà enregistré</h1>
${summary(checkout)}
<p class="leave"><a class="button" href="${checkout.success_url}">Revenir à Loge</a></p>`,
      )
    : page(
        'Paiement fermé',
        nonce,
        html`<h1>Cette page de paiement est fermée</h1>
<p class="lead">Le temps de la place est écoulé, ou la réservation a changé. Rien n’a été débité.</p>
<p class="leave"><a class="button" href="${checkout.cancel_url}">Revenir à Loge</a></p>`,
      );

export const unknownPage = (nonce: string): Fragment =>
  page(
    'Introuvable',
    nonce,
    html`<h1>Cette page n’existe pas</h1>
<p class="lead">Le lien est incomplet ou a été remplacé par un plus récent. Recommencez depuis Loge.</p>
<p class="leave"><a class="button" href="/">Revenir à Loge</a></p>`,
  );

const BANKS: Choice[] = [
  { value: 'accepts', label: 'Compte bancaire valide', hint: 'Les versements arrivent.' },
  { value: 'refuses', label: 'Compte bancaire clos', hint: 'La banque renvoie chaque versement.' },
];

/** Where a streamer says who they are and where their money goes. */
export const onboardingPage = (account: Account, nonce: string): Fragment =>
  page(
    'Compte de versement',
    nonce,
    html`<h1>Compte de versement fictif</h1>
<p class="lead">Un vrai prestataire vérifierait ici l’identité et le compte bancaire de <b>${account.email}</b>. Le bac à sable accepte tout.</p>
${account.enabled_at === null ? '' : html`<p class="alert calm" role="status">Ce compte est déjà actif. Vous pouvez changer de compte bancaire.</p>`}
<form method="post">
${choices('bank', 'Compte bancaire d’essai', BANKS)}
<button type="submit">Activer le compte</button>
</form>
<p class="leave"><a href="${account.return_url}">Plus tard, revenir à Loge</a></p>`,
  );
