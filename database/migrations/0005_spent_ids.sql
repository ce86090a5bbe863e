-- Spent ids. A client sends its words again under the same id until it gets an answer. A late request must not restore words that were
-- deleted or withdrawn meanwhile. The table holds the id and the day, not the person.
create table app.spent_ids (
  id uuid primary key,
  -- A day, not a time: rows that are deleted at one moment belong to one person.
  spent_on date not null default current_date
);
create index spent_ids_age on app.spent_ids (spent_on);

-- Keeps the ids of deleted posts and diary entries, but not those of a deleted account, whose devices can send nothing.
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

-- Runs after the insert, so an insert that waited for a deletion or a withdrawal sees the spent id.
create function app.refuse_spent() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from app.spent_ids as s where s.id = new.id) then
    raise exception 'This id is used up' using errcode = 'PT410', hint = 'What had it was deleted or taken back; words that are new have a new id';
  end if;
  return null;
end $$;
alter function app.refuse_spent() owner to function_owner;

-- Withdraws the caller's own words, stored or still to come. Every writer locks the account before the row (stamp_post, hold_diary). This
-- call therefore waits for the caller's running writes, and later writes see the spent id. Another person's row stays.
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
