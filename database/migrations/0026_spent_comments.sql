-- A comment may wait on a device without a signal and be taken back, as a post may. Its id is spent too.

grant delete on public.post_comments to function_owner;

create or replace function app.count_and_tell_comments() returns trigger
  language plpgsql security definer set search_path = '' as $function$
begin
  if tg_op = 'INSERT' then
    -- withdraw takes this lock exclusively: it sees a comment that was being written, and a later insert sees the spent id.
    perform pg_advisory_xact_lock_shared(hashtextextended('comments of ' || c.user_id, 0)) from (select distinct user_id from changed) as c;
    if exists (select from app.spent_ids as s join changed using (id)) then
      raise exception 'This id is used up' using errcode = 'PT410',
        hint = 'What had it was deleted or taken back; words that are new have a new id';
    end if;
  else
    -- Without its post or account no comment can return, because the foreign keys refuse it. Its id need not be spent.
    insert into app.spent_ids (id)
      select c.id from changed as c
       where exists (select from public.public_posts as p where p.id = c.post_id)
         and exists (select from auth.users as u where u.id = c.user_id)
      on conflict do nothing;
  end if;
  with sums as (select post_id, array_agg(id) as ids from changed group by post_id),
  counted as (
    update public.public_posts as p
      set comment_count = p.comment_count + case tg_op when 'INSERT' then 1 else -1 end * cardinality(s.ids)
      from sums as s where p.id = s.post_id
      returning p.id, p.comment_count, s.ids)
  insert into realtime.messages (payload, event, topic, private)
    select
      case cardinality(c.ids) when 1
        then jsonb_build_object('type', tg_argv[0], 'post_id', c.id, 'id', c.ids[1], 'comment_count', c.comment_count)
        else jsonb_build_object('type', 'comments_changed', 'post_id', c.id, 'comment_count', c.comment_count) end,
      'comment_update', 'post-reactions-' || c.id, false
    from counted as c limit 50;
  return null;
end $function$;

create or replace function app.withdraw(id uuid) returns void
  language plpgsql security definer set search_path = '' as $function$
begin
  perform from auth.users as u where u.id = auth.uid() for no key update;
  perform pg_advisory_xact_lock(hashtextextended('comments of ' || auth.uid(), 0));
  delete from public.public_posts as p where p.id = withdraw.id and p.author_id = auth.uid();
  delete from public.diary_posts as d where d.id = withdraw.id and d.user_id = auth.uid();
  delete from public.post_comments as c where c.id = withdraw.id and c.user_id = auth.uid();
  insert into app.spent_ids (id) values (withdraw.id) on conflict do nothing;
end $function$;

-- Triggers: none new.
