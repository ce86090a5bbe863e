-- Roles, schemas and the caller's identity. The pool logs in as `authenticator`. It owns nothing, inherits nothing and may only switch
-- to one of three roles, so a transaction without claims has no rights at all.
--
-- Names of triggers in all files: PostgreSQL fires the triggers of one kind in the order of their names, so a name states its kind and
-- its place: before_10_stamp, after_20_count. A name may not begin with a digit: it would come before the triggers of foreign keys
-- (RI_ConstraintTrigger…), and rows would be locked in another order than in an account's deletion.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  -- public_reader owns the views. It has no BYPASSRLS: the policies written for it decide which rows a view shows.
  if not exists (select from pg_roles where rolname = 'public_reader') then create role public_reader nologin noinherit; end if;
  -- function_owner owns the security definer functions, so that none works as the migrating superuser. It passes row-level security,
  -- because a count or a block belongs to more than one person. Each file grants it the tables and columns that its functions touch.
  if not exists (select from pg_roles where rolname = 'function_owner') then create role function_owner nologin noinherit bypassrls; end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator login noinherit; end if;
end $$;
grant anon, authenticated, service_role to authenticator;

-- PostgreSQL lets PUBLIC execute every new function. Here a migration grants each right by name.
alter default privileges revoke execute on functions from public;
alter default privileges grant all on tables to service_role;
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role, public_reader, function_owner;

create schema auth;
create schema if not exists app;
grant usage on schema auth to anon, authenticated, service_role, public_reader, function_owner;
grant usage on schema app to anon, authenticated, service_role, authenticator, public_reader, function_owner;

-- The caller, from the claims that db.as sets for the transaction. A policy calls it as (select auth.uid()): once a query, not once a row.
create function auth.jwt() returns jsonb language sql stable
  return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
create function auth.uid() returns uuid language sql stable
  return nullif(auth.jwt() ->> 'sub', '')::uuid;
create function auth.role() returns text language sql stable
  return auth.jwt() ->> 'role';
create function auth.email() returns text language sql stable
  return auth.jwt() ->> 'email';
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email()
  to anon, authenticated, service_role, public_reader, function_owner;

-- Triggers: none.
