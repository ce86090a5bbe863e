-- Log-ins at providers: who proved an address, log-ins that are under way, and assertions that were used.

-- When the owner of the mailbox proved the account's address: by a mailed token, or at a provider that proves addresses. Without confirmation
-- an account's address counts as confirmed although nobody proved it. Only a proven one may join a provider's identity by address.
alter table auth.users add column email_proved_at timestamptz;
-- The provider proved the address of the identity.
alter table auth.identities add column proved boolean not null default false;

-- The owner of the tables is under forced row-level security too, which would hide every row from the update.
alter table auth.identities no force row level security;
alter table auth.users no force row level security;
update auth.users as u set email_proved_at = coalesce(u.email_confirmed_at, u.created_at)
  from auth.identities as i
  where i.user_id = u.id and i.provider = 'email' and i.identity_data ->> 'email' = u.email
    and i.identity_data -> 'email_verified' = 'true';
alter table auth.identities force row level security;
alter table auth.users force row level security;

-- A new address is not proven, unless the same statement says so.
create function app.forget_proof() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.email_proved_at is not distinct from old.email_proved_at then
    new.email_proved_at := null;
  end if;
  return new;
end $$;
create trigger before_07_forget_proof before update of email on auth.users for each row
  when (old.email is distinct from new.email) execute function app.forget_proof();

-- Log-ins that left for a provider. The row ends with the way back, or after ten minutes.
create table auth.provider_flows (
  -- SHA-256 of the state that the provider sends back.
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  -- Keyed hash of the cookie of the browser that began. Another browser cannot end it.
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  provider text not null check (char_length(provider) between 1 and 40),
  redirect_to text not null check (char_length(redirect_to) <= 2100),
  -- PKCE of our own client: it gets a code in place of a session.
  code_challenge text check (char_length(code_challenge) = 43),
  -- The account that links one more identity, and the session that asked for it.
  user_id uuid references auth.users on delete cascade,
  session_id uuid references auth.sessions on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((user_id is null) = (session_id is null))
);
create index on auth.provider_flows (expires_at);
create index on auth.provider_flows (user_id);
create index on auth.provider_flows (session_id);

-- SHA-256 of ID tokens, SAML assertions and signed messages that opened a session. None opens a second one.
create table auth.spent_assertions (
  key bytea primary key check (octet_length(key) = 32),
  -- Nobody accepts the assertion later.
  expires_at timestamptz not null
);
create index on auth.spent_assertions (expires_at);

alter table auth.provider_flows enable row level security, force row level security;
alter table auth.spent_assertions enable row level security, force row level security;
grant select, insert, update, delete on auth.provider_flows, auth.spent_assertions to service_role;

-- Deletes what has expired of both.
create function auth.forget_flows(at timestamptz, most integer) returns bigint language sql set search_path = ''
begin atomic
  with flows as (
    delete from auth.provider_flows as f where f.ctid = any (array(
      select o.ctid from auth.provider_flows as o where o.expires_at < forget_flows.at
        limit forget_flows.most for update skip locked)) returning 1),
  spent as (
    delete from auth.spent_assertions as s where s.ctid = any (array(
      select o.ctid from auth.spent_assertions as o where o.expires_at < forget_flows.at
        limit forget_flows.most for update skip locked)) returning 1)
  select (select count(*) from flows) + (select count(*) from spent);
end;
grant execute on function auth.forget_flows(timestamptz, integer) to service_role;

-- Triggers in firing order.
-- auth.users
--   before_07_forget_proof    update of email           a new address is not proven
