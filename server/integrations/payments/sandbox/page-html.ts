import { html, raw } from 'hono/html';
import type { Account } from './accounts.ts';
import type { Checkout } from './checkouts.ts';
import { LATE_SECONDS } from './webhooks.ts';

/**
 * The sandbox is no part of Loge and looks like none: cold where Loge is warm, striped as building sites are, so that nobody
 * takes it for a page that moves money. Contrast of all text is at least 7:1.
 */
const style = `
:root{color-scheme:dark;--ground:#0e1318;--card:#171e25;--line:#8fa6b8;--rule:#2b3742;--text:#f2f6f9;--soft:#b9c7d2;--mark:#8fd3ff;--on-mark:#06202f}
*{box-sizing:border-box;margin:0}
body{background:var(--ground);color:var(--text);font:400 16px/1.5 "Instrument Sans",-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;min-height:100vh}
header{border-top:10px solid;border-image:repeating-linear-gradient(-45deg,#f2c14e 0 14px,#1d1708 14px 28px) 10;background:#1d1a10;padding:12px 20px}
header p{max-width:560px;margin:0 auto;color:#f5e3b3;font-size:15px}header strong{display:block;font-size:17px;color:#fff3d0}
main{max-width:600px;margin:0 auto;padding:28px 20px 64px}
h1{font-size:28px;line-height:1.15;letter-spacing:-.02em;text-wrap:balance;margin-bottom:18px}
.summary{border:1px solid var(--rule);background:var(--card);border-radius:14px;padding:18px 20px;margin-bottom:22px;overflow-wrap:anywhere}
.to{font-weight:600}.detail{color:var(--soft)}.amount{font-size:26px;font-weight:700;font-variant-numeric:tabular-nums;margin-top:8px}
.lead{color:var(--soft);margin-bottom:22px}.lead b{color:var(--text)}
.alert{border-left:4px solid #ff9b8a;background:#2b1714;color:#ffd9d2;padding:12px 16px;border-radius:0 10px 10px 0;margin-bottom:22px}
.alert.calm{border-color:var(--mark);background:#10222d;color:#d3ecfb}
fieldset{border:0;padding:0;margin-bottom:24px}legend{font-weight:600;padding:0;margin-bottom:10px}
.choice{display:flex;gap:14px;align-items:center;border:1px solid var(--rule);background:var(--card);border-radius:12px;padding:12px 16px;min-height:56px;cursor:pointer}
.choice+.choice{margin-top:8px}.choice:hover{border-color:var(--line)}.choice:has(:checked){border-color:var(--mark);background:#12232e}
.choice:has(:focus-visible){outline:2px solid var(--mark);outline-offset:2px}
.choice input{width:20px;height:20px;flex:none;accent-color:var(--mark)}.choice b{display:block;font-weight:600}.choice small{font-size:14.5px;color:var(--soft)}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:52px;padding:0 22px;border:0;border-radius:12px;background:var(--mark);color:var(--on-mark);font-family:inherit;font-size:17px;font-weight:700;line-height:1.2;cursor:pointer;text-decoration:none;font-variant-numeric:tabular-nums}
button.quiet{background:transparent;color:var(--text);border:1px solid var(--line)}
button:focus-visible,a:focus-visible{outline:2px solid var(--text);outline-offset:3px}
.answers{display:grid;gap:12px}
.leave{margin-top:20px;text-align:center}.leave a:not(.button){display:inline-block;padding:12px;color:var(--soft)}
`;

export type Fragment = ReturnType<typeof html>;

const euros = (amountCents: number) =>
  new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }).format(amountCents / 100);

function page(title: string, nonce: string, body: Fragment): Fragment {
  return html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Paiement fictif</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(style)}</style>
</head>
<body>
<header><p><strong>Paiement fictif — bac à sable</strong> <span>Aucune somme n’est débitée, aucune carte n’est demandée.</span></p></header>
<main>${body}</main>
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

/** Where the payer chooses what becomes of the payment. */
export const checkoutPage = (checkout: Checkout, nonce: string): Fragment =>
  page(
    'Payer',
    nonce,
    html`<h1>Payer</h1>
${summary(checkout)}
${checkout.decline === null ? '' : html`<p class="alert" role="alert">${DECLINES[checkout.decline] ?? ''}</p>`}
<form method="post">
${choices('card', 'Carte d’essai', CARDS)}
${choices('webhook', 'Avis envoyé à Loge', WEBHOOKS)}
<button type="submit">Payer ${euros(checkout.amount_cents)}</button>
</form>
<p class="leave"><a href="${checkout.cancel_url}">Abandonner et revenir à Loge</a></p>`,
  );

/** The bank’s question, which the payer answers well or badly. */
export const secondStepPage = (checkout: Checkout, nonce: string): Fragment =>
  page(
    '3-D Secure',
    nonce,
    html`<h1>Votre banque vérifie que c’est bien vous</h1>
${summary(checkout)}
<p class="lead">Étape 3-D Secure. Une vraie banque enverrait ici un code ou ouvrirait son application.</p>
<form method="post" class="answers">
<button type="submit" name="answer" value="confirm">Réussir l’authentification</button>
<button type="submit" name="answer" value="fail" class="quiet">Échouer</button>
</form>`,
  );

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
<p class="lead">Le délai est écoulé ou la réservation a changé. Rien n’a été débité.</p>
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
