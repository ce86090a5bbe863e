-- The lock on a diary. Its entries are sealed on the person's device, to a public key; the private key lies here twice, wrapped by what the
-- passphrase gives and by what the recovery key gives, and neither of the two is ever sent. Whoever loses both has lost the diary.
create table public.diary_locks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique default auth.uid() references auth.users (id) on delete cascade,
  public_key text not null check (public_key ~ '^[\w-]+$' and char_length(public_key) between 40 and 400),
  by_passphrase text not null check (by_passphrase ~ '^[\w.-]+$' and char_length(by_passphrase) between 40 and 2000),
  by_recovery text not null check (by_recovery ~ '^[\w.-]+$' and char_length(by_recovery) between 40 and 2000),
  -- Being taken off: from now on entries may be opened again, one by one.
  ending boolean not null default false,
  created_at timestamptz not null default now(),
  unique (user_id, id)
);
alter table public.diary_locks enable row level security, force row level security;
grant select, insert (id, user_id, public_key, by_passphrase, by_recovery), update (by_passphrase, by_recovery, ending), delete
  on public.diary_locks to authenticated;
create policy "people see their own lock" on public.diary_locks
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people lock their own diary" on public.diary_locks
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own lock" on public.diary_locks
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people take their own lock off" on public.diary_locks
  for delete to authenticated using (user_id = (select auth.uid()));

-- No open entry slips in while a lock is put on, and a lock is taken off in the same order as everything else.
create trigger hold before insert or update or delete on public.diary_locks
  for each statement execute function app.hold_diary();

alter table public.diary_posts
  add column sealed text check (char_length(sealed) <= 250000 and sealed ~ '^1(\.[\w-]+){3}$'),
  add column lock_id uuid,
  alter column mood drop not null,
  alter column content set default '',
  drop constraint diary_posts_content_check,
  add constraint diary_posts_content_check check (char_length(content) <= 20000),
  -- Of a sealed entry nothing is readable here but when it was written.
  add constraint diary_posts_open_or_sealed check (
    case when sealed is null then lock_id is null and mood is not null and content ~ '\S'
    else lock_id is not null and mood is null and content = '' and template_url is null end),
  -- No key is thrown away while an entry needs it. At the end of the transaction: an account takes both along.
  add constraint diary_posts_lock foreign key (user_id, lock_id) references public.diary_locks (user_id, id)
    deferrable initially deferred;
create index diary_posts_lock on public.diary_posts (user_id, lock_id);
grant select (sealed, lock_id), insert (sealed, lock_id), update (sealed, lock_id, template_url) on public.diary_posts to authenticated;

-- A device that does not know of the lock yet learns of it here: an open entry in a locked diary would betray its writer.
-- With the caller's own eyes: of another person's lock, in whose name they may send a row, nothing is told.
create function app.keep_locked() returns trigger language plpgsql set search_path = '' as $$
begin
  if exists (select from public.diary_locks as l where l.user_id = new.user_id and not l.ending) then
    raise exception 'The diary is locked' using errcode = 'PT423', hint = 'Seal the entry to the public key of its lock';
  end if;
  return new;
end $$;
create trigger keep_locked before insert or update on public.diary_posts
  for each row when (new.sealed is null) execute function app.keep_locked();
