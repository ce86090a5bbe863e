-- Live events. A trigger stores an event here and notifies its number at commit. Every node loads the events it was notified of and sends
-- them to its sockets. No client forges an event. A policy decides who may join a private topic; knowing its name is not enough.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role, function_owner;

create table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  -- A node finds missed events by it.
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

-- The gateway asks "may this caller read the topic?" by selecting these two rows with realtime.topic() set. The policy answers, and asking
-- writes nothing. Their time is infinity, so that the retention job keeps them.
insert into realtime.messages (id, topic, extension, event, inserted_at) values
  ('00000000-0000-0000-0000-000000000001', '-', 'broadcast', '-', 'infinity'),
  ('00000000-0000-0000-0000-000000000002', '-', 'presence', '-', 'infinity');

-- The live nodes, and the people connected to each. Unlogged: a crash empties them, and the nodes fill them again.
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

-- The topic in question. The gateway sets it for the transaction.
create function realtime.topic() returns text language sql stable
  return nullif(current_setting('realtime.topic', true), '');

-- Stores and announces an event. Triggers and the service call it.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language sql set search_path = '' as $$
  insert into realtime.messages (payload, event, topic, private) values (payload, event, topic, private)
$$;

-- For a trigger of any table: sends the changed row in the reference server's form.
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

-- The one parser of private topics. It matches the whole name, with ids in lower case only.
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
alter function app.may_hear(text, text) owner to function_owner;

-- Topics that anybody may hear without an account. Their events hold only what the walls show anyway.
create function realtime.is_public(topic text) returns boolean language sql immutable
  return topic = 'polls:global'
    or topic ~ '^wall-(galit|malungkot|sisi|masaya|kalma)$'
    or topic ~ '^post-reactions-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

create function app.announce_message() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime', 'm' || new.seq);
  return null;
end $$;
create function app.announce_presence() returns trigger language plpgsql set search_path = '' as $$
declare
  changed realtime.presences := coalesce(new, old);
begin
  perform pg_notify('realtime', 'p' || changed.user_id || ' ' || changed.topic);
  return null;
end $$;

grant select on realtime.messages to authenticated;
grant insert (id, topic, extension, event, payload, private) on realtime.messages to authenticated;
grant execute on function realtime.topic(), realtime.is_public(text) to anon, authenticated, service_role;
grant execute on function app.may_hear(text, text) to authenticated;
grant execute on function realtime.send(jsonb, text, text, boolean) to service_role;
grant insert (payload, event, topic, private) on realtime.messages to function_owner;
grant execute on function realtime.send(jsonb, text, text, boolean) to function_owner;

create policy "people hear the private topics they belong to" on realtime.messages
  for select to authenticated
  using (topic in ('-', (select realtime.topic())) and app.may_hear((select realtime.topic()), extension));
-- No policy lets a client broadcast. A client may show that its person is online; the server writes the shown data.
create policy "people show that they are here" on realtime.messages
  for insert to authenticated
  with check (private and extension = 'presence' and topic = (select realtime.topic()) and topic = 'global-online-users');

create trigger after_10_announce after insert on realtime.messages for each row
  when (new.extension = 'broadcast') execute function app.announce_message();
create trigger after_10_announce after insert or delete on realtime.presences for each row execute function app.announce_presence();

-- Triggers in firing order.
-- realtime.messages
--   after_10_announce         insert                    tells the nodes the number of the event
-- realtime.presences
--   after_10_announce         insert, delete            tells the nodes who came or left
