-- Private conversations of two people. A stranger's first messages are a request.

-- This person may be written to by everybody (strangers by request), by people they have written with, or by nobody.
alter table public.user_profiles add column may_write text not null default 'everyone'
  constraint user_profiles_may_write_check check (may_write in ('everyone', 'known', 'nobody'));
grant select (may_write), update (may_write) on public.user_profiles to authenticated;
grant select (may_write) on public.user_profiles to function_owner;

-- One row for each person and conversation, written by triggers. `last_seq` is the newest number that is there. `written` is the newest that
-- ever was, so no number is given twice. `is_pending` stays until the other person writes, so the sender does not see an acceptance.
create table public.conversation_members (
  user_id uuid not null references auth.users (id) on delete cascade,
  conversation_id text not null,
  other_id uuid not null references auth.users (id) on delete cascade,
  state text not null default 'open' check (state in ('open', 'request', 'declined')),
  is_pending boolean not null default false,
  began boolean not null default false,
  unread integer not null default 0 check (unread >= 0),
  last_at timestamptz not null default now(),
  last_seq bigint not null default 0,
  written bigint not null default 0,
  read_seq bigint not null default 0,
  created_at timestamptz not null default now(),
  -- An index-only scan lists the conversations that a person may read.
  primary key (user_id, conversation_id) include (other_id)
) with (fillfactor = 70);
create index conversation_members_newest on public.conversation_members (user_id, last_at desc);
create index conversation_members_unread on public.conversation_members (user_id, last_at desc) where unread > 0;
create index conversation_members_begun on public.conversation_members (user_id, created_at) where began;
create index conversation_members_other on public.conversation_members (other_id, user_id);
alter table public.conversation_members enable row level security, force row level security;

-- `seq` counts from 1 in each conversation: the gaps of a common sequence would tell how much other people write.
create table public.direct_messages (
  id uuid primary key default gen_random_uuid(),
  seq bigint not null,
  conversation_id text not null,
  sender_id uuid not null default auth.uid(),
  receiver_id uuid not null,
  text text not null check (char_length(text) <= 2000 and not app.is_blank(text)),
  reactions jsonb not null default '{}' check (jsonb_typeof(reactions) = 'object'),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint direct_messages_place unique (conversation_id, seq),
  constraint direct_messages_sender foreign key (sender_id, conversation_id)
    references public.conversation_members (user_id, conversation_id) on delete cascade,
  constraint direct_messages_receiver foreign key (receiver_id, conversation_id)
    references public.conversation_members (user_id, conversation_id) on delete cascade
);
create index direct_messages_times on public.direct_messages (conversation_id, created_at);
alter table public.direct_messages enable row level security, force row level security;

create function app.conversation_of(one uuid, other uuid) returns text language sql immutable
  return least(one, other) || '-' || greatest(one, other);
grant execute on function app.conversation_of(uuid, uuid) to function_owner, service_role;

create function app.is_emi(person uuid) returns boolean language sql immutable
  return person = 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1';
grant execute on function app.is_emi(uuid) to function_owner;

-- Lets one writer at a time into a talk, which its topic names. Callers lock accounts first.
create function app.lock_talk(topic text) returns void language sql set search_path = ''
  return pg_advisory_xact_lock(hashtextextended('talk ' || topic, 0));
grant execute on function app.lock_talk(text) to function_owner, service_role;

create function app.across_blocks() returns uuid[] language sql stable security definer set search_path = ''
  return array(
    select b.blocked_id from public.user_blocks as b where b.blocker_id = auth.uid()
    union all select b.blocker_id from public.user_blocks as b where b.blocked_id = auth.uid());
alter function app.across_blocks() owner to function_owner;
grant execute on function app.across_blocks() to authenticated;

-- The conversations that the caller may read: none across a block. Volatile, because the statement of a first message returns its row,
-- and a stable function would not see the conversation that the statement's trigger has made.
-- `not in` hashes the blocks. `<> all` would compare each conversation with each block.
create function app.own_conversations() returns text[] language sql volatile security definer set search_path = ''
  return array(
    select m.conversation_id from public.conversation_members as m
    where m.user_id = (select auth.uid()) and m.other_id not in (select unnest(app.across_blocks())));
alter function app.own_conversations() owner to function_owner;
grant execute on function app.own_conversations() to authenticated;

-- Checks who may write to whom, numbers the message, and stores the two rows of a new conversation.
create function app.stamp_direct_message() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  accounts integer;
  ours record;
  setting text;
  with_emi boolean := coalesce(app.is_emi(new.sender_id) or app.is_emi(new.receiver_id), false);
begin
  if me is not null and new.sender_id is distinct from me then
    raise exception 'sender_id is not yours' using errcode = '42501';
  end if;
  if new.sender_id = new.receiver_id then
    raise exception 'You can''t message yourself!' using errcode = '23514', constraint = 'direct_messages_not_to_oneself';
  end if;
  if new.conversation_id is distinct from app.conversation_of(new.sender_id, new.receiver_id) then
    raise exception 'conversation_id must be the ids of sender and receiver, sorted, joined by a hyphen'
      using errcode = '23514', constraint = 'direct_messages_conversation_id_check';
  end if;
  -- Waits for a withdrawal, and for the deletion of an account.
  perform from auth.users as u where u.id in (new.sender_id, new.receiver_id) order by u.id for share;
  get diagnostics accounts = row_count;
  if accounts < 2 then
    raise exception 'This person is not here' using errcode = 'PT404';
  end if;
  perform app.lock_talk('dm-' || new.conversation_id);
  if exists (select from app.spent_ids as s where s.id = new.id) then
    raise exception 'This id is used up' using errcode = 'PT410', hint = 'What had it was deleted or taken back; words that are new have a new id';
  end if;
  select * into ours from public.conversation_members as m where m.user_id = new.receiver_id and m.conversation_id = new.conversation_id;
  if me is not null and not app.is_emi(me) then
    setting := (select p.may_write from public.user_profiles as p where p.id = new.receiver_id);
    -- The same refusal for each reason, so that a sender does not learn of a block or a declined request.
    if app.is_blocked_between(new.sender_id, new.receiver_id)
      or setting = 'nobody'
      or (setting = 'known' and ours.state is distinct from 'open')
      or ours.state = 'declined'
      or (ours.state = 'request' and ours.written >= 3)
    then
      raise exception 'This person takes no messages from you now' using errcode = 'PT403';
    end if;
  end if;
  if ours.user_id is null then
    -- Emi needs no request in either direction.
    if me is not null and not with_emi then perform app.pace_conversations(me); end if;
    insert into public.conversation_members (user_id, conversation_id, other_id, state, is_pending, began) values
      (new.sender_id, new.conversation_id, new.receiver_id, 'open', not with_emi, not with_emi),
      (new.receiver_id, new.conversation_id, new.sender_id, case when with_emi then 'open' else 'request' end, false, false);
  end if;
  -- `written` covers a deleted newest message, and the table covers earlier rows of this statement.
  new.seq := 1 + greatest(ours.written, (
    select m.seq from public.direct_messages as m where m.conversation_id = new.conversation_id order by m.seq desc limit 1), 0);
  if me is not null then
    new.created_at := greatest(now(), (
      select m.created_at + interval '1 microsecond' from public.direct_messages as m
      where m.conversation_id = new.conversation_id order by m.created_at desc limit 1));
  end if;
  return new;
end $$;
alter function app.stamp_direct_message() owner to function_owner;

-- Conversations that a person begins: 20 an hour, and 5 in the account's first day.
create function app.pace_conversations(person uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  young boolean := exists (select from auth.users as u where u.id = person and u.created_at > now() - interval '1 day');
  most integer := case when young then 5 else 20 end;
  span interval := case when young then '1 day' else '1 hour' end;
  begun timestamptz[];
begin
  perform pg_advisory_xact_lock(hashtextextended('conversations of ' || person, 0));
  begun := array(
    select m.created_at from public.conversation_members as m
    where m.user_id = person and m.began and m.created_at > now() - span order by m.created_at desc limit most);
  if cardinality(begun) = most then
    perform app.slow_down(ceil(extract(epoch from begun[most] + span - now()))::integer);
  end if;
end $$;
alter function app.pace_conversations(uuid) owner to function_owner;
grant execute on function app.pace_conversations(uuid) to function_owner;

-- Counts unread messages, opens a request that is answered, and stores the events for both people, without words.
create function app.settle_direct_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.conversation_members as m set
    last_seq = greatest(m.last_seq, a.last_seq),
    written = greatest(m.written, a.last_seq),
    last_at = a.last_at,
    unread = m.unread + a.received,
    state = case when a.sent > 0 then 'open' else m.state end,
    is_pending = m.is_pending and a.received = 0
  from (
    select each_one.user_id, c.conversation_id, max(c.seq) as last_seq, max(c.created_at) as last_at,
      count(*) filter (where c.receiver_id = each_one.user_id) as received, count(*) filter (where c.sender_id = each_one.user_id) as sent
    from changed as c cross join lateral (values (c.sender_id), (c.receiver_id)) as each_one (user_id)
    group by 1, 2) as a
  where m.user_id = a.user_id and m.conversation_id = a.conversation_id;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('row', c.id), 'new_message', 'dm-' || c.conversation_id, true from changed as c limit 50;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('row', c.id), 'dm_notification', 'user-notifications-' || c.receiver_id, true from changed as c
    where app.wants_notice(c.receiver_id, 'dm') and not app.is_deaf_to(c.receiver_id, c.sender_id) limit 50;
  return null;
end $$;
alter function app.settle_direct_messages() owner to function_owner;

-- Lets the sender change the words. Takes only the caller's own key from a map of reactions, and merges it under the row's lock.
create function app.change_direct_message() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  me text := auth.uid();
  own jsonb;
begin
  if me is null then return new; end if;
  if new.text is distinct from old.text then
    if old.sender_id::text <> me then
      raise exception 'Only the sender changes the words of a message' using errcode = '42501';
    end if;
    -- Otherwise an edit would bring new words to a person who declined the request.
    if exists (
      select from public.conversation_members as m
      where m.user_id = old.receiver_id and m.conversation_id = old.conversation_id and m.state = 'declined')
    then
      raise exception 'This person takes no messages from you now' using errcode = 'PT403';
    end if;
    if exists (
      select from public.reports as r
      where r.reported_item_id = old.id and r.reported_item_type = 'direct_message' and r.status = 'open')
    then
      -- Without the reason: only one person can have reported it.
      raise exception 'Hindi muna mababago ang mensaheng ito.' using errcode = 'PT409';
    end if;
    new.edited_at := now();
  end if;
  if new.reactions is distinct from old.reactions then
    if jsonb_typeof(new.reactions) is distinct from 'object' then
      raise exception 'reactions must be a map' using errcode = '23514', constraint = 'direct_messages_reactions_check';
    end if;
    own := nullif(nullif(new.reactions -> me, 'null'), '[]');
    if own is not null and own not in ('["👍"]', '["❤️"]', '["😂"]', '["😮"]', '["😢"]', '["😡"]') then
      raise exception 'A reaction is a list of one of 👍 ❤️ 😂 😮 😢 😡' using errcode = '23514', constraint = 'direct_messages_reactions_check';
    end if;
    new.reactions := old.reactions - me || case when own is null then '{}' else jsonb_build_object(me, own) end;
  end if;
  return new;
end $$;
alter function app.change_direct_message() owner to function_owner;

-- Tells the lists of conversations and the bell about a change of what they show: the newest message, or an unread one.
create function app.tell_direct_changes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', kind.type, 'row', n.id), 'message_update', 'dm-' || n.conversation_id, true
    from changed as n join before as o using (id)
    cross join lateral (values ('edit', n.text <> o.text), ('reaction', n.reactions <> o.reactions)) as kind (type, happened)
    where kind.happened limit 50;
  insert into realtime.messages (payload, event, topic, private)
    select distinct jsonb_build_object('conversationId', n.conversation_id), 'dm_changed', 'user-notifications-' || m.user_id, true
    from changed as n join before as o using (id) join public.conversation_members as m on m.conversation_id = n.conversation_id
    where n.text <> o.text and (n.seq >= m.last_seq or (m.user_id = n.receiver_id and n.seq > m.read_seq)) limit 50;
  return null;
end $$;
alter function app.tell_direct_changes() owner to function_owner;

-- Takes deleted messages out of counts and previews, and spends their ids.
create function app.remove_direct_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.lock_talk('dm-' || c.conversation_id)
    from (select distinct conversation_id from changed order by conversation_id) as c;
  -- A deleted account has no conversations, so its ids need not be spent.
  insert into app.spent_ids (id)
    select c.id from changed as c
    where exists (select from public.conversation_members as m where m.user_id = c.sender_id and m.conversation_id = c.conversation_id)
    on conflict do nothing;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'delete', 'id', c.id), 'message_update', 'dm-' || c.conversation_id, true from changed as c limit 50;
  insert into realtime.messages (payload, event, topic, private)
    select distinct jsonb_build_object('conversationId', c.conversation_id), 'dm_changed', 'user-notifications-' || person, true
    from changed as c cross join unnest(array[c.sender_id, c.receiver_id]) as person
    left join public.conversation_members as m on m.user_id = person and m.conversation_id = c.conversation_id
    -- A missing row means that the account is being deleted: the other person's list and bell must lose the conversation.
    where m.user_id is null or c.seq >= m.last_seq or (person = c.receiver_id and c.seq > m.read_seq) limit 50;
  update public.conversation_members as m set
    unread = greatest(0, m.unread - gone.unread),
    last_seq = coalesce((gone.newest).seq, 0),
    last_at = coalesce((gone.newest).created_at, m.created_at)
  from (
    select m.user_id, m.conversation_id, count(*) filter (where c.receiver_id = m.user_id and c.seq > m.read_seq) as unread,
      (select d from public.direct_messages as d where d.conversation_id = m.conversation_id order by d.seq desc limit 1) as newest
    from changed as c join public.conversation_members as m using (conversation_id) group by m.user_id, m.conversation_id) as gone
  where m.user_id = gone.user_id and m.conversation_id = gone.conversation_id;
  return null;
end $$;
alter function app.remove_direct_messages() owner to function_owner;

-- The payload of a conversation's event at the time of sending. None when the message is gone, or one person has blocked the other.
create function app.direct_event(event text, stored jsonb, out payload jsonb, out hidden_from uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  message public.direct_messages;
begin
  hidden_from := '{}';
  select * into message from public.direct_messages as m where m.id = (stored ->> 'row')::uuid;
  if message.id is null or app.is_blocked_between(message.sender_id, message.receiver_id) then return; end if;
  payload := case stored ->> 'type'
    when 'edit' then jsonb_build_object('type', 'edit', 'id', message.id, 'seq', message.seq, 'text', message.text,
      'mentioned', app.mentioned(message.text), 'edited_at', message.edited_at)
    when 'reaction' then jsonb_build_object('type', 'reaction', 'id', message.id, 'reactions', message.reactions)
    else to_jsonb(message) end;
end $$;
alter function app.direct_event(text, jsonb) owner to function_owner;

-- The payload of dm_notification for the receiver's bell. A request has no preview.
create function app.dm_notification_event(topic text, stored jsonb, out payload jsonb, out hidden_from uuid[])
language plpgsql stable security definer set search_path = '' as $$
begin
  hidden_from := '{}';
  select jsonb_build_object(
      'conversationId', d.conversation_id, 'senderId', d.sender_id, 'senderCodename', coalesce(f.codename, 'Anonymous'),
      'senderAvatarUrl', f.avatar_url, 'senderIsPremium', coalesce(f.is_premium, false),
      'messagePreview', case m.state when 'request' then '' else app.excerpt(d.text, 100) end,
      'timestamp', d.created_at, 'isRequest', m.state = 'request')
    into payload
    from public.direct_messages as d
    join public.conversation_members as m on m.user_id = d.receiver_id and m.conversation_id = d.conversation_id
    left join app.faces as f on f.id = d.sender_id
    where d.id = (stored ->> 'row')::uuid and m.state <> 'declined' and not app.is_deaf_to(d.receiver_id, d.sender_id);
end $$;
alter function app.dm_notification_event(text, jsonb) owner to function_owner;
grant execute on function app.direct_event(text, jsonb), app.dm_notification_event(text, jsonb) to service_role;

-- Lets a person mark a conversation as read, and accept or decline a request. Triggers and the server write as other roles.
create function app.change_membership() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then return new; end if;
  if new.unread not in (0, old.unread) then
    raise exception 'unread can only become 0' using errcode = '23514', constraint = 'conversation_members_unread_check';
  end if;
  if new.state <> old.state and not (old.state in ('request', 'declined') and new.state = 'open' or old.state = 'request' and new.state = 'declined') then
    raise exception 'Only a request can be accepted or declined' using errcode = '23514', constraint = 'conversation_members_state_check';
  end if;
  if new.state = 'declined' then new.unread := 0; end if;
  if new.unread = 0 then new.read_seq := greatest(old.read_seq, new.last_seq); end if;
  return new;
end $$;

-- Makes a block wait for the message that is being written. The next message then sees the block.
create function app.hold_talk() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.lock_talk('dm-' || app.conversation_of(new.blocker_id, new.blocked_id));
  return null;
end $$;
alter function app.hold_talk() owner to function_owner;

grant select, insert, update (state, is_pending, unread, last_at, last_seq, written) on public.conversation_members to function_owner;
grant select, update (edited_at), delete on public.direct_messages to function_owner;

grant select, update (unread, state) on public.conversation_members to authenticated;
create policy "people see their own conversations, without those across a block" on public.conversation_members
  for select to authenticated using (user_id = (select auth.uid()) and other_id <> all ((select app.across_blocks())::uuid[]));
create policy "people read, accept and decline as themselves" on public.conversation_members
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

grant select, insert (id, conversation_id, sender_id, receiver_id, text), update (text, reactions), delete on public.direct_messages to authenticated;
-- A list of keys, not a test of each row: the index opens no conversation of others, so a stranger cannot tell its length by the time.
create policy "the two people of a conversation read it, unless one blocks the other" on public.direct_messages
  for select to authenticated using (conversation_id = any ((select app.own_conversations())::text[]));
create policy "people write as themselves" on public.direct_messages
  for insert to authenticated with check (sender_id = (select auth.uid()));
create policy "the two people react, and the sender edits" on public.direct_messages
  for update to authenticated using (conversation_id = any ((select app.own_conversations())::text[]));
create policy "senders delete their messages" on public.direct_messages
  for delete to authenticated using (sender_id = (select auth.uid()));

-- The newest message of a conversation that the caller belongs to, in the list of conversations.
create function app.last_message(conversation text) returns table (text text, sender_id uuid)
  language sql stable security definer set search_path = ''
  begin atomic
    select app.excerpt(m.text, 140), m.sender_id from public.direct_messages as m
    where m.conversation_id = conversation and coalesce(auth.uid() in (m.sender_id, m.receiver_id), true) order by m.seq desc limit 1;
  end;
alter function app.last_message(text) owner to function_owner;
grant execute on function app.last_message(text) to authenticated;

-- The caller's conversations that have a message, with the other person's face of now.
create view public.conversations with (security_invoker = true) as
  select m.user_id, m.conversation_id, m.other_id, m.state, m.is_pending, m.unread, m.last_at, m.last_seq, m.read_seq, m.created_at,
    coalesce(f.codename, 'Anonymous') as other_codename, f.avatar_url as other_avatar_url, coalesce(f.is_premium, false) as other_is_premium,
    l.text as last_text, l.sender_id as last_sender_id
  from public.conversation_members as m
  cross join lateral app.last_message(m.conversation_id) as l
  left join app.faces as f on f.id = m.other_id;
alter view public.conversations owner to public_reader;
grant select on public.conversations to authenticated;

-- Triggers in firing order.
create trigger before_10_stamp before insert on public.direct_messages for each row execute function app.stamp_direct_message();
create trigger before_20_change before update on public.direct_messages for each row execute function app.change_direct_message();
create trigger after_25_close_reports after delete on public.direct_messages for each row execute function app.close_reports('direct_message');
create trigger after_30_keep_update_small after update on public.direct_messages referencing new table as changed
  for each statement execute function app.keep_change_small('1');
create trigger after_40_keep_delete_small after delete on public.direct_messages referencing old table as changed
  for each statement execute function app.keep_change_small();
create trigger after_50_settle after insert on public.direct_messages referencing new table as changed
  for each statement execute function app.settle_direct_messages();
create trigger after_60_tell_changes after update on public.direct_messages referencing old table as before new table as changed
  for each statement execute function app.tell_direct_changes();
create trigger after_70_remove after delete on public.direct_messages referencing old table as changed
  for each statement execute function app.remove_direct_messages();
create trigger before_10_change before update on public.conversation_members for each row execute function app.change_membership();
create trigger after_05_hold_talk after insert on public.user_blocks for each row execute function app.hold_talk();

-- Takes messages back too. A withdrawal does not spend the id of another person's message: the writer may send it again, and must learn that
-- it is stored.
create or replace function app.withdraw(id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = auth.uid() for no key update;
  perform pg_advisory_xact_lock(hashtextextended('comments of ' || auth.uid(), 0));
  delete from public.public_posts as p where p.id = withdraw.id and p.author_id = auth.uid();
  delete from public.diary_posts as d where d.id = withdraw.id and d.user_id = auth.uid();
  delete from public.post_comments as c where c.id = withdraw.id and c.user_id = auth.uid();
  delete from app.room_messages as m where m.id = withdraw.id and m.sender_id = auth.uid();
  delete from public.direct_messages as m where m.id = withdraw.id and m.sender_id = auth.uid();
  if exists (select from app.room_messages as m where m.id = withdraw.id)
    or exists (select from public.direct_messages as m where m.id = withdraw.id)
  then
    return;
  end if;
  insert into app.spent_ids (id) values (withdraw.id) on conflict do nothing;
end $$;

-- Only the two people can report a direct message: for others it is missing. Both can report it across a block.
create or replace function app.submit_report(item_type text, item_id uuid, reason text, details text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  author uuid;
  words text;
begin
  -- One transaction at a time for each person, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended('report ' || me, 0));
  -- Locks the item, so that its deletion closes this report too. Locks the accounts before it, as their deletion does.
  author := coalesce(
    (select p.author_id from public.public_posts as p where p.id = item_id),
    (select c.user_id from public.post_comments as c where c.id = item_id),
    (select m.sender_id from app.room_messages as m where m.id = item_id),
    (select m.sender_id from public.direct_messages as m where m.id = item_id and me in (m.sender_id, m.receiver_id)));
  perform from auth.users as u where u.id in (me, author) order by u.id for key share;
  if item_type = 'public_post' then
    select p.content into words from public.public_posts as p where p.id = item_id for key share;
  elsif item_type = 'post_comment' then
    select c.content into words from public.post_comments as c where c.id = item_id for key share;
  elsif item_type = 'live_chat_message' then
    -- For share: an edit waits and then sees the report.
    select m.message_text into words from app.room_messages as m where m.id = item_id for share;
  elsif item_type = 'direct_message' then
    select m.text into words from public.direct_messages as m where m.id = item_id and me in (m.sender_id, m.receiver_id) for share;
  end if;
  if words is null then return 'missing'; end if;
  if (select count(*) from public.reports as r where r.reporter_id = me and r.created_at > now() - interval '1 hour') >= 30 then
    return 'too_many';
  end if;
  insert into public.reports (reporter_id, reported_item_type, reported_item_id, reason, details, reported_user_id, reported_content)
  values (me, item_type, item_id, reason, details, author, words)
  on conflict do nothing;
  return case when found then 'ok' else 'repeated' end;
end $$;
