-- Mails that wait for the mail server. The transaction that makes a mail stores it here, and the row is deleted once the mail was sent or
-- given up. The server seals the address and the text with a key of its own: a dump of the database opens no account.
create table auth.mails (
  -- Keyed hash of kind and address: asking again replaces the mail that was not sent yet.
  key bytea primary key check (octet_length(key) = 16),
  -- New with every replacement, so that the sender of the older mail does not delete the newer one.
  id uuid not null,
  kind text not null check (kind in ('asked', 'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'already_here',
    'password_changed', 'email_changed')),
  user_id uuid references auth.users on delete cascade,
  sealed bytea not null check (octet_length(sealed) <= 8192),
  attempts smallint not null default 0,
  due_at timestamptz not null,
  expires_at timestamptz not null
) with (fillfactor = 50);
create index on auth.mails (due_at);
create index on auth.mails (user_id);
alter table auth.mails enable row level security, force row level security;
grant select, insert, update, delete on auth.mails to service_role;

-- Triggers: none.
