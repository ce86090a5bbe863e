-- The bell shows the unread conversations, mentions and posts of a person, each from its own index of unread rows.
-- Each branch takes its newest hundred before it joins: 10,000 unread conversations cost as much as a hundred.
create view public.notices with (security_invoker = true) as
  select coalesce(n.kind, '') as kind, coalesce(n.id, '') as id, n.person_id, f.codename, f.avatar_url, f.is_premium,
    coalesce(n.preview, '') as preview, coalesce(n.count, 0) as count, coalesce(n.created_at, '-infinity') as created_at,
    coalesce(n.target_url, '') as target_url
  from (
    select case m.state when 'request' then 'request' else 'dm' end as kind, m.conversation_id as id, m.other_id as person_id,
      case m.state when 'request' then '' else app.excerpt(l.text, 100) end as preview, m.unread as count, m.last_at as created_at,
      '/tambayan?dmUser=' || m.other_id as target_url
    from (
      select * from public.conversation_members as own
      where own.unread > 0 and own.state <> 'declined' and own.other_id <> all ((select app.out_of_sight())::uuid[])
        and coalesce((select s.dms from public.notification_settings as s where s.user_id = (select auth.uid())), true)
      order by own.last_at desc limit 100) as m
    cross join lateral app.last_message(m.conversation_id) as l
    union all
    select 'mention', x.id::text, x.sender_id, app.excerpt(w.message_text, 100), 1, x.created_at, '/tambayan?message=' || x.message_id
    from (
      select * from public.mentions as own
      where own.read_at is null
        and coalesce((select s.mentions from public.notification_settings as s where s.user_id = (select auth.uid())), true)
      order by own.created_at desc limit 100) as x
    join app.room_messages as w on w.id = x.message_id
    union all
    select n.kind, n.post_id::text, null, app.excerpt(p.content, 100), p.people, n.last_at, '/wall/' || app.slug_of(p.mood) || '?post=' || n.post_id
    from (
      select * from public.post_notices as own
      where own.is_unread and (own.kind <> 'reaction' or coalesce((
          select s.reactions from public.notification_settings as s where s.user_id = (select auth.uid())), true))
        and (own.kind <> 'comment' or coalesce((
          select s.comments from public.notification_settings as s where s.user_id = (select auth.uid())), true))
      order by own.last_at desc limit 100) as n
    cross join lateral (
      select o.mood, o.content, app.notice_people(n.post_id, n.kind) as people from public.public_posts as o
      where o.id = n.post_id offset 0) as p
    where p.people > 0
  ) as n
  left join app.faces as f on f.id = n.person_id;
alter view public.notices owner to public_reader;

-- Queues a push for a new unread message, and tells the person's other devices about a conversation that was read.
create function app.ring_members() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.queue_push(n.user_id) from changed as n join before as o using (user_id, conversation_id)
    where n.unread > o.unread and not app.is_deaf_to(n.user_id, n.other_id) and app.wants_notice(n.user_id, 'dm');
  if current_setting('app.marks_all', true) = 'on' then return null; end if;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('kind', 'dm', 'id', n.conversation_id), 'notices_read', 'user-notifications-' || n.user_id, true
    from changed as n join before as o using (user_id, conversation_id) where o.unread > 0 and n.unread = 0 limit 50;
  return null;
end $$;
alter function app.ring_members() owner to function_owner;

create function app.ring_mentioned() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.queue_push(x.user_id) from (select user_id, sender_id from changed order by user_id) as x
    where not app.is_deaf_to(x.user_id, x.sender_id) and app.wants_notice(x.user_id, 'mention');
  return null;
end $$;
alter function app.ring_mentioned() owner to function_owner;

create function app.tell_read_mentions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('app.marks_all', true) = 'on' then return null; end if;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('kind', 'mention', 'id', n.id), 'notices_read', 'user-notifications-' || n.user_id, true
    from changed as n join before as o using (id) where o.read_at is null and n.read_at is not null limit 50;
  return null;
end $$;
alter function app.tell_read_mentions() owner to function_owner;

create or replace function app.mark_all_read() returns void language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('app.marks_all', 'on', true);
  update public.conversation_members set unread = 0, read_seq = last_seq where user_id = auth.uid() and unread > 0;
  update public.mentions set read_at = now() where user_id = auth.uid() and read_at is null;
  update public.post_notices set is_unread = false where user_id = auth.uid() and is_unread;
  insert into realtime.messages (payload, event, topic, private)
    values ('{"kind": "all"}', 'notices_read', 'user-notifications-' || auth.uid(), true);
end $$;

create function app.has_unread(person uuid) returns boolean language sql stable security definer set search_path = ''
  return (app.wants_notice(person, 'dm') and exists (
      select from public.conversation_members as m
      where m.user_id = person and m.unread > 0 and m.state <> 'declined' and not app.is_deaf_to(person, m.other_id)))
    or (app.wants_notice(person, 'mention') and exists (
      select from public.mentions as x where x.user_id = person and x.read_at is null and not app.is_deaf_to(person, x.sender_id)))
    or exists (
      select from public.post_notices as n where n.user_id = person and n.is_unread
        and app.wants_notice(person, n.kind) and app.count_people(person, n.post_id, n.kind, n.since, '{}') > 0);
alter function app.has_unread(uuid) owner to function_owner;

create or replace function app.may_push(person uuid, at timestamptz) returns boolean language sql stable security definer set search_path = ''
  return exists (select from auth.users as u where u.id = person and (u.banned_until is null or u.banned_until <= at))
    and not exists (
      select from public.notification_settings as s,
        lateral (select extract(hour from t) * 60 + extract(minute from t) as minute from (select at at time zone 'Asia/Manila' as t) as local) as now
      where s.user_id = person and (not s.push or case
        when s.quiet_from < s.quiet_to then now.minute >= s.quiet_from and now.minute < s.quiet_to
        else now.minute >= s.quiet_from or now.minute < s.quiet_to end))
    and app.has_unread(person);

grant select on public.notices to authenticated;
grant execute on function app.slug_of(app.mood) to authenticated;
grant update (read_seq) on public.conversation_members to function_owner;
grant update (read_at) on public.mentions to function_owner;
grant select (post_id, user_id, created_at) on public.post_reactions to function_owner;

create trigger after_20_ring after update on public.conversation_members referencing old table as before new table as changed
  for each statement execute function app.ring_members();
create trigger after_40_ring after insert on public.mentions referencing new table as changed
  for each statement execute function app.ring_mentioned();
create trigger after_50_tell_read after update on public.mentions referencing old table as before new table as changed
  for each statement execute function app.tell_read_mentions();

-- Triggers in firing order.
-- conversation_members
--   after_20_ring             update                    queues a push; tells the person's other devices (once a statement)
-- mentions
--   after_40_ring             insert                    queues a push (once a statement)
--   after_50_tell_read        update                    tells the person's other devices (once a statement)
