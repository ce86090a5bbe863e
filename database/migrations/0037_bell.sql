-- The bell: notices of reactions and comments, each person's settings, and the browsers that get pushes. A flood of reactions
-- costs one row, and an event every thirty seconds.
create table public.notification_settings (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  dms boolean not null default true,
  mentions boolean not null default true,
  reactions boolean not null default true,
  comments boolean not null default true,
  push boolean not null default true,
  -- Minutes of the day in Manila. The server pushes nothing from `quiet_from` until `quiet_to`.
  quiet_from integer check (quiet_from between 0 and 1439),
  quiet_to integer check (quiet_to between 0 and 1439),
  check ((quiet_from is null) = (quiet_to is null))
);
alter table public.notification_settings enable row level security, force row level security;

create table public.post_notices (
  -- The author of the post. A foreign key to auth.users would lock accounts after posts, against the order of locks.
  user_id uuid not null,
  post_id uuid not null references public.public_posts (id) on delete cascade,
  kind text not null check (kind in ('reaction', 'comment')),
  -- The time of the first unread reaction or comment. The bell counts people from here.
  since timestamptz not null,
  last_at timestamptz not null default now(),
  is_unread boolean not null default true,
  primary key (user_id, post_id, kind)
);
alter table public.post_notices enable row level security, force row level security;
create index post_notices_unread on public.post_notices (user_id, last_at desc) where is_unread;
create index post_notices_post on public.post_notices (post_id);
create index post_reactions_of_post on public.post_reactions (post_id, created_at);

-- Origins that a push may go to: the server calls no other address. A star stands for one label. The server adds the origins of its settings.
create table app.push_services (
  origin text primary key check (origin ~ '^https?://(\*\.)?[a-z0-9.:\[\]-]+$'),
  from_setting boolean not null default true
);
insert into app.push_services (origin, from_setting) values
  ('https://fcm.googleapis.com', false), ('https://jmt17.google.com', false), ('https://updates.push.services.mozilla.com', false),
  ('https://web.push.apple.com', false), ('https://*.notify.windows.com', false);

-- A browser that gets pushes for a person. The row ends with its session: a shared phone gets none after the log-out.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  endpoint text not null unique check (char_length(endpoint) <= 1000),
  p256dh text not null check (p256dh ~ '^B[\w-]{86}$'),
  auth text not null check (auth ~ '^[\w-]{22}$'),
  created_at timestamptz not null default now(),
  -- The time of the next attempt. Null: nothing waits.
  due_at timestamptz,
  pushed_at timestamptz,
  failures integer not null default 0
);
alter table public.push_subscriptions enable row level security, force row level security;
create index push_subscriptions_person on public.push_subscriptions (user_id, created_at);
create index push_subscriptions_session on public.push_subscriptions (session_id);
create index push_subscriptions_due on public.push_subscriptions (due_at) where due_at is not null;

create function app.wants_notice(person uuid, kind text) returns boolean language sql stable security definer set search_path = ''
  return coalesce((
    select case wants_notice.kind when 'mention' then s.mentions when 'reaction' then s.reactions when 'comment' then s.comments else s.dms end
    from public.notification_settings as s where s.user_id = person), true);
alter function app.wants_notice(uuid, text) owner to function_owner;

-- True when `person` blocked `other`, was blocked by them, or muted them.
create function app.is_deaf_to(person uuid, other uuid) returns boolean language sql stable security definer set search_path = ''
  return app.is_blocked_between(person, other)
    or exists (select from public.user_mutes as m where m.muter_id = person and m.muted_id = other);
alter function app.is_deaf_to(uuid, uuid) owner to function_owner;

-- People who reacted or commented since the author last read, at most 100. Of comments the first 200 are looked at.
create function app.count_people(author uuid, post uuid, kind text, since timestamptz, hidden uuid[]) returns integer
language sql stable security definer set search_path = ''
  return case kind
    when 'reaction' then (
      select count(*) from (
        select from public.post_reactions as r
        where r.post_id = post and r.created_at >= since and r.user_id <> author and r.user_id <> all (hidden) limit 100) as people)
    else (
      select least(count(distinct user_id), 100) from (
        select c.user_id from public.post_comments as c
        where c.post_id = post and c.created_at >= since and c.user_id <> author and c.user_id <> all (hidden)
        order by c.created_at limit 200) as comments)
  end;
alter function app.count_people(uuid, uuid, text, timestamptz, uuid[]) owner to function_owner;

-- People in one notice of the caller. Security definer, because clients may not read who reacted.
create function app.notice_people(post uuid, kind text) returns integer language sql stable security definer set search_path = ''
  return (
    select app.count_people(n.user_id, n.post_id, n.kind, n.since, app.out_of_sight())
    from public.post_notices as n
    where n.user_id = auth.uid() and n.post_id = post and n.kind = notice_people.kind);
alter function app.notice_people(uuid, text) owner to function_owner;

-- Makes a push due in five seconds, so that an open page reads the notice first, and at least a minute after the last push.
create function app.queue_push(person uuid) returns void language sql security definer set search_path = ''
  begin atomic
    update public.push_subscriptions set due_at = greatest(now() + interval '5 seconds', pushed_at + interval '1 minute')
    where user_id = person and due_at is null;
  end;
alter function app.queue_push(uuid) owner to function_owner;

-- Makes or renews the authors' notices. An earlier trigger counted on the post and locked it, so notices of one post come one by one.
create function app.ring_authors() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  rung record;
  was_unread boolean;
begin
  for rung in
    select p.id as post, p.author_id as author, min(c.created_at) as since
    from changed as c join public.public_posts as p on p.id = c.post_id
    where p.author_id <> c.user_id and not app.is_deaf_to(p.author_id, c.user_id) and app.wants_notice(p.author_id, tg_argv[0])
    group by p.id, p.author_id order by p.id limit 50
  loop
    -- Waits for an author who is marking the notice as read.
    perform from public.post_notices as n
      where n.user_id = rung.author and n.post_id = rung.post and n.kind = tg_argv[0]
        and n.is_unread and n.last_at > now() - interval '30 seconds' for share;
    continue when found;
    insert into public.post_notices as n (user_id, post_id, kind, since) values (rung.author, rung.post, tg_argv[0], rung.since)
      on conflict (user_id, post_id, kind) do update
        set last_at = greatest(n.last_at, excluded.last_at), since = case when n.is_unread then n.since else excluded.since end, is_unread = true
      returning with (old as past) past.is_unread into was_unread;
    insert into realtime.messages (payload, event, topic, private) values (
      jsonb_build_object('kind', tg_argv[0], 'postId', rung.post), 'post_notice', 'user-notifications-' || rung.author, true);
    if was_unread is not true then perform app.queue_push(rung.author); end if;
  end loop;
  return null;
end $$;
alter function app.ring_authors() owner to function_owner;

-- Tells the person's other devices what was read. mark_all_read stores one event for everything.
create function app.tell_read_posts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('app.marks_all', true) = 'on' then return null; end if;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('kind', o.kind, 'id', o.post_id), 'notices_read', 'user-notifications-' || o.user_id, true
    from before as o join changed as n using (user_id, post_id, kind) where o.is_unread and not n.is_unread limit 50;
  return null;
end $$;
alter function app.tell_read_posts() owner to function_owner;

create function app.mark_all_read() returns void language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('app.marks_all', 'on', true);
  update public.post_notices set is_unread = false where user_id = auth.uid() and is_unread;
  insert into realtime.messages (payload, event, topic, private)
    values ('{"kind": "all"}', 'notices_read', 'user-notifications-' || auth.uid(), true);
end $$;
alter function app.mark_all_read() owner to function_owner;

create function app.is_push_address(endpoint text) returns boolean language sql stable security definer set search_path = ''
  return exists (
    select from app.push_services as s,
      lateral (select substring(endpoint from '^(https?://[a-z0-9.:\[\]-]+)/[!-~]+$') as origin) as asked
    where s.origin in (asked.origin, regexp_replace(asked.origin, '^https://[a-z0-9-]+\.', 'https://*.')));
alter function app.is_push_address(text) owner to function_owner;

-- Stamps the session and refuses other addresses than push services. The last person to subscribe owns a browser; each person has ten at most.
create function app.stamp_subscription() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not app.is_push_address(new.endpoint) then
    raise exception 'The endpoint is no address of a known push service' using errcode = 'PT400';
  end if;
  new.session_id := coalesce((auth.jwt() ->> 'session_id')::uuid, new.session_id);
  perform from auth.users as u where u.id = new.user_id for key share;
  perform pg_advisory_xact_lock(hashtextextended('push_subscriptions ' || new.user_id, 0));
  delete from public.push_subscriptions as s where s.endpoint = new.endpoint or s.id in (
    select o.id from public.push_subscriptions as o where o.user_id = new.user_id order by o.created_at desc, o.id offset 9);
  return new;
end $$;
alter function app.stamp_subscription() owner to function_owner;

-- Replaces the origins of the server's settings, at each start.
create function app.know_push_services(origins text[]) returns void language sql security definer set search_path = ''
  begin atomic
    delete from app.push_services where from_setting and origin <> all (origins);
    insert into app.push_services (origin) select unnest(origins) on conflict do nothing;
  end;
alter function app.know_push_services(text[]) owner to function_owner;

create function app.may_push(person uuid, at timestamptz) returns boolean language sql stable security definer set search_path = ''
  return exists (select from auth.users as u where u.id = person and (u.banned_until is null or u.banned_until <= at))
    and not exists (
      select from public.notification_settings as s,
        lateral (select extract(hour from t) * 60 + extract(minute from t) as minute from (select at at time zone 'Asia/Manila' as t) as local) as now
      where s.user_id = person and (not s.push or case
        when s.quiet_from < s.quiet_to then now.minute >= s.quiet_from and now.minute < s.quiet_to
        else now.minute >= s.quiet_from or now.minute < s.quiet_to end))
    and exists (
      select from public.post_notices as n where n.user_id = person and n.is_unread
        and app.wants_notice(person, n.kind) and app.count_people(person, n.post_id, n.kind, n.since, '{}') > 0);
alter function app.may_push(uuid, timestamptz) owner to function_owner;

-- Claims at most `most` due pushes for a minute. Drops a push when the person wants none or has read everything, or when the operator removed
-- its service.
create function app.claim_pushes(at timestamptz, most integer)
returns table (id uuid, endpoint text, p256dh text, auth text, failures integer, wanted boolean)
language sql security definer set search_path = ''
  begin atomic
    with due as (
      select s.id from public.push_subscriptions as s where s.due_at <= at order by s.due_at limit most for update skip locked)
    update public.push_subscriptions as s set due_at = case when app.is_push_address(s.endpoint) and app.may_push(s.user_id, at) then at + interval '1 minute' end
      from due where s.id = due.id
      returning s.id, s.endpoint, s.p256dh, s.auth, s.failures, s.due_at is not null;
  end;
alter function app.claim_pushes(timestamptz, integer) owner to function_owner;

grant select, insert (user_id, dms, mentions, reactions, comments, push, quiet_from, quiet_to),
  update (user_id, dms, mentions, reactions, comments, push, quiet_from, quiet_to) on public.notification_settings to authenticated;
grant select, update (is_unread) on public.post_notices to authenticated;
grant select (id, user_id, endpoint, p256dh, auth, created_at), insert (id, user_id, endpoint, p256dh, auth), delete
  on public.push_subscriptions to authenticated;
grant select on public.notification_settings to function_owner;
grant select, insert (user_id, post_id, kind, since), update on public.post_notices to function_owner;
grant select, update (due_at), delete on public.push_subscriptions to function_owner;
grant select, insert (origin), delete on app.push_services to function_owner;
grant execute on function app.notice_people(uuid, text), app.mark_all_read() to authenticated;
grant execute on function app.know_push_services(text[]), app.claim_pushes(timestamptz, integer) to service_role;

create policy "people see their own settings of the bell" on public.notification_settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people set their own bell" on public.notification_settings
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own bell" on public.notification_settings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "authors see what happened at their posts" on public.post_notices
  for select to authenticated using (user_id = (select auth.uid()));
create policy "authors mark it as read" on public.post_notices
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()) and not is_unread);
create policy "people see their own browsers" on public.push_subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people add their own browser" on public.push_subscriptions
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people remove their own browsers" on public.push_subscriptions
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger after_50_ring_authors after insert on public.post_reactions referencing new table as changed
  for each statement execute function app.ring_authors('reaction');
create trigger after_70_ring_authors after insert on public.post_comments referencing new table as changed
  for each statement execute function app.ring_authors('comment');
create trigger after_10_tell_read after update on public.post_notices referencing old table as before new table as changed
  for each statement execute function app.tell_read_posts();
create trigger before_10_stamp before insert on public.push_subscriptions for each row execute function app.stamp_subscription();

-- Triggers in firing order.
-- post_reactions
--   after_50_ring_authors     insert                    rings the bells of the posts' authors (once a statement)
-- post_comments
--   after_70_ring_authors     insert                    the same
-- post_notices
--   after_10_tell_read        update                    tells the person's other devices (once a statement)
-- push_subscriptions
--   before_10_stamp           insert                    refuses a foreign address; stamps the session; keeps ten
