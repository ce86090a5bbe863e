-- The refusal to edit a reported direct message does not tell its sender that the other person reported it.
create or replace function app.change_direct_message() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  me text := auth.uid();
  own jsonb;
begin
  if me is null then return new; end if;
  if new.text is distinct from old.text then
    if old.sender_id::text <> me then
      raise exception 'Only the sender changes the words of a message' using errcode = '42501';
    end if;
    -- Otherwise an edit would bring new words to a person who declined the request.
    if exists (
      select from public.conversation_members as m
      where m.user_id = old.receiver_id and m.conversation_id = old.conversation_id and m.state = 'declined')
    then
      raise exception 'This person takes no messages from you now' using errcode = 'PT403';
    end if;
    if exists (
      select from public.reports as r
      where r.reported_item_id = old.id and r.reported_item_type = 'direct_message' and r.status = 'open')
    then
      -- Without the reason: only one person can have reported it.
      raise exception 'Hindi muna mababago ang mensaheng ito.' using errcode = 'PT409';
    end if;
    new.edited_at := now();
  end if;
  if new.reactions is distinct from old.reactions then
    if jsonb_typeof(new.reactions) is distinct from 'object' then
      raise exception 'reactions must be a map' using errcode = '23514', constraint = 'direct_messages_reactions_check';
    end if;
    own := nullif(nullif(new.reactions -> me, 'null'), '[]');
    if own is not null and own not in ('["👍"]', '["❤️"]', '["😂"]', '["😮"]', '["😢"]', '["😡"]') then
      raise exception 'A reaction is a list of one of 👍 ❤️ 😂 😮 😢 😡' using errcode = '23514', constraint = 'direct_messages_reactions_check';
    end if;
    new.reactions := old.reactions - me || case when own is null then '{}' else jsonb_build_object(me, own) end;
  end if;
  return new;
end $$;
