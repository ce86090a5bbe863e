-- A change of people's words and reactions touches few rows. One request that changed thousands of reactions held thousands of others' posts
-- for seconds, and nobody could react or comment there.

create function app.keep_change_small() returns trigger
  language plpgsql security definer set search_path = '' as $function$
begin
  -- The server deletes accounts, and a deleted post deletes its comments: neither is a person's own statement.
  if auth.uid() is not null and pg_trigger_depth() = 1 and (select count(*) from changed) > 50 then
    raise exception 'More than 50 rows in one change' using errcode = '54000';
  end if;
  return null;
end $function$;
alter function app.keep_change_small() owner to function_owner;

-- Before the triggers that count: they lock the posts.
create trigger after_30_keep_update_small after update on public.public_posts referencing new table as changed
  for each statement execute function app.keep_change_small();
create trigger after_40_keep_delete_small after delete on public.public_posts referencing old table as changed
  for each statement execute function app.keep_change_small();
create trigger after_30_keep_update_small after update on public.post_comments referencing new table as changed
  for each statement execute function app.keep_change_small();
create trigger after_35_keep_delete_small after delete on public.post_comments referencing old table as changed
  for each statement execute function app.keep_change_small();
create trigger after_05_keep_update_small after update on public.post_reactions referencing new table as changed
  for each statement execute function app.keep_change_small();
create trigger after_10_keep_delete_small after delete on public.post_reactions referencing old table as changed
  for each statement execute function app.keep_change_small();

-- Triggers in firing order.
-- public_posts
--   after_30_keep_update_small update                   refuses a change of more than 50 rows (once a statement)
--   after_40_keep_delete_small delete                   the same
-- post_comments
--   after_30_keep_update_small update                   the same
--   after_35_keep_delete_small delete                   the same
-- post_reactions
--   after_05_keep_update_small update                   the same
--   after_10_keep_delete_small delete                   the same
