-- Emi's answers. A call of `emebot-chat` makes turns of the caller's messages (app.ask_emi). One run at a time answers the turns of a talk: it
-- takes the talk, claims turns, and settles the answer. One answer covers all turns that wait. The rows hold no words.
create table app.emi_turns (
  -- No foreign key: two tables hold messages. A turn whose message is gone is dropped, and its use returned.
  message_id uuid primary key,
  topic text not null,
  asker uuid not null references auth.users (id) on delete cascade,
  seq bigint not null,
  -- Null: the answer costs nothing.
  use_id uuid,
  -- The run that answers this turn. Null: the turn waits.
  runner uuid,
  answered_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
alter table app.emi_turns enable row level security, force row level security;
create index emi_turns_open on app.emi_turns (topic, asker) where answered_at is null;
create index emi_turns_use on app.emi_turns (use_id);
create index emi_turns_asker on app.emi_turns (asker);
create index emi_turns_age on app.emi_turns (created_at);

create table app.emi_talks (
  topic text primary key,
  -- The run, and the end of its lease. Another run may take the talk then.
  runner uuid,
  until timestamptz,
  next_at timestamptz not null default '-infinity',
  check ((runner is null) = (until is null))
) with (fillfactor = 70);
alter table app.emi_talks enable row level security, force row level security;
create index emi_talks_age on app.emi_talks (next_at);

-- Care mode: Emi answers this person with fixed words for 48 hours from `since` on. No column says why.
create table public.emi_care (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null default now()
);
alter table public.emi_care enable row level security, force row level security;
grant select on public.emi_care to authenticated;
create policy "people see their own care mode" on public.emi_care for select to authenticated using (user_id = (select auth.uid()));
create index emi_care_age on public.emi_care (since);

create function app.is_in_care(person uuid) returns boolean language sql stable security definer set search_path = ''
  return exists (select from public.emi_care as c where c.user_id = person and c.since > now() - interval '48 hours');
alter function app.is_in_care(uuid) owner to function_owner;

grant select, insert, update, delete on app.emi_turns, app.emi_talks to function_owner;
grant select, insert (user_id, since), update (since), delete on public.emi_care to function_owner;
grant insert (id, wall_id, sender_id, message_text, reply_to, created_at) on app.room_messages to function_owner;
grant insert (id, conversation_id, sender_id, receiver_id, text, created_at) on public.direct_messages to function_owner;

-- True for @emi as a whole word, and for Emi's mention. mentionsEmi in src/shared/emi.ts is the same rule.
create function app.mentions_emi(words text) returns boolean language sql immutable strict set search_path = ''
  return words ~* '(^|[^[:alnum:]_@])@(emi(?![[:alnum:]_])|\{e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1\})';

-- The person's newest messages of the last ten minutes that Emi should answer and that are no turn yet.
create function app.unanswered_by_emi(topic text, person uuid) returns table (id uuid, seq bigint)
language plpgsql security definer set search_path = '' as $$
begin
  if starts_with(topic, 'dm-') then
    return query
      select m.id, m.seq from (
        select d.id, d.seq, d.sender_id, d.created_at from public.direct_messages as d
        where d.conversation_id = substr(unanswered_by_emi.topic, 4) order by d.seq desc limit 20) as m
      where m.sender_id = person and m.created_at > now() - interval '10 minutes'
        and not exists (select from app.emi_turns as t where t.message_id = m.id) order by m.seq;
  else
    return query
      select m.id, m.seq from (
        select r.id, r.seq, r.message_text, r.created_at, r.wall_id from app.room_messages as r
        where r.sender_id = person order by r.seq desc limit 20) as m
      where 'tambayan-' || m.wall_id = unanswered_by_emi.topic and m.created_at > now() - interval '10 minutes'
        and app.mentions_emi(m.message_text) and not exists (select from app.emi_turns as t where t.message_id = m.id) order by m.seq;
  end if;
end $$;
alter function app.unanswered_by_emi(text, uuid) owner to function_owner;

-- Deletes turns, and returns the uses that no other turn shares. Their messages can become turns again.
create function app.drop_emi_turns(messages uuid[]) returns void language sql security definer set search_path = '' as $$
  select app.return_use('emi', t.use_id) from app.emi_turns as t
    where t.message_id = any (messages) and t.use_id is not null
      and not exists (select from app.emi_turns as o where o.use_id = t.use_id and o.message_id <> all (messages));
  delete from app.emi_turns where message_id = any (messages);
$$;
alter function app.drop_emi_turns(uuid[]) owner to function_owner;

-- Ends a run that died or failed. The caller has locked the talk's row.
create function app.end_emi_run(topic text) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform app.drop_emi_turns(array(
    select t.message_id from app.emi_turns as t where t.topic = end_emi_run.topic and t.runner is not null and t.answered_at is null));
  update app.emi_talks as t set runner = null, until = null where t.topic = end_emi_run.topic;
end $$;
alter function app.end_emi_run(text) owner to function_owner;

-- Makes turns of the caller's unanswered messages, and reserves one use for them. Returns all open turns of the caller. The refusal is
-- 'blocked', or one of app.reserve_use. `free`: the answer costs nothing.
create function app.ask_emi(topic text, cap integer, days integer, free boolean)
  returns table (refusal text, messages uuid[])
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  talk app.emi_talks;
  fresh uuid[];
  use uuid;
begin
  perform from auth.users as u where u.id = me for key share;
  if app.is_deaf_to(me, 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1') then
    refusal := 'blocked';
    return next;
    return;
  end if;
  insert into app.emi_talks as t (topic, next_at) values (ask_emi.topic, clock_timestamp()) on conflict do nothing;
  select * into talk from app.emi_talks as t where t.topic = ask_emi.topic for update;
  if talk.until <= clock_timestamp() then perform app.end_emi_run(ask_emi.topic); end if;
  fresh := array(select f.id from app.unanswered_by_emi(ask_emi.topic, me) as f);
  if fresh <> '{}' then
    -- These messages share the use of a turn that still waits, because one answer covers both.
    select t.use_id into use from app.emi_turns as t join public.usage_emi_messages as u on u.id = t.use_id
      where t.topic = ask_emi.topic and t.asker = me and t.runner is null and t.answered_at is null limit 1;
    if use is null and not free then
      select r.use_id, r.refusal into use, refusal from app.reserve_use('emi', cap, days) as r;
    end if;
    if refusal is null then
      insert into app.emi_turns (message_id, topic, asker, seq, use_id)
        select f.id, ask_emi.topic, me, f.seq, use from app.unanswered_by_emi(ask_emi.topic, me) as f;
    end if;
  end if;
  messages := array(select t.message_id from app.emi_turns as t
    where t.topic = ask_emi.topic and t.asker = me and t.answered_at is null);
  return next;
end $$;
alter function app.ask_emi(text, integer, integer, boolean) owner to function_owner;

-- Starts a run, and returns the milliseconds until its first answer. Null: another run has the talk, or no turn waits.
create function app.take_emi_talk(topic text, runner uuid) returns integer language plpgsql security definer set search_path = '' as $$
declare
  talk app.emi_talks;
begin
  select * into talk from app.emi_talks as t where t.topic = take_emi_talk.topic for update;
  if talk.until > clock_timestamp() then return null; end if;
  if talk.runner is not null then perform app.end_emi_run(talk.topic); end if;
  if not exists (select from app.emi_turns as t where t.topic = talk.topic and t.answered_at is null) then return null; end if;
  update app.emi_talks as t set runner = take_emi_talk.runner, until = clock_timestamp() + interval '1 minute' where t.topic = talk.topic;
  return greatest(0, ceil(extract(epoch from talk.next_at - clock_timestamp()) * 1000));
end $$;
alter function app.take_emi_talk(text, uuid) owner to function_owner;

-- True while the run holds the talk. Locks the talk's row, and renews the lease.
create function app.holds_emi_talk(topic text, runner uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  update app.emi_talks as t set until = clock_timestamp() + interval '1 minute'
    where t.topic = holds_emi_talk.topic and t.runner = holds_emi_talk.runner;
  return found;
end $$;
alter function app.holds_emi_talk(text, uuid) owner to function_owner;

-- Stores the event that Emi is typing. A page shows it for ten seconds. app.outgoing makes the payload.
create function app.show_emi_typing(topic text) returns void language sql security definer set search_path = ''
  begin atomic
    insert into realtime.messages (payload, event, topic, private)
      values ('{"row": "e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1"}', 'typing', show_emi_typing.topic, true);
  end;
alter function app.show_emi_typing(text) owner to function_owner;

-- Returns what Emi reads: the last 10 messages of a room, or the last 5 of a conversation, and the messages of the turns. Leaves out people who
-- hide Emi, and people whom an asker does not see. `said`: Emi's last answers, newest first. The askers come in the order in which they wait.
-- `answered_lately`: in the last minute.
create function app.emi_context(topic text, runner uuid) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  emi constant uuid := 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1';
  is_dm constant boolean := starts_with(topic, 'dm-');
  conversation constant text := case when is_dm then substr(topic, 4) end;
  wall constant text := case when not is_dm then substr(topic, 10) end;
  asked uuid[] := array(
    select t.asker from app.emi_turns as t
    where t.topic = emi_context.topic and t.runner = emi_context.runner and t.answered_at is null
    group by t.asker order by min(t.created_at));
  turns uuid[] := array(
    select t.message_id from app.emi_turns as t
    where t.topic = emi_context.topic and t.runner = emi_context.runner and t.answered_at is null);
  hidden uuid[];
  lines jsonb;
  said jsonb;
  answers bigint;
begin
  if is_dm then
    lines := (
      select jsonb_agg(jsonb_build_object('id', m.id, 'sender', m.sender_id, 'text', m.text, 'at', m.created_at) order by m.seq)
      from (
        (select d.id, d.seq, d.sender_id, d.text, d.created_at from public.direct_messages as d
          where d.conversation_id = conversation order by d.seq desc limit 5)
        union
        select d.id, d.seq, d.sender_id, d.text, d.created_at from public.direct_messages as d where d.id = any (turns)) as m);
    said := (
      select jsonb_agg(m.text order by m.seq desc)
      from (select d.text, d.seq from public.direct_messages as d
        where d.conversation_id = conversation and d.sender_id = emi order by d.seq desc limit 12) as m);
    answers := (
      select count(*) from (select from public.direct_messages as d where d.conversation_id = conversation and d.sender_id = emi limit 200) as m);
  else
    hidden := array(
      select unnest(app.people_hidden_from(person)) from unnest(asked || emi) as person
      union select m.muted_id from public.user_mutes as m where m.muter_id = any (asked) and m.muted_id is not null
      except select unnest(asked || emi));
    lines := (
      select jsonb_agg(jsonb_build_object('id', m.id, 'sender', m.sender_id, 'text', m.message_text, 'at', m.created_at) order by m.seq)
      from (
        (select r.id, r.seq, r.sender_id, r.message_text, r.created_at from app.room_messages as r
          where r.wall_id = wall and r.sender_id <> all (hidden) order by r.seq desc limit 10)
        union
        select r.id, r.seq, r.sender_id, r.message_text, r.created_at from app.room_messages as r where r.id = any (turns)) as m);
    said := (
      select jsonb_agg(m.message_text order by m.seq desc)
      from (select r.message_text, r.seq from app.room_messages as r where r.sender_id = emi order by r.seq desc limit 12) as m);
    answers := (select count(*) from (select from app.room_messages as r where r.sender_id = emi limit 200) as m);
  end if;
  return jsonb_build_object(
    'turns', to_jsonb(turns), 'lines', coalesce(lines, '[]'), 'said', coalesce(said, '[]'), 'answers', answers,
    'askers', (
      select jsonb_agg(jsonb_build_object(
        'id', asker.person,
        'care', app.is_in_care(asker.person),
        'answered_lately', exists (select from app.emi_turns as t
          where t.topic = emi_context.topic and t.asker = asker.person and t.answered_at > now() - interval '1 minute')) order by asker.number)
      from unnest(asked) with ordinality as asker (person, number)),
    'names', (
      select coalesce(jsonb_agg(distinct jsonb_build_object('id', f.id, 'codename', f.codename)), '[]')
      from jsonb_array_elements(coalesce(lines, '[]')) as line
      join app.faces as f on f.id = (line ->> 'sender')::uuid or f.id = any (app.mentions_in(line ->> 'text'))));
end $$;
alter function app.emi_context(text, uuid) owner to function_owner;

-- Gives the run the turns of at most five people, adds their newer messages, and returns what Emi reads. People who block or mute one another are
-- not answered together: an answer says back what each of them wrote. Null: no turn waits, and the run has ended; or the run has lost the talk.
create function app.claim_emi_turns(topic text, runner uuid) returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  askers uuid[] := '{}';
  person uuid;
begin
  if not app.holds_emi_talk(topic, runner) then return null; end if;
  perform app.drop_emi_turns(array(
    select t.message_id from app.emi_turns as t
    where t.topic = claim_emi_turns.topic and t.answered_at is null and (
      t.created_at < now() - interval '10 minutes'
      or not exists (select from app.room_messages as m where m.id = t.message_id)
        and not exists (select from public.direct_messages as m where m.id = t.message_id))));
  for person in
    select t.asker from app.emi_turns as t where t.topic = claim_emi_turns.topic and t.answered_at is null
    group by t.asker order by min(t.created_at) limit 50
  loop
    if not exists (select from unnest(askers) as other where app.is_deaf_to(person, other) or app.is_deaf_to(other, person)) then
      askers := askers || person;
    end if;
    exit when cardinality(askers) = 5;
  end loop;
  if askers = '{}' then
    update app.emi_talks as t set runner = null, until = null where t.topic = claim_emi_turns.topic;
    return null;
  end if;
  insert into app.emi_turns (message_id, topic, asker, seq, use_id)
    select f.id, claim_emi_turns.topic, each.id, f.seq, (
      select t.use_id from app.emi_turns as t where t.topic = claim_emi_turns.topic and t.asker = each.id and t.answered_at is null limit 1)
    from unnest(askers) as each (id) cross join lateral app.unanswered_by_emi(claim_emi_turns.topic, each.id) as f;
  update app.emi_turns as t set runner = claim_emi_turns.runner
    where t.topic = claim_emi_turns.topic and t.asker = any (askers) and t.answered_at is null;
  return app.emi_context(topic, runner);
end $$;
alter function app.claim_emi_turns(text, uuid) owner to function_owner;

-- Releases the turns of all askers but these. They wait for the next answer.
create function app.claim_only(topic text, runner uuid, people uuid[]) returns void language sql security definer set search_path = ''
  begin atomic
    update app.emi_turns as t set runner = null
      where t.topic = claim_only.topic and t.runner = claim_only.runner and t.answered_at is null and t.asker <> all (people);
  end;
alter function app.claim_only(text, uuid, uuid[]) owner to function_owner;

-- Begins or renews the care mode of people whose turns the run holds. After app.forget_emi the run holds no turns of the person.
create function app.turn_on_care(topic text, runner uuid, people uuid[]) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = any (people) order by u.id for key share;
  if not app.holds_emi_talk(topic, runner) then return; end if;
  insert into public.emi_care (user_id, since)
    select distinct t.asker, now() from app.emi_turns as t
    where t.topic = turn_on_care.topic and t.runner = turn_on_care.runner and t.answered_at is null and t.asker = any (people)
    on conflict (user_id) do update set since = excluded.since;
end $$;
alter function app.turn_on_care(text, uuid, uuid[]) owner to function_owner;

-- Stores the answer as a message of Emi, for each turn whose message still exists and whose asker may be answered. Drops the other turns, and
-- removes mentions of their askers from `words`. `free`: returns all uses. `wait`: milliseconds until the run's next answer; null: the run has ended.
create function app.settle_emi(
  topic text, runner uuid, message uuid, words text, free boolean, gap integer, out answered uuid[], out wait integer)
language plpgsql security definer set search_path = '' as $$
declare
  emi constant uuid := 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1';
  is_dm constant boolean := starts_with(topic, 'dm-');
  conversation constant text := case when is_dm then substr(topic, 4) end;
  wall constant text := case when not is_dm then substr(topic, 10) end;
  askers uuid[];
  person uuid;
  newest uuid;
  is_far boolean;
  said text := words;
begin
  answered := '{}';
  -- Accounts, then the talk, then rows.
  perform from auth.users as u where u.id = emi or u.id in (
    select t.asker from app.emi_turns as t
    where t.topic = settle_emi.topic and t.runner = settle_emi.runner and t.answered_at is null) order by u.id for share;
  perform app.lock_talk(topic);
  if not app.holds_emi_talk(topic, runner) then return; end if;
  select coalesce(array_agg(t.message_id order by t.seq), '{}'), coalesce(array_agg(distinct t.asker), '{}') into answered, askers
    from app.emi_turns as t join auth.users as u on u.id = t.asker
    where t.topic = settle_emi.topic and t.runner = settle_emi.runner and t.answered_at is null
      and (u.banned_until is null or u.banned_until <= now()) and not app.is_deaf_to(t.asker, emi)
      and (exists (select from app.room_messages as m where m.id = t.message_id and m.sender_id = t.asker)
        or exists (select from public.direct_messages as m where m.id = t.message_id and m.sender_id = t.asker));
  perform app.drop_emi_turns(array(
    select t.message_id from app.emi_turns as t where t.topic = settle_emi.topic and t.runner = settle_emi.runner
      and t.answered_at is null and t.message_id <> all (answered)));
  if answered <> '{}' then
    newest := answered[cardinality(answered)];
    if is_dm then
      insert into public.direct_messages (id, conversation_id, sender_id, receiver_id, text, created_at)
        values (message, conversation, emi, askers[1], words, greatest(clock_timestamp(), (
          select m.created_at + interval '1 microsecond' from public.direct_messages as m
          where m.conversation_id = conversation order by m.created_at desc limit 1)));
    else
      -- After five newer messages the asker may have looked away.
      is_far := (select count(*) >= 5 from app.room_messages as m
        where m.wall_id = wall and m.seq > (select q.seq from app.room_messages as q where q.id = newest));
      foreach person in array app.mentions_in(words) loop
        if person <> all (askers) then said := replace(said, '@{' || person || '}', 'Kaibigan'); end if;
      end loop;
      foreach person in array askers loop
        if (is_far or cardinality(askers) > 1) and strpos(said, '@{' || person || '}') = 0 then said := '@{' || person || '} ' || said; end if;
      end loop;
      insert into app.room_messages (id, wall_id, sender_id, message_text, reply_to, created_at)
        values (message, wall, emi, said, newest, greatest(date_trunc('second', clock_timestamp()), (
            select m.created_at + interval '1 microsecond' from app.room_messages as m where m.wall_id = wall order by m.seq desc limit 1)));
    end if;
    if free then
      perform app.return_use('emi', t.use_id) from app.emi_turns as t where t.message_id = any (answered) and t.use_id is not null;
    else
      perform app.settle_use('emi', t.use_id) from app.emi_turns as t where t.message_id = any (answered) and t.use_id is not null;
    end if;
    update app.emi_turns as t set answered_at = now() where t.message_id = any (answered);
  end if;
  wait := case when exists (select from app.emi_turns as t where t.topic = settle_emi.topic and t.answered_at is null) then gap end;
  update app.emi_talks as t set next_at = clock_timestamp() + make_interval(secs => gap / 1000.0),
      runner = case when wait is null then null else t.runner end, until = case when wait is null then null else t.until end
    where t.topic = settle_emi.topic;
end $$;
alter function app.settle_emi(text, uuid, uuid, text, boolean, integer) owner to function_owner;

-- Ends a failed run, unless it has lost the talk.
create function app.fail_emi(topic text, runner uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  if app.holds_emi_talk(topic, runner) then perform app.end_emi_run(topic); end if;
end $$;
alter function app.fail_emi(text, uuid) owner to function_owner;

-- The caller's newest messages to Emi without an answer, and whether the care mode is on. The server looks for words of crisis in them when a use
-- is refused.
create function app.unanswered_words(topic text, out words text[], out care boolean) language sql security definer set search_path = '' as $$
  select array(
    select coalesce(d.text, r.message_text) from app.unanswered_by_emi(topic, auth.uid()) as f
      left join public.direct_messages as d on d.id = f.id left join app.room_messages as r on r.id = f.id order by f.seq),
    app.is_in_care(auth.uid())
$$;
alter function app.unanswered_words(text) owner to function_owner;

-- Erases the care mode and the open turns of the caller. Returns the `seq` of the newest message, and the server then deletes the messages in
-- batches. The caller's row of the conversation stays, because it holds `last_seq`, and no `seq` is given twice.
create function app.forget_emi() returns bigint language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  conversation text := app.conversation_of(me, 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1');
begin
  perform from auth.users as u where u.id = me for key share;
  perform app.lock_talk('dm-' || conversation);
  delete from public.emi_care as c where c.user_id = me;
  perform from app.emi_talks as t where t.topic = 'dm-' || conversation for update;
  perform app.drop_emi_turns(array(
    select t.message_id from app.emi_turns as t where t.topic = 'dm-' || conversation and t.answered_at is null));
  return coalesce((select max(d.seq) from public.direct_messages as d where d.conversation_id = conversation), 0);
end $$;
alter function app.forget_emi() owner to function_owner;

-- Deletes at most `most` messages up to `last_seq` of a person's conversation with Emi, and returns how many. The last batch stores an event for
-- the person's devices.
create function app.forget_emi_messages(person uuid, last_seq bigint, most integer) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  conversation text := app.conversation_of(person, 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1');
  gone bigint;
begin
  perform from auth.users as u where u.id = person for key share;
  perform app.lock_talk('dm-' || conversation);
  delete from public.direct_messages where id in (
    select d.id from public.direct_messages as d
    where d.conversation_id = conversation and d.seq <= forget_emi_messages.last_seq order by d.seq limit most);
  get diagnostics gone = row_count;
  if gone < most then
    insert into realtime.messages (payload, event, topic, private) values
      ('{"type": "cleared"}', 'message_update', 'dm-' || conversation, true),
      (jsonb_build_object('conversationId', conversation), 'dm_changed', 'user-notifications-' || person, true);
  end if;
  return gone;
end $$;
alter function app.forget_emi_messages(uuid, bigint, integer) owner to function_owner;

-- Deletes answered turns of past days, talks without turns, and care modes that have ended. Returns how many rows.
create function app.forget_emi_turns(at timestamptz, most integer) returns bigint language sql security definer set search_path = '' as $$
  with turns as (
    delete from app.emi_turns where message_id in (
      select t.message_id from app.emi_turns as t where t.created_at < at - interval '1 day' limit most) returning 1),
  talks as (
    delete from app.emi_talks where topic in (
      select t.topic from app.emi_talks as t where t.next_at < at - interval '1 day' and (t.until is null or t.until < at)
        and not exists (select from app.emi_turns as u where u.topic = t.topic) limit most for update skip locked) returning 1),
  cares as (
    delete from public.emi_care where user_id in (
      select c.user_id from public.emi_care as c where c.since < at - interval '48 hours' limit most for update skip locked) returning 1)
  select (select count(*) from turns) + (select count(*) from talks) + (select count(*) from cares)
$$;
alter function app.forget_emi_turns(timestamptz, integer) owner to function_owner;

-- Adds Emi's typing. People who hide Emi do not get the event.
create or replace function app.outgoing(
  event text, topic text, stored jsonb, out payload jsonb, out hidden_from uuid[], out bare jsonb, out bare_for uuid[])
  language plpgsql stable set search_path = '' as $$
begin
  if event = 'typing' then
    payload := jsonb_build_object('userId', stored -> 'row');
    hidden_from := app.people_hidden_from((stored ->> 'row')::uuid);
  elsif starts_with(topic, 'tambayan-') then
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

grant execute on function app.mentions_emi(text), app.unanswered_by_emi(text, uuid), app.drop_emi_turns(uuid[]), app.end_emi_run(text),
  app.holds_emi_talk(text, uuid), app.emi_context(text, uuid) to function_owner;
grant execute on function app.ask_emi(text, integer, integer, boolean), app.unanswered_words(text), app.forget_emi() to authenticated;
grant execute on function app.take_emi_talk(text, uuid), app.show_emi_typing(text), app.claim_emi_turns(text, uuid),
  app.claim_only(text, uuid, uuid[]), app.turn_on_care(text, uuid, uuid[]), app.settle_emi(text, uuid, uuid, text, boolean, integer),
  app.fail_emi(text, uuid), app.forget_emi_messages(uuid, bigint, integer), app.forget_emi_turns(timestamptz, integer) to service_role;

-- Triggers: none.
