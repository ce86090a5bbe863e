-- Traces that an erased person could leave: an address that was to become theirs, and mentions that others write during the erasure or later.
alter table app.leavings add column new_email text;

create or replace function app.begin_leaving(person uuid, ledger_key bytea) returns boolean language plpgsql set search_path = '' as $$
declare
  address text;
  new_address text;
begin
  -- Waits for what the person is writing. Later transactions are refused, because their session is gone.
  select u.email, u.new_email into address, new_address from auth.users as u where u.id = person for update;
  if address is null then return false; end if;
  insert into app.erased_people (key) values (ledger_key) on conflict do nothing;
  insert into app.leavings (user_id, email, new_email) values (person, address, new_address) on conflict do nothing;
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
  -- The address is free for a new account at once. Nobody can log in here, and no job works for a banned account.
  update auth.users set email = gen_random_uuid() || '@left.invalid', new_email = null, password_hash = null, user_metadata = '{}', app_metadata = '{}',
    banned_until = 'infinity' where id = person;
  return true;
end $$;

-- The words without the ids of people who are gone or leave. An erasure that begins now waits for the words, and then finds them.
create function app.without_erased(words text) returns text language plpgsql set search_path = '' as $$
declare
  people uuid[] := app.mentions_in(words);
  person uuid;
begin
  perform from auth.users as u where u.id = any (people) order by u.id for key share;
  for person in
    select p.id from unnest(people) as p (id)
    where not exists (select from auth.users as u where u.id = p.id) or exists (select from app.leavings as l where l.user_id = p.id)
  loop
    words := replace(words, '@{' || person || '}', '@Anonymous');
  end loop;
  return words;
end $$;
grant execute on function app.without_erased(text) to function_owner;

create function app.clear_room_mentions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.message_text := app.without_erased(new.message_text);
  return new;
end $$;
create function app.clear_direct_mentions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.text := app.without_erased(new.text);
  return new;
end $$;
alter function app.clear_room_mentions() owner to function_owner;
alter function app.clear_direct_mentions() owner to function_owner;

-- Triggers in firing order, after those that judge the words.
-- room_messages
--   before_23_clear_mentions  insert, update of message_text  leaves out ids of erased people
-- direct_messages
--   before_23_clear_mentions  insert, update of text          leaves out ids of erased people
create trigger before_23_clear_mentions before insert or update of message_text on app.room_messages
  for each row when (strpos(new.message_text, '@{') > 0 and current_setting('app.erasing', true) is distinct from 'on')
  execute function app.clear_room_mentions();
create trigger before_23_clear_mentions before insert or update of text on public.direct_messages
  for each row when (strpos(new.text, '@{') > 0 and current_setting('app.erasing', true) is distinct from 'on')
  execute function app.clear_direct_mentions();

-- Adds the rest of the characters that show nothing.
create or replace function app.fold_option(words text) returns text language sql immutable strict set search_path = ''
  return lower(app.one_line(regexp_replace(
    normalize(words, nfkc),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')));
