-- The tables of auth, mail and realtime. Names and columns of auth are those of a hosted Supabase,
-- which documents them; here is what each table is for.

comment on table auth.audit_log_entries is 'What happened to accounts and sessions, as a hosted auth service logs it.';

comment on table auth.flow_state is 'A sign-in by PKCE that has begun: the code that the browser exchanges for tokens.';

comment on table auth.identities is 'The ways by which a person signs in: e-mail and password, and each provider account that they linked.';

comment on table auth.mfa_amr_claims is 'The methods by which a session was authenticated.';

comment on table auth.mfa_challenges is 'A second factor that was asked for and must be answered in time.';

comment on table auth.mfa_factors is 'A second factor of a person: an authenticator app (TOTP), a telephone (SMS) or a security key (WebAuthn).';
comment on column auth.mfa_challenges.otp_hash is 'A keyed digest of the code that was sent to a telephone.';

comment on table auth.mfa_recovery_codes is 'Digests of the codes that stand in for a second factor that was lost; each is good for one sign-in.';

comment on table auth.webauthn_credentials is 'Passkeys: public keys by which a person signs in without a password.';

comment on table auth.webauthn_challenges is 'What a passkey must sign, until it was tried once or is over.';
comment on column auth.mfa_factors.secret is 'The TOTP secret, sealed with a key that is not in the database.';
comment on column auth.mfa_factors.last_used_step is 'The 30 s step (RFC 6238) of the last TOTP code accepted; no code of this step or an earlier one is accepted again.';
comment on column auth.mfa_factors.web_authn_credential is 'The security key''s public half. @type { id: string; publicKey: string; counter: number; transports: string[] }';
comment on column auth.mfa_challenges.web_authn_challenge is 'What a security key must sign.';

comment on table auth.one_time_tokens is 'Hashes of the tokens in mails and text messages: confirmation, recovery, change of address or number.';

comment on table auth.provider_states is 'A sign-in at a provider that has begun: found again, once, by the state that its callback brings.';

comment on table auth.rate_limits is 'How much of a limit is used, and until when.';

comment on table auth.refresh_tokens is 'Hashes of refresh tokens; each is used once and names the one before it.';

comment on table auth.sessions is 'A browser in which a person is signed in.';
comment on column auth.sessions.device is 'SHA-256 of the cookie by which the browser is known again; null where none comes back.';

comment on table auth.users is 'The accounts.';

comment on table mail.messages is 'A mail in the outbox: written with the fact that it tells of, delivered later.';
comment on column mail.messages.id is 'The mail.';
comment on column mail.messages.kind is 'What it tells of: a file of server/mail.';
comment on column mail.messages.from_address is 'Who sends it.';
comment on column mail.messages.to_address is 'Who gets it: one bare address.';
comment on column mail.messages.subject is 'Its subject line.';
comment on column mail.messages.text_body is 'Its text; null once it was sent, because it may hold a sign-in link.';
comment on column mail.messages.html_body is 'The same as a page.';
comment on column mail.messages.calendar_body is 'The invitation beside it; null: none, or sent.';
comment on column mail.messages.calendar_method is 'What the invitation asks of a calendar: REQUEST or CANCEL.';
comment on column mail.messages.event is 'The fact from which it is rendered when it is sent; null for one that was written whole.';
comment on column mail.messages.first_name is 'How its recipient is addressed; null: by no name.';
comment on column mail.messages.related is 'What it is about, such as {"user_id": …}. No foreign key: the record of a mail outlives its subject.';
comment on column mail.messages.state is 'pending, sent, failed, or kept where no mail leaves the machine.';
comment on column mail.messages.attempts is 'How often it was tried.';
comment on column mail.messages.next_attempt_at is 'When it is tried next.';
comment on column mail.messages.last_error is 'What went wrong last.';
comment on column mail.messages.created_at is 'When it was written.';
comment on column mail.messages.sent_at is 'When it left; null: not yet.';

comment on table migrations.applied is 'Which files of database/ were applied to this database.';
comment on column migrations.applied.set_name is 'platform or product.';
comment on column migrations.applied.kind is 'migration, functions, policies or comments: the folder.';
comment on column migrations.applied.name is 'The file.';
comment on column migrations.applied.checksum is 'SHA-256 of its text. A migration never changes; another file is applied again when it did.';
comment on column migrations.applied.applied_at is 'When.';
comment on column migrations.applied.earlier is 'Checksums of the texts applied before, so that the version before knows that its own was.';
comment on column migrations.applied.needs is 'Of a migration: those that a version of Loge must have to serve the database after it; null: not recorded.';

comment on table realtime.bus_messages is 'A message between server processes that is too long for NOTIFY.';

comment on table realtime.changes is
  'Committed changes of the published tables, kept for a moment until every process has passed them on.';

comment on table realtime.messages is
  'Broadcasts that the database sent, kept for three days; policies of private channels are asked about rows that are rolled back, as on a hosted Supabase.';
comment on table realtime.default_messages is 'Messages of days that have no partition of their own.';
comment on column auth.users.instance_id is 'What seeds of hosted projects name; nothing reads it.';
comment on column auth.users.raw_app_meta_data is 'What the operator notes of the account. @type Record<string, Json>';
comment on column auth.users.raw_user_meta_data is 'What the person said of themself at sign-up. @type Record<string, Json>';
comment on column auth.identities.identity_data is 'What is known of the person by this address or number. @type Record<string, Json>';
comment on column auth.flow_state.authentication_method is 'How the person proves who they are. @type FlowMethod of #platform/auth/flow-method.ts';
