-- Accounts without a mail address: people who signed up by phone, and anonymous people until they add an address. A foreign provider may
-- name neither, so an account needs neither.
alter table auth.users
  alter column email drop not null,
  -- E.164 without the plus sign.
  add column phone text unique check (phone ~ '^[1-9][0-9]{6,14}$'),
  add column phone_confirmed_at timestamptz,
  add column new_phone text check (new_phone ~ '^[1-9][0-9]{6,14}$'),
  add column phone_change_sent_at timestamptz,
  add column is_anonymous boolean not null default false,
  add column invited_at timestamptz,
  add column deleted_at timestamptz,
  add constraint users_anonymous_check check (not is_anonymous or (email is null and phone is null));
grant select (is_anonymous) on auth.users to function_owner;

-- Texts to phones wait beside the mails. `mail/queued-mail.ts` lists the kinds, and the server alone writes them.
alter table auth.mails drop constraint mails_kind_check;
alter table auth.mails add constraint mails_kind_check check (kind ~ '^[a-z_]{1,40}$');

-- Solved challenges (proof of work) until they expire: each opens one request.
create table auth.used_challenges (
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz not null
);
create index on auth.used_challenges (expires_at);
alter table auth.used_challenges enable row level security, force row level security;
grant select, insert, update, delete on auth.used_challenges to service_role;

-- An erasure finds waiting mails and texts by address and number.
alter table app.leavings
  alter column email drop not null,
  add column phone text,
  add column new_phone text;
create or replace function app.begin_leaving(person uuid, ledger_key bytea)
  returns boolean
  language plpgsql
  set search_path to ''
  as $$
declare
  account record;
begin
  -- Waits for what the person is writing. Later transactions are refused, because their session is gone.
  select u.email, u.new_email, u.phone, u.new_phone into account from auth.users as u where u.id = person for update;
  if not found then return false; end if;
  insert into app.erased_people (key) values (ledger_key) on conflict do nothing;
  insert into app.leavings (user_id, email, new_email, phone, new_phone)
    values (person, account.email, account.new_email, account.phone, account.new_phone) on conflict do nothing;
  if not found then return true; end if;
  -- Before the notices of ended sessions, so that the person's own pages hear it.
  perform pg_notify('realtime', 'l' || person);
  delete from auth.sessions where user_id = person;
  delete from public.push_subscriptions where user_id = person;
  delete from auth.one_time_tokens where user_id = person;
  delete from auth.known_networks where user_id = person;
  delete from auth.identities where user_id = person;
  delete from auth.mails where user_id = person;
  delete from public.user_profiles where id = person;
  delete from app.codenames where id = person;
  delete from app.renames where id = person;
  delete from storage.objects where owner_id = person and bucket_id = 'avatars';
  -- Address and number are free for a new account at once. Nobody can log in here, and no job works for a banned account.
  update auth.users set email = null, new_email = null, phone = null, new_phone = null, password_hash = null, user_metadata = '{}', app_metadata = '{}',
    banned_until = 'infinity' where id = person;
  return true;
end $$;

-- The profile of a person without an address holds an empty one, as the client sees it, and never one that the person claims.
create or replace function app.stamp_profile()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $$
begin
  -- Checked here, because folding a long text is slow and the column's own check runs after the triggers.
  if char_length(new.codename) > 200 then
    raise exception 'This codename is too long' using errcode = '23514', constraint = 'user_profiles_codename_check';
  end if;
  new.email := coalesce((select u.email from auth.users as u where u.id = new.id), '');
  new.updated_at := now();
  if tg_op = 'UPDATE' and new.codename is not distinct from old.codename then return new; end if;
  new.codename := btrim(regexp_replace(
    normalize(regexp_replace(new.codename, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\U000e0000-\U000e0fff]', '', 'g'), nfkc),
    '[[:cntrl:]\s]+', ' ', 'g'));
  if app.is_blank(new.codename) then new.codename := ''; end if;
  if app.mixes_letters(new.codename) then
    raise exception 'This codename mixes alphabets' using errcode = '23514', constraint = 'codename_mixed';
  end if;
  if app.is_reserved_codename(new.codename) then
    raise exception 'This codename is reserved' using errcode = '23514', constraint = 'codename_reserved';
  end if;
  return new;
end $$;
create or replace function app.follow_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $$
begin
  update public.user_profiles set email = coalesce(new.email, '') where id = new.id;
  return null;
end $$;
create or replace function app.lock_premium(person uuid)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  as $$
begin
  perform from auth.users as u where u.id = person for no key update;
  if not found or exists (select from app.leavings as l where l.user_id = person) then return false; end if;
  insert into public.user_profiles (id, email) select u.id, coalesce(u.email, '') from auth.users as u where u.id = person on conflict do nothing;
  perform from public.user_profiles as p where p.id = person for no key update;
  return true;
end $$;

-- An anonymous person costs nothing to make, so the limits of a young account hold for good.
create or replace function app.pace_conversations(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  as $$
declare
  young boolean := exists (select from auth.users as u where u.id = person and (u.is_anonymous or u.created_at > now() - interval '1 day'));
  most integer := case when young then 5 else 20 end;
  span interval := case when young then '1 day' else '1 hour' end;
  begun timestamptz[];
begin
  perform pg_advisory_xact_lock(hashtextextended('conversations of ' || person, 0));
  begun := array(
    select m.created_at from public.conversation_members as m
    where m.user_id = person and m.began and m.created_at > now() - span order by m.created_at desc limit most);
  if cardinality(begun) = most then
    perform app.slow_down(ceil(extract(epoch from begun[most] + span - now()))::integer);
  end if;
end $$;
create or replace function app.stamp_room_message()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $$
declare
  me uuid := auth.uid();
  born timestamptz;
  moment timestamptz;
  slow integer;
begin
  perform app.refuse_many_mentions(new.message_text);
  if new.wall_id in ('games', 'polls') then
    raise exception 'This room takes no messages' using errcode = '23514', constraint = 'room_closed';
  end if;
  -- Waits for a withdrawal. Locks the accounts of those mentioned before the room, so that the erasure of one does not stop the room.
  select case when u.is_anonymous then now() else u.created_at end into born from auth.users as u where u.id = new.sender_id for share;
  perform from auth.users as u where u.id = any (app.mentions_in(new.message_text)) order by u.id for key share;
  if exists (select from app.spent_ids as s where s.id = new.id) then
    raise exception 'This id is used up' using errcode = 'PT410', hint = 'What had it was deleted or taken back; words that are new have a new id';
  end if;
  if new.reply_to is not null and not exists (
    select from app.room_messages as q
    where q.id = new.reply_to and q.wall_id = new.wall_id and q.sender_id <> all (app.out_of_sight())) then
    raise exception 'The message that this answers is gone' using errcode = 'PT404';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('talk tambayan-' || new.wall_id, 0));
  -- Not now(), which is the start of the transaction: this one waited for the lock.
  moment := clock_timestamp();
  -- A message that is sent again is not paced: its id is refused as a duplicate.
  if me is not null and not exists (select from app.room_messages as m where m.id = new.id) then
    slow := case
      -- Flood: fifty messages in the room within ten seconds.
      when (select m.created_at from app.room_messages as m where m.wall_id = new.wall_id order by m.seq desc offset 49 limit 1)
        > moment - interval '10 seconds' then 15
      when born > moment - interval '1 day' then 5 end;
    slow := ceil(slow - extract(epoch from moment - (
      select m.created_at from app.room_messages as m
      where m.sender_id = me and m.wall_id = new.wall_id order by m.seq desc limit 1)));
    if slow > 0 then perform app.slow_down(slow); end if;
  end if;
  new.seq := nextval('app.room_message_seq');
  if me is not null then
    new.created_at := greatest(date_trunc('second', moment), (
      select m.created_at + interval '1 microsecond' from app.room_messages as m
      where m.wall_id = new.wall_id order by m.seq desc limit 1));
  end if;
  return new;
end $$;

-- Triggers: none.
