-- Challenges and set-ups of second steps that nobody finished go after their time. A hidden account keeps no key, number or code that opened it.
create index mfa_factors_unfinished_idx on auth.mfa_factors (created_at) where status = 'unverified';

create or replace function auth.prune(at timestamptz, most integer)
  returns bigint
  language sql
  set search_path to ''
  as $function$
  with limits as (
    delete from auth.rate_limits where ctid = any (array(
      select ctid from auth.rate_limits where full_at < at limit most for update skip locked)) returning 1),
  flows as (
    delete from auth.flow_states where ctid = any (array(
      select ctid from auth.flow_states where expires_at < at - interval '1 hour' limit most for update skip locked)) returning 1),
  tokens as (
    delete from auth.one_time_tokens where ctid = any (array(
      select ctid from auth.one_time_tokens where expires_at < at or used_at < at - interval '1 day'
      limit most for update skip locked)) returning 1),
  challenges as (
    delete from auth.webauthn_challenges where ctid = any (array(
      select ctid from auth.webauthn_challenges where expires_at < at limit most for update skip locked)) returning 1),
  answers as (
    delete from auth.mfa_challenges where ctid = any (array(
      select ctid from auth.mfa_challenges where expires_at < at limit most for update skip locked)) returning 1),
  unfinished as (
    delete from auth.mfa_factors where ctid = any (array(
      select ctid from auth.mfa_factors where status = 'unverified' and created_at < at - interval '1 day'
      limit most for update skip locked)) returning 1),
  sessions as (
    delete from auth.sessions where ctid = any (array(
      select ctid from auth.sessions where expires_at < at limit most for update skip locked)) returning 1),
  networks as (
    delete from auth.known_networks where ctid = any (array(
      select ctid from auth.known_networks where seen_at < at - interval '90 days' limit most for update skip locked)) returning 1)
  select (select count(*) from limits) + (select count(*) from flows) + (select count(*) from tokens) + (select count(*) from challenges)
    + (select count(*) from sessions) + (select count(*) from networks) + (select count(*) from answers) + (select count(*) from unfinished)
$function$;

create or replace function app.hide_account(person uuid, at timestamptz)
  returns text[]
  language plpgsql
  set search_path to ''
  as $function$
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
  delete from auth.flow_states where user_id = person;
  delete from auth.passkeys where user_id = person;
  delete from auth.webauthn_challenges where user_id = person;
  delete from auth.mfa_factors where user_id = person;
  delete from auth.recovery_codes where user_id = person;
  delete from auth.identities where user_id = person;
  delete from auth.mails where user_id = person;
  delete from storage.objects where owner_id = person and bucket_id = 'avatars';
  -- Address and number are free for a new account at once.
  update auth.users set email = null, new_email = null, phone = null, new_phone = null, password_hash = null, user_metadata = '{}',
    app_metadata = '{}', banned_until = 'infinity', deleted_at = at, updated_at = at where id = person;
  return array_remove(array[account.email, account.new_email, account.phone, account.new_phone], null);
end $function$;

-- Triggers: none.
