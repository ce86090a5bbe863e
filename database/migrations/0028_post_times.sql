-- Others read a post's time to the second, and a nameless post's to ten minutes: an exact time could be matched with when somebody was online.
-- The fraction of the second is made of the post's number, which everybody reads, so that an order by time keeps the order of the posts.
create function app.blurred_time(moment timestamptz, seq bigint, anonymous boolean) returns timestamptz language sql immutable
  -- A second back: the fraction must not lie in the future.
  return date_bin(case when anonymous then interval '10 minutes' else interval '1 second' end, moment - interval '1 second', '2000-01-01 00:00:00Z')
    + seq % 1000000 * interval '1 microsecond';
grant execute on function app.blurred_time(timestamptz, bigint, boolean) to function_owner;

alter table public.public_posts disable trigger user, no force row level security;
update public.public_posts set created_at = app.blurred_time(created_at, seq, anonymous);
alter table public.public_posts enable trigger user, force row level security;

create or replace function app.stamp_post() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  claims jsonb := auth.jwt();
  me uuid := nullif(claims ->> 'sub', '')::uuid;
  own_codename text;
begin
  if me is not null then
    new.author_id := me;
    if new.user_id is distinct from me and new.user_id is not null then
      raise exception 'user_id is not yours' using errcode = '42501';
    end if;
    new.created_at := app.blurred_time(now(), new.seq, new.anonymous);
  end if;
  -- Waits for a withdrawal and for the job that writes a new codename.
  perform from auth.users as u where u.id = new.author_id for share;
  select p.codename into own_codename from public.user_profiles as p where p.id = new.author_id;
  if me is not null and new.codename not in
    ('Anonymous', coalesce(own_codename, ''), coalesce(claims -> 'user_metadata' ->> 'codename', '')) then
    raise exception 'codename is not yours' using errcode = '42501';
  end if;
  new.user_id := case when new.anonymous then null else new.author_id end;
  new.codename := case when new.anonymous then 'Anonymous' else coalesce(own_codename, 'Anonymous') end;
  return new;
end $$;

-- Triggers: none.
