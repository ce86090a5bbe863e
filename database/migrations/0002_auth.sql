-- Accounts, their sessions and their mailed tokens. Only service_role reaches these tables, through the auth gateway. Row-level security
-- is forced without a policy: a grant given by mistake still shows no row.
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  -- argon2id in PHC form. Null: the address was not proven when the password was set, so nobody can log in with it.
  password_hash text check (char_length(password_hash) <= 200),
  email_confirmed_at timestamptz,
  new_email text check (new_email = lower(new_email) and char_length(new_email) between 3 and 254),
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- The half of a change of address that is confirmed. Both mailboxes must confirm.
  email_change_confirmed text check (email_change_confirmed in ('current', 'new')),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  -- The server writes app_metadata (roles, providers). Clients never do.
  app_metadata jsonb not null default '{}' check (jsonb_typeof(app_metadata) = 'object'),
  user_metadata jsonb not null default '{}'
    check (jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 16384),
  banned_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null check (char_length(provider) between 1 and 40),
  -- The provider's own name for the person. For e-mail it is the account's id.
  provider_id text not null check (char_length(provider_id) between 1 and 255),
  identity_data jsonb not null default '{}' check (jsonb_typeof(identity_data) = 'object'),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index on auth.identities (user_id);

-- A refresh token is the keyed hash of its session and a counter. The row holds no token, not even hashed: a stolen dump refreshes nothing,
-- and the server can compute the same next token for parallel requests.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  amr jsonb not null check (jsonb_typeof(amr) = 'array'),
  refresh_counter integer not null default 1 check (refresh_counter > 0),
  -- Times at which the last few refresh tokens were used, newest first. Each token has its own reuse window.
  rotated_at timestamptz[] not null default '{}' check (cardinality(rotated_at) <= 8),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index on auth.sessions (user_id, expires_at);
create index on auth.sessions (expires_at);

-- A mail carries a link with 256 random bits and a six-digit code. The row holds the link's SHA-256 and the code's keyed hash. A code
-- allows few tries.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('confirmation', 'recovery', 'email_change_current', 'email_change_new')),
  -- The address of the mail. A code is looked up only under the address that its holder names.
  email text not null check (char_length(email) between 3 and 254),
  link_hash bytea not null unique check (octet_length(link_hash) = 32),
  code_hash bytea check (octet_length(code_hash) = 32),
  tries smallint not null default 0 check (tries between 0 and 5),
  code_expires_at timestamptz not null,
  expires_at timestamptz not null,
  -- The time at which the link was followed. The same browser (used_by) may follow it again for a moment. After that the link is void.
  used_at timestamptz,
  used_by bytea check (octet_length(used_by) = 32),
  session_id uuid references auth.sessions on delete set null,
  created_at timestamptz not null default now(),
  unique (user_id, kind)
);
create index on auth.one_time_tokens (email, kind);
create index on auth.one_time_tokens (session_id);
create index on auth.one_time_tokens (expires_at);

-- Networks from which a person has logged in before, as keyed hashes. The limit on an address does not apply to them, so an attacker
-- cannot lock the owner out.
create table auth.known_networks (
  user_id uuid not null references auth.users on delete cascade,
  network bytea not null check (octet_length(network) = 16),
  seen_at timestamptz not null,
  primary key (user_id, network)
);
create index on auth.known_networks (seen_at);

-- Rate limits as leaky buckets. The key is a keyed hash, which reveals no address and no network. Unlogged: a crash resets them.
create unlogged table auth.rate_limits (
  key bytea primary key check (octet_length(key) = 16),
  -- The time at which the bucket is full again, which is the whole state of a leaky bucket. No index, so that PostgreSQL rewrites the row
  -- in place.
  full_at timestamptz not null
) with (fillfactor = 50);

-- Takes one point from each bucket in the given order, and stops at the first empty one: an attempt that its network's limit refuses takes
-- nothing from the address's bucket. A bucket holds `points` and refills in `seconds`. Returns 0, or the seconds to wait for the empty
-- bucket.
create function auth.take(keys bytea[], points integer[], seconds integer[], at timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  emission interval;
  room interval;
begin
  for i in 1 .. cardinality(keys) loop
    emission := make_interval(secs => seconds[i]::double precision / points[i]);
    room := make_interval(secs => seconds[i]);
    insert into auth.rate_limits as bucket (key, full_at) values (keys[i], at + emission)
      on conflict (key) do update set full_at = greatest(bucket.full_at, at) + emission
      where greatest(bucket.full_at, at) + emission <= at + room;
    if not found then
      return (select greatest(1, ceil(extract(epoch from bucket.full_at + emission - room - at)))
        from auth.rate_limits bucket where bucket.key = keys[i]);
    end if;
  end loop;
  return 0;
end $$;

-- Returns the points of an attempt that succeeded.
create function auth.give_back(keys bytea[], points integer[], seconds integer[]) returns void
language sql set search_path = '' as $$
  update auth.rate_limits bucket
    set full_at = bucket.full_at - make_interval(secs => taken.seconds::double precision / taken.points)
    from unnest(keys, points, seconds) as taken (key, points, seconds)
    where bucket.key = taken.key
$$;

-- Refuses a transaction whose session has ended. Every signed-in transaction calls it first, so a log-out, a ban, a new password or a
-- deletion takes effect at once, before the token expires.
create function app.check_session(session uuid, subject uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  standing boolean;
begin
  select owner.banned_until is null or owner.banned_until <= now() into standing
    from auth.sessions held join auth.users owner on owner.id = held.user_id
    where held.id = session and held.user_id = subject and held.expires_at > now();
  if standing is null then
    raise sqlstate 'PT401' using message = 'session_not_found';
  elsif not standing then
    raise sqlstate 'PT401' using message = 'user_banned';
  end if;
end $$;
alter function app.check_session(uuid, uuid) owner to function_owner;

do $$
declare
  name text;
begin
  foreach name in array array['users', 'identities', 'sessions', 'one_time_tokens', 'known_networks', 'rate_limits'] loop
    execute format('alter table auth.%I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on auth.%I to service_role', name);
  end loop;
end $$;
grant execute on function app.check_session(uuid, uuid) to authenticator;
grant execute on function auth.take(bytea[], integer[], integer[], timestamptz),
  auth.give_back(bytea[], integer[], integer[]) to service_role;
-- A row lock asks for the right to update a column.
grant select (id, email, banned_until), update (updated_at) on auth.users to function_owner;
grant select (id, user_id, expires_at) on auth.sessions to function_owner;
grant select, insert, update on auth.rate_limits to function_owner;
grant execute on function auth.take(bytea[], integer[], integer[], timestamptz) to function_owner;

-- The rights of an open socket may have ended. Each node receives this notification ('u' person, 's' session) and checks its channels
-- again.
create function app.announce_person() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime', 'u' || coalesce(new.id, old.id));
  return null;
end $$;
create function app.announce_session_end() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime', 's' || old.id);
  return null;
end $$;

create function app.follow_email() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.user_profiles set email = new.email where id = new.id;
  return null;
end $$;
alter function app.follow_email() owner to function_owner;

create trigger after_10_announce_end after delete on auth.sessions for each row execute function app.announce_session_end();
create trigger after_10_announce_person after update of banned_until or delete on auth.users
  for each row execute function app.announce_person();
create trigger after_20_follow_email after update of email on auth.users for each row
  when (old.email is distinct from new.email) execute function app.follow_email();

-- Triggers in firing order.
-- auth.sessions
--   after_10_announce_end     delete                    tells the nodes that the session ended
-- auth.users
--   after_10_announce_person  update, delete            tells the nodes of a ban or a deletion
--   after_20_follow_email     update                    copies the address to the profile
