-- Premium is one rule: the flag, and a date that is ahead by the database's clock. All views and functions ask it, so the moment it ends is
-- the same everywhere. PostgreSQL inlines the function: it costs a view nothing.
create function app.is_premium(flag boolean, until timestamptz) returns boolean language sql stable
  return coalesce(flag and until > now(), false);
grant execute on function app.is_premium(boolean, timestamptz) to anon, authenticated, service_role, public_reader, function_owner;

create or replace function app.has_premium(person uuid) returns boolean language sql stable security definer set search_path = ''
  return coalesce((select app.is_premium(p.is_premium, p.premium_until) from public.user_profiles as p where p.id = person), false);

create or replace view public.wall_comments as
  select c.id, c.post_id, c.user_id, c.content, c.created_at, c.updated_at, coalesce(f.codename, 'Anonymous') as codename, f.avatar_url,
    app.is_premium(f.is_premium, f.premium_until) as is_premium,
    coalesce(c.user_id = (select auth.uid()), false) as is_mine,
    coalesce(p.user_id = c.user_id, false) as is_author
  from public.post_comments as c
    join public.public_posts as p on p.id = c.post_id
    left join public.user_profiles as f on f.id = c.user_id
  where not array[c.user_id, p.id, p.user_id] && (select app.out_of_sight());

create or replace view public.wall_posts as
  select p.id, p.seq, p.user_id, coalesce(f.codename, 'Anonymous') as codename, p.mood, p.content, p.template_url, p.created_at, p.reaction_counts,
    coalesce(p.comment_count - case when p.comment_count > 0 and sight.hidden <> '{}'
      then (select count(*)::integer from public.post_comments as c where c.post_id = p.id and c.user_id = any (sight.hidden)) else 0 end, 0) as comment_count,
    f.avatar_url,
    app.is_premium(f.is_premium, f.premium_until) as is_premium,
    coalesce(p.author_id = (select auth.uid()), false) as is_mine,
    (select r.emoji from public.post_reactions as r where r.post_id = p.id and r.user_id = (select auth.uid())) as my_reaction,
    p.content_warning,
    coalesce(sight.hidden <> '{}', false) as comments_vary
  from public.public_posts as p
    cross join (select app.out_of_sight() as hidden offset 0) as sight
    left join public.user_profiles as f on f.id = p.user_id
  where not array[p.id, p.user_id] && sight.hidden;

create or replace view app.faces as
  select p.id, coalesce(p.codename, 'Anonymous') as codename, p.avatar_url, app.is_premium(p.is_premium, p.premium_until) as is_premium
  from public.user_profiles as p;

-- The caller's limits. The numbers of a free account come from the server (src/shared/plans.ts), so they exist once.
-- `next_at`: when all are used, the time at which the next one comes back. Uses of a stopped server do not count (app.reserve_use).
create function app.my_limits(refinements integer, emi integer, uploads integer, days integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  premium constant boolean := app.has_premium(me);
  counted jsonb;
begin
  with uses as (
    select 'refinement' as kind, u.created_at, make_interval(days => days) as lasts from public.usage_ai_refinements as u
      where u.user_id = me and u.is_free and (u.settled_at is not null or u.created_at > now() - interval '3 minutes')
    union all
    select 'emi', u.created_at, make_interval(days => days) from public.usage_emi_messages as u
      where u.user_id = me and u.is_free and (u.settled_at is not null or u.created_at > now() - interval '3 minutes')
    union all
    select 'upload', u.created_at, interval '24 hours' from public.chat_uploads as u
      where u.user_id = me and (u.state <> 'pending' or u.created_at > now() - interval '30 minutes')
  ), valid as (
    select u.kind, u.created_at + nullif(u.lasts, interval '0') as ends_at, row_number() over (partition by u.kind order by u.created_at desc) as place
    from uses as u where u.lasts = interval '0' or u.created_at > now() - u.lasts
  )
  select jsonb_object_agg(c.kind, jsonb_build_object('used', c.used, 'cap', c.cap, 'next_at', c.next_at)) into counted
  from (
    select k.kind, count(v.place) as used, case when not premium then k.cap end as cap, min(v.ends_at) filter (where not premium and v.place = k.cap) as next_at
    from (values ('refinement', refinements), ('emi', emi), ('upload', uploads)) as k (kind, cap) left join valid as v using (kind)
    group by k.kind, k.cap
  ) as c;
  return counted || jsonb_build_object(
    'is_premium', premium, 'premium_until', (select p.premium_until from public.user_profiles as p where p.id = me), 'days', days);
end $$;
alter function app.my_limits(integer, integer, integer, integer) owner to function_owner;
grant execute on function app.my_limits(integer, integer, integer, integer) to authenticated;

-- Triggers: none.
