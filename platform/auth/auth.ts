import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { AWAY_RETRY_AFTER, isDatabaseAway } from '#server/postgres/database.ts';
import { createUser, updateUser } from './admin-user-write.ts';
import { deleteUser, listUsers, readUser } from './admin-users.ts';
import { audit } from './audit.ts';
import { type AuthContext, type AuthDeps, createContext } from './context.ts';
import { knowDevice, SIGN_INS } from './devices.ts';
import { AuthError, errorId, invalid, renderError } from './errors.ts';
import { mountFactors } from './factors/factors.ts';
import { mountPasskeys } from './factors/passkeys.ts';
import { generateLink } from './generate-link.ts';
import { invite } from './invite.ts';
import { otp } from './otp.ts';
import { offsetOf, parsePage, setPageHeaders } from './pages.ts';
import { reauthenticate } from './password-change.ts';
import { authorize, authorizeLink } from './providers/authorize.ts';
import { callback } from './providers/callback.ts';
import { unlinkIdentity } from './providers/unlink.ts';
import { health, jwks, openidConfiguration, settings } from './public-info.ts';
import { recover } from './recover.ts';
import { originOf, requireAdmin, requireUser } from './requester.ts';
import { resend } from './resend.ts';
import { endSessions } from './sessions.ts';
import { signup } from './signup.ts';
import { token } from './token.ts';
import { getUser, putUser } from './user.ts';
import { verify, verifyLink } from './verify.ts';

/**
 * Parts that are not built answer as a GoTrue where they are switched off, so that clients learn
 * the truth.
 */
function mountDisabled(auth: AuthContext, app: Hono): void {
  app.post('/sso', () => {
    throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
  });
  app.all('/oauth/*', () => {
    throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled');
  });
  for (const [path, refusal] of [
    ['/admin/sso/*', new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')],
    ['/admin/oauth/*', new AuthError(404, 'feature_disabled', 'OAuth server is disabled')],
    ['/admin/custom-providers', new AuthError(404, 'feature_disabled', 'Custom providers are disabled')],
  ] as const) {
    app.all(path, async (c) => {
      await requireAdmin(auth, c);
      throw refusal;
    });
  }
}

/** POST /logout?scope=global|local|others */
const logout = (auth: AuthContext) => async (c: Context) => {
  const scope = c.req.query('scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw invalid(`Unsupported logout scope "${scope}"`);
  }
  const { user, session } = await requireUser(auth, c);
  const { address } = originOf(auth, c);
  await inTransaction(auth.pool, async (client) => {
    if (scope === 'global' || session === null) await endSessions(client, user.id, 'all');
    else if (scope === 'local') await endSessions(client, user.id, { only: session.id });
    else await endSessions(client, user.id, { except: session.id });
    await audit(client, { action: 'logout', actor: user, address, at: auth.now(), traits: { scope } });
  });
  return c.body(null, 204);
};

const STEP_MS = 50;

/**
 * Lets answers leave on a grid of 50 ms after their request came. Whether an address has an account
 * changes the work by a few inserts; on the grid both kinds of answer leave at the same step.
 */
const evenAnswers: MiddlewareHandler = async (_, next) => {
  const start = performance.now();
  await next();
  await sleep(STEP_MS - ((performance.now() - start) % STEP_MS));
};

/** GET /admin/audit: who did what, newest first. */
const listAudit = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  const page = parsePage(c);
  const [{ rows }, { rows: counted }] = await Promise.all([
    auth.pool.query(
      `select id, payload, created_at, ip_address from auth.audit_log_entries
       order by created_at desc, id limit $1 offset $2`,
      [page.perPage, offsetOf(page)],
    ),
    auth.pool.query('select count(*)::int as total from auth.audit_log_entries'),
  ]);
  setPageHeaders(c, page, counted[0]?.total ?? 0);
  return c.json(rows);
};

const BODY_LIMIT = 1024 * 1024;

/**
 * GoTrue's protocol over `deps.pool`; mounted at `/auth/v1`. It knows tables of the auth schema
 * only: what a product does when somebody signs up hangs on `auth.users` as a trigger, and what it
 * writes in mails comes as `deps.sendMail`.
 */
export function createAuth(deps: AuthDeps): Hono {
  const auth = createContext(deps);
  const app = new Hono();

  app.onError((error, c) => {
    if (error instanceof AuthError) return renderError(c, error);
    if (isDatabaseAway(error)) {
      auth.logger.warn({ err: error, requestId: errorId(c), path: c.req.path }, 'auth: the database is away');
      const extra = { retryAfter: AWAY_RETRY_AFTER };
      return renderError(
        c,
        new AuthError(503, 'unexpected_failure', 'Service temporarily unavailable', extra),
      );
    }
    auth.logger.error({ err: error, requestId: errorId(c), path: c.req.path }, 'auth request failed');
    const message = 'Unexpected failure, please check server logs for more information';
    return renderError(c, new AuthError(500, 'unexpected_failure', message));
  });
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: (c) => {
        // The rest of the body is never read, so the connection cannot carry another request.
        c.header('Connection', 'close');
        const message = `Request body exceeds the limit of ${BODY_LIMIT} bytes`;
        throw new AuthError(413, 'request_entity_too_large', message);
      },
    }),
  );
  // Answers about sessions and people must not be cached on the way.
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });

  for (const path of SIGN_INS) app.use(path, knowDevice(auth));
  app.get('/health', health);
  app.get('/settings', settings(auth));
  app.get('/.well-known/jwks.json', jwks(auth));
  app.get('/.well-known/openid-configuration', openidConfiguration(auth));

  if (!deps.settings.autoconfirm) app.use('/signup', evenAnswers);
  app.post('/signup', signup(auth));
  app.post('/token', token(auth));
  app.get('/verify', verifyLink(auth));
  app.post('/verify', verify(auth));
  app.post('/recover', evenAnswers, recover(auth));
  app.post('/resend', evenAnswers, resend(auth));
  app.post('/otp', evenAnswers, otp(auth));
  app.post('/magiclink', evenAnswers, otp(auth));

  app.get('/user', getUser(auth));
  app.put('/user', putUser(auth));
  app.post('/logout', logout(auth));
  app.get('/reauthenticate', reauthenticate(auth));

  app.get('/authorize', authorize(auth));
  app.on(['GET', 'POST'], '/callback', callback(auth));
  app.get('/user/identities/authorize', authorizeLink(auth));
  app.delete('/user/identities/:id', unlinkIdentity(auth));

  app.get('/admin/users', listUsers(auth));
  app.post('/admin/users', createUser(auth));
  app.get('/admin/users/:id', readUser(auth));
  app.put('/admin/users/:id', updateUser(auth));
  app.delete('/admin/users/:id', deleteUser(auth));
  app.post('/admin/generate_link', generateLink(auth));
  app.get('/admin/audit', listAudit(auth));
  app.post('/invite', invite(auth));

  mountFactors(auth, app);
  mountPasskeys(auth, app);
  mountDisabled(auth, app);
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'Not Found');
  });
  return app;
}
