-- One person of a talk keeps Emi from nobody else in it.

-- People who block or mute one another are not answered together: an answer says back what each of them wrote.
create or replace function app.claim_emi_turns(topic text, runner uuid)
  returns jsonb language plpgsql security definer set search_path = '' as $$
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

-- The askers come in the order in which they wait. `again`: answered in the last minute.
create or replace function app.emi_context(topic text, runner uuid)
  returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  emi constant uuid := 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1';
  is_dm constant boolean := starts_with(topic, 'dm-');
  place constant text := case when is_dm then substr(topic, 4) else substr(topic, 10) end;
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
          where d.conversation_id = place order by d.seq desc limit 5)
        union
        select d.id, d.seq, d.sender_id, d.text, d.created_at from public.direct_messages as d where d.id = any (turns)) as m);
    said := (
      select jsonb_agg(m.text order by m.seq desc)
      from (select d.text, d.seq from public.direct_messages as d
        where d.conversation_id = place and d.sender_id = emi order by d.seq desc limit 12) as m);
    answers := (
      select count(*) from (select from public.direct_messages as d where d.conversation_id = place and d.sender_id = emi limit 200) as m);
  else
    hidden := array(
      select unnest(app.people_hidden_from(person)) from unnest(asked || emi) as person
      union select m.muted_id from public.user_mutes as m where m.muter_id = any (asked) and m.muted_id is not null
      except select unnest(asked || emi));
    lines := (
      select jsonb_agg(jsonb_build_object('id', m.id, 'sender', m.sender_id, 'text', m.message_text, 'at', m.created_at) order by m.seq)
      from (
        (select r.id, r.seq, r.sender_id, r.message_text, r.created_at from app.room_messages as r
          where r.wall_id = place and r.sender_id <> all (hidden) order by r.seq desc limit 10)
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
        'care', exists (select from public.emi_care as c where c.user_id = asker.person and c.since > now() - interval '48 hours'),
        'again', exists (select from app.emi_turns as t
          where t.topic = emi_context.topic and t.asker = asker.person and t.answered_at > now() - interval '1 minute')) order by asker.place)
      from unnest(asked) with ordinality as asker (person, place)),
    'names', (
      select coalesce(jsonb_agg(distinct jsonb_build_object('id', f.id, 'codename', f.codename)), '[]')
      from jsonb_array_elements(coalesce(lines, '[]')) as line
      join app.faces as f on f.id = (line ->> 'sender')::uuid or f.id = any (app.mentions_in(line ->> 'text'))));
end $$;

-- Releases the turns of all askers but these. They wait for the next answer.
drop function app.claim_only(text, uuid, uuid);
create function app.claim_only(topic text, runner uuid, people uuid[]) returns void language sql security definer set search_path = ''
  begin atomic
    update app.emi_turns as t set runner = null
      where t.topic = claim_only.topic and t.runner = claim_only.runner and t.answered_at is null and t.asker <> all (people);
  end;
alter function app.claim_only(text, uuid, uuid[]) owner to function_owner;

-- Begins or renews the care mode of people whose turns the run holds. After app.forget_emi the run holds no turns of the person.
drop function app.turn_on_care(uuid);
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
grant execute on function app.claim_only(text, uuid, uuid[]), app.turn_on_care(text, uuid, uuid[]) to service_role;

-- Triggers: none.
