-- Block keeps two people apart, both ways; mute takes a person, or one post, out of one's own sight only.
-- A post without a codename follows neither: whoever blocks Mina and sees which nameless posts vanish would know which are hers.
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

grant select, insert (id, muter_id, muted_id, post_id), delete on public.user_mutes to authenticated;
create policy "people see whom they mute" on public.user_mutes
  for select to authenticated using (muter_id = (select auth.uid()));
create policy "people unmute whom they muted" on public.user_mutes
  for delete to authenticated using (muter_id = (select auth.uid()));

-- The lists are read with every page of a wall: they have an end. Counted afterwards, so that an entry that is there already is heard
-- of first, and one at a time for each person, so that the count holds.
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
create trigger keep_short after insert on public.user_blocks for each row execute function app.keep_list_short('blocker_id');
create trigger keep_short after insert on public.user_mutes for each row execute function app.keep_list_short('muter_id');

-- People and posts that the caller does not meet: blocked by either side, muted by the caller. Ids never meet by chance, so they share
-- one list. Definer, because nobody may read who blocked them. Use it as (select app.out_of_sight()): once a query.
create function app.out_of_sight() returns uuid[] language sql stable security definer set search_path = ''
  return case when auth.uid() is null then '{}' else array(
    select b.blocked_id from public.user_blocks as b where b.blocker_id = auth.uid()
    union all select b.blocker_id from public.user_blocks as b where b.blocked_id = auth.uid()
    union all select coalesce(m.muted_id, m.post_id) from public.user_mutes as m where m.muter_id = auth.uid()
  ) end;

-- Whether a block stands between the caller and whoever put their name on this post.
create function app.is_kept_from(post uuid) returns boolean language sql stable security definer set search_path = ''
  return exists (
    select from public.public_posts as p join public.user_blocks as b
      on (b.blocker_id, b.blocked_id) in ((auth.uid(), p.user_id), (p.user_id, auth.uid()))
    where p.id = post);
-- A view's functions run as who asks.
grant execute on function app.out_of_sight() to anon, authenticated, public_reader;
grant execute on function app.is_kept_from(uuid) to authenticated;

drop policy "anyone reads the walls" on public.public_posts;
create policy "anyone reads the walls" on public.public_posts for select to anon, public_reader using (true);
create policy "people read the walls, without those out of their sight" on public.public_posts
  for select to authenticated using (not (array[id, user_id] && (select app.out_of_sight())));

drop policy "anyone reads comments" on public.post_comments;
create policy "anyone reads comments" on public.post_comments for select to anon, public_reader using (true);
create policy "people read comments, without those out of their sight" on public.post_comments
  for select to authenticated using (not (array[user_id] && (select app.out_of_sight())));
drop policy "people comment as themselves" on public.post_comments;
create policy "people comment as themselves" on public.post_comments
  for insert to authenticated with check (user_id = (select auth.uid()) and not app.is_kept_from(post_id));

-- What somebody wrote there before the block they may take away, not change.
drop policy "authors change their comments" on public.post_comments;
create policy "authors change their comments" on public.post_comments
  for update to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and not app.is_kept_from(post_id));

drop policy "people change their reaction" on public.post_reactions;
create policy "people change their reaction" on public.post_reactions
  for update to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()) and not app.is_kept_from(post_id));
drop policy "people react as themselves" on public.post_reactions;
create policy "people react as themselves" on public.post_reactions
  for insert to authenticated with check (user_id = (select auth.uid()) and not app.is_kept_from(post_id));

create or replace view public.wall_posts as
  select
    p.id, p.seq, p.user_id, p.codename, p.mood, p.content, p.template_url, p.created_at, p.reaction_counts, p.comment_count,
    f.avatar_url,
    coalesce(f.is_premium and f.premium_until > now(), false) as is_premium,
    coalesce(p.author_id = (select auth.uid()), false) as is_mine,
    (select r.emoji from public.post_reactions as r where r.post_id = p.id and r.user_id = (select auth.uid())) as my_reaction,
    p.content_warning
  from public.public_posts as p
  left join public.user_profiles as f on f.id = p.user_id
  where not (array[p.id, p.user_id] && (select app.out_of_sight()));

-- Nobody hides a post of their own from themselves.
create policy "people mute others, as themselves" on public.user_mutes
  for insert to authenticated with check (muter_id = (select auth.uid())
    and not exists (select from public.wall_posts as w where w.id = post_id and w.is_mine));

-- The comments under a post in one request, each with its author: comment, name, face, crown. Oldest first:
--   wall_comments?post_id=eq.<id>&order=created_at.asc
grant select on public.post_comments to public_reader;
create view public.wall_comments as
  select
    c.id, c.post_id, c.user_id, c.content, c.created_at, c.updated_at,
    coalesce(f.codename, 'Anonymous') as codename,
    f.avatar_url,
    coalesce(f.is_premium and f.premium_until > now(), false) as is_premium,
    coalesce(c.user_id = (select auth.uid()), false) as is_mine,
    -- Nobody's under a post without the codename.
    coalesce(p.user_id = c.user_id, false) as is_author
  from public.post_comments as c
  join public.public_posts as p on p.id = c.post_id
  left join public.user_profiles as f on f.id = c.user_id
  where not (array[c.user_id, p.id, p.user_id] && (select app.out_of_sight()));
alter view public.wall_comments owner to public_reader;
grant select on public.wall_comments to anon, authenticated;
