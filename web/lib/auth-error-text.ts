import type { AuthError } from '@supabase/supabase-js';

type Literal<T> = T extends string ? (string extends T ? never : T) : never;

/**
 * The codes of the auth service: those the client library names, and the newer ones it passes on.
 */
export type AuthErrorCode =
  | Literal<AuthError['code']>
  | 'current_password_required'
  | 'current_password_invalid'
  | 'flow_state_already_used'
  | 'request_entity_too_large'
  | 'feature_disabled'
  | 'pkce_code_verifier_not_found'
  | 'passkey_disabled'
  | 'too_many_passkeys'
  | 'webauthn_challenge_not_found'
  | 'webauthn_credential_exists'
  | 'webauthn_verification_failed';

const unavailable = 'Le service est momentanément indisponible. Réessayez dans un instant.';
const notOffered = 'Cette façon de se connecter n’est pas proposée sur Loge.';
const incomplete = 'La demande n’a pas été comprise. Vérifiez les champs, puis réessayez.';
const sessionOver = 'Votre session est terminée. Reconnectez-vous pour continuer.';
const linkOver = 'Ce lien ou ce code n’est plus valable. Demandez-en un nouveau.';
const linkElsewhere =
  'Ce lien a été demandé dans un autre navigateur, ou un lien plus récent l’a remplacé. Demandez-en un nouveau ici.';
const attemptOver =
  'Cette tentative de connexion a déjà servi, a plus de cinq minutes, ou a commencé ailleurs. Recommencez-la.';
const secondFactor = 'Ce second facteur n’est pas proposé ici. Choisissez-en un autre.';
const secondFactorRefused = 'Le code de vérification n’est pas le bon ou n’est plus valable. Réessayez.';
const keyTooLate = 'La demande a expiré avant la réponse de votre clé. Recommencez.';
const keyKnown = 'Cette clé est déjà enregistrée. Elle est dans la liste de vos réglages.';
const emailTaken =
  'Un compte existe déjà avec cette adresse. Connectez-vous, ou choisissez une autre adresse.';
const waitALittle = 'Trop de tentatives. Patientez quelques minutes avant de réessayer.';
const waitForMail = 'Un e-mail vient de vous être envoyé. Patientez un peu avant d’en demander un autre.';

const texts = {
  unexpected_failure: unavailable,
  hook_timeout: unavailable,
  hook_timeout_after_retry: unavailable,
  hook_payload_over_size_limit: unavailable,
  hook_payload_invalid_content_type: unavailable,
  request_timeout: unavailable,
  conflict: 'Une autre demande est en cours. Réessayez dans un instant.',
  sms_send_failed: 'Le SMS n’est pas parti. Réessayez dans un instant.',
  validation_failed: incomplete,
  bad_json: incomplete,
  request_entity_too_large: incomplete,
  captcha_failed: 'La vérification anti-robot a échoué. Rechargez la page, puis réessayez.',

  invalid_credentials: 'L’adresse e-mail ou le mot de passe ne correspond pas. Vérifiez-les, puis réessayez.',
  email_not_confirmed: 'Votre adresse n’est pas encore confirmée. Ouvrez le lien reçu par e-mail.',
  phone_not_confirmed: notOffered,
  user_banned:
    'Ce compte est suspendu. Vous pensez que c’est une erreur ? La page Contact, au pied du site, nous écrit sans se connecter.',
  user_not_found: 'Ce compte n’existe plus.',
  signup_disabled: 'Les inscriptions sont fermées pour le moment.',
  user_already_exists: emailTaken,
  email_exists: emailTaken,
  phone_exists: 'Ce numéro est déjà celui d’un compte.',
  email_address_invalid: 'Cette adresse e-mail n’est pas acceptée. Utilisez-en une autre.',
  email_address_not_authorized: 'Aucun e-mail ne peut être envoyé à cette adresse. Utilisez-en une autre.',
  provider_email_needs_verification: 'Confirmez d’abord votre adresse avec le lien reçu par e-mail.',
  invite_not_found: 'Cette invitation n’existe plus. Demandez-en une nouvelle.',

  weak_password: 'Ce mot de passe est trop facile à deviner. Choisissez-en un plus long ou plus personnel.',
  same_password: 'Le nouveau mot de passe doit être différent de l’ancien.',
  current_password_required: 'Saisissez votre mot de passe actuel.',
  current_password_invalid: 'Le mot de passe actuel n’est pas le bon.',
  reauthentication_needed: 'Confirmez d’abord que c’est bien vous, avec le code envoyé par e-mail.',
  reauthentication_not_valid: 'Le code n’est pas le bon ou n’est plus valable. Demandez-en un nouveau.',
  reauth_nonce_missing: 'Saisissez le code envoyé par e-mail.',

  over_request_rate_limit: waitALittle,
  over_email_send_rate_limit: waitForMail,
  over_sms_send_rate_limit: waitALittle,

  otp_expired: linkOver,
  otp_disabled: 'Aucun compte ne correspond à cette adresse. Créez d’abord un compte.',
  flow_state_expired: linkOver,
  flow_state_already_used: attemptOver,
  flow_state_not_found: linkElsewhere,
  bad_code_verifier: linkElsewhere,
  pkce_code_verifier_not_found: linkElsewhere,

  bad_jwt: sessionOver,
  no_authorization: sessionOver,
  session_not_found: sessionOver,
  session_expired: sessionOver,
  refresh_token_not_found: sessionOver,
  refresh_token_already_used: sessionOver,
  not_admin: 'Cette action est réservée à l’équipe de Loge.',

  bad_oauth_state: attemptOver,
  bad_oauth_callback: attemptOver,
  oauth_provider_not_supported: notOffered,
  unexpected_audience: sessionOver,
  provider_disabled: notOffered,
  email_provider_disabled: notOffered,
  phone_provider_disabled: notOffered,
  anonymous_provider_disabled: notOffered,
  saml_provider_disabled: notOffered,
  feature_disabled: notOffered,
  sso_provider_not_found: notOffered,
  sso_domain_already_exists: notOffered,
  saml_relay_state_not_found: linkOver,
  saml_relay_state_expired: linkOver,
  saml_idp_not_found: notOffered,
  saml_idp_already_exists: notOffered,
  saml_assertion_no_user_id: notOffered,
  saml_assertion_no_email: notOffered,
  saml_metadata_fetch_failed: notOffered,
  saml_entity_id_mismatch: notOffered,
  user_sso_managed: 'Ce compte est géré par votre organisation, qui seule peut le modifier.',
  manual_linking_disabled: 'Relier ou délier un compte n’est pas proposé ici.',
  identity_already_exists: 'Ce moyen de connexion est déjà relié à un compte.',
  identity_not_found: 'Ce compte n’est plus relié au vôtre. Rechargez la page.',
  single_identity_not_deletable:
    'C’est votre seul moyen de connexion : reliez un autre compte avant de l’enlever.',
  email_conflict_identity_not_deletable:
    'Sans lui, votre adresse deviendrait celle de l’autre moyen de connexion, qui est déjà celle d’un autre compte. Changez d’abord votre adresse.',

  insufficient_aal: 'Confirmez d’abord votre identité avec votre second facteur.',
  mfa_factor_name_conflict: 'Vous avez déjà un second facteur de ce nom.',
  mfa_factor_not_found: secondFactorRefused,
  mfa_ip_address_mismatch: secondFactorRefused,
  mfa_challenge_expired: secondFactorRefused,
  webauthn_challenge_expired: keyTooLate,
  webauthn_challenge_not_found: keyTooLate,
  webauthn_credential_exists: keyKnown,
  webauthn_verification_failed:
    'Cette clé n’a pas été reconnue. Si vous l’avez retirée de vos réglages, connectez-vous autrement.',
  passkey_disabled: notOffered,
  too_many_passkeys: 'Vous avez déjà dix clés d’accès. Retirez-en une avant d’en ajouter une autre.',
  mfa_verification_failed: secondFactorRefused,
  mfa_verification_rejected: secondFactorRefused,
  too_many_enrolled_mfa_factors: 'Vous avez déjà le nombre maximal de seconds facteurs.',
  mfa_verified_factor_exists: 'Ce numéro est déjà l’un de vos seconds facteurs.',
  mfa_phone_enroll_not_enabled: secondFactor,
  mfa_phone_verify_not_enabled: secondFactor,
  mfa_totp_enroll_not_enabled: secondFactor,
  mfa_totp_verify_not_enabled: secondFactor,
  mfa_webauthn_enroll_not_enabled: secondFactor,
  mfa_webauthn_verify_not_enabled: secondFactor,
  mfa_recovery_codes_enroll_not_enabled: secondFactor,
  mfa_recovery_codes_verify_not_enabled: secondFactor,
  mfa_recovery_codes_locked: secondFactorRefused,
  mfa_recovery_codes_sole_factor: secondFactorRefused,
} satisfies Record<AuthErrorCode, string>;

/** Whether a code of the auth service is one that has its own sentence. */
export const isAuthErrorCode = (code: unknown): code is AuthErrorCode =>
  typeof code === 'string' && Object.hasOwn(texts, code);

/** The French sentence of a code: what happened and what to do next. */
export const authCodeText = (code: AuthErrorCode): string => texts[code];
