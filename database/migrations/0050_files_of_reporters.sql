-- A report by the writer keeps no file: anybody could fill the disk with files that nobody deletes.
create or replace function app.hold_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.reporter_id = new.reported_user_id then return null; end if;
  update public.chat_uploads set held_at = now() where message_id = new.reported_item_id and state = 'ready' and held_at is null;
  return null;
end $$;

-- A new id ends the signed addresses that readers of the message hold.
grant update (id) on storage.objects to function_owner;
create or replace function app.drop_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('app.takes_back', true) = 'on' then
    with taken as (
      update public.chat_uploads set message_id = null, topic = null
        where message_id = old.id and state = 'ready' and held_at is null returning object_name)
    update storage.objects as o set id = gen_random_uuid() from taken where o.bucket_id = 'chat-files' and o.name = taken.object_name;
  else
    update public.chat_uploads set state = 'gone' where message_id = old.id and held_at is null;
  end if;
  return null;
end $$;

-- Triggers: none.
