-- Uses of AI Refine and of Emi are reserved, settled and returned by the same functions. `kind` is 'refinement' or 'emi'.
create table public.usage_emi_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- False: used under Premium. It does not count against later free uses.
  is_free boolean not null default true,
  -- Null while Emi works.
  settled_at timestamptz
);
alter table public.usage_emi_messages enable row level security, force row level security;
create index usage_emi_messages_person on public.usage_emi_messages (user_id, created_at);
create index usage_emi_messages_age on public.usage_emi_messages (created_at);
grant select (id, user_id, created_at) on public.usage_emi_messages to authenticated;
grant select, insert (user_id, is_free), update (settled_at), delete on public.usage_emi_messages to function_owner;
create policy "people see their own uses that count" on public.usage_emi_messages
  for select to authenticated using (is_free and user_id = (select auth.uid()));

-- The table of a kind. Null for an unknown kind: the statement with it fails.
create function app.uses_of(kind text) returns text language sql immutable set search_path = ''
  return case kind when 'refinement' then 'public.usage_ai_refinements' when 'emi' then 'public.usage_emi_messages' end;
grant execute on function app.uses_of(text) to function_owner;

create function app.has_premium(person uuid) returns boolean language sql stable security definer set search_path = ''
  return coalesce((select p.is_premium and p.premium_until > now() from public.user_profiles as p where p.id = person), false);
alter function app.has_premium(uuid) owner to function_owner;

-- How many of `cap` free uses in `days` days the person has left. `days` 0: in all time. Null: Premium has no cap.
create function app.uses_left(kind text, person uuid, cap integer, days integer) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  used integer;
begin
  if app.has_premium(person) then return null; end if;
  execute format(
    'select count(*) from %s where user_id = $1 and is_free and ($2 = 0 or created_at > now() - make_interval(days => $2))', app.uses_of(kind))
    into used using person, days;
  return greatest(cap - used, 0);
end $$;
alter function app.uses_left(text, uuid, integer, integer) owner to function_owner;

-- Reserves one use of the caller, or returns the refusal: 'cap' (no use is left), 'busy' (too many are under way) or 'pace' (too many in an
-- hour; returned uses count too, because a model costs money).
create function app.reserve_use(kind text, cap integer, days integer)
  returns table (use_id uuid, refusal text, remaining integer)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  uses text := app.uses_of(kind);
  most_under_way integer := case kind when 'emi' then 4 else 2 end;
  most_an_hour integer := case kind when 'emi' then 120 else 60 end;
  under_way integer;
begin
  -- One transaction at a time for each person, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended(kind || ' ' || me, 0));
  -- A server that stopped during a use did not return it.
  execute format('delete from %s where user_id = $1 and settled_at is null and created_at < now() - interval ''3 minutes''', uses) using me;
  execute format('select count(*) from %s where user_id = $1 and settled_at is null', uses) into under_way using me;
  remaining := app.uses_left(kind, me, cap, days);
  if remaining = 0 then refusal := 'cap';
  elsif under_way >= most_under_way then refusal := 'busy';
  elsif auth.take(array[decode(md5(kind || 's of ' || me), 'hex')], array[most_an_hour], array[3600], now()) > 0 then refusal := 'pace';
  else
    execute format('insert into %s (user_id, is_free) values ($1, $2) returning id', uses) into use_id using me, remaining is not null;
    remaining := remaining - 1;
  end if;
  return next;
end $$;
alter function app.reserve_use(text, integer, integer) owner to function_owner;

-- The server calls these two as itself, because the person's session may have ended meanwhile. Null: the use or its account was deleted.
create function app.settle_use(kind text, use_id uuid) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  settled boolean;
begin
  execute format('update %s set settled_at = now() where id = $1 returning true', app.uses_of(kind)) into settled using use_id;
  return settled;
end $$;
alter function app.settle_use(text, uuid) owner to function_owner;
create function app.return_use(kind text, use_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  execute format('delete from %s where id = $1 and settled_at is null', app.uses_of(kind)) using use_id;
end $$;
alter function app.return_use(text, uuid) owner to function_owner;

-- Deletes uses older than the window, and uses that a stopped server never settled. Returns how many.
create function app.forget_uses(kind text, days integer, at timestamptz, most integer) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  gone bigint;
begin
  execute format(
    'delete from %1$s where id in (
      select id from %1$s where ($1 > 0 and created_at < $2 - make_interval(days => $1))
        or (settled_at is null and created_at < $2 - interval ''3 minutes'') limit $3)', app.uses_of(kind))
    using days, at, most;
  get diagnostics gone = row_count;
  return gone;
end $$;
alter function app.forget_uses(text, integer, timestamptz, integer) owner to function_owner;

grant execute on function app.reserve_use(text, integer, integer) to authenticated;
grant execute on function app.uses_left(text, uuid, integer, integer), app.settle_use(text, uuid), app.return_use(text, uuid),
  app.forget_uses(text, integer, timestamptz, integer) to service_role;

drop function app.reserve_refinement(integer, integer);
drop function app.settle_refinement(uuid);
drop function app.return_refinement(uuid);
drop function app.forget_refinements(integer, timestamptz, integer);

-- Triggers: none.
