-- What a post is about, said before its words are shown: a reader decides whether to open it.
create domain app.content_warning as text check (value in ('self_harm', 'violence', 'abuse', 'loss', 'body', 'other'));
alter table public.public_posts add column content_warning app.content_warning;
grant select (content_warning) on public.public_posts to anon, authenticated;
grant insert (content_warning), update (content_warning) on public.public_posts to authenticated;
