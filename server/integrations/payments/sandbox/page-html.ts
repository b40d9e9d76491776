import { html, raw } from 'hono/html';
import type { Account } from './accounts.ts';
import type { Checkout } from './checkouts.ts';
import { style } from './page-style.ts';
import { LATE_SECONDS } from './webhooks.ts';

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
