-- Saluhan: whoever wants to is shown posts that nobody has answered for some hours.
alter table public.user_profiles add column saluhan boolean not null default false;
grant select (saluhan), update (saluhan) on public.user_profiles to authenticated;

create index public_posts_unanswered on public.public_posts (mood, created_at) where comment_count = 0;
-- Those that wait longest come first: unanswered_posts?mood=eq.Calm&order=created_at.asc&limit=10
create view public.unanswered_posts as
  select w.* from public.wall_posts as w
  where w.comment_count = 0 and not w.is_mine
    and w.created_at between now() - interval '3 days' and now() - interval '3 hours';
alter view public.unanswered_posts owner to public_reader;
grant select on public.unanswered_posts to authenticated;
