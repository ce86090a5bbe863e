-- Whether an account has a second step stands in its own row, which the check of a session reads anyway. That check runs in every transaction.
alter table auth.users add column has_second_step boolean not null default false;
grant select (has_second_step) on auth.users to function_owner;

-- The owner of the tables is under forced row-level security too, which would hide every row from the update.
alter table auth.mfa_factors no force row level security;
alter table auth.users no force row level security;
update auth.users as u set has_second_step = true
  where exists (select from auth.mfa_factors as f where f.user_id = u.id and f.status = 'verified');
alter table auth.mfa_factors force row level security;
alter table auth.users force row level security;

create function app.note_second_step() returns trigger language plpgsql set search_path = '' as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  -- Locked first: a statement that waits for the row would count the factors of the time before.
  perform from auth.users as u where u.id = person for no key update;
  update auth.users as u set has_second_step = exists (
    select from auth.mfa_factors as f where f.user_id = person and f.status = 'verified') where u.id = person;
  return null;
end $$;
create trigger after_10_note_new_step after insert on auth.mfa_factors for each row
  when (new.status = 'verified') execute function app.note_second_step();
create trigger after_20_note_step after update of status on auth.mfa_factors for each row
  when (old.status <> new.status) execute function app.note_second_step();
create trigger after_30_note_lost_step after delete on auth.mfa_factors for each row
  when (old.status = 'verified') execute function app.note_second_step();

create or replace function app.check_session(session uuid, subject uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  is_banned boolean;
  is_half_open boolean;
begin
  select owner.banned_until > now(), owner.has_second_step and held.aal = 'aal1' into is_banned, is_half_open
    from auth.sessions held join auth.users owner on owner.id = held.user_id
    where held.id = session and held.user_id = subject and held.expires_at > now();
  if is_banned then raise sqlstate 'PT401' using message = 'user_banned'; end if;
  if is_half_open then raise sqlstate 'PT401' using message = 'insufficient_aal'; end if;
  if is_half_open is null then raise sqlstate 'PT401' using message = 'session_not_found'; end if;
end $$;
revoke select (user_id, status) on auth.mfa_factors from function_owner;

create or replace function auth.forget_flows(at timestamptz, most integer) returns bigint language sql set search_path = ''
begin atomic
  with flows as (
    delete from auth.provider_flows as f where f.ctid = any (array(
      select o.ctid from auth.provider_flows as o where o.expires_at < forget_flows.at
        limit forget_flows.most for update skip locked)) returning 1),
  requests as (
    delete from auth.saml_requests as r where r.ctid = any (array(
      select o.ctid from auth.saml_requests as o where o.expires_at < forget_flows.at
        limit forget_flows.most for update skip locked)) returning 1),
  spent as (
    delete from auth.spent_assertions as s where s.ctid = any (array(
      select o.ctid from auth.spent_assertions as o where o.expires_at < forget_flows.at
        limit forget_flows.most for update skip locked)) returning 1)
  select (select count(*) from flows) + (select count(*) from requests) + (select count(*) from spent);
end;

-- Triggers in firing order.
-- auth.mfa_factors
--   after_10_note_new_step    insert of a verified one  whether the account has a second step
--   after_20_note_step        update of status          the same
--   after_30_note_lost_step   delete of a verified one  the same
