-- Blocks, mutes and reports, and the policies on posts, comments and reactions that depend on them. A block hides two people from each
-- other. A mute hides a person or one post from the muting person only. Neither follows a post without a codename: a person who blocks Mina
-- could otherwise see which nameless posts vanish.
create table public.user_blocks (
  id uuid primary key default gen_random_uuid(),
  blocker_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  blocked_id uuid not null references auth.users (id) on delete cascade check (blocked_id <> blocker_id),
  created_at timestamptz not null default now(),
  unique (blocker_id, blocked_id)
);
alter table public.user_blocks enable row level security, force row level security;
create index user_blocks_blocked on public.user_blocks (blocked_id, blocker_id);

create table public.user_mutes (
  id uuid primary key default gen_random_uuid(),
  muter_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  muted_id uuid references auth.users (id) on delete cascade check (muted_id <> muter_id),
  post_id uuid references public.public_posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(muted_id, post_id) = 1),
  unique (muter_id, muted_id),
  unique (muter_id, post_id)
);
alter table public.user_mutes enable row level security, force row level security;
create index user_mutes_muted on public.user_mutes (muted_id);
create index user_mutes_post on public.user_mutes (post_id);

-- Only submit_report writes a report, with the session's person as reporter. The reporter can read its outcome.
create table public.reports (
  id uuid primary key default gen_random_uuid(),
  -- Null: the account was deleted, and its words in `details` with it.
  reporter_id uuid references auth.users (id) on delete set null,
  reported_item_type text not null check (reported_item_type in ('public_post', 'post_comment', 'direct_message')),
  reported_item_id uuid not null,
  reason text not null check (reason in
    ('spam', 'hate_speech', 'inappropriate_content', 'self_harm', 'harassment', 'privacy_violation', 'other')),
  details text check (char_length(details) <= 1000),
  -- removed: the moderators deleted the item. dismissed: it may stay. gone: its author deleted it first.
  status text not null default 'open' check (status in ('open', 'removed', 'dismissed', 'gone')),
  created_at timestamptz not null default now(),
  -- The day only (stamp_report).
  resolved_at timestamptz check ((resolved_at is null) = (status = 'open')),
  -- For the moderators: the item at the time of the report. Its words are deleted with their author's account.
  reported_user_id uuid references auth.users (id) on delete set null,
  reported_content text
);
alter table public.reports enable row level security, force row level security;
create unique index reports_one_open on public.reports (reporter_id, reported_item_type, reported_item_id) where status = 'open';
create index reports_item on public.reports (reported_item_id);
create index reports_reporter on public.reports (reporter_id, created_at desc);
create index reports_reported on public.reports (reported_user_id);

-- Either person's open sockets may have lost or won a right, so their nodes check again.
create function app.announce_block() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime', 'u' || coalesce(new.blocker_id, old.blocker_id));
  perform pg_notify('realtime', 'u' || coalesce(new.blocked_id, old.blocked_id));
  return null;
end $$;

-- Limits a list to 1,000 entries, because every page of a wall reads it. Counts after the insert, so that an existing entry is reported as
-- such. A lock per person stops parallel inserts from passing together.
create function app.keep_list_short() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  person uuid := to_jsonb(new) ->> tg_argv[0];
  entries integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || ' ' || person, 0));
  execute format('select count(*) from public.%I where %I = $1', tg_table_name, tg_argv[0]) into entries using person;
  if entries > 1000 then
    raise exception 'This list is full' using errcode = '23514', constraint = tg_table_name || '_full';
  end if;
  return null;
end $$;
alter function app.keep_list_short() owner to function_owner;

-- Stores the day only, because items that are deleted at one moment belong to one person. Drops the words of deleted accounts.
create function app.stamp_report() returns trigger language plpgsql set search_path = '' as $$
begin
  new.resolved_at := date_trunc('day', new.resolved_at, 'UTC');
  if new.reporter_id is null then new.details := null; end if;
  if new.reported_user_id is null then new.reported_content := null; end if;
  return new;
end $$;

-- True when one of the two has blocked the other. Security definer, because nobody may read the other's list.
create function app.is_blocked_between(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = ''
  return exists (select from public.user_blocks
    where (blocker_id, blocked_id) in ((one, other), (other, one)));
alter function app.is_blocked_between(uuid, uuid) owner to function_owner;

-- The ids of people and posts that are hidden from the caller: blocked by either side, or muted by the caller. Security definer, because
-- nobody may read who blocked them. Call it as (select app.out_of_sight()): once a query.
create function app.out_of_sight() returns uuid[] language sql stable security definer set search_path = ''
  return case when auth.uid() is null then '{}' else array(
    select b.blocked_id from public.user_blocks as b where b.blocker_id = auth.uid()
    union all select b.blocker_id from public.user_blocks as b where b.blocked_id = auth.uid()
    union all select coalesce(m.muted_id, m.post_id) from public.user_mutes as m where m.muter_id = auth.uid()
  ) end;
alter function app.out_of_sight() owner to function_owner;

-- True when a block stands between the caller and the named author of this post.
create function app.is_kept_from(post uuid) returns boolean language sql stable security definer set search_path = ''
  return exists (
    select from public.public_posts as p join public.user_blocks as b
      on (b.blocker_id, b.blocked_id) in ((auth.uid(), p.user_id), (p.user_id, auth.uid()))
    where p.id = post);
alter function app.is_kept_from(uuid) owner to function_owner;

-- Returns 'ok', or the refusal: 'missing', 'repeated' (the caller has an open report of it), 'too_many' (30 in an hour).
create function app.submit_report(item_type text, item_id uuid, reason text, details text) returns text
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
    (select c.user_id from public.post_comments as c where c.id = item_id));
  perform from auth.users as u where u.id in (me, author) order by u.id for key share;
  if item_type = 'public_post' then
    select p.content into words from public.public_posts as p where p.id = item_id for key share;
  elsif item_type = 'post_comment' then
    select c.content into words from public.post_comments as c where c.id = item_id for key share;
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
alter function app.submit_report(text, uuid, text, text) owner to function_owner;

grant select, insert (id, blocker_id, blocked_id), delete on public.user_blocks to authenticated;
grant select, insert (id, muter_id, muted_id, post_id), delete on public.user_mutes to authenticated;
grant select (id, reported_item_type, reported_item_id, reason, details, status, created_at, resolved_at)
  on public.reports to authenticated;
-- A view's functions run with the rights of the caller.
grant execute on function app.out_of_sight() to anon, authenticated, public_reader;
grant execute on function app.is_kept_from(uuid), app.submit_report(text, uuid, text, text) to authenticated;
grant select on public.user_blocks, public.user_mutes to function_owner;
grant select, insert, update (status, resolved_at) on public.reports to function_owner;

create policy "people see whom they block" on public.user_blocks
  for select to authenticated using (blocker_id = (select auth.uid()));
create policy "people block as themselves" on public.user_blocks
  for insert to authenticated with check (blocker_id = (select auth.uid()));
create policy "people unblock whom they blocked" on public.user_blocks
  for delete to authenticated using (blocker_id = (select auth.uid()));
-- 0011_walls.sql lets people mute.
create policy "people see whom they mute" on public.user_mutes
  for select to authenticated using (muter_id = (select auth.uid()));
create policy "people unmute whom they muted" on public.user_mutes
  for delete to authenticated using (muter_id = (select auth.uid()));
create policy "people see what they reported" on public.reports
  for select to authenticated using (reporter_id = (select auth.uid()));

create policy "people read the walls, without those out of their sight" on public.public_posts
  for select to authenticated using (not (array[id, user_id] && (select app.out_of_sight())));
create policy "people read comments, without those out of their sight" on public.post_comments
  for select to authenticated using (not (array[user_id] && (select app.out_of_sight())));
create policy "people comment as themselves" on public.post_comments
  for insert to authenticated with check (user_id = (select auth.uid()) and not app.is_kept_from(post_id));
-- A comment written before the block can be deleted, not changed.
create policy "authors change their comments" on public.post_comments
  for update to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and not app.is_kept_from(post_id));
create policy "people react as themselves" on public.post_reactions
  for insert to authenticated with check (user_id = (select auth.uid()) and not app.is_kept_from(post_id));
create policy "people change their reaction" on public.post_reactions
  for update to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and not app.is_kept_from(post_id));

create trigger before_10_stamp before insert or update on public.reports for each row execute function app.stamp_report();
create trigger after_10_announce after insert or delete on public.user_blocks for each row execute function app.announce_block();
create trigger after_20_keep_short after insert on public.user_blocks for each row execute function app.keep_list_short('blocker_id');
create trigger after_10_keep_short after insert on public.user_mutes for each row execute function app.keep_list_short('muter_id');

-- Triggers in firing order.
-- reports
--   before_10_stamp           insert, update            keeps the day only, and drops the words of deleted accounts
-- user_blocks
--   after_10_announce         insert, delete            tells the nodes of both people
--   after_20_keep_short       insert                    limits the list
-- user_mutes
--   after_10_keep_short       insert                    limits the list
