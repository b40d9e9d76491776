/**
 * How a person proves who they are in a sign-in that another request ends:
 * `auth.flow_state.authentication_method`.
 */
export type FlowMethod =
  | 'password'
  | 'otp'
  | 'anonymous'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email/signup'
  | 'email_change'
  | 'oauth';
