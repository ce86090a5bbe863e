-- Codes and links beside those of 0002: signing in without a password, an invitation, a proof before a change, and codes by SMS. A token goes to a
-- mail address or to a phone number.
alter table auth.one_time_tokens
  drop constraint one_time_tokens_kind_check,
  alter column email drop not null,
  add column phone text check (phone ~ '^[1-9][0-9]{6,14}$'),
  -- PKCE (RFC 7636, S256): only the client that holds the verifier of this challenge gets the session.
  add column code_challenge text check (code_challenge ~ '^[\w-]{43}$');
alter table auth.one_time_tokens
  add constraint one_time_tokens_kind_check check (kind in ('confirmation', 'recovery', 'magiclink', 'invite', 'email_change_current',
    'email_change_new', 'reauthentication', 'sms', 'phone_change')),
  add constraint one_time_tokens_address_check check (num_nonnulls(email, phone) = 1);
create index one_time_tokens_phone_kind_idx on auth.one_time_tokens (phone, kind);

-- What a client exchanges for a session with its verifier: the code of an opened link, or of a person whom a provider has proved.
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  code_challenge text not null check (code_challenge ~ '^[\w-]{43}$'),
  -- The mailed token that the exchange redeems. Opening its link changes nothing.
  token_id uuid references auth.one_time_tokens on delete cascade,
  method text not null check (method ~ '^[a-z_/]{1,20}$'),
  expires_at timestamptz not null
);
create index on auth.flow_states (user_id);
create index on auth.flow_states (token_id);
create index on auth.flow_states (expires_at);
alter table auth.flow_states enable row level security, force row level security;
grant select, insert, update, delete on auth.flow_states to service_role;

create or replace function auth.prune(at timestamptz, most integer) returns bigint language sql set search_path = '' as $$
  with limits as (
    delete from auth.rate_limits where ctid = any (array(
      select ctid from auth.rate_limits where full_at < at limit most for update skip locked)) returning 1),
  flows as (
    delete from auth.flow_states where ctid = any (array(
      select ctid from auth.flow_states where expires_at < at - interval '1 hour' limit most for update skip locked)) returning 1),
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
  select (select count(*) from limits) + (select count(*) from flows) + (select count(*) from tokens) + (select count(*) from challenges)
    + (select count(*) from sessions) + (select count(*) from networks)
$$;

-- Triggers: none.
