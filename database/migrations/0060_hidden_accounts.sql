-- Accounts that an administrator hides for good: the person is out of sight and banned, and the rows stay.
create table app.hidden_people (
  user_id uuid primary key references auth.users (id) on delete cascade
);
alter table app.hidden_people enable row level security, force row level security;
grant select on app.hidden_people to function_owner;
grant select, insert, delete on app.hidden_people to service_role;

-- The lists of blocks hide them, as they hide people who leave.
create or replace function app.out_of_sight() returns uuid[] language sql stable security definer set search_path = ''
  return case when auth.uid() is null then array(
    select l.user_id from app.leavings as l
    union all select h.user_id from app.hidden_people as h) else array(
    select b.blocked_id from public.user_blocks as b where b.blocker_id = auth.uid()
    union all select b.blocker_id from public.user_blocks as b where b.blocked_id = auth.uid()
    union all select coalesce(m.muted_id, m.post_id) from public.user_mutes as m where m.muter_id = auth.uid()
    union all select l.user_id from app.leavings as l
    union all select h.user_id from app.hidden_people as h) end;
create or replace function app.across_blocks() returns uuid[] language sql stable security definer set search_path = ''
  return array(
    select b.blocked_id from public.user_blocks as b where b.blocker_id = auth.uid()
    union all select b.blocker_id from public.user_blocks as b where b.blocked_id = auth.uid()
    union all select l.user_id from app.leavings as l
    union all select h.user_id from app.hidden_people as h);

-- Hides the account. Returns the addresses that it had, and null when it does not exist. A second call changes nothing.
create function app.hide_account(person uuid, at timestamptz) returns text[] language plpgsql set search_path = '' as $$
declare
  account record;
begin
  -- Waits for what the person is writing. Later transactions are refused, because their session is gone.
  select u.email, u.new_email, u.phone, u.new_phone, u.deleted_at into account from auth.users as u where u.id = person for update;
  if not found then return null; end if;
  if account.deleted_at is not null then return '{}'; end if;
  insert into app.hidden_people (user_id) values (person);
  perform pg_notify('realtime', 'l' || person);
  delete from auth.sessions where user_id = person;
  delete from public.push_subscriptions where user_id = person;
  delete from auth.one_time_tokens where user_id = person;
  delete from auth.known_networks where user_id = person;
  delete from auth.identities where user_id = person;
  delete from auth.mails where user_id = person;
  delete from storage.objects where owner_id = person and bucket_id = 'avatars';
  -- Address and number are free for a new account at once.
  update auth.users set email = null, new_email = null, phone = null, new_phone = null, password_hash = null, user_metadata = '{}',
    app_metadata = '{}', banned_until = 'infinity', deleted_at = at, updated_at = at where id = person;
  return array_remove(array[account.email, account.new_email, account.phone, account.new_phone], null);
end $$;
grant execute on function app.hide_account(uuid, timestamptz) to service_role;

-- A log-in reads one hash of another server here, while there are any.
create index users_imported_hash_idx on auth.users (id) where password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%';
