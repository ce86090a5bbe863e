-- A new block, mute or hidden post reaches the person's other open pages at once. The other person is not told.
create function app.tell_hidden() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  entry jsonb := to_jsonb(new);
begin
  -- The server's own rows concern no open page.
  if auth.uid() is not null then
    insert into realtime.messages (payload, event, topic, private) values (
      jsonb_build_object('id', coalesce(entry ->> 'blocked_id', entry ->> 'muted_id', entry ->> 'post_id')),
      'hidden', 'user-notifications-' || auth.uid(), true);
  end if;
  return null;
end $$;
alter function app.tell_hidden() owner to function_owner;

-- Triggers in firing order.
create trigger after_30_tell_hidden after insert on public.user_blocks for each row execute function app.tell_hidden();
create trigger after_30_tell_hidden after insert on public.user_mutes for each row execute function app.tell_hidden();
