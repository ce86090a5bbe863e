-- The second step of a log-in: an authenticator app, a code to a phone, a security key. Recovery codes stand in for a lost one.
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text check (char_length(friendly_name) between 1 and 60),
  -- The key of an authenticator app, sealed with the server's secret.
  secret bytea check (octet_length(secret) <= 200),
  -- The time step of the last accepted code: a code opens once.
  last_step bigint,
  phone text check (phone ~ '^[1-9][0-9]{6,14}$'),
  credential jsonb check (jsonb_typeof(credential) = 'object' and octet_length(credential::text) <= 4096),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_challenged_at timestamptz,
  constraint mfa_factors_kind_check check (
    (factor_type = 'totp') = (secret is not null) and (factor_type = 'phone') = (phone is not null)
    and (factor_type = 'webauthn' or credential is null)),
  constraint mfa_factors_not_of_emi check (user_id <> 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1')
);
create unique index on auth.mfa_factors (user_id, friendly_name);
create unique index mfa_factors_one_set_key on auth.mfa_factors (user_id) where factor_type = 'recovery_code';
create index mfa_factors_verified_idx on auth.mfa_factors (user_id) where status = 'verified';

alter table auth.sessions
  add column aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- The factor that raised it to aal2.
  add column factor_id uuid references auth.mfa_factors (id) on delete set null,
  -- A mail opened it. It may set a new password and nothing else where a second step is on.
  add column via_recovery boolean not null default false,
  add constraint sessions_recovery_check check (not via_recovery or aal = 'aal1');
create index on auth.sessions (factor_id);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  -- Only this session may answer.
  session_id uuid not null references auth.sessions (id) on delete cascade,
  code_hash bytea check (octet_length(code_hash) = 32),
  tries smallint not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on auth.mfa_challenges (factor_id);
create index on auth.mfa_challenges (session_id);
create index on auth.mfa_challenges (expires_at);

create table auth.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  hash bytea not null check (octet_length(hash) = 32),
  used_at timestamptz,
  primary key (user_id, hash)
);

do $$
declare
  name text;
begin
  foreach name in array array['mfa_factors', 'mfa_challenges', 'recovery_codes'] loop
    execute format('alter table auth.%I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on auth.%I to service_role', name);
  end loop;
end $$;
grant select (user_id, status) on auth.mfa_factors to function_owner;
grant select (aal) on auth.sessions to function_owner;

-- A session without the second step reaches no row of an account that has one.
create or replace function app.check_session(session uuid, subject uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  standing text;
begin
  select case
      when owner.banned_until > now() then 'user_banned'
      when held.aal = 'aal1' and exists (
        select from auth.mfa_factors as f where f.user_id = subject and f.status = 'verified') then 'insufficient_aal'
      else 'good' end into standing
    from auth.sessions held join auth.users owner on owner.id = held.user_id
    where held.id = session and held.user_id = subject and held.expires_at > now();
  if standing = 'good' then return; end if;
  raise sqlstate 'PT401' using message = coalesce(standing, 'session_not_found');
end $$;

-- Triggers: none.
