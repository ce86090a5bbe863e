-- A refusal writes nothing. Before, each refused request locked its empty bucket: a transaction with a number, a record in the log and a wait
-- for the disk. A request that the limits refuse now costs an index look-up.
create or replace function auth.take(keys bytea[], points integer[], seconds integer[], at timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  emission interval;
  room interval;
  known timestamptz;
begin
  for i in 1 .. cardinality(keys) loop
    emission := make_interval(secs => seconds[i]::double precision / points[i]);
    room := make_interval(secs => seconds[i]);
    known := (select bucket.full_at from auth.rate_limits as bucket where bucket.key = keys[i]);
    if known is null or greatest(known, at) + emission <= at + room then
      insert into auth.rate_limits as bucket (key, full_at) values (keys[i], at + emission)
        on conflict (key) do update set full_at = greatest(bucket.full_at, at) + emission
        where greatest(bucket.full_at, at) + emission <= at + room;
      continue when found;
      -- Another transaction took the last point since.
      known := (select bucket.full_at from auth.rate_limits as bucket where bucket.key = keys[i]);
    end if;
    return greatest(1, ceil(extract(epoch from known + emission - room - at)));
  end loop;
  return 0;
end $$;

-- Triggers: none new.
