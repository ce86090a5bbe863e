-- Used-up ids. A client sends its words again under the same id until it gets an answer. Words that were deleted or withdrawn meanwhile
-- must not come back with a late request. Only the id and the day are kept, not the person.
create table app.spent_ids (
  id uuid primary key,
  -- A day, not a moment: rows deleted at one moment belong to one person.
  spent_on date not null default current_date
);
create index spent_ids_age on app.spent_ids (spent_on);

-- Keeps the ids of deleted posts and diary entries. The ids of a deleted account are not kept: nobody is left to send them.
create function app.spend_ids() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'diary_posts' then
    insert into app.spent_ids (id)
      select c.id from changed as c where exists (select from auth.users as u where u.id = c.user_id) on conflict do nothing;
  else
    insert into app.spent_ids (id)
      select c.id from changed as c where exists (select from auth.users as u where u.id = c.author_id) on conflict do nothing;
  end if;
  return null;
end $$;
alter function app.spend_ids() owner to function_owner;

-- Runs after the insert: one that waited for a deletion or a withdrawal sees what it left.
create function app.refuse_spent() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from app.spent_ids as s where s.id = new.id) then
    raise exception 'This id is used up' using errcode = 'PT410', hint = 'What had it was deleted or taken back; words that are new have a new id';
  end if;
  return null;
end $$;
alter function app.refuse_spent() owner to function_owner;

-- Withdraws the caller's own words, whether they have arrived, are arriving or will arrive later. Every writer locks their account before
-- the row (stamp_post, hold_diary), so this call waits for the caller's writes under way, and a later one finds the id used up. Another
-- person's row stays.
create function app.withdraw(id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = auth.uid() for update;
  delete from public.public_posts as p where p.id = withdraw.id and p.author_id = auth.uid();
  delete from public.diary_posts as d where d.id = withdraw.id and d.user_id = auth.uid();
  insert into app.spent_ids (id) values (withdraw.id) on conflict do nothing;
end $$;
alter function app.withdraw(uuid) owner to function_owner;
grant execute on function app.withdraw(uuid) to authenticated;
grant select, insert, delete on app.spent_ids to function_owner;

-- Triggers: none.
