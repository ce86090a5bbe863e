-- Locks that do not delay other people. A transaction waits half a second for a lock (src/server/db/door.ts). PostgreSQL looks for a
-- deadlock before that: the door runs the loser of a deadlock again, but refuses after a timeout.
alter role authenticator set deadlock_timeout = '200ms';

-- A withdrawal locks the account as an update does, not as a deletion does: other people can still block and report the person. The person's
-- own writes lock the account with `for share`, so they wait for the withdrawal.
create or replace function app.withdraw(id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = auth.uid() for no key update;
  delete from public.public_posts as p where p.id = withdraw.id and p.author_id = auth.uid();
  delete from public.diary_posts as d where d.id = withdraw.id and d.user_id = auth.uid();
  insert into app.spent_ids (id) values (withdraw.id) on conflict do nothing;
end $$;

create or replace function app.hold_diary() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = auth.uid() for share;
  insert into public.diary_heads (id) select u.id from auth.users as u where u.id = auth.uid() on conflict (id) do nothing;
  perform from public.diary_heads as h where h.id = auth.uid() for update;
  return null;
end $$;

create or replace function app.stamp_post() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  own_codename text;
begin
  if auth.uid() is not null then
    new.author_id := auth.uid();
    if new.user_id is distinct from new.author_id and new.user_id is not null then
      raise exception 'user_id is not yours' using errcode = '42501';
    end if;
  end if;
  -- Locks the profile against a simultaneous rename, which would not see this post. Locks the account before the profile, in the order of
  -- an account's deletion.
  perform from auth.users as u where u.id = new.author_id for share;
  select p.codename into own_codename from public.user_profiles as p where p.id = new.author_id for share;
  if auth.uid() is not null and new.codename is not null and new.codename not in
    ('Anonymous', coalesce(own_codename, ''), coalesce(auth.jwt() -> 'user_metadata' ->> 'codename', '')) then
    raise exception 'codename is not yours' using errcode = '42501';
  end if;
  new.user_id := case when new.anonymous then null else new.author_id end;
  new.codename := case when new.anonymous then 'Anonymous' else coalesce(own_codename, 'Anonymous') end;
  return new;
end $$;

-- Triggers: none new.
