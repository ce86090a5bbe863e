-- AI Refine: one row per use. The server reserves a use before it calls the model, and settles it afterwards. A failed use is returned.
create table public.usage_ai_refinements (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- False: used under Premium, and not counted against later free uses.
  is_free boolean not null default true,
  -- Null while the model works.
  settled_at timestamptz
);
alter table public.usage_ai_refinements enable row level security, force row level security;
create index usage_ai_refinements_person on public.usage_ai_refinements (user_id, created_at);
create index usage_ai_refinements_age on public.usage_ai_refinements (created_at);
grant select (id, user_id, created_at) on public.usage_ai_refinements to authenticated;
grant select, insert (user_id, is_free), update (settled_at), delete on public.usage_ai_refinements to function_owner;
create policy "people see their own uses that count" on public.usage_ai_refinements
  for select to authenticated using (is_free and user_id = (select auth.uid()));

-- Reserves one use of the caller, or returns the refusal: 'cap' (all uses are gone), 'busy' (two are under way) or 'pace' (sixty an hour,
-- returned ones included, because a model costs money). `cap` uses in `days` days, 0 for all time. Premium has no cap: `remaining` is null.
create function app.reserve_refinement(cap integer, days integer)
  returns table (use_id uuid, refusal text, remaining integer)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  premium boolean;
  used integer;
  under_way integer;
begin
  -- One transaction at a time for each person, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended('refinement ' || me, 0));
  -- A server that stopped during a use did not return it.
  delete from public.usage_ai_refinements as u
    where u.user_id = me and u.settled_at is null and u.created_at < now() - interval '3 minutes';
  premium := coalesce((select p.is_premium and p.premium_until > now() from public.user_profiles as p where p.id = me), false);
  select count(*) filter (where u.is_free), count(*) filter (where u.settled_at is null) into used, under_way from public.usage_ai_refinements as u
    where u.user_id = me and (days = 0 or u.created_at > now() - make_interval(days => days));
  if not premium and used >= cap then refusal := 'cap'; remaining := 0;
  elsif under_way >= 2 then refusal := 'busy';
  elsif auth.take(array[decode(md5('refinements of ' || me), 'hex')], array[60], array[3600], now()) > 0 then refusal := 'pace';
  else
    insert into public.usage_ai_refinements (user_id, is_free) values (me, not premium) returning id into use_id;
    used := used + 1;
  end if;
  if not premium then remaining := greatest(cap - used, 0); end if;
  return next;
end $$;
alter function app.reserve_refinement(integer, integer) owner to function_owner;
grant execute on function app.reserve_refinement(integer, integer) to authenticated;

-- The server calls these two as itself, because the person's session may have ended meanwhile. Null: the account was deleted.
create function app.settle_refinement(use_id uuid) returns boolean language sql security definer set search_path = ''
  begin atomic update public.usage_ai_refinements set settled_at = now() where id = use_id returning true; end;
alter function app.settle_refinement(uuid) owner to function_owner;
create function app.return_refinement(use_id uuid) returns void language sql security definer set search_path = ''
  begin atomic delete from public.usage_ai_refinements where id = use_id and settled_at is null; end;
alter function app.return_refinement(uuid) owner to function_owner;
grant execute on function app.settle_refinement(uuid), app.return_refinement(uuid) to service_role;

-- Triggers: none.
