-- The views of the walls. Each answers a page in one request, with all that a card or a comment shows.

-- A page of a wall, newest first: wall_posts?mood=eq.Calm&seq=lt.<last seq>&order=seq.desc&limit=20
create view public.wall_posts as
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
alter view public.wall_posts owner to public_reader;

-- The same rows with a codename, searched by it: wall_search?mood=eq.Calm&codename=ilike.*alon*&order=seq.desc&limit=20
create view public.wall_search as
  select
    w.id, w.seq, w.user_id, n.codename, w.mood, w.content, w.template_url, w.created_at, w.reaction_counts, w.comment_count,
    w.avatar_url, w.is_premium, w.is_mine, w.my_reaction, w.content_warning
  from app.post_names as n join public.wall_posts as w on w.codename = n.codename;
alter view public.wall_search owner to public_reader;

-- Saluhan: posts without an answer for some hours, longest wait first: unanswered_posts?mood=eq.Calm&order=created_at.asc&limit=10
create view public.unanswered_posts as
  select w.* from public.wall_posts as w
  where w.comment_count = 0 and not w.is_mine
    and w.created_at between now() - interval '3 days' and now() - interval '3 hours';
alter view public.unanswered_posts owner to public_reader;

-- The comments under a post, oldest first: wall_comments?post_id=eq.<id>&order=created_at.asc
create view public.wall_comments as
  select
    c.id, c.post_id, c.user_id, c.content, c.created_at, c.updated_at,
    coalesce(f.codename, 'Anonymous') as codename,
    f.avatar_url,
    coalesce(f.is_premium and f.premium_until > now(), false) as is_premium,
    coalesce(c.user_id = (select auth.uid()), false) as is_mine,
    -- Always false under a post without the codename.
    coalesce(p.user_id = c.user_id, false) as is_author
  from public.post_comments as c
  join public.public_posts as p on p.id = c.post_id
  left join public.user_profiles as f on f.id = c.user_id
  where not (array[c.user_id, p.id, p.user_id] && (select app.out_of_sight()));
alter view public.wall_comments owner to public_reader;

grant select on public.wall_posts, public.wall_search, public.wall_comments to anon, authenticated;
grant select on public.unanswered_posts to authenticated;

-- A person cannot mute their own post.
create policy "people mute others, as themselves" on public.user_mutes
  for insert to authenticated with check (muter_id = (select auth.uid())
    and not exists (select from public.wall_posts as w where w.id = post_id and w.is_mine));

-- Triggers: none.
