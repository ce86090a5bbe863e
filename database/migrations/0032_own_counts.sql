-- The number of comments leaves out comments that its reader does not see: of people on either side of a block, and of people whom the reader
-- muted. A live event tells the whole number. `comments_vary` says that the reader's number may differ.
-- The join computes the set once a statement, for the filter and the number. Without "offset 0" PostgreSQL would compute it for each row.
create or replace view public.wall_posts as
  select p.id, p.seq, p.user_id, coalesce(f.codename, 'Anonymous') as codename, p.mood, p.content, p.template_url, p.created_at, p.reaction_counts,
    coalesce(p.comment_count - case when p.comment_count > 0 and sight.hidden <> '{}'
      then (select count(*)::integer from public.post_comments as c where c.post_id = p.id and c.user_id = any (sight.hidden)) else 0 end, 0) as comment_count,
    f.avatar_url,
    coalesce(f.is_premium and f.premium_until > now(), false) as is_premium,
    coalesce(p.author_id = (select auth.uid()), false) as is_mine,
    (select r.emoji from public.post_reactions as r where r.post_id = p.id and r.user_id = (select auth.uid())) as my_reaction,
    p.content_warning,
    coalesce(sight.hidden <> '{}', false) as comments_vary
  from public.public_posts as p
    cross join (select app.out_of_sight() as hidden offset 0) as sight
    left join public.user_profiles as f on f.id = p.user_id
  where not array[p.id, p.user_id] && sight.hidden;

create or replace view public.wall_search as
  select w.id, w.seq, w.user_id, n.codename, w.mood, w.content, w.template_url, w.created_at, w.reaction_counts, w.comment_count, w.avatar_url,
    w.is_premium, w.is_mine, w.my_reaction, w.content_warning, w.comments_vary
  from app.codenames as n
    join public.wall_posts as w on w.user_id = n.id;

create or replace view public.unanswered_posts as
  select w.id, w.seq, w.user_id, w.codename, w.mood, w.content, w.template_url, w.created_at, w.reaction_counts, w.comment_count, w.avatar_url,
    w.is_premium, w.is_mine, w.my_reaction, w.content_warning, w.comments_vary
  from public.wall_posts as w
  where w.comment_count = 0 and not w.is_mine and w.created_at >= now() - interval '3 days' and w.created_at <= now() - interval '3 hours';

-- Triggers: none.
