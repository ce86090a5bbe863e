-- A request changes one message or one reaction of a talk. Otherwise an account could send fifty events to the whole room with each of its
-- 300 requests in ten minutes. A deletion may have fifty rows: each row needed a request to be written.
create or replace function app.keep_change_small() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := coalesce(tg_argv[0]::integer, 50);
begin
  -- The server deletes accounts, and a deleted post deletes its comments: neither is a person's own statement.
  if auth.uid() is not null and pg_trigger_depth() = 1 and (select count(*) from changed) > most then
    raise exception 'More than % % in one change', most, case most when 1 then 'row' else 'rows' end using errcode = '54000';
  end if;
  return null;
end $$;

drop trigger after_30_keep_update_small on app.room_messages;
create trigger after_30_keep_update_small after update on app.room_messages referencing new table as changed
  for each statement execute function app.keep_change_small('1');
drop trigger after_05_keep_update_small on public.live_chat_reactions;
create trigger after_05_keep_update_small after update on public.live_chat_reactions referencing new table as changed
  for each statement execute function app.keep_change_small('1');
drop trigger after_30_keep_update_small on public.direct_messages;
create trigger after_30_keep_update_small after update on public.direct_messages referencing new table as changed
  for each statement execute function app.keep_change_small('1');
