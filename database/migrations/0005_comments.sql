-- Comments under posts. Anyone reads them; their author changes the words or deletes them.
create table public.post_comments (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.public_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  content text not null check (char_length(content) <= 1000 and content ~ '\S'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.post_comments enable row level security, force row level security;
create index post_comments_of_post on public.post_comments (post_id, created_at);
create index post_comments_author on public.post_comments (user_id);

-- The client sends updated_at with an edit; the time is the server's.
create function app.stamp_comment() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := case when new.content is distinct from old.content then now() else old.updated_at end;
  return new;
end $$;
create trigger stamp before update on public.post_comments for each row execute function app.stamp_comment();

create function app.count_comments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.public_posts set comment_count = comment_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = case tg_op when 'INSERT' then new.post_id else old.post_id end;
  return null;
end $$;
create trigger count_comments after insert or delete on public.post_comments
  for each row execute function app.count_comments();

grant select on public.post_comments to anon, authenticated;
grant insert (id, post_id, user_id, content), update (content, updated_at), delete on public.post_comments to authenticated;

create policy "anyone reads comments" on public.post_comments for select to anon, authenticated using (true);
create policy "people comment as themselves" on public.post_comments
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "authors change their comments" on public.post_comments
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "authors delete their comments" on public.post_comments
  for delete to authenticated using (user_id = (select auth.uid()));
