import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { alreadySent } from '#platform/already-sent.ts';
import type { ProviderSettings } from '#server/settings-providers.ts';

const PATH = '/dev/provider';
const ID = 'custom:demo';

interface DemoDeps {
  /** Where pages are; known once the port is. */
  siteUrl: () => string;
  /** Where this process reaches itself; null while it does not listen. */
  ownOrigin: () => string | null;
}

interface Person {
  name: string;
  email: string;
}

/** A place to sign in at that needs no internet. */
export interface DemoProvider {
  settings: ProviderSettings;
  app: Hono;
  /**
   * Reaches this provider through the process itself, whatever stands in front of it, and everybody
   * else as usual.
   */
  fetch: typeof fetch;
}

const HOUR = 3600;
/** People who signed in here; the oldest are forgotten. */
const MOST_PEOPLE = 1000;

const style = `
:root{color-scheme:dark}*{box-sizing:border-box;margin:0}
body{background:#120b0f;color:#f8f3eb;font:400 16px/1.55 "Instrument Sans",-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;min-height:100vh}
header{border-top:8px solid;border-image:repeating-linear-gradient(-45deg,#fcbe54 0 12px,#251304 12px 24px) 8;background:#1b1218;border-bottom:1px solid #332a2f;padding:12px 20px}
header p{max-width:480px;margin:0 auto;color:#c7bbb2;font-size:14.5px}header strong{display:block;font-size:16px;color:#f8f3eb}
main{max-width:520px;margin:0 auto;padding:32px 20px 64px}h1{font-size:28px;line-height:1.15;letter-spacing:-.02em;margin-bottom:10px;text-wrap:balance}
p.lead{color:#c7bbb2;margin-bottom:26px}form{display:grid;gap:18px}label{display:grid;gap:6px;font-weight:600}
input{min-height:52px;padding:0 16px;border-radius:14px;border:1px solid #82766f;background:#1b1218;color:#f8f3eb;font:inherit;font-weight:400;width:100%}
button{min-height:52px;border-radius:999px;border:0;background:#fcbe54;color:#251304;font:inherit;font-weight:600;cursor:pointer}
button.quiet{background:transparent;color:#f8f3eb;border:1px solid #82766f}
input:focus-visible,button:focus-visible{outline:2px solid #f8f3eb;outline-offset:2px}
`;

/**
 * Names under `.test` belong to nobody (RFC 2606), so that nobody's real address is vouched for
 * here.
 */
const isNobodys = (email: string) => email.endsWith('.test');
const emailIn = (form: URLSearchParams) => (form.get('email') ?? '').trim().toLowerCase().slice(0, 120);

const page = (uid: string) => html`<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Compte de démonstration</title><style>${style}</style></head>
<body><header><p><strong>Compte de démonstration</strong>Rien ne quitte cette machine\u202f: cette page tient lieu de Twitch ou de Google.</p></header>
<main><h1>Loge souhaite savoir qui vous êtes</h1>
<p class="lead">Votre nom et votre adresse e-mail lui seront transmis. Choisissez-les librement\u202f; l’adresse se termine par .test.</p>
<form method="post" action="${PATH}/interaction/${uid}">
<label>Nom <input name="name" required maxlength="80" autocomplete="off" value="Camille Démo"></label>
<label>Adresse e-mail <input name="email" type="email" required maxlength="120" pattern=".+\\.[Tt][Ee][Ss][Tt]" title="Une adresse qui se termine par .test" autocomplete="off" value="camille@demonstration.test"></label>
<button name="answer" value="yes">Continuer</button>
<button class="quiet" name="answer" value="no" formnovalidate>Refuser</button>
</form></main></body></html>`;

/** As a page of a provider answers; its forms lead back to Loge, wherever that is. */
const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
};

async function configure(
  secret: string,
  siteUrl: string,
  people: Map<string, Person>,
): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
  return {
    clients: [{ client_id: 'loge', client_secret: secret, redirect_uris: [`${siteUrl}/auth/v1/callback`] }],
    jwks: { keys: [key] },
    cookies: {
      keys: [randomUUID()],
      names: { interaction: 'demo_interaction', resume: 'demo_resume', session: 'demo_session' },
    },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    ttl: {
      Interaction: HOUR,
      Grant: HOUR,
      Session: HOUR,
      AccessToken: HOUR,
      IdToken: HOUR,
      AuthorizationCode: 60,
    },
    interactions: { url: (_, { uid }) => `${PATH}/interaction/${uid}` },
    findAccount: (_, sub) => {
      const person = people.get(sub);
      if (person === undefined) return undefined;
      return { accountId: sub, claims: () => ({ sub, ...person, email_verified: true }) };
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        ...(oidc.client ? { clientId: oidc.client.clientId } : {}),
        ...(oidc.session?.accountId ? { accountId: oidc.session.accountId } : {}),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** The provider's own handler takes Node's request, under the path where it is mounted. */
async function pass(provider: Provider, { incoming, outgoing }: HttpBindings): Promise<Response> {
  const request: IncomingMessage & { originalUrl?: string } = incoming;
  request.originalUrl = request.url ?? '';
  request.url = request.originalUrl.slice(PATH.length) || '/';
  await provider.callback()(request, outgoing);
  return alreadySent();
}

/**
 * A certified OpenID Connect provider of this process, for demonstrations and development alone: it
 * believes what people say of themselves.
 */
export function createDemoProvider({ siteUrl, ownOrigin }: DemoDeps): DemoProvider {
  const secret = randomUUID();
  const people = new Map<string, Person>();
  let made: Promise<Provider> | null = null;
  const provider = (): Promise<Provider> => {
    made ??= configure(secret, siteUrl(), people).then((configuration) => {
      const one = new Provider(`${siteUrl()}${PATH}`, configuration);
      // Asked through the process itself, it names the addresses at which the browser reaches it.
      one.proxy = true;
      return one;
    });
    return made;
  };
  const remember = ({ name, email }: Person): string => {
    const sub = createHash('sha256').update(email).digest('hex').slice(0, 24);
    people.delete(sub);
    people.set(sub, { name, email });
    const [oldest] = people.keys();
    if (people.size > MOST_PEOPLE && oldest !== undefined) people.delete(oldest);
    return sub;
  };
  const finish = async (
    { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
    form: URLSearchParams,
  ): Promise<Response> => {
    const email = emailIn(form);
    const name = (form.get('name') ?? '').trim().slice(0, 80);
    const agreed = form.get('answer') === 'yes';
    const result = agreed
      ? { login: { accountId: remember({ name, email }), remember: false } }
      : { error: 'access_denied', error_description: 'La personne a refusé.' };
    const one = await provider();
    await one.interactionFinished(incoming, outgoing, result, { mergeWithLastSubmission: false });
    return alreadySent();
  };

  const app = new Hono<{ Bindings: HttpBindings }>();
  const over = (c: Context) => c.redirect(`${siteUrl()}/auth`, 303);
  app.get(`${PATH}/interaction/:uid`, (c) => c.html(page(c.req.param('uid')), 200, PAGE_HEADERS));
  app.post(`${PATH}/interaction/:uid`, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    // The page says so first; a form that was sent without it is asked again.
    if (form.get('answer') === 'yes' && !isNobodys(emailIn(form)))
      return c.html(page(c.req.param('uid')), 422, PAGE_HEADERS);
    const one = await provider();
    const isOpen = await one.interactionDetails(c.env.incoming, c.env.outgoing).then(
      () => true,
      () => false, // too old, or another browser's
    );
    return isOpen ? finish(c.env, form) : over(c);
  });
  app.all(`${PATH}/*`, async (c) => pass(await provider(), c.env));

  return {
    settings: {
      id: ID,
      label: 'Compte de démonstration',
      clientIds: ['loge'],
      secret,
      apple: null,
      get url() {
        return `${siteUrl()}${PATH}`;
      },
    },
    app: new Hono().route('/', app),
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const site = new URL(siteUrl());
      const own = ownOrigin();
      if (own === null || url.origin !== site.origin || !url.pathname.startsWith(PATH))
        return fetch(input, init);
      const headers = new Headers(init?.headers);
      headers.set('X-Forwarded-Host', site.host);
      headers.set('X-Forwarded-Proto', site.protocol.slice(0, -1));
      return fetch(`${own}${url.pathname}${url.search}`, { ...init, headers });
    },
  };
}
