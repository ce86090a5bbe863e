-- Search by codename: contains, whatever the case. The index serves names that are rare; for names that are everywhere the walk down the
-- wall ends soon, and the planner chooses between the two by what it knows of the names, so it has to know many.
do $$
declare
  place text;
begin
  create extension if not exists pg_trgm with schema app;
  -- A server may have brought it along, in a place of its own.
  select n.nspname into place from pg_extension as e join pg_namespace as n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format('create index public_posts_codename on public.public_posts using gin (codename %I.gin_trgm_ops)', place);
end $$;
alter table public.public_posts alter column codename set statistics 2000;
