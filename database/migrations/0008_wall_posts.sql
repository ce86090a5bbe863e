-- A page of a wall in one request: everything that a card shows, with the reader's own marks. Ask for it by mood, newest first:
--   wall_posts?mood=eq.Calm&seq=lt.<last seq>&order=seq.desc&limit=20
create view public.wall_posts as
  select
    p.id, p.seq, p.user_id, p.codename, p.mood, p.content, p.template_url, p.created_at, p.reaction_counts, p.comment_count,
    f.avatar_url,
    coalesce(f.is_premium and f.premium_until > now(), false) as is_premium,
    coalesce(p.author_id = (select auth.uid()), false) as is_mine,
    (select r.emoji from public.post_reactions as r where r.post_id = p.id and r.user_id = (select auth.uid())) as my_reaction
  from public.public_posts as p
  left join public.user_profiles as f on f.id = p.user_id;
alter view public.wall_posts owner to public_reader;
grant select on public.wall_posts to anon, authenticated;
