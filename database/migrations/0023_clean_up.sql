-- The clean-up deletes at most `most` rows of a kind at a time, so that none of its transactions holds many locks. Each function returns
-- how many rows it deleted, and the job calls it until that is zero. It skips rows that another node deletes right now.
drop function auth.prune(timestamptz);
create function auth.prune(at timestamptz, most integer) returns bigint language sql set search_path = '' as $$
  with limits as (
    delete from auth.rate_limits where ctid = any (array(
      select ctid from auth.rate_limits where full_at < at limit most for update skip locked)) returning 1),
  tokens as (
    delete from auth.one_time_tokens where ctid = any (array(
      select ctid from auth.one_time_tokens where expires_at < at or used_at < at - interval '1 day'
      limit most for update skip locked)) returning 1),
  sessions as (
    delete from auth.sessions where ctid = any (array(
      select ctid from auth.sessions where expires_at < at limit most for update skip locked)) returning 1),
  networks as (
    delete from auth.known_networks where ctid = any (array(
      select ctid from auth.known_networks where seen_at < at - interval '90 days' limit most for update skip locked)) returning 1)
  select (select count(*) from limits) + (select count(*) from tokens) + (select count(*) from sessions) + (select count(*) from networks)
$$;

drop function realtime.prune(timestamptz);
create function realtime.prune(at timestamptz, most integer) returns bigint language sql set search_path = '' as $$
  with events as (
    delete from realtime.messages where ctid = any (array(
      select ctid from realtime.messages where inserted_at < at - interval '1 hour' limit most for update skip locked)) returning 1)
  select count(*) from events
$$;

drop function app.forget_spent(timestamptz, integer);
create function app.forget_spent(at timestamptz, most integer) returns bigint language sql security definer set search_path = '' as $$
  with spent as (
    delete from app.spent_ids where id in (
      select s.id from app.spent_ids as s where s.spent_on < (at - interval '90 days')::date order by s.spent_on limit most) returning 1)
  select count(*) from spent
$$;
alter function app.forget_spent(timestamptz, integer) owner to function_owner;

drop function app.forget_refinements(integer, timestamptz);
create function app.forget_refinements(days integer, at timestamptz, most integer) returns bigint
  language sql security definer set search_path = '' as $$
  with uses as (
    delete from public.usage_ai_refinements where id in (
      select u.id from public.usage_ai_refinements as u
      where (days > 0 and u.created_at < at - make_interval(days => days))
        or (u.settled_at is null and u.created_at < at - interval '3 minutes')
      limit most) returning 1)
  select count(*) from uses
$$;
alter function app.forget_refinements(integer, timestamptz, integer) owner to function_owner;

grant execute on function auth.prune(timestamptz, integer), realtime.prune(timestamptz, integer),
  app.forget_spent(timestamptz, integer), app.forget_refinements(integer, timestamptz, integer) to service_role;

-- Triggers: none.
