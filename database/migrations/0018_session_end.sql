-- A session ends 180 days after its log-in, however often it was refreshed. In hours: days would depend on the time zone.
-- The owner of the tables is under forced row-level security too, which would hide every row from these updates.
alter table auth.sessions no force row level security;
alter table auth.identities no force row level security;
alter table auth.users no force row level security;

update auth.sessions set expires_at = created_at + interval '4320 hours'
  where expires_at > created_at + interval '4320 hours';
alter table auth.sessions add constraint sessions_end_check check (expires_at <= created_at + interval '4320 hours');

-- Without confirmation, sign-ups stored their address as verified although nobody had proven the mailbox.
update auth.identities as i set identity_data = i.identity_data || '{"email_verified": false}'
  from auth.users as u where u.id = i.user_id and i.provider = 'email' and u.email_confirmed_at = u.created_at;

alter table auth.sessions force row level security;
alter table auth.identities force row level security;
alter table auth.users force row level security;

-- Triggers: none.
