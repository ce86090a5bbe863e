-- Passkeys: keys of a person's devices, in place of a password. Only service_role reaches these tables, through the auth gateway.
create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- The account's name on the device: a keyed hash, from which nobody learns the account.
  user_handle bytea not null check (octet_length(user_handle) = 32),
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- A COSE key.
  public_key bytea not null check (octet_length(public_key) between 32 and 2048),
  -- The device's count of its signatures. Most devices leave it at zero.
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null default '{}' check (cardinality(transports) <= 8),
  friendly_name text check (char_length(friendly_name) between 1 and 120),
  -- The maker of the device copies the key to the person's other devices.
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index on auth.passkeys (user_id);

-- Challenges that no device has answered yet. Each is good for one answer. Unlogged: after a crash a person presses the button again.
create unlogged table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('registration', 'authentication')),
  -- Null: a log-in, which names no account.
  user_id uuid references auth.users on delete cascade,
  expires_at timestamptz not null,
  check ((kind = 'registration') = (user_id is not null))
);
create index on auth.webauthn_challenges (user_id);
create index on auth.webauthn_challenges (expires_at);

alter table auth.passkeys enable row level security, force row level security;
alter table auth.webauthn_challenges enable row level security, force row level security;
grant select, insert, update, delete on auth.passkeys, auth.webauthn_challenges to service_role;

alter table auth.mails drop constraint mails_kind_check;
alter table auth.mails add constraint mails_kind_check check (kind in ('asked', 'confirmation', 'recovery', 'email_change_current',
  'email_change_new', 'already_here', 'password_changed', 'email_changed', 'passkey_added', 'contact', 'proof', 'payment_outcome'));

create or replace function auth.prune(at timestamptz, most integer) returns bigint language sql set search_path = '' as $$
  with limits as (
    delete from auth.rate_limits where ctid = any (array(
      select ctid from auth.rate_limits where full_at < at limit most for update skip locked)) returning 1),
  tokens as (
    delete from auth.one_time_tokens where ctid = any (array(
      select ctid from auth.one_time_tokens where expires_at < at or used_at < at - interval '1 day'
      limit most for update skip locked)) returning 1),
  challenges as (
    delete from auth.webauthn_challenges where ctid = any (array(
      select ctid from auth.webauthn_challenges where expires_at < at limit most for update skip locked)) returning 1),
  sessions as (
    delete from auth.sessions where ctid = any (array(
      select ctid from auth.sessions where expires_at < at limit most for update skip locked)) returning 1),
  networks as (
    delete from auth.known_networks where ctid = any (array(
      select ctid from auth.known_networks where seen_at < at - interval '90 days' limit most for update skip locked)) returning 1)
  select (select count(*) from limits) + (select count(*) from tokens) + (select count(*) from challenges)
    + (select count(*) from sessions) + (select count(*) from networks)
$$;

-- Triggers: none.
