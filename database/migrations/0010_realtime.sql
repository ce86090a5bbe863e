-- Live events. The commit is the event: a trigger stores a row here and notifies its number; every node loads the rows it heard of
-- and repeats them to the sockets. A client forges nothing, and is admitted to a private topic by a policy, not by knowing its name.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

create table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  -- By which a node finds what it missed.
  seq bigint generated always as identity unique,
  topic text not null check (char_length(topic) between 1 and 200),
  extension text not null default 'broadcast' check (extension in ('broadcast', 'presence')),
  event text not null check (char_length(event) between 1 and 200),
  payload jsonb not null default '{}' check (octet_length(payload::text) <= 262144),
  -- A public and a private topic of one name are two topics.
  private boolean not null default true,
  inserted_at timestamptz not null default now()
);
alter table realtime.messages enable row level security, force row level security;
create index messages_age on realtime.messages (inserted_at);

-- The topic that is being asked about: the gateway sets it for the transaction.
create function realtime.topic() returns text language sql stable
  return nullif(current_setting('realtime.topic', true), '');

-- The question "may this caller read the topic?" is a select of these two rows with realtime.topic() set: the answer is the policy's,
-- and asking writes nothing. They are older than no retention: their time never comes.
insert into realtime.messages (id, topic, extension, event, inserted_at) values
  ('00000000-0000-0000-0000-000000000001', '-', 'broadcast', '-', 'infinity'),
  ('00000000-0000-0000-0000-000000000002', '-', 'presence', '-', 'infinity');

create function app.announce_message() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime', 'm' || new.seq);
  return null;
end $$;
create trigger announce after insert on realtime.messages for each row
  when (new.extension = 'broadcast') execute function app.announce_message();

-- Stores and announces an event. Called by triggers after the fact, and by the service.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language sql set search_path = '' as $$
  insert into realtime.messages (payload, event, topic, private) values (payload, event, topic, private)
$$;

-- For a trigger of any table: the changed row, as the reference spells it.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name);
end $$;

-- The one parser of topic names: exact, ids in their one spelling, nothing before or behind.
create function app.may_hear(topic text, extension text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me text := auth.uid()::text;
  id constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  members text[];
begin
  if me is null then return false; end if;
  if topic = 'global-online-users' then return true; end if;
  if extension <> 'broadcast' then return false; end if;
  if topic in ('tambayan-general', 'tambayan-games', 'tambayan-polls') then return true; end if;
  if topic in ('user-notifications-' || me, 'mention-notifications-' || me, 'user:' || me || ':mentions') then return true; end if;
  members := regexp_match(topic, '^dm-(' || id || ')-(' || id || ')$');
  return coalesce(
    me = any (members) and members[1] collate "C" < members[2] collate "C"
      and not app.is_blocked_between(members[1]::uuid, members[2]::uuid),
    false);
end $$;

-- Topics that anybody may hear, without an account: what they carry can be read on the walls anyway.
create function realtime.is_public(topic text) returns boolean language sql immutable
  return topic = 'polls:global'
    or topic ~ '^wall-(galit|malungkot|sisi|masaya|kalma)$'
    or topic ~ '^post-reactions-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

grant select on realtime.messages to authenticated;
grant insert (id, topic, extension, event, payload, private) on realtime.messages to authenticated;
grant execute on function realtime.topic(), realtime.is_public(text) to anon, authenticated, service_role;
grant execute on function app.may_hear(text, text) to authenticated;
grant execute on function realtime.send(jsonb, text, text, boolean) to service_role;

create policy "people hear the private topics they belong to" on realtime.messages
  for select to authenticated
  using (topic in ('-', (select realtime.topic())) and app.may_hear((select realtime.topic()), extension));
-- No policy lets a client broadcast: events are the server's. Whoever is here may say so, and the server writes what it says.
create policy "people show that they are here" on realtime.messages
  for insert to authenticated
  with check (private and extension = 'presence' and topic = (select realtime.topic()) and topic = 'global-online-users');

-- Which nodes live, and who is connected to which. Unlogged: a crash of the database forgets, and the nodes say it again.
create unlogged table realtime.nodes (
  id uuid primary key,
  seen_at timestamptz not null default now()
);
create unlogged table realtime.presences (
  topic text not null check (char_length(topic) between 1 and 200),
  user_id uuid not null references auth.users (id) on delete cascade,
  node_id uuid not null references realtime.nodes (id) on delete cascade,
  primary key (topic, user_id, node_id)
);
create index presences_node on realtime.presences (node_id);
create index presences_person on realtime.presences (user_id);
alter table realtime.nodes enable row level security, force row level security;
alter table realtime.presences enable row level security, force row level security;

create function app.announce_presence() returns trigger language plpgsql set search_path = '' as $$
declare
  changed realtime.presences := coalesce(new, old);
begin
  perform pg_notify('realtime', 'p' || changed.user_id || ' ' || changed.topic);
  return null;
end $$;
create trigger announce after insert or delete on realtime.presences for each row execute function app.announce_presence();

-- Whoever does not want to be seen online. The server then shows nobody.
alter table public.user_profiles add column invisible boolean not null default false;
grant select (invisible), update (invisible) on public.user_profiles to authenticated;

-- What an open socket was admitted for may have ended: its node asks again, at once ('u', 's'). A face ('f') decides nothing, and who
-- changes it without end must not make all nodes ask.
create function app.announce_person() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime', 'u' || coalesce(new.id, old.id));
  return null;
end $$;
create function app.announce_face() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime', 'f' || new.id);
  return null;
end $$;
create function app.announce_session_end() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime', 's' || old.id);
  return null;
end $$;
create function app.announce_block() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime', 'u' || coalesce(new.blocker_id, old.blocker_id));
  perform pg_notify('realtime', 'u' || coalesce(new.blocked_id, old.blocked_id));
  return null;
end $$;
create trigger announce_end after delete on auth.sessions for each row execute function app.announce_session_end();
create trigger announce_person after update of banned_until or delete on auth.users
  for each row execute function app.announce_person();
create trigger announce_face
  after insert or update of codename, avatar_url, is_premium, premium_until, invisible on public.user_profiles
  for each row execute function app.announce_face();
create trigger announce after insert or delete on public.user_blocks for each row execute function app.announce_block();

-- For the retention job: a node that was away longer has lost its sockets, and their clients fetch what they missed.
create function realtime.prune(at timestamptz) returns void language sql set search_path = '' as $$
  delete from realtime.messages where inserted_at < at - interval '1 hour'
$$;
grant execute on function realtime.prune(timestamptz) to service_role;
