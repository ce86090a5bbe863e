-- Others' profiles are read by id, or by a list of ids: no list, search or count of people. Only people with something public have one.
create or replace view public.public_user_profiles as
  select f.id, f.codename, f.avatar_url, coalesce(f.is_premium and f.premium_until > now(), false) as is_premium, f.premium_until
  from public.user_profiles as f
  where f.id = (select auth.uid())
    or exists (select from public.public_posts as p where p.user_id = f.id)
    or exists (select from public.post_comments as c where c.user_id = f.id);

-- The data API refuses a read of such a relation without the named column: eq or in, beside any other filter.
comment on view public.public_user_profiles is 'read by: id';
comment on view public.public_user_profiles_view is 'read by: id';

-- Triggers: none.
