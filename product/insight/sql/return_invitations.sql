comment on table private.return_invitations is 'A mail by which a streamer invited a viewer who had not come back and had allowed it.';
comment on column private.return_invitations.id is 'Random; in the mail''s link it lets its reader withdraw the consent without signing in.';
comment on column private.return_invitations.viewer_id is 'Who was invited.';
comment on column private.return_invitations.streamer_id is 'By whom.';
comment on column private.return_invitations.sent_at is 'When.';
comment on column private.return_invitations.quiet_until is 'No other one of this streamer to this viewer before; 90 days later or more.';
