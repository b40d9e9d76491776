-- The people: profiles, decisions about them, and the audit log.

comment on table public.profiles is
  'A person with an account: the name, the picture and the role that decides which pages they have. Made with the account.';
comment on column public.profiles.id is 'The account (auth.users.id).';
comment on column public.profiles.role is 'viewer, streamer or admin. No client may change it.';
comment on column public.profiles.first_name is 'As told at sign-up; null when it was not.';
comment on column public.profiles.last_name is 'As told at sign-up; shown to others as an initial only.';
comment on column public.profiles.avatar_url is 'Address of the picture, on this site or https.';
comment on column public.profiles.created_at is 'When the account was made.';
comment on column public.profiles.updated_at is 'Last change; kept by a trigger.';

comment on table private.profile_searches is 'What the admin pages search and sort people by. Derived from profiles by a trigger.';
comment on column private.profile_searches.person_id is 'The person.';
comment on column private.profile_searches.names is 'First and last name, lower case and without accents.';
comment on column private.profile_searches.sort_names is 'Last name first, folded in the same way.';

comment on table public.person_settings is
  'How a person wants to be told, and in which zone they read the time. No row: the defaults.';
comment on column public.person_settings.person_id is 'The person.';
comment on column public.person_settings.zone is 'IANA zone; null: that of the device.';
comment on column public.person_settings.reminder_mails is 'Wants mails before a session.';
comment on column public.person_settings.waiting_list_mails is 'Wants a mail when a waiting list opens.';
comment on column public.person_settings.message_mails is 'Wants mails about unread messages.';
comment on column public.person_settings.updated_at is 'Last change; kept by a trigger.';

comment on table public.admin_requests is 'Somebody asks to be an admin; an admin decides.';
comment on column public.admin_requests.id is 'The request.';
comment on column public.admin_requests.person_id is 'Who asks.';
comment on column public.admin_requests.state is 'pending, approved or refused.';
comment on column public.admin_requests.created_at is 'When it was asked.';
comment on column public.admin_requests.decided_by is 'The admin who decided; null while it is pending or when that account is gone.';
comment on column public.admin_requests.decided_at is 'When it was decided.';
comment on column public.admin_requests.reason is 'Why, in the admin''s words.';

comment on table public.suspensions is 'An account that an admin suspended, and when that ended.';
comment on column public.suspensions.id is 'The suspension.';
comment on column public.suspensions.person_id is 'Who is suspended.';
comment on column public.suspensions.reason is 'Why, in the admin''s words.';
comment on column public.suspensions.until is 'When it ends by itself; null: when an admin lifts it.';
comment on column public.suspensions.created_at is 'When it began.';
comment on column public.suspensions.created_by is 'The admin who suspended.';
comment on column public.suspensions.lifted_at is 'When an admin lifted it; null when none did.';
comment on column public.suspensions.lifted_by is 'The admin who lifted it.';

comment on table public.deletion_requests is
  'A person asked for their account to be deleted. The row goes when they change their mind.';
comment on column public.deletion_requests.person_id is 'Who asked.';
comment on column public.deletion_requests.created_at is 'When they asked.';
comment on column public.deletion_requests.deletes_at is 'When the account is deleted: 30 days later.';

comment on table public.audit_log is 'What was done to people and money by the team or by Loge itself. Append-only.';
comment on column public.audit_log.id is 'Rises with each entry.';
comment on column public.audit_log.at is 'When it was done.';
comment on column public.audit_log.actor_id is 'Who did it; null for Loge itself. No foreign key: the entry outlives the account.';
comment on column public.audit_log.action is 'The command or the task, <capability>/<verb-noun>.';
comment on column public.audit_log.subject_table is 'The table of what it was done to.';
comment on column public.audit_log.subject_id is 'The id of that row.';
comment on column public.audit_log.before is 'The values before, ids and states only.';
comment on column public.audit_log.after is 'The values after.';
comment on column public.audit_log.reason is 'Why, in the words of the person who did it.';

comment on table private.deployments is 'How this installation is set up, for functions that cannot read its environment. One row.';
comment on column private.deployments.singleton is 'Always true: there is one row.';
comment on column private.deployments.admin_mfa is 'required: admins act only with a second factor; optional: with the one they have.';
comment on column private.deployments.admin_signup is 'open: choosing the role admin at sign-up makes an admin; approval: it makes a request.';

comment on table public.income_scenarios is 'A scenario of the revenue simulator that somebody keeps.';
comment on column public.income_scenarios.person_id is 'Whose.';
comment on column public.income_scenarios.place is 'From 1 to 6: no more are kept.';
comment on column public.income_scenarios.name is 'What the person calls it.';
comment on column public.income_scenarios.address is 'The query of the simulator''s address that shows it.';
comment on column public.income_scenarios.created_at is 'When it was kept.';

comment on table private.known_devices is 'The browsers in which somebody has signed in: a sign-in from another one is told by mail.';
comment on column private.known_devices.person_id is 'Whose.';
comment on column private.known_devices.device is 'SHA-256 of the cookie that the browser keeps, or of the family of its user agent where it keeps none.';
comment on column private.known_devices.first_seen_at is 'Its first sign-in.';
comment on column private.known_devices.last_seen_at is 'Its last sign-in. Forgotten 400 days later, when a browser has forgotten the cookie too.';

comment on table private.sign_in_alerts is 'A sign-in from an unknown browser that a mail told of, with which its person may end exactly that session.';
comment on column private.sign_in_alerts.session_id is 'The session, which may have ended: no foreign key.';
comment on column private.sign_in_alerts.person_id is 'Who was told.';
comment on column private.sign_in_alerts.device is 'The browser, forgotten when its person says that it was not them.';
comment on column private.sign_in_alerts.token_hash is 'SHA-256 of the secret in the link of the mail.';
comment on column private.sign_in_alerts.user_agent is 'What the browser says that it is.';
comment on column private.sign_in_alerts.ip is 'The network address of the sign-in.';
comment on column private.sign_in_alerts.created_at is 'When the session began.';
comment on column private.sign_in_alerts.ended_at is 'When its person said that it was not them, and the session ended.';

comment on table public.factor_removals is 'A request of somebody who lost their second factors, which the team grants with a day''s delay. One open a person.';
comment on column public.factor_removals.id is 'The request.';
comment on column public.factor_removals.person_id is 'Who asks.';
comment on column public.factor_removals.words is 'What they lost, and how the team may know that it is them.';
comment on column public.factor_removals.state is 'asked; granted, which takes effect a day later; refused; cancelled by the person; done.';
comment on column public.factor_removals.asked_at is 'When.';
comment on column public.factor_removals.token_hash is 'SHA-256 of the secret in the first mail, with which the person calls it off.';
comment on column public.factor_removals.granted_token_hash is 'The same of the mail that tells of the team''s yes.';
comment on column public.factor_removals.decided_by is 'Who of the team decided, never the person themself.';
comment on column public.factor_removals.decided_at is 'When the team decided.';
comment on column public.factor_removals.reason is 'How the team knows that it is them, or why it refuses.';
comment on column public.factor_removals.takes_effect_at is 'When the factors go, a day after the team''s yes at least.';
comment on column public.factor_removals.ended_at is 'When it was refused, called off or carried out.';

comment on table public.ages is 'What people said of their age. Of who was of age nothing but that; of a minor the date of birth, until they are 18.';
comment on column public.ages.person_id is 'Whose.';
comment on column public.ages.birth_date is 'Of a minor. Null: they said that they were of age, or have come of age since.';
comment on column public.ages.declared_at is 'When they said it.';

comment on table public.guardianships is 'Who answers for a minor, by mail and without an account. One open a minor.';
comment on column public.guardianships.id is 'The guardianship.';
comment on column public.guardianships.person_id is 'The minor.';
comment on column public.guardianships.email is 'Where the guardian is reached, as the minor gave it.';
comment on column public.guardianships.guardian_name is 'As the guardian gave it when they confirmed.';
comment on column public.guardianships.monthly_cents is 'What the minor may pay in a calendar month in Paris.';
comment on column public.guardianships.state is 'asked; confirmed; refused or stopped by the guardian; ended, because another was asked or the minor came of age.';
comment on column public.guardianships.asked_at is 'When the minor asked.';
comment on column public.guardianships.expires_at is 'Until when the guardian may confirm.';
comment on column public.guardianships.confirmed_at is 'When they said that they have parental authority.';
comment on column public.guardianships.told_at is 'When the guardian was told that the payments are stopped.';
comment on column public.guardianships.ended_at is 'When it was refused or stopped, or ended.';

comment on table private.guardian_links is 'The links in the mails to guardians.';
comment on column private.guardian_links.token_hash is 'SHA-256 of the secret in the link.';
comment on column private.guardian_links.guardianship_id is 'What it leads to.';
comment on column private.guardian_links.created_at is 'When the mail was written.';
