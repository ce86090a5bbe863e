-- Ids that are used up. Words are sent again under the same id until an answer comes: what was deleted, or taken back, meanwhile must not
-- come again with a request that is late. Only ids, and the day: whose they were is not remembered.
create table app.spent_ids (
  id uuid primary key,
  -- No moment: what goes at one moment belongs to one person.
  spent_on date not null default current_date
);
create index spent_ids_age on app.spent_ids (spent_on);

create function app.spend_ids() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- What goes with its account comes no more anyway: nobody is left to send it.
  if tg_table_name = 'diary_posts' then
    insert into app.spent_ids (id)
      select c.id from changed as c where exists (select from auth.users as u where u.id = c.user_id) on conflict do nothing;
  else
    insert into app.spent_ids (id)
      select c.id from changed as c where exists (select from auth.users as u where u.id = c.author_id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger spend_ids after delete on public.public_posts referencing old table as changed
  for each statement execute function app.spend_ids();
create trigger spend_ids after delete on public.diary_posts referencing old table as changed
  for each statement execute function app.spend_ids();

-- What its owner brings back from a copy of their own comes under the id that it had.
alter table public.diary_posts add column brought boolean not null default false;
grant insert (brought) on public.diary_posts to authenticated;

-- After the row is in: an insert that waited for a deletion, or for a withdrawal, sees what it left.
create function app.refuse_spent() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from app.spent_ids as s where s.id = new.id) then
    raise exception 'This id is used up' using errcode = 'PT410', hint = 'What had it was deleted or taken back; words that are new have a new id';
  end if;
  return null;
end $$;
create trigger refuse_spent after insert on public.public_posts
  for each row execute function app.refuse_spent();
create trigger refuse_spent after insert on public.diary_posts
  for each row when (not new.brought) execute function app.refuse_spent();

-- Takes the caller's own words back, whether they have arrived, are arriving now or will be sent later. Whoever writes holds their account
-- before the row (stamp_post, hold_diary): this waits until all that is being written in the caller's name is through, and what comes
-- after it finds the id used up. Another person's row stays, also under an id that was spent in vain.
create function app.withdraw(id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = auth.uid() for update;
  delete from public.public_posts as p where p.id = withdraw.id and p.author_id = auth.uid();
  delete from public.diary_posts as d where d.id = withdraw.id and d.user_id = auth.uid();
  insert into app.spent_ids (id) values (withdraw.id) on conflict do nothing;
end $$;
grant execute on function app.withdraw(uuid) to authenticated;

-- For the retention job. No device tries for so long; some at a time, the oldest first.
create function app.forget_spent(at timestamptz, most integer) returns void language sql security definer set search_path = ''
  begin atomic
    delete from app.spent_ids where id in (
      select s.id from app.spent_ids as s where s.spent_on < (at - interval '90 days')::date order by s.spent_on limit most);
  end;
grant execute on function app.forget_spent(timestamptz, integer) to service_role;
