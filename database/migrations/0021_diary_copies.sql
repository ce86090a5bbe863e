-- The diary on its devices. A device keeps a copy and asks for what changed since. Every change of a person's diary has a number, counted
-- under their row here: a smaller number is never committed after a larger one was seen, as it could be with a sequence.
create table public.diary_heads (
  id uuid primary key references auth.users (id) on delete cascade,
  rev bigint not null default 0,
  -- A copy with another number of entries has missed a deletion.
  entries integer not null default 0 check (entries >= 0)
);
alter table public.diary_heads enable row level security, force row level security;
grant select on public.diary_heads to authenticated;
create policy "people see how far their own diary is" on public.diary_heads
  for select to authenticated using (id = (select auth.uid()));

alter table public.diary_posts
  add column rev bigint not null default 0,
  -- Written offline, or brought along from a copy: the moment of writing is the device's.
  add constraint diary_posts_written check (created_at >= '2000-01-01 00:00:00Z');
grant select (rev), insert (created_at) on public.diary_posts to authenticated;

-- Whoever writes in their diary holds their account and then its head before the entries, in the order in which a deletion of the account
-- takes them: two devices at once wait for each other, and never in a circle.
create function app.hold_diary() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = auth.uid() for key share;
  insert into public.diary_heads (id) select u.id from auth.users as u where u.id = auth.uid() on conflict (id) do nothing;
  perform from public.diary_heads as h where h.id = auth.uid() for update;
  return null;
end $$;
create trigger hold before insert or update or delete on public.diary_posts
  for each statement execute function app.hold_diary();

-- The head is written once a statement, not once an entry: a row that changes ten thousand times in a transaction is read through all its
-- dead versions. Until then `app.diary_rev` says, for the transaction, whose entry was numbered last and with what.
create function app.number_entry() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  mark text[] := string_to_array(current_setting('app.diary_rev', true), ' ');
  last_rev bigint := mark[2];
begin
  -- This comes before the policy, which refuses it: nothing of another person's is touched or told until then.
  if new.user_id <> auth.uid() then return new; end if;
  -- A device's clock may be ahead; nobody writes tomorrow.
  new.created_at := least(new.created_at, now());
  if mark[1] is distinct from new.user_id::text then
    -- Only the server itself writes for several people at once.
    update public.diary_heads as h set rev = last_rev where h.id::text = mark[1] and h.rev < last_rev;
    insert into public.diary_heads (id) values (new.user_id) on conflict (id) do nothing;
    last_rev := 0;
  end if;
  select greatest(h.rev, last_rev) + 1 into strict new.rev from public.diary_heads as h where h.id = new.user_id for update;
  perform set_config('app.diary_rev', new.user_id || ' ' || new.rev, true);
  return new;
end $$;
create trigger number before insert or update on public.diary_posts for each row execute function app.number_entry();

-- After the fact, by what became of it: an upsert is counted as new where it is and as a change where it met its own row.
create function app.count_entries() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update public.diary_heads as h set rev = h.rev + 1, entries = h.entries - n.entries
      from (select user_id, count(*) as entries from changed group by user_id) as n where h.id = n.user_id;
  else
    update public.diary_heads as h
      set rev = greatest(h.rev, n.rev), entries = h.entries + case tg_op when 'INSERT' then n.entries else 0 end
      from (select user_id, max(rev) as rev, count(*) as entries from changed group by user_id) as n where h.id = n.user_id;
  end if;
  return null;
end $$;
create trigger count_in after insert on public.diary_posts referencing new table as changed
  for each statement execute function app.count_entries();
create trigger count_change after update on public.diary_posts referencing new table as changed
  for each statement execute function app.count_entries();
create trigger count_out after delete on public.diary_posts referencing old table as changed
  for each statement execute function app.count_entries();

insert into public.diary_heads (id, rev, entries)
  select user_id, count(*), count(*) from public.diary_posts group by user_id;
alter table public.diary_posts disable trigger user;
update public.diary_posts as d set rev = n.rev
  from (select id, row_number() over (partition by user_id order by created_at, id) as rev from public.diary_posts) as n
  where n.id = d.id;
alter table public.diary_posts enable trigger user;
create index diary_posts_rev on public.diary_posts (user_id, rev);
-- Only the ids, in pages: what a copy still has that is gone here.
create index diary_posts_ids on public.diary_posts (user_id, id);
