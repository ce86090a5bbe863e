-- Posts on the five walls. Anyone reads them. The author changes words, mood and warning, or deletes them. The views of a wall's page are
-- in 0011_walls.sql.

-- The content warning, shown before the words. The reader decides whether to open the post.
create domain app.content_warning as text check (value in ('self_harm', 'violence', 'abuse', 'loss', 'body', 'other'));

create table public.public_posts (
  id uuid primary key default gen_random_uuid(),
  -- The feed's cursor. With one ordered column page 500 costs the same as page 1; with two conditions on (created_at, id) it does not. The
  -- column has no unique index: the planner would walk it through all walls to find the posts of a quiet wall.
  seq bigint generated always as identity,
  -- The author. No client may read this column. `user_id` is what others see: null for a post without the codename.
  author_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  user_id uuid default auth.uid() check (user_id = author_id),
  codename text not null default 'Anonymous' check (char_length(codename) between 1 and 20),
  anonymous boolean not null default false check (not anonymous or user_id is null),
  mood app.mood not null,
  content text not null check (char_length(content) <= 5000 and content ~ '\S'),
  template_url app.template_url,
  created_at timestamptz not null default now(),
  -- Triggers of reactions and comments keep these counts, so that a page of the feed reads neither table.
  reaction_counts jsonb not null default '{}',
  comment_count integer not null default 0 check (comment_count >= 0),
  content_warning app.content_warning
);
alter table public.public_posts enable row level security, force row level security;
create index public_posts_feed on public.public_posts (mood, seq desc);
create index public_posts_newest on public.public_posts (mood, created_at desc, id desc);
create index public_posts_author on public.public_posts (author_id);
create index public_posts_codename on public.public_posts (codename, mood, seq desc);
create index public_posts_unanswered on public.public_posts (mood, created_at) where comment_count = 0;

-- The codenames on posts, for a search by part of a name. Names are few and posts are many, so the pattern is matched once for each name.
-- In a table of their own, because row-level security would hide from the planner how common each name is. 'Anonymous' is left out: a third
-- of the posts have it.
create table app.post_names (codename text primary key check (codename <> 'Anonymous'));

-- Stamps author and codename. A user_id or codename in the request that is not the caller's own is refused.
create function app.stamp_post() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  own_codename text;
begin
  if auth.uid() is not null then
    new.author_id := auth.uid();
    if new.user_id is distinct from new.author_id and new.user_id is not null then
      raise exception 'user_id is not yours' using errcode = '42501';
    end if;
  end if;
  -- Locks the profile against a simultaneous rename, which would not see this post. Locks the account before the profile, in the order of
  -- an account's deletion.
  perform from auth.users as u where u.id = new.author_id for key share;
  select p.codename into own_codename from public.user_profiles as p where p.id = new.author_id for share;
  if auth.uid() is not null and new.codename is not null and new.codename not in
    ('Anonymous', coalesce(own_codename, ''), coalesce(auth.jwt() -> 'user_metadata' ->> 'codename', '')) then
    raise exception 'codename is not yours' using errcode = '42501';
  end if;
  new.user_id := case when new.anonymous then null else new.author_id end;
  new.codename := case when new.anonymous then 'Anonymous' else coalesce(own_codename, 'Anonymous') end;
  return new;
end $$;
alter function app.stamp_post() owner to function_owner;

-- Closes the reports of a deleted post or comment. The argument is the kind of item.
create function app.close_reports() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.reports set status = 'gone', resolved_at = now()
  where reported_item_id = old.id and reported_item_type = tg_argv[0] and status = 'open';
  return null;
end $$;
alter function app.close_reports() owner to function_owner;

create function app.keep_name() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.post_names values (new.codename) on conflict do nothing;
  return null;
end $$;
alter function app.keep_name() owner to function_owner;

-- Announces a new post to its wall, without its words.
create function app.tell_post() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object('id', new.id, 'seq', new.seq), 'new_post', 'wall-' || app.slug_of(new.mood), false);
  return null;
end $$;
alter function app.tell_post() owner to function_owner;

-- Announces an edit or a removal to the readers of a post, without its words. One statement announces fifty posts at most, because one
-- request may change a thousand. Readers of the others catch up when they fetch.
create function app.tell_post_changes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  posts uuid[];
begin
  if tg_op = 'UPDATE' then
    posts := array(
      select n.id from changed as n join before as o using (id)
      where (n.content, n.mood, n.content_warning) is distinct from (o.content, o.mood, o.content_warning) limit 50);
  else
    posts := array(select c.id from changed as c limit 50);
  end if;
  perform realtime.send(
    jsonb_build_object('type', tg_argv[0], 'post_id', post), 'post_update', 'post-reactions-' || post, false)
  from unnest(posts) as post;
  return null;
end $$;
alter function app.tell_post_changes() owner to function_owner;

grant select (id, seq, user_id, codename, anonymous, mood, content, template_url, created_at, reaction_counts, comment_count, content_warning)
  on public.public_posts to anon, authenticated;
grant insert (id, user_id, codename, anonymous, mood, content, template_url, content_warning), update (content, mood, content_warning), delete
  on public.public_posts to authenticated;
grant select on public.public_posts to public_reader;
grant select on app.post_names to public_reader;
grant select, update (codename, reaction_counts, comment_count), delete on public.public_posts to function_owner;
grant insert on app.post_names to function_owner;

-- 0010_safety.sql lets signed-in people read.
create policy "anyone reads the walls" on public.public_posts for select to anon, public_reader using (true);
create policy "people post as themselves" on public.public_posts
  for insert to authenticated with check (author_id = (select auth.uid()));
create policy "authors change their posts" on public.public_posts
  for update to authenticated using (author_id = (select auth.uid())) with check (author_id = (select auth.uid()));
create policy "authors take their posts down" on public.public_posts
  for delete to authenticated using (author_id = (select auth.uid()));

create trigger before_10_stamp before insert on public.public_posts for each row execute function app.stamp_post();
create trigger after_20_close_reports after delete on public.public_posts
  for each row execute function app.close_reports('public_post');
create trigger after_30_count_post after insert on public.public_posts for each row execute function app.count_post();
create trigger after_40_keep_name after insert or update of codename on public.public_posts
  for each row when (new.codename <> 'Anonymous') execute function app.keep_name();
create trigger after_50_refuse_spent after insert on public.public_posts for each row execute function app.refuse_spent();
create trigger after_60_tell_post after insert on public.public_posts for each row execute function app.tell_post();
create trigger after_70_spend_ids after delete on public.public_posts referencing old table as changed
  for each statement execute function app.spend_ids();
create trigger after_80_tell_edited after update on public.public_posts referencing old table as before new table as changed
  for each statement execute function app.tell_post_changes('post_edited');
create trigger after_90_tell_removed after delete on public.public_posts referencing old table as changed
  for each statement execute function app.tell_post_changes('post_removed');

-- Triggers in firing order.
-- public_posts
--   before_10_stamp           insert                    writes author and codename
--   after_20_close_reports    delete                    closes the reports of the post
--   after_30_count_post       insert                    counts the mood
--   after_40_keep_name        insert, update            keeps the codename for search
--   after_50_refuse_spent     insert                    refuses a used-up id
--   after_60_tell_post        insert                    tells the wall
--   after_70_spend_ids        delete                    uses the ids up (once a statement)
--   after_80_tell_edited      update                    tells the readers (once a statement)
--   after_90_tell_removed     delete                    tells the readers (once a statement)
