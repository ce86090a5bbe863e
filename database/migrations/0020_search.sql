-- Search by codename: contains, whatever the case. Names are few where posts are many, and a pattern is tried on each name once: a name
-- that nobody has costs a look at the names instead of a walk down a wall. The names stand apart because the planner must know how
-- common they are, which row-level security would keep from it.
-- 'Anonymous' is no name: it stands on a third of the posts, and a search would have to go through all of them.
create table app.post_names (codename text primary key check (codename <> 'Anonymous'));
insert into app.post_names select distinct p.codename from public.public_posts as p where p.codename <> 'Anonymous';
create index public_posts_codename on public.public_posts (codename, mood, seq desc);

create function app.keep_name() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.post_names values (new.codename) on conflict do nothing;
  return null;
end $$;
create trigger keep_name after insert or update of codename on public.public_posts
  for each row when (new.codename <> 'Anonymous') execute function app.keep_name();

-- For the retention job: names that stand on no post any more; until then a search finds nothing under them. Whoever puts a name on a
-- post at that moment holds the table a little, even where the name was there: the lock waits for them, and then the posts are asked again.
create function app.forget_names() returns void language plpgsql set search_path = '' as $$
declare
  unused text[] := array(
    select n.codename from app.post_names as n
    where not exists (select from public.public_posts as p where p.codename = n.codename));
begin
  if unused = '{}' then return; end if;
  lock table app.post_names in share row exclusive mode;
  delete from app.post_names as n
  where n.codename = any (unused) and not exists (select from public.public_posts as p where p.codename = n.codename);
end $$;
grant execute on function app.forget_names() to service_role;

-- As wall_posts, those with a codename, to be asked by it: wall_search?mood=eq.Calm&codename=ilike.*alon*&order=seq.desc&limit=20
grant select on app.post_names to public_reader;
create view public.wall_search as
  select
    w.id, w.seq, w.user_id, n.codename, w.mood, w.content, w.template_url, w.created_at, w.reaction_counts, w.comment_count,
    w.avatar_url, w.is_premium, w.is_mine, w.my_reaction, w.content_warning
  from app.post_names as n join public.wall_posts as w on w.codename = n.codename;
alter view public.wall_search owner to public_reader;
grant select on public.wall_search to anon, authenticated;
