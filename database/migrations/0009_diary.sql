-- The diary. Only its owner reads and writes it. Each device keeps a copy and fetches the changes since its last number. A person's device
-- seals the entries of a locked diary, and the server holds sealed text only.
create table public.diary_posts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  mood app.mood,
  content text not null default '' check (char_length(content) <= 20000),
  template_url app.template_url,
  -- An entry written offline has the device's time.
  created_at timestamptz not null default now() constraint diary_posts_written check (created_at >= '2000-01-01 00:00:00Z'),
  -- The number of the entry's last change, counted in diary_heads.
  rev bigint not null default 0,
  sealed text check (char_length(sealed) <= 250000 and sealed ~ '^1(\.[\w-]+){3}$'),
  lock_id uuid,
  -- The owner imported the entry: it may have the id of a deleted one.
  brought boolean not null default false,
  -- Of a sealed entry the server knows only the time of writing.
  constraint diary_posts_open_or_sealed check (
    case when sealed is null then lock_id is null and mood is not null and content ~ '\S'
    else lock_id is not null and mood is null and content = '' and template_url is null end)
);

-- One row per person. A change takes its number here, under the row's lock, so no smaller number is committed after a larger one was read.
-- A sequence would allow that.
create table public.diary_heads (
  id uuid primary key references auth.users (id) on delete cascade,
  rev bigint not null default 0,
  -- A copy with another number of entries has missed a deletion.
  entries integer not null default 0 check (entries >= 0)
);

-- The lock on a diary. Entries are sealed to its public key. The private key lies here twice, wrapped by the passphrase and by the
-- recovery key, which are never sent. A person who loses both has lost the diary.
create table public.diary_locks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique default auth.uid() references auth.users (id) on delete cascade,
  public_key text not null check (public_key ~ '^[\w-]+$' and char_length(public_key) between 40 and 400),
  by_passphrase text not null check (by_passphrase ~ '^[\w.-]+$' and char_length(by_passphrase) between 40 and 2000),
  by_recovery text not null check (by_recovery ~ '^[\w.-]+$' and char_length(by_recovery) between 40 and 2000),
  -- The lock is being removed: entries may be opened again, one by one.
  ending boolean not null default false,
  created_at timestamptz not null default now(),
  unique (user_id, id)
);
-- A lock stays while an entry needs it. Checked at the end of the transaction, because deleting an account deletes both.
alter table public.diary_posts add constraint diary_posts_lock
  foreign key (user_id, lock_id) references public.diary_locks (user_id, id) deferrable initially deferred;

alter table public.diary_posts enable row level security, force row level security;
alter table public.diary_heads enable row level security, force row level security;
alter table public.diary_locks enable row level security, force row level security;
create index diary_posts_newest on public.diary_posts (user_id, created_at desc, id desc);
create index diary_posts_rev on public.diary_posts (user_id, rev);
-- A device reads the ids alone, in pages, to find entries that the server no longer has.
create index diary_posts_ids on public.diary_posts (user_id, id);
create index diary_posts_lock on public.diary_posts (user_id, lock_id);

-- A writer locks the account and then the head, before any entry, in the order of an account's deletion. So two devices that write at once
-- cannot deadlock, and no open entry is stored while a lock is being set.
create function app.hold_diary() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = auth.uid() for key share;
  insert into public.diary_heads (id) select u.id from auth.users as u where u.id = auth.uid() on conflict (id) do nothing;
  perform from public.diary_heads as h where h.id = auth.uid() for update;
  return null;
end $$;
alter function app.hold_diary() owner to function_owner;

-- Refuses an open entry in a locked diary, so a device learns of the lock here. Runs with the caller's own rights, so that it reveals
-- nothing about another person's lock.
create function app.keep_locked() returns trigger language plpgsql set search_path = '' as $$
begin
  if exists (select from public.diary_locks as l where l.user_id = new.user_id and not l.ending) then
    raise exception 'The diary is locked' using errcode = 'PT423', hint = 'Seal the entry to the public key of its lock';
  end if;
  return new;
end $$;

-- Numbers a change. count_entries writes the head once a statement, because PostgreSQL would read a row with ten thousand changes through
-- all its dead versions. Until then app.diary_rev holds the last owner and number for the transaction.
create function app.number_entry() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  mark text[] := string_to_array(current_setting('app.diary_rev', true), ' ');
  last_rev bigint := mark[2];
begin
  -- Another person's entry: the policy refuses it after this trigger, which changes nothing of theirs.
  if new.user_id <> auth.uid() then return new; end if;
  -- A device's clock may be ahead.
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
alter function app.number_entry() owner to function_owner;

-- Runs after the statement, when it is known whether an upsert inserted or updated.
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
alter function app.count_entries() owner to function_owner;

grant select, insert (id, user_id, mood, content, template_url, created_at, sealed, lock_id, brought),
  update (content, mood, sealed, lock_id, template_url), delete on public.diary_posts to authenticated;
grant select on public.diary_heads to authenticated;
grant select, insert (id, user_id, public_key, by_passphrase, by_recovery), update (by_passphrase, by_recovery, ending), delete
  on public.diary_locks to authenticated;
grant select (id, user_id), delete on public.diary_posts to function_owner;
grant select, insert (id), update (rev, entries) on public.diary_heads to function_owner;

create policy "people read their own diary" on public.diary_posts
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people write their own diary" on public.diary_posts
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own diary" on public.diary_posts
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people delete from their own diary" on public.diary_posts
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "people see how far their own diary is" on public.diary_heads
  for select to authenticated using (id = (select auth.uid()));
create policy "people see their own lock" on public.diary_locks
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people lock their own diary" on public.diary_locks
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own lock" on public.diary_locks
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people take their own lock off" on public.diary_locks
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger before_10_hold before insert or update or delete on public.diary_locks
  for each statement execute function app.hold_diary();
create trigger before_10_hold before insert or update or delete on public.diary_posts
  for each statement execute function app.hold_diary();
create trigger before_20_keep_locked before insert or update on public.diary_posts
  for each row when (new.sealed is null) execute function app.keep_locked();
create trigger before_30_number before insert or update on public.diary_posts for each row execute function app.number_entry();
create trigger after_40_count_post after insert on public.diary_posts
  for each row when (new.sealed is null and new.created_at > now() - interval '7 days') execute function app.count_post();
create trigger after_50_refuse_spent after insert on public.diary_posts
  for each row when (not new.brought) execute function app.refuse_spent();
create trigger after_60_count_change after update on public.diary_posts referencing new table as changed
  for each statement execute function app.count_entries();
create trigger after_70_count_in after insert on public.diary_posts referencing new table as changed
  for each statement execute function app.count_entries();
create trigger after_80_count_out after delete on public.diary_posts referencing old table as changed
  for each statement execute function app.count_entries();
create trigger after_90_spend_ids after delete on public.diary_posts referencing old table as changed
  for each statement execute function app.spend_ids();

-- Triggers in firing order.
-- diary_locks
--   before_10_hold            insert, update, delete    locks account and head (once a statement)
-- diary_posts
--   before_10_hold            insert, update, delete    locks account and head (once a statement)
--   before_20_keep_locked     insert, update            refuses an open entry in a locked diary
--   before_30_number          insert, update            numbers the change
--   after_40_count_post       insert                    counts the mood of a new open entry
--   after_50_refuse_spent     insert                    refuses a used-up id
--   after_60_count_change     update                    writes the head (once a statement)
--   after_70_count_in         insert                    writes the head (once a statement)
--   after_80_count_out        delete                    writes the head (once a statement)
--   after_90_spend_ids        delete                    uses the ids up (once a statement)
