-- Search by codename: contains, whatever the case. Names are few where posts are many, and a pattern is tried on each name once: a name
-- that nobody has costs a look at the names instead of a walk down a wall. The names stand apart because the planner must know how
-- common they are, which row-level security would keep from it.
create table app.post_names (codename text primary key);
insert into app.post_names select distinct p.codename from public.public_posts as p;
create index public_posts_codename on public.public_posts (codename, mood, seq desc);

create function app.keep_names() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' then
    perform pg_advisory_xact_lock_shared(hashtextextended('name ' || new.codename, 0));
    insert into app.post_names values (new.codename) on conflict do nothing;
  end if;
  -- A name that stands on no post is forgotten. Whoever writes under it at this moment holds the lock, and keeps it.
  if tg_op <> 'INSERT' and pg_try_advisory_xact_lock(hashtextextended('name ' || old.codename, 0))
    and not exists (select from public.public_posts as p where p.codename = old.codename) then
    delete from app.post_names as n where n.codename = old.codename;
  end if;
  return null;
end $$;
create trigger keep_names after insert or update of codename or delete on public.public_posts
  for each row execute function app.keep_names();

-- As wall_posts, to be asked by codename: wall_search?mood=eq.Calm&codename=ilike.*alon*&order=seq.desc&limit=20
grant select on app.post_names to public_reader;
create view public.wall_search as
  select
    w.id, w.seq, w.user_id, n.codename, w.mood, w.content, w.template_url, w.created_at, w.reaction_counts, w.comment_count,
    w.avatar_url, w.is_premium, w.is_mine, w.my_reaction, w.content_warning
  from app.post_names as n join public.wall_posts as w on w.codename = n.codename;
alter view public.wall_search owner to public_reader;
grant select on public.wall_search to anon, authenticated;
