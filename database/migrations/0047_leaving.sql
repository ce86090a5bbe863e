-- Leaving. `begin_leaving` ends the account in one short transaction: sessions, log-in, profile and pictures go, and others no longer see the
-- person. Batches then delete the rows, the visible ones first, so that nobody waits for a lock. `finish_leaving` deletes the account.
create table app.leavings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Mails in the outbox are found by it. The account has lost it.
  email text not null,
  -- The address that was to become theirs, when a change was under way.
  new_email text,
  -- After this time another node goes on.
  due_at timestamptz not null default now() + interval '30 seconds'
);
alter table app.leavings enable row level security, force row level security;
grant select (user_id) on app.leavings to function_owner;

-- Keyed hashes of the ids of people who left. A restored backup holds these people again: `npm run admin -- replay-erasures` finds them.
create table app.erased_people (
  key bytea primary key check (octet_length(key) = 32),
  erased_at timestamptz not null default now()
);
alter table app.erased_people enable row level security, force row level security;

-- A message that mentions somebody holds their id.
create index room_messages_mentions on app.room_messages using gin (app.mentions_in(message_text)) where strpos(message_text, '@{') > 0;
create index direct_messages_mentions on public.direct_messages using gin (app.mentions_in(text)) where strpos(text, '@{') > 0;

-- Others do not see a person who is leaving: the lists of blocks hide them, for visitors too.
create or replace function app.out_of_sight() returns uuid[] language sql stable security definer set search_path = ''
  return case when auth.uid() is null then array(select l.user_id from app.leavings as l) else array(
    select b.blocked_id from public.user_blocks as b where b.blocker_id = auth.uid()
    union all select b.blocker_id from public.user_blocks as b where b.blocked_id = auth.uid()
    union all select coalesce(m.muted_id, m.post_id) from public.user_mutes as m where m.muter_id = auth.uid()
    union all select l.user_id from app.leavings as l) end;
create or replace function app.across_blocks() returns uuid[] language sql stable security definer set search_path = ''
  return array(
    select b.blocked_id from public.user_blocks as b where b.blocker_id = auth.uid()
    union all select b.blocker_id from public.user_blocks as b where b.blocked_id = auth.uid()
    union all select l.user_id from app.leavings as l);
alter policy "anyone reads the walls" on public.public_posts to public_reader;
create policy "visitors read the walls, without people who leave" on public.public_posts
  for select to anon using (not array[id, user_id] && (select app.out_of_sight()));
alter policy "anyone reads comments" on public.post_comments to public_reader;
create policy "visitors read comments, without people who leave" on public.post_comments
  for select to anon using (not array[user_id] && (select app.out_of_sight()));

-- Ends the account. False: it does not exist. A second call changes nothing.
create function app.begin_leaving(person uuid, ledger_key bytea) returns boolean language plpgsql set search_path = '' as $$
declare
  address text;
  new_address text;
begin
  -- Waits for what the person is writing. Later transactions are refused, because their session is gone.
  select u.email, u.new_email into address, new_address from auth.users as u where u.id = person for update;
  if address is null then return false; end if;
  insert into app.erased_people (key) values (ledger_key) on conflict do nothing;
  insert into app.leavings (user_id, email, new_email) values (person, address, new_address) on conflict do nothing;
  if not found then return true; end if;
  -- Before the notices of ended sessions, so that the person's own pages hear it.
  perform pg_notify('realtime', 'l' || person);
  delete from auth.sessions where user_id = person;
  delete from public.push_subscriptions where user_id = person;
  delete from auth.one_time_tokens where user_id = person;
  delete from auth.known_networks where user_id = person;
  delete from auth.identities where user_id = person;
  delete from auth.mails where user_id = person;
  delete from public.user_profiles where id = person;
  delete from app.codenames where id = person;
  delete from app.renames where id = person;
  delete from storage.objects where owner_id = person and bucket_id = 'avatars';
  -- The address is free for a new account at once. Nobody can log in here, and no job works for a banned account.
  update auth.users set email = gen_random_uuid() || '@left.invalid', new_email = null, password_hash = null, user_metadata = '{}', app_metadata = '{}',
    banned_until = 'infinity' where id = person;
  return true;
end $$;
grant execute on function app.begin_leaving(uuid, bytea) to service_role;

-- Lets a transaction erase. It commits without waiting for the disk: after a crash the next node erases the same rows again.
create function app.start_erasing() returns void language sql set search_path = ''
  begin atomic
    select set_config('app.erasing', 'on', true), set_config('synchronous_commit', 'off', true);
  end;
grant execute on function app.start_erasing() to service_role;

-- The columns that name an account, in the order of erasing: what others see comes first. `keeps`: the row stays without the person.
create function app.columns_of_people() returns table (relation text, column_name text, keeps boolean) language sql stable set search_path = '' as $$
  select format('%I.%I', n.nspname, t.relname), a.attname::text, c.confdeltype = 'n'
  from pg_catalog.pg_constraint as c
    join pg_catalog.pg_class as t on t.oid = c.conrelid
    join pg_catalog.pg_namespace as n on n.oid = t.relnamespace
    join pg_catalog.pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = 'auth.users'::regclass and c.conrelid <> 'app.leavings'::regclass
  order by array_position(array['post_comments', 'polls', 'live_chat_reactions', 'post_reactions', 'poll_votes'], t.relname::text), t.relname, a.attnum
$$;
grant execute on function app.columns_of_people() to service_role;

-- Erases rows of one of those columns. Returns their number.
create function app.erase_rows(person uuid, relation text, column_name text, keeps boolean, most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  gone integer;
begin
  perform app.start_erasing();
  execute format(
    case when keeps then 'update %1$s set %2$I = null' else 'delete from %1$s' end ||
      ' where ctid = any (array(select ctid from %1$s where %2$I = $1 limit $2))', relation::regclass, column_name)
    using person, most;
  get diagnostics gone = row_count;
  return gone;
end $$;
grant execute on function app.erase_rows(uuid, text, text, boolean, integer) to service_role;

-- Deletes without triggers and foreign keys, which cost four times the deletion. The caller holds the rows that others refer to, for update,
-- and deletes what refers to them. Where the right is missing, triggers and keys work, and the result is the same.
grant set on parameter session_replication_role to service_role;
create function app.switch_triggers(are_on boolean) returns void language plpgsql set search_path = '' as $$
begin
  perform set_config('session_replication_role', case when are_on then 'origin' else 'replica' end, true);
exception when insufficient_privilege then null;
end $$;
grant execute on function app.switch_triggers(boolean) to service_role;

-- Closes the reports on these items.
create function app.close_erased(ids uuid[]) returns void language sql set search_path = ''
  begin atomic
    update public.reports set status = 'gone', resolved_at = now() where reported_item_id = any (ids) and status = 'open';
  end;
grant execute on function app.close_erased(uuid[]) to service_role;

-- Erases posts with all that others wrote below them: those without a name first, because no list hides them.
create function app.erase_posts(person uuid, most integer) returns integer language plpgsql set search_path = '' as $$
declare
  ids uuid[];
  nameless uuid[];
  comments uuid[];
begin
  perform app.start_erasing();
  ids := array(select p.id from public.public_posts as p where p.author_id = person order by p.anonymous desc limit most for update);
  if ids = '{}' then return 0; end if;
  perform app.switch_triggers(false);
  with gone as (delete from public.post_comments where post_id = any (ids) returning id) select array_agg(g.id) into comments from gone as g;
  delete from public.post_reactions where post_id = any (ids);
  delete from public.post_notices where post_id = any (ids);
  delete from public.user_mutes where post_id = any (ids);
  with gone as (delete from public.public_posts where id = any (ids) returning id, user_id)
    select array_agg(g.id) into nameless from gone as g where g.user_id is null;
  perform app.switch_triggers(true);
  perform app.close_erased(ids || comments);
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'post_removed', 'post_id', id), 'post_update', 'post-reactions-' || id, false from unnest(nameless) as id;
  return cardinality(ids);
end $$;
grant execute on function app.erase_posts(uuid, integer) to service_role;

-- Erases messages of rooms with their reactions and mentions.
create function app.erase_room_messages(person uuid, most integer) returns integer language plpgsql set search_path = '' as $$
declare
  ids uuid[];
begin
  perform app.start_erasing();
  ids := array(select m.id from app.room_messages as m where m.sender_id = person limit most for update);
  if ids = '{}' then return 0; end if;
  update public.chat_uploads set state = 'gone' where message_id = any (ids) and held_at is null;
  perform app.switch_triggers(false);
  delete from public.live_chat_reactions where message_id = any (ids);
  delete from public.mentions where message_id = any (ids);
  delete from app.room_messages where id = any (ids);
  perform app.switch_triggers(true);
  perform app.close_erased(ids);
  return cardinality(ids);
end $$;
grant execute on function app.erase_room_messages(uuid, integer) to service_role;

-- Erases conversations on both sides.
create function app.erase_conversations(person uuid, most integer) returns integer language plpgsql set search_path = '' as $$
declare
  ids text[];
  others uuid[];
  members tid[];
  messages uuid[];
begin
  perform app.start_erasing();
  select array_agg(o.conversation_id), array_agg(o.other_id) into ids, others
    from (select * from public.conversation_members as m where m.user_id = person limit most for update) as o;
  if ids is null then return 0; end if;
  -- By their place in the table: a second search by key costs as much as the deletion.
  members := array(
    select m.ctid from public.conversation_members as m join unnest(others || array_fill(person, array[cardinality(ids)]), ids || ids) as o (side, id)
      on m.user_id = o.side and m.conversation_id = o.id for update of m);
  messages := array(select d.id from public.direct_messages as d where d.conversation_id = any (ids) limit 5 * most);
  update public.chat_uploads set state = 'gone' where message_id = any (messages) and held_at is null;
  perform app.switch_triggers(false);
  delete from public.direct_messages where id = any (messages);
  -- Otherwise the next batch goes on with these conversations.
  if cardinality(messages) < 5 * most then
    delete from public.conversation_members where ctid = any (members);
  end if;
  perform app.switch_triggers(true);
  perform app.close_erased(messages);
  return cardinality(ids);
end $$;
grant execute on function app.erase_conversations(uuid, integer) to service_role;

-- Erases files of messages. A held one stays without name and person.
create function app.erase_uploads(person uuid, most integer) returns integer language plpgsql set search_path = '' as $$
declare
  ids uuid[];
  names text[];
begin
  perform app.start_erasing();
  ids := array(select u.id from public.chat_uploads as u where u.user_id = person limit most for update);
  if ids = '{}' then return 0; end if;
  perform app.switch_triggers(false);
  update public.chat_uploads set user_id = null, name = 'file' where id = any (ids) and held_at is not null;
  with gone as (delete from public.chat_uploads where id = any (ids) and held_at is null returning object_name)
    select array_agg(g.object_name) into names from gone as g;
  with gone as (delete from storage.objects where bucket_id = 'chat-files' and name = any (names) returning blob_id)
    update storage.blobs as b set refs = b.refs - g.n, keep_until = now()
      from (select blob_id, count(*) as n from gone group by 1) as g where b.id = g.blob_id;
  return cardinality(ids);
end $$;
grant execute on function app.erase_uploads(uuid, integer) to service_role;

-- Takes the person out of reports: the writer with the words of the report, the reported person with the reported words. What they are about
-- goes too, which closes them.
create function app.erase_reports(person uuid, most integer) returns integer language plpgsql set search_path = '' as $$
declare
  own integer;
  others integer;
begin
  perform app.start_erasing();
  perform app.switch_triggers(false);
  update public.reports set reporter_id = null, details = null
    where id = any (array(select r.id from public.reports as r where r.reporter_id = person limit most));
  get diagnostics own = row_count;
  update public.reports set reported_user_id = null, reported_content = null,
      status = case status when 'open' then 'gone' else status end, resolved_at = coalesce(resolved_at, now())
    where id = any (array(select r.id from public.reports as r where r.reported_user_id = person limit most));
  get diagnostics others = row_count;
  return own + others;
end $$;
grant execute on function app.erase_reports(uuid, integer) to service_role;

-- In messages of others that mention the person, '@Anonymous' replaces the id.
create function app.erase_mentions(person uuid, most integer) returns integer language plpgsql set search_path = '' as $$
declare
  rooms integer;
  talks integer;
begin
  perform app.start_erasing();
  with changed as (
    update app.room_messages set message_text = replace(message_text, '@{' || person || '}', '@Anonymous') where id = any (array(
      select m.id from app.room_messages as m where strpos(m.message_text, '@{') > 0 and app.mentions_in(m.message_text) @> array[person] limit most))
    returning id, wall_id),
  told as (
    insert into realtime.messages (payload, event, topic, private)
      select jsonb_build_object('type', 'edit', 'row', c.id), 'message_update', 'tambayan-' || c.wall_id, true from changed as c limit 50)
  select count(*) into rooms from changed;
  update public.direct_messages set text = replace(text, '@{' || person || '}', '@Anonymous') where id = any (array(
    select m.id from public.direct_messages as m where strpos(m.text, '@{') > 0 and app.mentions_in(m.text) @> array[person] limit most));
  get diagnostics talks = row_count;
  return rooms + talks;
end $$;
grant execute on function app.erase_mentions(uuid, integer) to service_role;

-- The words without the ids of people who are gone or leave. An erasure that begins now waits for the words, and then finds them.
create function app.without_erased(words text) returns text language plpgsql set search_path = '' as $$
declare
  people uuid[] := app.mentions_in(words);
  person uuid;
begin
  perform from auth.users as u where u.id = any (people) order by u.id for key share;
  for person in
    select p.id from unnest(people) as p (id)
    where not exists (select from auth.users as u where u.id = p.id) or exists (select from app.leavings as l where l.user_id = p.id)
  loop
    words := replace(words, '@{' || person || '}', '@Anonymous');
  end loop;
  return words;
end $$;
grant execute on function app.without_erased(text) to function_owner;

create function app.clear_room_mentions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.message_text := app.without_erased(new.message_text);
  return new;
end $$;
create function app.clear_direct_mentions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.text := app.without_erased(new.text);
  return new;
end $$;
alter function app.clear_room_mentions() owner to function_owner;
alter function app.clear_direct_mentions() owner to function_owner;

-- Stored events live for an hour, and their topics name people. Looks through `most` of them after `after`; returns the last one, null at the end.
create function app.erase_events(person uuid, after bigint, most integer) returns bigint language plpgsql set search_path = '' as $$
declare
  last bigint;
begin
  perform app.start_erasing();
  select max(e.seq) into last from (select m.seq from realtime.messages as m where m.seq > after order by m.seq limit most) as e;
  delete from realtime.messages as m where m.seq > after and m.seq <= last
    and (strpos(m.topic, person::text) > 0 or strpos(m.payload::text, person::text) > 0);
  return last;
end $$;
grant execute on function app.erase_events(uuid, bigint, integer) to service_role;

-- Deletes the account, and what was written for it during the erasure. `after`: the last event that was looked through.
create function app.finish_leaving(person uuid, after bigint) returns void language plpgsql set search_path = '' as $$
begin
  perform app.start_erasing();
  -- A file that staff must be able to read may name its conversation.
  update public.chat_uploads set topic = 'dm-' where strpos(topic, person::text) > 0;
  delete from app.emi_talks where topic = 'dm-' || app.conversation_of(person, 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1');
  delete from auth.rate_limits where key = any (array[decode(md5('refinements of ' || person), 'hex'), decode(md5('emis of ' || person), 'hex')]);
  delete from auth.users where id = person;
  perform app.erase_events(person, after, 1000000);
end $$;
grant execute on function app.finish_leaving(uuid, bigint) to service_role;

-- While a person is erased, triggers spend no ids, because no session can send the words again. They store no event for each row, because pages
-- drop all of the person at once. Counts change in one statement a batch.
create function app.count_erased_reactions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  with lost as (
    select e.post_id, jsonb_object_agg(e.emoji, e.n) as counts
      from (select c.post_id, c.emoji, count(*) as n from changed as c group by 1, 2) as e group by 1),
  counted as (
    update public.public_posts as p set reaction_counts = app.without_counts(p.reaction_counts, l.counts)
      from lost as l where p.id = l.post_id returning p.id, p.reaction_counts)
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'reaction_removed', 'post_id', c.id, 'reaction_counts', c.reaction_counts),
      'reaction_update', 'post-reactions-' || c.id, false from counted as c limit 50;
  return null;
end $$;
create function app.count_erased_room_reactions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  with lost as (
    select e.message_id, jsonb_object_agg(e.emoji, e.n) as counts
      from (select c.message_id, c.emoji, count(*) as n from changed as c group by 1, 2) as e group by 1),
  counted as (
    update app.room_messages as m set reaction_counts = app.without_counts(m.reaction_counts, l.counts)
      from lost as l where m.id = l.message_id returning m.id, m.wall_id)
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'reaction', 'row', c.id), 'message_update', 'tambayan-' || c.wall_id, true from counted as c limit 50;
  return null;
end $$;
create function app.without_counts(counts jsonb, lost jsonb) returns jsonb language sql immutable
  return (
    select coalesce(jsonb_object_agg(c.key, c.value::integer - coalesce((lost ->> c.key)::integer, 0)), '{}')
    from jsonb_each_text(counts) as c where c.value::integer > coalesce((lost ->> c.key)::integer, 0));
create function app.count_erased_comments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  with lost as (select c.post_id, count(*) as n from changed as c group by 1),
  counted as (
    update public.public_posts as p set comment_count = p.comment_count - l.n from lost as l where p.id = l.post_id returning p.id, p.comment_count)
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'comments_changed', 'post_id', c.id, 'comment_count', c.comment_count),
      'comment_update', 'post-reactions-' || c.id, false from counted as c limit 50;
  return null;
end $$;
-- Posts without a name: the event that hides their author does not reach them.
create function app.tell_erased_posts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'post_removed', 'post_id', c.id), 'post_update', 'post-reactions-' || c.id, false
    from changed as c where c.user_id is null;
  return null;
end $$;
create function app.tell_erased_room_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'delete', 'id', c.id), 'message_update', 'tambayan-' || c.wall_id, true from changed as c limit 50;
  return null;
end $$;
alter function app.count_erased_reactions() owner to function_owner;
alter function app.count_erased_room_reactions() owner to function_owner;
alter function app.count_erased_comments() owner to function_owner;
alter function app.tell_erased_posts() owner to function_owner;
alter function app.tell_erased_room_messages() owner to function_owner;
grant execute on function app.without_counts(jsonb, jsonb) to function_owner;

-- Triggers in firing order, new ones only. The others get a condition: they do not run in an erasure.
-- public_posts
--   after_95_tell_erased      delete                    tells posts without a name (once a statement)
-- post_comments
--   after_65_count_erased     delete                    counts and tells (once a statement)
-- post_reactions, live_chat_reactions
--   after_45_count_erased     delete                    counts and tells (once a statement)
-- room_messages
--   before_23_clear_mentions  insert, update of words   leaves out ids of erased people
--   after_75_tell_erased      delete                    tells the deletions (once a statement)
-- direct_messages
--   before_23_clear_mentions  insert, update of words   leaves out ids of erased people
drop trigger after_90_spend_ids on public.diary_posts;
create trigger after_90_spend_ids after delete on public.diary_posts referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.spend_ids();
drop trigger after_70_spend_ids on public.public_posts;
create trigger after_70_spend_ids after delete on public.public_posts referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.spend_ids();
drop trigger after_90_tell_removed on public.public_posts;
create trigger after_90_tell_removed after delete on public.public_posts referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.tell_post_changes('post_removed');
create trigger after_95_tell_erased after delete on public.public_posts referencing old table as changed
  for each statement when (current_setting('app.erasing', true) = 'on') execute function app.tell_erased_posts();
drop trigger after_60_count_removed on public.post_comments;
create trigger after_60_count_removed after delete on public.post_comments referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.count_and_tell_comments('comment_removed');
create trigger after_65_count_erased after delete on public.post_comments referencing old table as changed
  for each statement when (current_setting('app.erasing', true) = 'on') execute function app.count_erased_comments();
drop trigger after_40_count_removed on public.post_reactions;
create trigger after_40_count_removed after delete on public.post_reactions referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.count_and_tell_reactions('reaction_removed');
create trigger after_45_count_erased after delete on public.post_reactions referencing old table as changed
  for each statement when (current_setting('app.erasing', true) = 'on') execute function app.count_erased_reactions();
drop trigger after_40_count_removed on public.live_chat_reactions;
create trigger after_40_count_removed after delete on public.live_chat_reactions referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.count_room_reactions();
create trigger after_45_count_erased after delete on public.live_chat_reactions referencing old table as changed
  for each statement when (current_setting('app.erasing', true) = 'on') execute function app.count_erased_room_reactions();
drop trigger after_70_settle_deletions on app.room_messages;
create trigger after_70_settle_deletions after delete on app.room_messages referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.settle_room_messages();
create trigger after_75_tell_erased after delete on app.room_messages referencing old table as changed
  for each statement when (current_setting('app.erasing', true) = 'on') execute function app.tell_erased_room_messages();
drop trigger after_70_remove on public.direct_messages;
create trigger after_70_remove after delete on public.direct_messages referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.remove_direct_messages();
drop trigger before_20_stamp_edit on app.room_messages;
create trigger before_20_stamp_edit before update of message_text on app.room_messages
  for each row when (current_setting('app.erasing', true) is distinct from 'on') execute function app.stamp_room_edit();
-- Counts that change tell no edit.
drop trigger after_80_tell_edited on public.public_posts;
create trigger after_80_tell_edited after update on public.public_posts referencing old table as before new table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.tell_post_changes('post_edited');
drop trigger after_60_settle_edits on app.room_messages;
create trigger after_60_settle_edits after update on app.room_messages referencing old table as before new table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.settle_room_messages();
drop trigger after_10_announce on public.user_blocks;
create trigger after_10_announce after insert or delete on public.user_blocks
  for each row when (current_setting('app.erasing', true) is distinct from 'on') execute function app.announce_block();
create trigger before_23_clear_mentions before insert or update of message_text on app.room_messages
  for each row when (strpos(new.message_text, '@{') > 0 and current_setting('app.erasing', true) is distinct from 'on')
  execute function app.clear_room_mentions();
create trigger before_23_clear_mentions before insert or update of text on public.direct_messages
  for each row when (strpos(new.text, '@{') > 0 and current_setting('app.erasing', true) is distinct from 'on')
  execute function app.clear_direct_mentions();
