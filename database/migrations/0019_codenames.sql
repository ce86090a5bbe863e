-- A rename costs the same with one post or ten thousand. The walls and the search read today's codename. A job of the server writes it on
-- old posts, a few at a time.

-- Finds a part of a codename without reading every codename.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- Each person's codename today, for the search. It has a table of its own, because row-level security would hide from the planner how common
-- a part of a name is. The search shows only people with named posts.
create table app.codenames (
  id uuid primary key references auth.users (id) on delete cascade,
  codename text not null
);
create index codenames_parts on app.codenames using gin (codename extensions.gin_trgm_ops);
insert into app.codenames select p.id, p.codename from public.user_profiles as p where p.codename is not null;

-- People whose posts may still have an older codename. The longest wait comes first.
create table app.renames (
  id uuid primary key references auth.users (id) on delete cascade,
  asked_at timestamptz not null default clock_timestamp()
);
create index renames_asked on app.renames (asked_at);

create function app.note_rename() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.codename is not distinct from old.codename then return null; end if;
  if new.codename is null then
    delete from app.codenames as c where c.id = new.id;
  else
    insert into app.codenames values (new.id, new.codename) on conflict (id) do update set codename = excluded.codename;
  end if;
  insert into app.renames (id) values (new.id) on conflict (id) do update set asked_at = excluded.asked_at;
  return null;
end $$;
alter function app.note_rename() owner to function_owner;
drop trigger after_50_rename_posts on public.user_profiles;
create trigger after_50_note_rename after insert or update of codename on public.user_profiles
  for each row execute function app.note_rename();
drop function app.rename_posts();

-- Writes today's codename on up to `most` posts of one person. False: nothing is left that this call could write. The account's lock keeps the
-- person's running posts apart: a post that began before the rename is seen here, and a later one has the new name. A later call writes the
-- rows that others hold now.
create function app.spread_codename(most integer) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
  today text;
  wrote boolean;
begin
  select r.id into person from app.renames as r join auth.users as u on u.id = r.id
    order by r.asked_at limit 1 for no key update of r, u skip locked;
  if person is null then return false; end if;
  today := coalesce((select p.codename from public.user_profiles as p where p.id = person), 'Anonymous');
  update public.public_posts set codename = today where id in (
    select p.id from public.public_posts as p
    where p.author_id = person and not p.anonymous and p.codename <> today limit most for no key update skip locked);
  wrote := found;
  if wrote or exists (
    select from public.public_posts as p where p.author_id = person and not p.anonymous and p.codename <> today)
  then
    update app.renames set asked_at = clock_timestamp() where id = person;
    return wrote;
  end if;
  delete from app.renames where id = person;
  return true;
end $$;
alter function app.spread_codename(integer) owner to function_owner;
grant execute on function app.spread_codename(integer) to service_role;
grant select, insert, update, delete on app.codenames, app.renames to function_owner;
grant select on app.codenames to public_reader;

-- The search finds the named posts of a person by this index. Before, it searched the names on posts.
create index public_posts_person on public.public_posts (user_id, mood, seq desc) where user_id is not null;
create or replace view public.wall_posts as
  select
    p.id, p.seq, p.user_id, coalesce(f.codename, 'Anonymous') as codename, p.mood, p.content, p.template_url, p.created_at,
    p.reaction_counts, p.comment_count,
    f.avatar_url,
    coalesce(f.is_premium and f.premium_until > now(), false) as is_premium,
    coalesce(p.author_id = (select auth.uid()), false) as is_mine,
    (select r.emoji from public.post_reactions as r where r.post_id = p.id and r.user_id = (select auth.uid())) as my_reaction,
    p.content_warning
  from public.public_posts as p
  left join public.user_profiles as f on f.id = p.user_id
  where not (array[p.id, p.user_id] && (select app.out_of_sight()));
create or replace view public.wall_search as
  select
    w.id, w.seq, w.user_id, n.codename, w.mood, w.content, w.template_url, w.created_at, w.reaction_counts, w.comment_count,
    w.avatar_url, w.is_premium, w.is_mine, w.my_reaction, w.content_warning
  from app.codenames as n join public.wall_posts as w on w.user_id = n.id;
drop trigger after_40_keep_name on public.public_posts;
drop function app.keep_name();
drop function app.forget_names();
drop table app.post_names;
drop index public.public_posts_codename;

-- A post locks the account and no longer the profile: a rename under way does not hold it up.
create or replace function app.stamp_post() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  own_codename text;
begin
  if auth.uid() is not null then
    new.author_id := auth.uid();
    if new.user_id is distinct from new.author_id and new.user_id is not null then
      raise exception 'user_id is not yours' using errcode = '42501';
    end if;
  end if;
  -- Waits for a withdrawal and for the job that writes a new codename.
  perform from auth.users as u where u.id = new.author_id for share;
  select p.codename into own_codename from public.user_profiles as p where p.id = new.author_id;
  if auth.uid() is not null and new.codename is not null and new.codename not in
    ('Anonymous', coalesce(own_codename, ''), coalesce(auth.jwt() -> 'user_metadata' ->> 'codename', '')) then
    raise exception 'codename is not yours' using errcode = '42501';
  end if;
  new.user_id := case when new.anonymous then null else new.author_id end;
  new.codename := case when new.anonymous then 'Anonymous' else coalesce(own_codename, 'Anonymous') end;
  return new;
end $$;

-- Triggers in firing order.
-- user_profiles
--   after_50_note_rename      insert, update            keeps the codename for search, and asks the job to write it on old posts
-- public_posts
--   after_40_keep_name is gone
