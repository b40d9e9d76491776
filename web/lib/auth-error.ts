import { type AuthErrorCode, authCodeText, isAuthErrorCode } from '#web/lib/auth-error-text.ts';

/** The facts of a failed call of the auth service. */
export interface AuthFailure {
  code: AuthErrorCode | 'unreachable' | 'key_not_used' | 'unknown';
  /** The error and the next step, in French. */
  text: string;
}

const UNREACHABLE = 'Loge ne répond pas. Vérifiez votre connexion à internet, puis réessayez.';
const UNKNOWN = 'Quelque chose n’a pas marché de notre côté. Réessayez dans un instant.';

/**
 * The page's texts for the errors of the browser's window for a passkey or security key (WebAuthn,
 * 5.1.3 and 5.1.4), by the name of the error.
 */
const keyTexts: Readonly<Record<string, string>> = {
  NotAllowedError:
    'Aucune clé n’a répondu : la fenêtre a été fermée, ou cet appareil n’a pas de clé pour Loge. Réessayez, ou choisissez un autre moyen.',
  AbortError: 'La demande de clé a été interrompue. Réessayez, ou choisissez un autre moyen.',
  InvalidStateError: authCodeText('webauthn_credential_exists'),
  NotSupportedError: 'Cet appareil ne sait pas garder une clé. Choisissez un autre moyen.',
  SecurityError: 'Ce navigateur n’utilise pas de clé à cette adresse. Choisissez un autre moyen.',
};

const keyText = (error: object): string | null => {
  const name = 'name' in error && typeof error.name === 'string' ? error.name : '';
  if (name === 'AuthUnknownError' && 'message' in error && /support WebAuthn/.test(String(error.message)))
    return 'Ce navigateur ne connaît pas les clés d’accès. Choisissez un autre moyen.';
  return Object.hasOwn(keyTexts, name) ? (keyTexts[name] ?? null) : null;
};

/** The same where there is nothing else to choose. */
export const withoutOtherMeans = (text: string): string =>
  text.replace(/(?:, ou choisissez un autre moyen| Choisissez un autre moyen\.)/, '');

const limited = new Set<AuthErrorCode>([
  'over_request_rate_limit',
  'over_email_send_rate_limit',
  'over_sms_send_rate_limit',
]);

const codeOf = (error: object): AuthErrorCode | null => {
  if ('code' in error && isAuthErrorCode(error.code)) return error.code;
  if (!('name' in error)) return null;
  if (error.name === 'AuthSessionMissingError') return 'session_not_found';
  return error.name === 'AuthInvalidJwtError' ? 'bad_jwt' : null;
};

/** GoTrue writes the delay of a refused mail into its sentence. */
const delayInMessage = (error: object): number | null => {
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  const seconds = /after (\d+) seconds?/.exec(message)?.[1];
  return seconds === undefined ? null : Number(seconds);
};

function limitText(code: AuthErrorCode, seconds: number | null): string {
  if (seconds === null) return authCodeText(code);
  const wait = waitText(seconds);
  return code === 'over_email_send_rate_limit'
    ? `Un e-mail vient de vous être envoyé. Vous pourrez en demander un autre dans ${wait}.`
    : `Trop de tentatives. Vous pourrez réessayer dans ${wait}.`;
}

function passwordText(error: object): string {
  const reasons: readonly unknown[] = 'reasons' in error && Array.isArray(error.reasons) ? error.reasons : [];
  if (reasons.includes('pwned')) {
    return 'Ce mot de passe figure dans une fuite de données connue. Choisissez-en un autre.';
  }
  if (reasons.includes('length')) return 'Le mot de passe doit contenir au moins 6 caractères';
  return authCodeText('weak_password');
}

/**
 * Puts a failed call of the auth client into words.
 * @param error what the client returned or threw
 * @param retryAfter seconds that the last 429 asked to wait, when it said so
 */
export function describeAuthError(error: unknown, retryAfter: number | null = null): AuthFailure {
  if (typeof error !== 'object' || error === null) return { code: 'unknown', text: UNKNOWN };
  const code = codeOf(error);
  if (code === 'weak_password') return { code, text: passwordText(error) };
  if (code && limited.has(code)) return { code, text: limitText(code, delayInMessage(error) ?? retryAfter) };
  if (code) return { code, text: authCodeText(code) };
  const key = keyText(error);
  if (key !== null) return { code: 'key_not_used', text: key };
  if ('name' in error && error.name === 'AuthRetryableFetchError') {
    const answered = 'status' in error && typeof error.status === 'number' && error.status > 0;
    return answered
      ? { code: 'unexpected_failure', text: authCodeText('unexpected_failure') }
      : { code: 'unreachable', text: UNREACHABLE };
  }
  // A part of the page that could not be loaded, in the words of Chromium, Firefox and Safari.
  if (error instanceof TypeError && /fetch|import|network|load/i.test(error.message)) {
    return { code: 'unreachable', text: UNREACHABLE };
  }
  return { code: 'unknown', text: UNKNOWN };
}

const unit = (count: number, singular: string) => `${count}\u00a0${singular}${count > 1 ? 's' : ''}`;

/**
 * A delay in words, rounded up so that nobody comes back too early: « 42 secondes », « 3 minutes »,
 * « 2 heures ».
 * @param seconds more than 0
 */
export function waitText(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return unit(whole, 'seconde');
  if (whole <= 3_600) return unit(Math.ceil(whole / 60), 'minute');
  return unit(Math.ceil(whole / 3_600), 'heure');
}
