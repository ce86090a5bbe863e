-- The erasure of an account empties the other person's list and bell at once. A withdrawal does not spend the id of another person's message:
-- the writer may send it again, and must learn that it is stored. Reading many profiles, or with many blocks, costs less.
create or replace function app.withdraw(id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = auth.uid() for no key update;
  perform pg_advisory_xact_lock(hashtextextended('comments of ' || auth.uid(), 0));
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

-- The order makes the planner use the index. Without it, the planner may read all messages for a person who wrote none.
create or replace function app.has_talked(person uuid) returns boolean language sql stable security definer set search_path = ''
  return auth.uid() is not null and (
    (select true from app.room_messages as m where m.sender_id = person order by m.sender_id, m.seq desc limit 1) is true
    or exists (select from public.conversation_members as m where m.user_id = auth.uid() and m.other_id = person));

-- `not in` hashes the blocks. `<> all` would compare each conversation with each block.
create or replace function app.own_conversations() returns text[] language sql volatile security definer set search_path = ''
  return array(
    select m.conversation_id from public.conversation_members as m
    where m.user_id = (select auth.uid()) and m.other_id not in (select unnest(app.across_blocks())));

create or replace function app.remove_direct_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.lock_talk('dm-' || c.conversation_id)
    from (select distinct conversation_id from changed order by conversation_id) as c;
  -- A deleted account has no conversations, so its ids need not be spent.
  insert into app.spent_ids (id)
    select c.id from changed as c
    where exists (select from public.conversation_members as m where m.user_id = c.sender_id and m.conversation_id = c.conversation_id)
    on conflict do nothing;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'delete', 'id', c.id), 'message_update', 'dm-' || c.conversation_id, true from changed as c limit 50;
  insert into realtime.messages (payload, event, topic, private)
    select distinct jsonb_build_object('conversationId', c.conversation_id), 'dm_changed', 'user-notifications-' || person, true
    from changed as c cross join unnest(array[c.sender_id, c.receiver_id]) as person
    left join public.conversation_members as m on m.user_id = person and m.conversation_id = c.conversation_id
    -- A missing row means that the account is being deleted: the other person's list and bell must lose the conversation.
    where m.user_id is null or c.seq >= m.last_seq or (person = c.receiver_id and c.seq > m.read_seq) limit 50;
  update public.conversation_members as m set
    unread = greatest(0, m.unread - gone.unread),
    last_seq = coalesce((gone.newest).seq, 0),
    last_at = coalesce((gone.newest).created_at, m.created_at)
  from (
    select m.user_id, m.conversation_id, count(*) filter (where c.receiver_id = m.user_id and c.seq > m.read_seq) as unread,
      (select d from public.direct_messages as d where d.conversation_id = m.conversation_id order by d.seq desc limit 1) as newest
    from changed as c join public.conversation_members as m using (conversation_id) group by m.user_id, m.conversation_id) as gone
  where m.user_id = gone.user_id and m.conversation_id = gone.conversation_id;
  return null;
end $$;
