-- Files of messages. The server reserves an upload before it reads a byte, cleans the file, and stores it. A message takes the upload that its
-- last line names. For three days everybody who can read the message can then open the file.
create table public.chat_uploads (
  id uuid primary key default gen_random_uuid(),
  -- Null: the account is gone, and a report holds the file.
  user_id uuid references auth.users (id) on delete set null,
  -- In the bucket chat-files: the id and an extension.
  object_name text unique check (object_name ~ '^[0-9a-f-]{36}\.[a-z0-9]{2,5}$'),
  name text check (char_length(name) between 1 and 120),
  mime text,
  type text check (type in ('image', 'video', 'file')),
  -- In bytes.
  size bigint check (size >= 0),
  width integer check (width > 0),
  height integer check (height > 0),
  -- 'gone': nobody can open the file, and the row only counts for the daily cap.
  state text not null default 'pending' check (state in ('pending', 'ready', 'gone')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '3 days',
  -- No foreign key: a held file outlives its message.
  message_id uuid,
  topic text,
  -- The time of the first report. No deletion and no expiry removes a held file, so that staff can read it (RA 11930).
  held_at timestamptz,
  check (state <> 'ready' or num_nulls(object_name, name, mime, type, size) = 0),
  check ((message_id is null) = (topic is null))
);
alter table public.chat_uploads enable row level security, force row level security;
create index chat_uploads_person on public.chat_uploads (user_id, created_at);
create index chat_uploads_message on public.chat_uploads (message_id) where message_id is not null;
create index chat_uploads_age on public.chat_uploads (expires_at) where held_at is null;
grant select (id, user_id, name, type, mime, size, created_at, expires_at, message_id) on public.chat_uploads to authenticated;
grant select, insert (user_id), update, delete on public.chat_uploads to function_owner;
grant update (id) on storage.objects to function_owner;
create policy "people see their own uploads" on public.chat_uploads
  for select to authenticated using (user_id = (select auth.uid()));

alter table app.room_messages add column file jsonb check (jsonb_typeof(file) = 'object');
alter table public.direct_messages add column file jsonb check (jsonb_typeof(file) = 'object');

-- Reserves an upload for the caller, or returns the refusal 'cap': a free account has `cap` uploads in 24 hours. Failed uploads do not count.
create function app.reserve_upload(cap integer, free_bytes bigint, premium_bytes bigint)
  returns table (upload_id uuid, refusal text, most_bytes bigint, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  premium constant boolean := app.has_premium(me);
begin
  -- One transaction at a time for each person, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended('upload ' || me, 0));
  -- A server that stopped during an upload did not return it.
  delete from public.chat_uploads as u where u.user_id = me and u.state = 'pending' and u.created_at < now() - interval '30 minutes';
  most_bytes := case when premium then premium_bytes else free_bytes end;
  if not premium and cap <= (
    select count(*) from public.chat_uploads as u where u.user_id = me and u.created_at > now() - interval '24 hours')
  then
    refusal := 'cap';
  else
    insert into public.chat_uploads as u (user_id) values (me) returning u.id, u.expires_at into upload_id, expires_at;
  end if;
  return next;
end $$;
alter function app.reserve_upload(integer, bigint, bigint) owner to function_owner;
grant execute on function app.reserve_upload(integer, bigint, bigint) to authenticated;

-- The server calls these two as itself. False: the account was deleted, or the upload took too long.
create function app.settle_upload(
  upload uuid, object text, said_name text, found_mime text, found_type text, bytes bigint, pixels_wide integer, pixels_high integer,
  blob text, kept jsonb) returns boolean language plpgsql set search_path = '' as $$
begin
  update public.chat_uploads as u set state = 'ready', object_name = object, name = said_name, mime = found_mime, type = found_type, size = bytes,
      width = pixels_wide, height = pixels_high
    where u.id = upload and u.state = 'pending' and u.user_id is not null;
  if not found then return false; end if;
  insert into storage.objects (bucket_id, name, blob_id, metadata) values ('chat-files', object, blob, kept);
  return true;
end $$;
create function app.return_upload(upload uuid) returns void language sql set search_path = ''
  begin atomic delete from public.chat_uploads where id = upload and state = 'pending'; end;
grant execute on function app.settle_upload(uuid, text, text, text, text, bigint, integer, integer, text, jsonb), app.return_upload(uuid) to service_role;

-- The encoded address in the marker of a message.
create function app.marked_address(words text) returns text language sql immutable strict set search_path = ''
  return case when strpos(words, '📎 Shared a file: ') > 0 then substring(
    words from '(?:^|\n)📎 Shared a file: file_url=([^&\s]+)&file_name=[^&\s]*&file_type=(?:image|video|file)\s*$') end;

-- The object that the marker names. Null when its address has another origin than the caller's token.
create function app.marked_object(words text) returns text language plpgsql stable strict set search_path = '' as $$
declare
  address text := app.marked_address(words);
  object text := substring(address from '%2Fchat-files%2F([0-9a-f-]{36}\.[a-z0-9]{2,5})$');
  path text := '%2Fstorage%2Fv1%2Fobject%2Fauthenticated%2Fchat-files%2F' || object;
  origin text := regexp_replace(coalesce(auth.jwt() ->> 'iss', ''), '/auth/v1$', '');
begin
  return case when address in (path, replace(replace(origin, ':', '%3A'), '/', '%2F') || path) then object end;
end $$;

-- 'Sticker' or 'GIF' for a message whose whole text is the address of one, also with spaces around it. stickerOrGif in src/shared/talks.ts is the
-- same rule.
create function app.sticker_or_gif(words text) returns text language sql immutable strict set search_path = ''
  return case
    when btrim(words, E' \t\r\n') ~ '^https?://[^/\s]+/stickers/[a-z0-9-]+\.svg$' then 'Sticker'
    when btrim(words, E' \t\r\n') ~ '^https://(media[0-9]*|i)\.giphy\.com/\S+$' then 'GIF' end;
grant execute on function app.marked_address(text), app.marked_object(text), app.sticker_or_gif(text) to authenticated, function_owner, service_role;

create or replace function app.plain_text(words text) returns text language plpgsql stable strict set search_path = '' as $$
declare
  person uuid;
begin
  if app.sticker_or_gif(words) is not null then return app.sticker_or_gif(words); end if;
  if app.marked_address(words) is not null then
    words := regexp_replace(words, '📎 Shared a file: [^\n]*\s*$', case substring(words from '([a-z]+)\s*$')
      when 'image' then '📎 Larawan' when 'video' then '📎 Video' else '📎 File' end);
  end if;
  foreach person in array app.mentions_in(words) loop
    words := replace(words, '@{' || person || '}', '@' || coalesce((select f.codename from app.faces as f where f.id = person), 'Anonymous'));
  end loop;
  return words;
end $$;

-- Gives the message the upload that its marker names: ready, the sender's own, not expired, in no message yet. Null for any other text.
create function app.attach_upload(words text, message uuid, sender uuid, talk text) returns jsonb
language sql security definer set search_path = ''
  begin atomic
    update public.chat_uploads as u set message_id = message, topic = talk
    where u.object_name = app.marked_object(words) and u.user_id = sender and u.state = 'ready' and u.message_id is null
      and u.held_at is null and u.expires_at > now()
    returning jsonb_build_object(
      'id', u.id, 'url', '/storage/v1/object/authenticated/chat-files/' || u.object_name, 'name', u.name, 'type', u.type, 'mime', u.mime,
      'size', u.size, 'width', u.width, 'height', u.height, 'expires_at', u.expires_at);
  end;
alter function app.attach_upload(text, uuid, uuid, text) owner to function_owner;

-- An edit keeps the file while the marker stays. It never adds a file.
create function app.keep_file(words text, message uuid, file jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  if file is null or file ->> 'url' = '/storage/v1/object/authenticated/chat-files/' || app.marked_object(words) then return file; end if;
  update public.chat_uploads set state = 'gone' where message_id = message and held_at is null;
  return null;
end $$;
alter function app.keep_file(text, uuid, jsonb) owner to function_owner;
grant execute on function app.attach_upload(text, uuid, uuid, text), app.keep_file(text, uuid, jsonb) to function_owner;

create function app.stamp_room_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.file := case tg_op
    when 'INSERT' then app.attach_upload(new.message_text, new.id, new.sender_id, 'tambayan-' || new.wall_id)
    else app.keep_file(new.message_text, new.id, old.file) end;
  return new;
end $$;
alter function app.stamp_room_file() owner to function_owner;

-- Refuses files, stickers and GIFs in an unanswered request, and in the conversation with Emi, who reads words only.
create function app.stamp_direct_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.file := case tg_op
    when 'INSERT' then app.attach_upload(new.text, new.id, new.sender_id, 'dm-' || new.conversation_id)
    else app.keep_file(new.text, new.id, old.file) end;
  if auth.uid() is not null and (new.file is not null or app.sticker_or_gif(new.text) is not null) and (
    app.is_emi(new.receiver_id) or app.is_emi(new.sender_id)
    or exists (
      select from public.conversation_members as m
      where m.user_id = new.sender_id and m.conversation_id = new.conversation_id and m.is_pending))
  then
    raise exception 'This conversation takes words only' using errcode = 'PT422', hint = 'Files and GIFs wait until the other person has answered';
  end if;
  return new;
end $$;
alter function app.stamp_direct_file() owner to function_owner;

-- Taking a message back (app.withdraw) frees its upload, so that the draft can send the file again without another upload. Until then only the
-- writer can open the file: a new id of the object ends the signed addresses that readers of the message hold.
create function app.drop_file() returns trigger language plpgsql security definer set search_path = '' as $$
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
alter function app.drop_file() owner to function_owner;

-- Adds app.takes_back, which app.drop_file reads.
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

-- Keeps the file of a reported message for staff. The report locks the message, so a deletion waits and then finds the file held.
-- A report by the writer keeps no file: anybody could fill the disk with files that nobody deletes.
create function app.hold_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.reporter_id = new.reported_user_id then return null; end if;
  update public.chat_uploads set held_at = now() where message_id = new.reported_item_id and state = 'ready' and held_at is null;
  return null;
end $$;
alter function app.hold_file() owner to function_owner;

-- Deletes the object of an upload that is gone, and the uploads of a deleted account. A held file stays, without its name.
create function app.follow_upload() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or (new.state = 'gone' and old.state <> 'gone') then
    delete from storage.objects as o where o.bucket_id = 'chat-files' and o.name = old.object_name;
  end if;
  if tg_op = 'UPDATE' and new.user_id is null and old.user_id is not null then
    if new.held_at is null then delete from public.chat_uploads where id = new.id;
    else update public.chat_uploads set name = 'file' where id = new.id; end if;
  end if;
  return null;
end $$;
alter function app.follow_upload() owner to function_owner;

-- Ends expired files, and deletes rows that count for no daily cap. Returns the number of rows. The clean-up calls it.
create function app.forget_uploads(at timestamptz, most integer) returns bigint language sql security definer set search_path = ''
  begin atomic
    with expired as (
      select u.id from public.chat_uploads as u
      where u.state = 'ready' and u.held_at is null and u.expires_at <= at order by u.expires_at limit most for update skip locked),
    ended as (
      update public.chat_uploads as u set state = 'gone' from expired where u.id = expired.id returning u.id),
    old as (
      select u.id from public.chat_uploads as u
      where u.held_at is null and (u.state = 'gone' and u.expires_at <= at - interval '1 day'
        or u.state = 'pending' and u.expires_at <= at + interval '3 days' - interval '30 minutes')
      order by u.expires_at limit most for update skip locked),
    forgotten as (
      delete from public.chat_uploads as u using old where u.id = old.id returning u.id)
    select (select count(*) from ended) + (select count(*) from forgotten);
  end;
alter function app.forget_uploads(timestamptz, integer) owner to function_owner;
grant execute on function app.forget_uploads(timestamptz, integer) to service_role;

-- The upload of an object, when the caller may open it now. A held file ends with its place in the message, like any other. A report hides it
-- from the reporter, and the reports of two people hide it from everybody: one person alone must not take pictures from a whole room.
create function app.openable_upload(object text) returns table (user_id uuid, message_id uuid)
  language sql stable security definer set search_path = ''
  begin atomic
    select u.user_id, u.message_id from public.chat_uploads as u
    where u.object_name = object and u.state = 'ready' and u.expires_at > now() and (u.held_at is null or (
      (exists (select from app.room_messages as m where m.id = u.message_id and m.file is not null)
        or exists (select from public.direct_messages as m where m.id = u.message_id and m.file is not null))
      and not exists (
        select from public.reports as r
        where r.reported_item_id = u.message_id and r.reporter_id is distinct from r.reported_user_id and r.status <> 'dismissed'
        -- A deleted account still counts.
        having bool_or(r.reporter_id = auth.uid()) or count(distinct coalesce(r.reporter_id, r.id)) > 1)));
  end;
alter function app.openable_upload(text) owner to function_owner;
grant execute on function app.openable_upload(text) to authenticated, service_role;

-- The subqueries run under the reader's own policies: exactly the readers of a message can open its file.
create policy "people open the files of the messages that they can read" on storage.objects for select to authenticated
  using (bucket_id = 'chat-files' and exists (
    select from app.openable_upload(name) as u
    where case when u.message_id is null then u.user_id = (select auth.uid())
      else exists (select from app.room_messages as m where m.id = u.message_id)
        or exists (select from public.direct_messages as m where m.id = u.message_id) end));

create or replace view public.live_chat_messages with (security_invoker = true) as
  select m.id, m.seq, m.wall_id, m.sender_id,
    coalesce((select f.codename from app.faces as f where f.id = m.sender_id), 'Anonymous') as codename,
    (select f.avatar_url from app.faces as f where f.id = m.sender_id) as avatar_url,
    coalesce((select f.is_premium from app.faces as f where f.id = m.sender_id), false) as is_premium,
    m.message_text,
    coalesce(app.mentioned(m.message_text), '[]') as mentioned,
    m.reply_to,
    (select q.sender_id from app.room_messages as q where q.id = m.reply_to) as reply_to_sender,
    (select app.excerpt(q.message_text, 140) from app.room_messages as q where q.id = m.reply_to) as reply_to_message,
    (select coalesce((select f.codename from app.faces as f where f.id = q.sender_id), 'Anonymous')
      from app.room_messages as q where q.id = m.reply_to) as reply_to_codename,
    m.reaction_counts,
    (select r.emoji from public.live_chat_reactions as r where r.message_id = m.id and r.user_id = (select auth.uid())) as my_reaction,
    m.created_at, m.edited_at, m.file
  from app.room_messages as m;

create or replace function app.room_event(event text, stored jsonb, out payload jsonb, out hidden_from uuid[], out bare jsonb, out bare_for uuid[])
  language plpgsql stable set search_path = '' as $$
declare
  m record;
begin
  select * into m from public.live_chat_messages as v where v.id = (stored ->> 'row')::uuid;
  if not found then return; end if;
  hidden_from := app.people_hidden_from(m.sender_id);
  if event = 'new_message' then
    payload := to_jsonb(m) - 'my_reaction';
    if m.reply_to_sender is not null then
      bare_for := app.people_hidden_from(m.reply_to_sender);
      bare := payload || '{"reply_to_sender": null, "reply_to_message": null, "reply_to_codename": null}';
    end if;
  elsif stored ->> 'type' = 'edit' then
    payload := jsonb_build_object('type', 'edit', 'id', m.id, 'seq', m.seq, 'message_text', m.message_text, 'mentioned', m.mentioned,
      'edited_at', m.edited_at, 'file', m.file);
  else
    payload := jsonb_build_object('type', stored ->> 'type', 'id', m.id, 'reaction_counts', m.reaction_counts);
  end if;
end $$;

create or replace function app.direct_event(event text, stored jsonb, out payload jsonb, out hidden_from uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  message public.direct_messages;
begin
  hidden_from := '{}';
  select * into message from public.direct_messages as m where m.id = (stored ->> 'row')::uuid;
  if message.id is null or app.is_blocked_between(message.sender_id, message.receiver_id) then return; end if;
  payload := case stored ->> 'type'
    when 'edit' then jsonb_build_object('type', 'edit', 'id', message.id, 'seq', message.seq, 'text', message.text,
      'mentioned', app.mentioned(message.text), 'edited_at', message.edited_at, 'file', message.file)
    when 'reaction' then jsonb_build_object('type', 'reaction', 'id', message.id, 'reactions', message.reactions)
    else to_jsonb(message) end;
end $$;

-- Triggers in firing order.
-- app.room_messages, direct_messages
--   before_21_take_file       insert                    takes the upload that the text names
--   before_22_keep_file       update                    ends the file when its marker leaves the text
--   after_26_drop_file        delete                    ends the file of a deleted message
-- reports
--   after_20_hold_file        insert                    keeps the file of a reported message
-- chat_uploads
--   after_10_follow           update, delete            deletes the object; forgets the uploads of a deleted account
create trigger before_21_take_file before insert on app.room_messages
  for each row when (strpos(new.message_text, '📎 ') > 0) execute function app.stamp_room_file();
create trigger before_22_keep_file before update of message_text on app.room_messages
  for each row when (old.file is not null) execute function app.stamp_room_file();
create trigger before_21_take_file before insert on public.direct_messages
  for each row when (strpos(new.text, '📎 ') > 0 or strpos(new.text, '://') > 0) execute function app.stamp_direct_file();
create trigger before_22_keep_file before update of text on public.direct_messages
  for each row when (old.file is not null or strpos(new.text, '://') > 0) execute function app.stamp_direct_file();
create trigger after_26_drop_file after delete on app.room_messages
  for each row when (old.file is not null) execute function app.drop_file();
create trigger after_26_drop_file after delete on public.direct_messages
  for each row when (old.file is not null) execute function app.drop_file();
create trigger after_20_hold_file after insert on public.reports for each row execute function app.hold_file();
create trigger after_10_follow after update of state, user_id or delete on public.chat_uploads
  for each row execute function app.follow_upload();
