-- Timed jobs of the server. Each function deletes expired rows. `at` is the time of the run.
create function auth.prune(at timestamptz) returns void language sql set search_path = '' as $$
  delete from auth.rate_limits where full_at < at;
  delete from auth.one_time_tokens where expires_at < at or used_at < at - interval '1 day';
  delete from auth.sessions where expires_at < at;
  delete from auth.known_networks where seen_at < at - interval '90 days';
$$;

-- A node that was away for more than an hour has lost its sockets, and their clients fetch what they missed.
create function realtime.prune(at timestamptz) returns void language sql set search_path = '' as $$
  delete from realtime.messages where inserted_at < at - interval '1 hour'
$$;

-- Deletes names that no post has any more. A post locks the table while it stores its name, so this job waits for running posts and then
-- looks at the posts again.
create function app.forget_names() returns void language plpgsql set search_path = '' as $$
declare
  unused text[] := array(
    select n.codename from app.post_names as n
    where not exists (select from public.public_posts as p where p.codename = n.codename));
begin
  if unused = '{}' then return; end if;
  lock table app.post_names in share row exclusive mode;
  delete from app.post_names as n
  where n.codename = any (unused) and not exists (select from public.public_posts as p where p.codename = n.codename);
end $$;

-- Deletes `most` ids at a time, oldest first. No device sends an id again after ninety days.
create function app.forget_spent(at timestamptz, most integer) returns void language sql security definer set search_path = ''
  begin atomic
    delete from app.spent_ids where id in (
      select s.id from app.spent_ids as s where s.spent_on < (at - interval '90 days')::date order by s.spent_on limit most);
  end;
alter function app.forget_spent(timestamptz, integer) owner to function_owner;

-- Deletes uses older than the window (`days` 0 keeps them), and uses that a stopped server never settled.
create function app.forget_refinements(days integer, at timestamptz) returns void language sql security definer set search_path = ''
  begin atomic
    delete from public.usage_ai_refinements
      where (days > 0 and created_at < at - make_interval(days => days))
        or (settled_at is null and created_at < at - interval '3 minutes');
  end;
alter function app.forget_refinements(integer, timestamptz) owner to function_owner;

-- For the sweep: condemns unused bytes, `most` at a time, and returns their ids. Nodes that sweep at once take different rows. Bytes that
-- are still condemned after ten minutes are returned again.
create function storage.condemn(at timestamptz, most integer) returns setof text language sql set search_path = '' as $$
  update storage.blobs set condemned_at = at
  where id in (
    select id from storage.blobs
    where refs = 0 and keep_until <= at and (condemned_at is null or condemned_at <= at - interval '10 minutes')
    order by keep_until limit most for update skip locked
  )
  returning id
$$;
create function storage.forget(ids text[]) returns void language sql set search_path = '' as $$
  delete from storage.blobs where id = any (ids) and condemned_at is not null
$$;

grant execute on function auth.prune(timestamptz), realtime.prune(timestamptz), app.forget_names(),
  app.forget_spent(timestamptz, integer), app.forget_refinements(integer, timestamptz),
  storage.condemn(timestamptz, integer), storage.forget(text[]) to service_role;

-- Triggers: none.
