-- A pace whose refusal is an error, so that the transaction sent behind it in the same message does not run.

-- Takes a point from each bucket, as auth.take does. Raises EMPTY with the seconds to wait, and then takes none.
create function auth.take_or_refuse(keys bytea[], points integer[], seconds integer[], at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  wait integer := auth.take(keys, points, seconds, at);
begin
  if wait > 0 then raise sqlstate 'EMPTY' using message = 'A bucket is empty', detail = wait; end if;
end $$;
grant execute on function auth.take_or_refuse(bytea[], integer[], integer[], timestamptz) to service_role;

-- Triggers: none.
