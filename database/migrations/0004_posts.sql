-- Posts on the five walls. Anyone reads them; their author changes content and mood, or takes them down.
create domain app.mood as text check (value in ('Anger', 'Sadness', 'Regret', 'Joy', 'Calm'));
create domain app.template_url as text check (value ~ '^/templates/(galit|malungkot|sisi|masaya|kalma)-[1-5]\.svg$');

create table public.public_posts (
  id uuid primary key default gen_random_uuid(),
  -- The feed's cursor: one ordered column costs the same on page 1 and page 500, where (created_at, id) as two conditions does not.
  -- Not unique by an index: the planner would walk that one through all walls to find the posts of a quiet one.
  seq bigint generated always as identity,
  -- Whose it is. No client may read this column; `user_id` is what others see, and nobody's for a post without the codename.
  author_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  user_id uuid default auth.uid() check (user_id = author_id),
  codename text not null default 'Anonymous' check (char_length(codename) between 1 and 20),
  anonymous boolean not null default false check (not anonymous or user_id is null),
  mood app.mood not null,
  content text not null check (char_length(content) <= 5000 and content ~ '\S'),
  template_url app.template_url,
  created_at timestamptz not null default now(),
  -- Kept by triggers, so that a page of the feed reads no reactions or comments.
  reaction_counts jsonb not null default '{}',
  comment_count integer not null default 0 check (comment_count >= 0)
);
alter table public.public_posts enable row level security, force row level security;
create index public_posts_feed on public.public_posts (mood, seq desc);
create index public_posts_newest on public.public_posts (mood, created_at desc, id desc);
create index public_posts_author on public.public_posts (author_id);

-- Identity comes from the session: a user_id or codename that is not the caller's own is refused, and the name that is stored is the
-- profile's at this moment.
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
  -- Locked against a renaming at the same moment: it would not see this post, and the old name would stay on it for good. The account
  -- is locked before its profile, in the order in which a deletion takes them.
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
create trigger stamp before insert on public.public_posts for each row execute function app.stamp_post();

-- A renamed person's old posts carry the new name: the old one must not stay searchable.
create function app.rename_posts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.public_posts set codename = coalesce(new.codename, 'Anonymous')
  where author_id = new.id and not anonymous and codename <> coalesce(new.codename, 'Anonymous');
  return null;
end $$;
create trigger rename_posts after insert or update of codename on public.user_profiles
  for each row execute function app.rename_posts();

grant select (id, seq, user_id, codename, anonymous, mood, content, template_url, created_at, reaction_counts, comment_count)
  on public.public_posts to anon, authenticated;
grant insert (id, user_id, codename, anonymous, mood, content, template_url), update (content, mood), delete
  on public.public_posts to authenticated;
grant select on public.public_posts to public_reader;

create policy "anyone reads the walls" on public.public_posts
  for select to anon, authenticated, public_reader using (true);
create policy "people post as themselves" on public.public_posts
  for insert to authenticated with check (author_id = (select auth.uid()));
create policy "authors change their posts" on public.public_posts
  for update to authenticated using (author_id = (select auth.uid())) with check (author_id = (select auth.uid()));
create policy "authors take their posts down" on public.public_posts
  for delete to authenticated using (author_id = (select auth.uid()));
