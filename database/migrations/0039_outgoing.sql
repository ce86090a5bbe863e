-- An event of a talk or a bell is stored as the id of its row, and gets its words when it is sent. So a deleted message leaves no words in
-- realtime.messages, and people on either side of a block get no events about each other.

-- The people who do not see this person: on either side of a block, or with a mute.
create function app.people_hidden_from(person uuid) returns uuid[] language sql stable security definer set search_path = ''
  return array(
    select b.blocked_id from public.user_blocks as b where b.blocker_id = person
    union select b.blocker_id from public.user_blocks as b where b.blocked_id = person
    union select m.muter_id from public.user_mutes as m where m.muted_id = person);
alter function app.people_hidden_from(uuid) owner to function_owner;

-- The payload of a room's message. A reader may see the sender but not the person quoted: `bare` is the payload without the quote, for them.
create function app.room_event(event text, stored jsonb, out payload jsonb, out hidden_from uuid[], out bare jsonb, out bare_for uuid[])
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
      'edited_at', m.edited_at);
  else
    payload := jsonb_build_object('type', stored ->> 'type', 'id', m.id, 'reaction_counts', m.reaction_counts);
  end if;
end $$;

create function app.mention_event(stored jsonb, out payload jsonb, out hidden_from uuid[]) language plpgsql stable set search_path = '' as $$
begin
  select
    jsonb_build_object(
      'id', x.id, 'mentionedBy', x.sender_id, 'mentionedByCodename', coalesce(f.codename, 'Anonymous'),
      'mentionedByAvatarUrl', f.avatar_url, 'mentionedByIsPremium', coalesce(f.is_premium, false),
      'contentPreview', app.excerpt(m.message_text, 100), 'timestamp', x.created_at, 'targetUrl', '/tambayan?message=' || x.message_id),
    app.people_hidden_from(x.sender_id)
    into payload, hidden_from
    from public.mentions as x join app.room_messages as m on m.id = x.message_id left join app.faces as f on f.id = x.sender_id
    where x.id = (stored ->> 'row')::uuid;
end $$;

-- The payload of a stored event with a `row`, and the people who must not get it. When the row is gone, the payload is null and the
-- listener skips the event.
create function app.outgoing(
  event text, topic text, stored jsonb, out payload jsonb, out hidden_from uuid[], out bare jsonb, out bare_for uuid[])
  language plpgsql stable set search_path = '' as $$
begin
  if starts_with(topic, 'tambayan-') then
    select e.payload, e.hidden_from, e.bare, e.bare_for into payload, hidden_from, bare, bare_for from app.room_event(event, stored) as e;
  elsif starts_with(topic, 'dm-') then
    select e.payload, e.hidden_from into payload, hidden_from from app.direct_event(event, stored) as e;
  elsif event = 'dm_notification' then
    select e.payload, e.hidden_from into payload, hidden_from from app.dm_notification_event(topic, stored) as e;
  elsif event = 'mention_notification' then
    select e.payload, e.hidden_from into payload, hidden_from from app.mention_event(stored) as e;
  else
    payload := stored;
  end if;
end $$;
grant select on app.faces to service_role;
grant execute on function app.people_hidden_from(uuid), app.room_event(text, jsonb), app.mention_event(jsonb), app.outgoing(text, text, jsonb)
  to service_role;
