import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AWAY_RETRY_AFTER, isDatabaseAway } from '#server/postgres/database.ts';
import { listAudit } from './admin-audit.ts';
import { createUser, updateUser } from './admin-user-write.ts';
import { deleteUser, listUsers, readFactors, readUser } from './admin-users.ts';
import { type AuthDeps, createContext } from './context.ts';
import { mountDisabled } from './disabled.ts';
import { AuthError, errorId, renderError } from './errors.ts';
import { evenAnswers } from './even-answers.ts';
import { generateLink } from './generate-link.ts';
import { invite } from './invite.ts';
import { logout } from './logout.ts';
import { otp } from './otp.ts';
import { health, jwks, openidConfiguration, settings } from './public-info.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover } from './recover.ts';
import { resend } from './resend.ts';
import { signup } from './signup.ts';
import { token } from './token.ts';
import { getUser, putUser } from './user.ts';
import { verify } from './verify.ts';
import { verifyLink } from './verify-link.ts';

const BODY_LIMIT = 1024 * 1024;

/**
 * GoTrue's protocol over `deps.pool`; mounted at `/auth/v1`. It knows tables of the auth schema only: what a product does
 * when somebody signs up hangs on `auth.users` as a trigger, and what it writes in mails comes as `deps.sendMail`.
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
  // Sessions and persons are nothing for a cache on the way.
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });

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

  app.get('/admin/users', listUsers(auth));
  app.post('/admin/users', createUser(auth));
  app.get('/admin/users/:id', readUser(auth));
  app.put('/admin/users/:id', updateUser(auth));
  app.delete('/admin/users/:id', deleteUser(auth));
  app.get('/admin/users/:id/factors', readFactors(auth));
  app.post('/admin/generate_link', generateLink(auth));
  app.get('/admin/audit', listAudit(auth));
  app.post('/invite', invite(auth));

  mountDisabled(auth, app);
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'Not Found');
  });
  return app;
}
