-- The diary: its owner's, on every verb, and nobody else's.
create table public.diary_posts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  mood app.mood not null,
  content text not null check (char_length(content) <= 20000 and content ~ '\S'),
  template_url app.template_url,
  created_at timestamptz not null default now()
);
alter table public.diary_posts enable row level security, force row level security;
create index diary_posts_newest on public.diary_posts (user_id, created_at desc, id desc);

grant select, insert (id, user_id, mood, content, template_url), update (content, mood), delete
  on public.diary_posts to authenticated;

create policy "people read their own diary" on public.diary_posts
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people write their own diary" on public.diary_posts
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own diary" on public.diary_posts
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people delete from their own diary" on public.diary_posts
  for delete to authenticated using (user_id = (select auth.uid()));
