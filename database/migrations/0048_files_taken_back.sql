-- Taking a message back (app.withdraw) frees its upload, so that the draft can send the file again without another upload. Until then only the
-- writer can open the file.
create or replace function app.drop_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('app.takes_back', true) = 'on' then
    update public.chat_uploads set message_id = null, topic = null where message_id = old.id and state = 'ready' and held_at is null;
  else
    update public.chat_uploads set state = 'gone' where message_id = old.id and held_at is null;
  end if;
  return null;
end $$;

create or replace function app.withdraw(id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = auth.uid() for no key update;
  perform pg_advisory_xact_lock(hashtextextended('comments of ' || auth.uid(), 0));
  perform set_config('app.takes_back', 'on', true);
  delete from public.public_posts as p where p.id = withdraw.id and p.author_id = auth.uid();
  delete from public.diary_posts as d where d.id = withdraw.id and d.user_id = auth.uid();
  delete from public.post_comments as c where c.id = withdraw.id and c.user_id = auth.uid();
  delete from app.room_messages as m where m.id = withdraw.id and m.sender_id = auth.uid();
  delete from public.direct_messages as m where m.id = withdraw.id and m.sender_id = auth.uid();
  if exists (select from app.room_messages as m where m.id = withdraw.id)
    or exists (select from public.direct_messages as m where m.id = withdraw.id)
  then
    return;
  end if;
  insert into app.spent_ids (id) values (withdraw.id) on conflict do nothing;
end $$;
