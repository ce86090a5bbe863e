-- The rooms of Tambayan: messages, reactions, mentions. Clients read and write the view live_chat_messages. It shows the codenames of now,
-- and quotes from the table, and leaves out people who are out of the reader's sight.

-- Codenames and pictures of now. Only views and functions read this view: the data API does not serve the schema.
create view app.faces as
  select p.id, coalesce(p.codename, 'Anonymous') as codename, p.avatar_url,
    coalesce(p.is_premium and p.premium_until > now(), false) as is_premium
  from public.user_profiles as p;
alter view app.faces owner to public_reader;
grant select on app.faces to authenticated, function_owner;

-- A mention stands in the text as @{id}, because codenames change and are not unique.
create function app.mentions_in(words text) returns uuid[] language sql immutable strict set search_path = ''
  return case when strpos(words, '@{') = 0 then '{}'::uuid[] else array(
    select found.parts[1]::uuid
    from regexp_matches(words, '@\{([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}', 'g') with ordinality as found (parts, place)
    group by found.parts[1] order by min(found.place)) end;

-- The people whom a text mentions, with their codenames of now.
create function app.mentioned(words text) returns jsonb language sql stable strict set search_path = ''
  return case when strpos(words, '@{') = 0 then '[]'::jsonb else (
    select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'codename', coalesce(f.codename, 'Anonymous')) order by person.place), '[]')
    from unnest(app.mentions_in(words)) with ordinality as person (id, place) left join app.faces as f on f.id = person.id) end;

-- The text with each mention replaced by its codename of now.
create function app.plain_text(words text) returns text language plpgsql stable strict set search_path = '' as $$
declare
  person uuid;
begin
  foreach person in array app.mentions_in(words) loop
    words := replace(words, '@{' || person || '}', '@' || coalesce((select f.codename from app.faces as f where f.id = person), 'Anonymous'));
  end loop;
  return words;
end $$;

-- One line of at most `most` letters, for quotes and previews.
create function app.excerpt(words text, most integer) returns text language sql stable strict set search_path = ''
  return (
    select case when char_length(line.said) <= most then line.said else rtrim(left(line.said, most - 1)) || '…' end
    from (select btrim(regexp_replace(app.plain_text(words), '\s+', ' ', 'g')) as said) as line);
grant execute on function app.mentions_in(text), app.mentioned(text), app.plain_text(text), app.excerpt(text, integer)
  to authenticated, function_owner, service_role;

-- Refuses a write that comes too early. Clients read the seconds in the message (src/shared/wait.ts).
create function app.slow_down(seconds integer) returns void language plpgsql set search_path = '' as $$
begin
  raise exception 'Too many messages: try again in % %', seconds, case seconds when 1 then 'second' else 'seconds' end using errcode = 'PT429';
end $$;
grant execute on function app.slow_down(integer) to function_owner;

create sequence app.room_message_seq;
grant usage on sequence app.room_message_seq to function_owner;

create table app.room_messages (
  id uuid primary key default gen_random_uuid(),
  -- The cursor. It follows the order of commits in a room, because it is taken under the room's lock. No index of its own: the planner would
  -- walk it through all rooms to find the messages of a quiet one.
  seq bigint not null,
  wall_id text not null check (wall_id in ('general', 'games', 'polls')),
  sender_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  message_text text not null check (char_length(message_text) <= 2000 and not app.is_blank(message_text)),
  -- No foreign key: deleting a message that many people answered must cost nothing.
  reply_to uuid,
  reaction_counts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz
) with (fillfactor = 90);
alter table app.room_messages enable row level security, force row level security;
create unique index room_messages_room on app.room_messages (wall_id, seq desc);
create index room_messages_person on app.room_messages (sender_id, seq desc);

create table public.live_chat_reactions (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references app.room_messages (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  emoji text not null check (emoji in ('👍', '❤️', '😂', '😮', '😢', '😡')),
  unique (message_id, user_id)
);
alter table public.live_chat_reactions enable row level security, force row level security;
create index live_chat_reactions_person on public.live_chat_reactions (user_id);

create table public.mentions (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references app.room_messages (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  sender_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (message_id, user_id)
);
alter table public.mentions enable row level security, force row level security;
create index mentions_unread on public.mentions (user_id, created_at desc) where read_at is null;
create index mentions_person on public.mentions (user_id);
create index mentions_sender on public.mentions (sender_id);

create policy "people read the rooms, without those out of their sight" on app.room_messages
  for select to authenticated using (not array[sender_id] && (select app.out_of_sight()));
create policy "people write in rooms as themselves" on app.room_messages
  for insert to authenticated with check (sender_id = (select auth.uid()));
create policy "senders change their messages" on app.room_messages
  for update to authenticated using (sender_id = (select auth.uid())) with check (sender_id = (select auth.uid()));
create policy "senders delete their messages" on app.room_messages
  for delete to authenticated using (sender_id = (select auth.uid()));
grant select, insert (id, wall_id, sender_id, message_text, reply_to), update (message_text), delete on app.room_messages to authenticated;
grant select, update (reaction_counts), delete on app.room_messages to function_owner;

create policy "people read their own reactions in rooms" on public.live_chat_reactions
  for select to authenticated using (user_id = (select auth.uid()));
-- The subquery runs under the reader's own policies: a message that is out of sight takes no reaction.
create policy "people react to messages as themselves" on public.live_chat_reactions
  for insert to authenticated with check (
    user_id = (select auth.uid()) and exists (select from app.room_messages as m where m.id = message_id));
create policy "people change their reaction in a room" on public.live_chat_reactions
  for update to authenticated using (user_id = (select auth.uid())) with check (
    user_id = (select auth.uid()) and exists (select from app.room_messages as m where m.id = message_id));
create policy "people take their reaction in a room back" on public.live_chat_reactions
  for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert (id, message_id, user_id, emoji), update (emoji), delete on public.live_chat_reactions to authenticated;

create policy "people read who mentioned them, without those out of their sight" on public.mentions
  for select to authenticated using (user_id = (select auth.uid()) and not array[sender_id] && (select app.out_of_sight()));
create policy "people mark their mentions read" on public.mentions
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, update (read_at) on public.mentions to authenticated;
grant select, insert (message_id, user_id, sender_id), delete on public.mentions to function_owner;

-- With one table in FROM, PostgreSQL turns updates and deletions of the view into those of the table. The caller's rights and policies apply.
create view public.live_chat_messages with (security_invoker = true) as
  select m.id, m.seq, m.wall_id, m.sender_id,
    coalesce((select f.codename from app.faces as f where f.id = m.sender_id), 'Anonymous') as codename,
    (select f.avatar_url from app.faces as f where f.id = m.sender_id) as avatar_url,
    coalesce((select f.is_premium from app.faces as f where f.id = m.sender_id), false) as is_premium,
    m.message_text,
    coalesce(app.mentioned(m.message_text), '[]') as mentioned,
    m.reply_to,
    (select q.sender_id from app.room_messages as q where q.id = m.reply_to) as reply_to_sender,
    (select app.excerpt(q.message_text, 140) from app.room_messages as q where q.id = m.reply_to) as reply_to_message,
    (select coalesce((select f.codename from app.faces as f where f.id = q.sender_id), 'Anonymous')
      from app.room_messages as q where q.id = m.reply_to) as reply_to_codename,
    m.reaction_counts,
    (select r.emoji from public.live_chat_reactions as r where r.message_id = m.id and r.user_id = (select auth.uid())) as my_reaction,
    m.created_at, m.edited_at
  from app.room_messages as m;
alter view public.live_chat_messages alter column id set default gen_random_uuid();
alter view public.live_chat_messages alter column sender_id set default auth.uid();
grant select, insert (id, sender_id, codename, wall_id, message_text, reply_to, reply_to_message, reply_to_codename), update (message_text), delete
  on public.live_chat_messages to authenticated;

-- Takes an insert in the columns of the specification. It ignores the client's quote: quotes come from the table.
create function app.write_room_message() returns trigger language plpgsql set search_path = '' as $$
declare
  claims jsonb := auth.jwt();
  me uuid := nullif(claims ->> 'sub', '')::uuid;
  message uuid := coalesce(new.id, gen_random_uuid());
begin
  if me is not null then
    if new.sender_id <> me then
      raise exception 'sender_id is not yours' using errcode = '42501';
    end if;
    if new.codename not in (
      'Anonymous', coalesce((select p.codename from public.user_profiles as p where p.id = me), ''),
      coalesce(claims -> 'user_metadata' ->> 'codename', '')) then
      raise exception 'codename is not yours' using errcode = '42501';
    end if;
  end if;
  if me is null then
    insert into app.room_messages (id, wall_id, sender_id, message_text, reply_to, created_at)
      values (message, new.wall_id, new.sender_id, new.message_text, new.reply_to, coalesce(new.created_at, now()));
  else
    insert into app.room_messages (id, wall_id, sender_id, message_text, reply_to)
      values (message, new.wall_id, coalesce(new.sender_id, me), new.message_text, new.reply_to);
  end if;
  select * into new from public.live_chat_messages as m where m.id = message;
  return new;
end $$;
create trigger instead_10_write instead of insert on public.live_chat_messages
  for each row execute function app.write_room_message();

create function app.refuse_many_mentions(words text) returns void language plpgsql immutable set search_path = '' as $$
begin
  if cardinality(app.mentions_in(words)) > 5 then
    raise exception 'A message mentions at most 5 people' using errcode = '23514', constraint = 'message_mentions';
  end if;
end $$;
grant execute on function app.refuse_many_mentions(text) to function_owner;

-- Locks accounts, then the room, and gives the message its place. The room's lock orders its messages: seq follows the commits.
create function app.stamp_room_message() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  born timestamptz;
  moment timestamptz;
  slow integer;
begin
  perform app.refuse_many_mentions(new.message_text);
  if new.wall_id in ('games', 'polls') then
    raise exception 'This room takes no messages' using errcode = '23514', constraint = 'room_closed';
  end if;
  -- Waits for a withdrawal. Locks the accounts of those mentioned before the room, so that the erasure of one does not stop the room.
  select u.created_at into born from auth.users as u where u.id = new.sender_id for share;
  perform from auth.users as u where u.id = any (app.mentions_in(new.message_text)) order by u.id for key share;
  if exists (select from app.spent_ids as s where s.id = new.id) then
    raise exception 'This id is used up' using errcode = 'PT410', hint = 'What had it was deleted or taken back; words that are new have a new id';
  end if;
  if new.reply_to is not null and not exists (
    select from app.room_messages as q
    where q.id = new.reply_to and q.wall_id = new.wall_id and q.sender_id <> all (app.out_of_sight())) then
    raise exception 'The message that this answers is gone' using errcode = 'PT404';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('talk tambayan-' || new.wall_id, 0));
  -- Not now(), which is the start of the transaction: this one waited for the lock.
  moment := clock_timestamp();
  -- A message that is sent again is not paced: its id is refused as a duplicate.
  if me is not null and not exists (select from app.room_messages as m where m.id = new.id) then
    slow := case
      -- Flood: fifty messages in the room within ten seconds.
      when (select m.created_at from app.room_messages as m where m.wall_id = new.wall_id order by m.seq desc offset 49 limit 1)
        > moment - interval '10 seconds' then 15
      when born > moment - interval '1 day' then 5 end;
    slow := ceil(slow - extract(epoch from moment - (
      select m.created_at from app.room_messages as m
      where m.sender_id = me and m.wall_id = new.wall_id order by m.seq desc limit 1)));
    if slow > 0 then perform app.slow_down(slow); end if;
  end if;
  new.seq := nextval('app.room_message_seq');
  if me is not null then
    new.created_at := greatest(date_trunc('second', moment), (
      select m.created_at + interval '1 microsecond' from app.room_messages as m
      where m.wall_id = new.wall_id order by m.seq desc limit 1));
  end if;
  return new;
end $$;
alter function app.stamp_room_message() owner to function_owner;
grant select (created_at) on auth.users to function_owner;

create function app.stamp_room_edit() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.message_text = old.message_text then return new; end if;
  perform app.refuse_many_mentions(new.message_text);
  -- submit_report locks the message for share, so an edit that waited for it sees the report.
  if auth.uid() is not null and exists (
    select from public.reports as r
    where r.reported_item_id = old.id and r.reported_item_type = 'live_chat_message' and r.status = 'open') then
    raise exception 'Tinitingnan pa namin ang mensaheng ito, kaya hindi muna ito mababago.' using errcode = 'PT409';
  end if;
  new.edited_at := greatest(date_trunc('second', clock_timestamp()), coalesce(old.edited_at, old.created_at) + interval '1 millisecond');
  return new;
end $$;
alter function app.stamp_room_edit() owner to function_owner;

-- Stores the mentions and events of a statement. An event names a row, without words: app.outgoing makes the payload when the event is sent.
-- One statement announces fifty messages at most.
create function app.settle_room_messages() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := case tg_op when 'UPDATE' then 'edit' when 'DELETE' then 'delete' end;
  ids uuid[];
begin
  if tg_op = 'UPDATE' then
    ids := array(select n.id from changed as n join before as o using (id) where n.message_text <> o.message_text);
    delete from public.mentions as x using changed as n
      where n.id = any (ids) and x.message_id = n.id and x.user_id <> all (app.mentions_in(n.message_text));
  else
    ids := array(select n.id from changed as n);
  end if;
  if tg_op = 'DELETE' then
    -- A deleted account sends nothing again, so its ids need not be spent.
    insert into app.spent_ids (id)
      select n.id from changed as n where exists (select from auth.users as u where u.id = n.sender_id) on conflict do nothing;
  else
    insert into public.mentions (message_id, user_id, sender_id)
      select n.id, person, n.sender_id from changed as n cross join unnest(app.mentions_in(n.message_text)) as person
      where n.id = any (ids) and person <> n.sender_id and exists (select from auth.users as u where u.id = person)
        and not app.is_deaf_to(person, n.sender_id) and app.wants_notice(person, 'mention')
      on conflict (message_id, user_id) do nothing;
  end if;
  insert into realtime.messages (payload, event, topic, private)
    select case tg_op
        when 'INSERT' then jsonb_build_object('row', n.id)
        when 'UPDATE' then jsonb_build_object('type', kind, 'row', n.id)
        else jsonb_build_object('type', kind, 'id', n.id) end,
      case tg_op when 'INSERT' then 'new_message' else 'message_update' end, 'tambayan-' || n.wall_id, true
    from changed as n where n.id = any (ids) limit 50;
  return null;
end $$;
alter function app.settle_room_messages() owner to function_owner;

-- Counts reactions on their messages and tells the room, once a statement. The lock of the message's row orders the counts.
create function app.count_room_reactions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
  message uuid;
  change jsonb;
  room text;
begin
  if tg_op = 'INSERT' then
    changes := (select jsonb_object_agg(message_id, of_one) from (
      select message_id, jsonb_object_agg(emoji, n) as of_one
      from (select message_id, emoji, count(*) as n from changed group by message_id, emoji) as won group by message_id) as messages);
  elsif tg_op = 'DELETE' then
    changes := (select jsonb_object_agg(message_id, of_one) from (
      select message_id, jsonb_object_agg(emoji, n) as of_one
      from (select message_id, emoji, -count(*) as n from changed group by message_id, emoji) as lost group by message_id) as messages);
  else
    changes := (select jsonb_object_agg(message_id, of_one) from (
      select message_id, jsonb_object_agg(emoji, n) as of_one from (
        select message_id, emoji, sum(n) as n from (
          select n.message_id, n.emoji, 1 as n from changed as n join before as o using (id) where n.emoji <> o.emoji
          union all select o.message_id, o.emoji, -1 from changed as n join before as o using (id) where n.emoji <> o.emoji
        ) as each_one group by message_id, emoji) as both_ways group by message_id) as messages);
  end if;
  for message, change in select c.key::uuid, c.value from jsonb_each(changes) as c loop
    update app.room_messages as m set reaction_counts = (
      select coalesce(jsonb_object_agg(parts.emoji, parts.n), '{}') from (
        select each_one.key as emoji, sum(each_one.value::int)::int as n from (
          select key, value from jsonb_each_text(m.reaction_counts) union all select key, value from jsonb_each_text(change)
        ) as each_one group by each_one.key
      ) as parts where parts.n > 0)
    where m.id = message returning m.wall_id into room;
    -- A message that is being deleted is not found.
    continue when not found;
    insert into realtime.messages (payload, event, topic, private) values (
      jsonb_build_object('type', 'reaction', 'row', message), 'message_update', 'tambayan-' || room, true);
  end loop;
  return null;
end $$;
alter function app.count_room_reactions() owner to function_owner;

-- Reading a mention cannot be undone, and its time is the server's.
create function app.stamp_mention() returns trigger language plpgsql set search_path = '' as $$
begin
  new.read_at := case when new.read_at is not null or old.read_at is not null then coalesce(old.read_at, now()) end;
  return new;
end $$;

create function app.tell_mentions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.messages (payload, event, topic, private)
    select case tg_op when 'INSERT' then jsonb_build_object('row', x.id) else jsonb_build_object('id', x.id) end,
      case tg_op when 'INSERT' then 'mention_notification' else 'mention_removed' end, topic, true
    from (select id, user_id from changed limit 50) as x
    cross join unnest(array['mention-notifications-' || x.user_id, 'user:' || x.user_id || ':mentions']) as topic;
  return null;
end $$;
alter function app.tell_mentions() owner to function_owner;

-- A request changes one message or one reaction of a talk. Otherwise an account could send fifty events to the whole room with each of its
-- 300 requests in ten minutes. A deletion may have fifty rows: each row needed a request to be written.
create or replace function app.keep_change_small() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := coalesce(tg_argv[0]::integer, 50);
begin
  -- The server deletes accounts, and a deleted post deletes its comments: neither is a person's own statement.
  if auth.uid() is not null and pg_trigger_depth() = 1 and (select count(*) from changed) > most then
    raise exception 'More than % % in one change', most, case most when 1 then 'row' else 'rows' end using errcode = '54000';
  end if;
  return null;
end $$;

-- Triggers in firing order.
create trigger before_10_stamp before insert on app.room_messages for each row execute function app.stamp_room_message();
create trigger before_20_stamp_edit before update of message_text on app.room_messages
  for each row execute function app.stamp_room_edit();
create trigger after_25_close_reports after delete on app.room_messages
  for each row execute function app.close_reports('live_chat_message');
create trigger after_30_keep_update_small after update on app.room_messages referencing new table as changed
  for each statement execute function app.keep_change_small('1');
create trigger after_40_keep_delete_small after delete on app.room_messages referencing old table as changed
  for each statement execute function app.keep_change_small();
create trigger after_50_settle after insert on app.room_messages referencing new table as changed
  for each statement execute function app.settle_room_messages();
create trigger after_60_settle_edits after update on app.room_messages referencing old table as before new table as changed
  for each statement execute function app.settle_room_messages();
create trigger after_70_settle_deletions after delete on app.room_messages referencing old table as changed
  for each statement execute function app.settle_room_messages();

create trigger after_05_keep_update_small after update on public.live_chat_reactions referencing new table as changed
  for each statement execute function app.keep_change_small('1');
create trigger after_10_keep_delete_small after delete on public.live_chat_reactions referencing old table as changed
  for each statement execute function app.keep_change_small();
create trigger after_20_count_added after insert on public.live_chat_reactions referencing new table as changed
  for each statement execute function app.count_room_reactions();
create trigger after_30_count_updated after update on public.live_chat_reactions referencing old table as before new table as changed
  for each statement execute function app.count_room_reactions();
create trigger after_40_count_removed after delete on public.live_chat_reactions referencing old table as changed
  for each statement execute function app.count_room_reactions();

create trigger before_10_stamp before update on public.mentions for each row execute function app.stamp_mention();
create trigger after_20_tell_added after insert on public.mentions referencing new table as changed
  for each statement execute function app.tell_mentions();
create trigger after_30_tell_removed after delete on public.mentions referencing old table as changed
  for each statement execute function app.tell_mentions();

alter table public.reports drop constraint reports_reported_item_type_check;
alter table public.reports add constraint reports_reported_item_type_check
  check (reported_item_type in ('public_post', 'post_comment', 'direct_message', 'live_chat_message'));
