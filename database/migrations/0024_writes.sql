-- Cheaper writes. Each insert did some things twice: a trigger counted on the post, another read the post again to tell the count. Counters
-- on posts are HOT updates again: no index names them.

-- The index public_posts_newest answers unanswered_posts too. Nobody used the other index.
drop index public.public_posts_unanswered;
drop index app.analytics_events_day;

-- Room on each page for the next version of a row whose counters change.
alter table public.public_posts set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table public.diary_heads set (fillfactor = 50);
alter table auth.rate_limits set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
alter table auth.sessions set (fillfactor = 80);
-- Rows live for an hour.
alter table realtime.messages set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table app.renames set (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);

-- Counts by day. The clean-up folds the events of a day into them when the day is over.
create table app.analytics_days (
  day date not null,
  name text not null,
  mood app.mood not null,
  has_media boolean not null,
  template text,
  n bigint not null,
  unique nulls not distinct (day, name, mood, has_media, template)
);
create function app.fold_analytics(at timestamptz, most integer) returns bigint language sql security definer set search_path = ''
  begin atomic
    with folded as (
      delete from app.analytics_events where ctid = any (array(
        select e.ctid from app.analytics_events as e where e.day < at::date limit most for update skip locked)) returning *),
    kept as (
      insert into app.analytics_days as known (day, name, mood, has_media, template, n)
        select day, name, mood, has_media, template, count(*) from folded group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
        on conflict (day, name, mood, has_media, template) do update set n = known.n + excluded.n)
    select count(*) from folded;
  end;
alter function app.fold_analytics(timestamptz, integer) owner to function_owner;
grant select, update (day), delete on app.analytics_events to function_owner;
grant select, insert, update on app.analytics_days to function_owner;
grant execute on function app.fold_analytics(timestamptz, integer) to service_role;

-- Refuses used-up ids, counts the moods and tells the walls, without the words: once a statement, fifty events at most.
create function app.settle_posts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from app.spent_ids as s join added as a using (id)) then
    raise exception 'This id is used up' using errcode = 'PT410', hint = 'What had it was deleted or taken back; words that are new have a new id';
  end if;
  insert into app.analytics_events (name, mood, template)
    select 'post_create', a.mood, substring(a.template_url from '([a-z]+-\d)\.svg$') from added as a;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('id', a.id, 'seq', a.seq), 'new_post', 'wall-' || app.slug_of(a.mood), false from added as a limit 50;
  return null;
end $$;
alter function app.settle_posts() owner to function_owner;
drop trigger after_30_count_post on public.public_posts;
drop trigger after_50_refuse_spent on public.public_posts;
drop trigger after_60_tell_post on public.public_posts;
create trigger after_60_settle after insert on public.public_posts referencing new table as added
  for each statement execute function app.settle_posts();
drop function app.tell_post();

-- Counts comments on their posts and tells the readers the new count: once a statement, fifty events at most. The count locks the post, so
-- events come in the order of the counts. A post that is being deleted is not found.
create function app.count_and_tell_comments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  with sums as (select post_id, array_agg(id) as ids from changed group by post_id),
  counted as (
    update public.public_posts as p
      set comment_count = p.comment_count + case tg_op when 'INSERT' then 1 else -1 end * cardinality(s.ids)
      from sums as s where p.id = s.post_id
      returning p.id, p.comment_count, s.ids)
  insert into realtime.messages (payload, event, topic, private)
    select
      case cardinality(c.ids) when 1
        then jsonb_build_object('type', tg_argv[0], 'post_id', c.id, 'id', c.ids[1], 'comment_count', c.comment_count)
        else jsonb_build_object('type', 'comments_changed', 'post_id', c.id, 'comment_count', c.comment_count) end,
      'comment_update', 'post-reactions-' || c.id, false
    from counted as c limit 50;
  return null;
end $$;
alter function app.count_and_tell_comments() owner to function_owner;
drop trigger after_30_count on public.post_comments;
drop trigger after_40_tell_added on public.post_comments;
drop trigger after_60_tell_removed on public.post_comments;
create trigger after_40_count_added after insert on public.post_comments referencing new table as changed
  for each statement execute function app.count_and_tell_comments('comment_added');
create trigger after_60_count_removed after delete on public.post_comments referencing old table as changed
  for each statement execute function app.count_and_tell_comments('comment_removed');
drop function app.count_comments();

-- An edit changes no count and locks no post.
create or replace function app.tell_comments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.messages (payload, event, topic, private)
    select
      case cardinality(c.ids) when 1
        then jsonb_build_object('type', tg_argv[0], 'post_id', c.post_id, 'id', c.ids[1])
        else jsonb_build_object('type', 'comments_changed', 'post_id', c.post_id) end,
      'comment_update', 'post-reactions-' || c.post_id, false
    from (select n.post_id, array_agg(n.id) as ids from changed as n join before as o using (id)
      where n.content <> o.content group by n.post_id limit 50) as c;
  return null;
end $$;

-- Counts reactions on their posts and tells the readers the new counts, without names: once a statement, fifty events at most. The row's
-- lock makes parallel reactions count one after the other, so events come in the order of the counts.
create function app.count_and_tell_reactions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changes jsonb;
  post uuid;
  change jsonb;
  counts jsonb;
  told integer := 0;
begin
  if tg_op = 'INSERT' then
    changes := (select jsonb_object_agg(post_id, of_post) from (
      select post_id, jsonb_object_agg(emoji, n) as of_post
      from (select post_id, emoji, count(*) as n from changed group by post_id, emoji) as won group by post_id) as posts);
  elsif tg_op = 'DELETE' then
    changes := (select jsonb_object_agg(post_id, of_post) from (
      select post_id, jsonb_object_agg(emoji, n) as of_post
      from (select post_id, emoji, -count(*) as n from changed group by post_id, emoji) as lost group by post_id) as posts);
  else
    changes := (select jsonb_object_agg(post_id, of_post) from (
      select post_id, jsonb_object_agg(emoji, n) as of_post from (
        select post_id, emoji, sum(n) as n from (
          select n.post_id, n.emoji, 1 as n from changed as n join before as o using (id) where n.emoji <> o.emoji
          union all select o.post_id, o.emoji, -1 from changed as n join before as o using (id) where n.emoji <> o.emoji
        ) as each_one group by post_id, emoji) as both_ways group by post_id) as posts);
  end if;
  for post, change in select c.key::uuid, c.value from jsonb_each(changes) as c loop
    update public.public_posts as p set reaction_counts = (
      select coalesce(jsonb_object_agg(parts.emoji, parts.n), '{}') from (
        select each_one.key as emoji, sum(each_one.value::int)::int as n from (
          select key, value from jsonb_each_text(p.reaction_counts) union all select key, value from jsonb_each_text(change)
        ) as each_one group by each_one.key
      ) as parts where parts.n > 0)
    where p.id = post returning p.reaction_counts into counts;
    -- A post that is being deleted is not found.
    continue when not found or told = 50;
    told := told + 1;
    insert into realtime.messages (payload, event, topic, private) values (
      jsonb_build_object('type', tg_argv[0], 'post_id', post, 'reaction_counts', counts),
      'reaction_update', 'post-reactions-' || post, false);
  end loop;
  return null;
end $$;
alter function app.count_and_tell_reactions() owner to function_owner;
drop trigger after_10_count on public.post_reactions;
drop trigger after_20_tell_added on public.post_reactions;
drop trigger after_30_tell_updated on public.post_reactions;
drop trigger after_40_tell_removed on public.post_reactions;
create trigger after_20_count_added after insert on public.post_reactions referencing new table as changed
  for each statement execute function app.count_and_tell_reactions('reaction_added');
create trigger after_30_count_updated after update on public.post_reactions referencing old table as before new table as changed
  for each statement execute function app.count_and_tell_reactions('reaction_updated');
create trigger after_40_count_removed after delete on public.post_reactions referencing old table as changed
  for each statement execute function app.count_and_tell_reactions('reaction_removed');
drop function app.count_reactions();
drop function app.tell_reactions();

-- The claims are parsed once.
create or replace function app.stamp_post() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  claims jsonb := auth.jwt();
  me uuid := nullif(claims ->> 'sub', '')::uuid;
  own_codename text;
begin
  if me is not null then
    new.author_id := me;
    if new.user_id is distinct from me and new.user_id is not null then
      raise exception 'user_id is not yours' using errcode = '42501';
    end if;
  end if;
  -- Waits for a withdrawal and for the job that writes a new codename.
  perform from auth.users as u where u.id = new.author_id for share;
  select p.codename into own_codename from public.user_profiles as p where p.id = new.author_id;
  if me is not null and new.codename not in
    ('Anonymous', coalesce(own_codename, ''), coalesce(claims -> 'user_metadata' ->> 'codename', '')) then
    raise exception 'codename is not yours' using errcode = '42501';
  end if;
  new.user_id := case when new.anonymous then null else new.author_id end;
  new.codename := case when new.anonymous then 'Anonymous' else coalesce(own_codename, 'Anonymous') end;
  return new;
end $$;

-- Triggers in firing order.
-- public_posts
--   after_60_settle           insert                    refuses used-up ids, counts the moods, tells the walls (once a statement)
-- post_comments
--   after_40_count_added      insert                    counts on the posts, tells the readers (once a statement)
--   after_60_count_removed    delete                    the same
-- post_reactions
--   after_20_count_added      insert                    counts on the posts, tells the readers (once a statement)
--   after_30_count_updated    update                    the same
--   after_40_count_removed    delete                    the same
