-- Others read the time of a comment to the second. Comments of one second keep their order: each is a microsecond after the one before it.
grant select (post_id, created_at) on public.post_comments to function_owner;

alter table public.post_comments disable trigger user, no force row level security;
update public.post_comments as c
  set created_at = t.created_at,
      updated_at = case when c.updated_at = c.created_at then t.created_at
        else greatest(date_trunc('second', c.updated_at), t.created_at + interval '1 millisecond') end
  from (select id, date_trunc('second', created_at) + interval '1 microsecond'
      * (row_number() over (partition by post_id, date_trunc('second', created_at) order by created_at, id) - 1) as created_at
    from public.post_comments) as t
  where t.id = c.id;
alter table public.post_comments enable trigger user, force row level security;

create or replace function app.stamp_comment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    -- Clients compare times in milliseconds, so an edit is at least one millisecond later.
    new.updated_at := case when new.content is distinct from old.content
      then greatest(date_trunc('second', now()), old.updated_at + interval '1 millisecond') else old.updated_at end;
  elsif auth.uid() is not null then
    new.created_at := greatest(date_trunc('second', now()),
      (select max(c.created_at) + interval '1 microsecond' from public.post_comments as c where c.post_id = new.post_id));
    new.updated_at := new.created_at;
  end if;
  return new;
end $$;
alter function app.stamp_comment() owner to function_owner;

-- Triggers: before_10_stamp on public.post_comments.
drop trigger before_10_stamp on public.post_comments;
create trigger before_10_stamp before insert or update on public.post_comments for each row execute function app.stamp_comment();
