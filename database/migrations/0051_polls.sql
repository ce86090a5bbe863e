-- Polls. People with Premium ask, and everybody answers once. A vote writes rows of its own only, so that many people can vote at one moment.
-- app.gather_votes then counts the new votes of all polls and tells them, at most once a second.

-- One line: white space and control characters become one blank.
create function app.one_line(words text) returns text language sql immutable strict set search_path = ''
  return btrim(regexp_replace(words, '[[:cntrl:]\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'));

-- The form in which two options of a poll are compared: without case, width, and marks that show nothing.
create function app.fold_option(words text) returns text language sql immutable strict set search_path = ''
  return lower(app.one_line(regexp_replace(
    normalize(words, nfkc),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')));

create function app.are_options(options text[]) returns boolean language sql immutable set search_path = ''
  return (
    select array_ndims(options) = 1 and count(*) between 2 and 10 and count(distinct app.fold_option(said)) = count(*)
      and bool_and(char_length(said) <= 100 and not app.is_blank(said))
    from unnest(options) as said) is true;

create table public.polls (
  id uuid primary key default gen_random_uuid(),
  -- The cursor of the list.
  seq bigint generated always as identity unique,
  user_id uuid not null references auth.users (id) on delete cascade,
  question text not null check (char_length(question) <= 300 and not app.is_blank(question)),
  options text[] not null check (app.are_options(options)),
  -- Null: the poll stays open.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  -- The counted votes of each option; a missing one is 0. Those of app.new_votes are not in it yet.
  vote_counts integer[] not null default '{}',
  -- Names the voters in events, differently in each poll. Nobody may read it.
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
) with (fillfactor = 80);
alter table public.polls enable row level security, force row level security;
create index polls_person on public.polls (user_id);

-- Without a foreign key to the poll: it would lock the poll's row in every vote. app.forget_votes deletes the votes of deleted polls.
create table public.poll_votes (
  poll_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  option_index integer not null check (option_index between 0 and 9),
  created_at timestamptz not null default now(),
  primary key (poll_id, user_id)
);
alter table public.poll_votes enable row level security, force row level security;
create index poll_votes_person on public.poll_votes (user_id, created_at desc);

-- Votes that are stored and not yet counted. Readers add them to the counts of the poll.
create table app.new_votes (
  poll_id uuid not null,
  user_id uuid not null,
  option_index integer not null,
  created_at timestamptz not null,
  primary key (poll_id, user_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table app.new_votes enable row level security, force row level security;

-- Deleted polls whose votes are not deleted yet.
create table app.deleted_polls (
  id uuid primary key,
  deleted_at timestamptz not null default clock_timestamp()
);
alter table app.deleted_polls enable row level security, force row level security;

-- The name of a voter in the events of one poll.
create function app.voter_id(salt bytea, person uuid) returns uuid language sql immutable strict set search_path = ''
  return encode(substring(sha256(salt || uuid_send(person)) for 16), 'hex')::uuid;

grant select (id, seq, user_id, question, options, expires_at, created_at) on public.polls to authenticated;
grant select on public.poll_votes to authenticated;
grant select on public.polls, public.poll_votes to public_reader;
grant select (poll_id, option_index) on app.new_votes to public_reader;
grant select, insert (id, user_id, question, options, expires_at), update (vote_counts), delete on public.polls to function_owner;
grant select, insert (poll_id, user_id, option_index), delete on public.poll_votes to function_owner;
grant select, insert, update (option_index), delete on app.new_votes to function_owner;
grant select, insert (id), update (deleted_at), delete on app.deleted_polls to function_owner;
grant execute on function app.one_line(text), app.fold_option(text), app.are_options(text[]) to function_owner, service_role;
grant execute on function app.voter_id(bytea, uuid) to anon, authenticated, function_owner;

create policy "people read their own polls" on public.polls
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people read their own votes" on public.poll_votes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "the list of polls reads every poll" on public.polls for select to public_reader using (true);
create policy "the list of polls reads the votes of its reader" on public.poll_votes
  for select to public_reader using (user_id = (select auth.uid()));
create policy "the list of polls counts the new votes" on app.new_votes for select to public_reader using (true);

-- The polls as everybody sees them, without people out of the reader's sight. The counts are those of one moment.
create view app.shown_polls as
  select p.id, p.seq, p.user_id, p.question, p.options,
    counted.vote_counts,
    (select sum(votes)::integer from unnest(counted.vote_counts) as votes) as total_votes,
    own.option_index is not null as has_voted,
    own.option_index as user_vote_index,
    app.voter_id(p.salt, (select auth.uid())) as voter_id,
    p.expires_at,
    p.expires_at is null or p.expires_at > now() as is_open,
    p.created_at,
    coalesce(f.codename, 'Anonymous') as creator_codename,
    f.avatar_url as creator_avatar_url,
    coalesce(f.is_premium, false) as creator_is_premium
  from public.polls as p
    cross join (select app.out_of_sight() as hidden offset 0) as sight
    cross join lateral (
      select array_agg(coalesce(p.vote_counts[place], 0) + coalesce(late.votes, 0) order by place) as vote_counts
      from generate_series(1, cardinality(p.options)) as place
        left join (select n.option_index, count(*)::integer as votes from app.new_votes as n where n.poll_id = p.id group by n.option_index) as late
          on late.option_index = place - 1) as counted
    left join public.poll_votes as own on own.poll_id = p.id and own.user_id = (select auth.uid())
    left join app.faces as f on f.id = p.user_id
  where p.user_id <> all (sight.hidden);
alter view app.shown_polls owner to public_reader;
grant select on app.shown_polls to anon, authenticated;

-- Returns 'ok', also for a poll that is sent again, or the refusal. Blank options are left out.
create function app.create_poll(poll uuid, question text, options text[], expires_at timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  asked constant text := btrim(question, E' \t\r\n');
  given constant text[] := array(
    select app.one_line(said) from unnest(options) with ordinality as option (said, place) where not app.is_blank(said) order by place);
  refusal constant text := case
    when not app.has_premium(me) then 'premium'
    when app.is_blank(asked) then 'question'
    when char_length(asked) > 300 then 'long_question'
    when cardinality(given) < 2 then 'few'
    when cardinality(given) > 10 then 'many'
    when exists (select from unnest(given) as said where char_length(said) > 100) then 'long_option'
    when not app.are_options(given) then 'same'
    when expires_at < now() + interval '5 minutes' then 'early'
    when expires_at > now() + interval '366 days' then 'late'
    when exists (select from app.spent_ids as s where s.id = poll) then 'deleted' end;
begin
  if refusal is not null then return refusal; end if;
  insert into public.polls (id, user_id, question, options, expires_at) values (poll, me, asked, given, create_poll.expires_at)
    on conflict (id) do nothing;
  return case when found or exists (select from public.polls as p where p.id = poll and p.user_id = me) then 'ok' else 'taken' end;
end $$;
alter function app.create_poll(uuid, text, text[], timestamptz) owner to function_owner;

-- Returns 'ok' or the refusal; `chosen` is the option of the caller's stored vote.
create function app.vote(poll uuid, choice integer, out outcome text, out chosen integer)
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
begin
  insert into public.poll_votes (poll_id, user_id, option_index)
    select p.id, me, choice from public.polls as p
    where p.id = poll and choice between 0 and cardinality(p.options) - 1
      and (p.expires_at is null or p.expires_at > clock_timestamp()) and p.user_id <> all (app.out_of_sight())
    on conflict do nothing;
  if found then
    outcome := 'ok';
    chosen := choice;
    return;
  end if;
  select v.option_index into chosen from public.poll_votes as v where v.poll_id = poll and v.user_id = me;
  outcome := coalesce((
    select case when chosen is not null then 'repeated' when p.expires_at <= clock_timestamp() then 'closed' else 'option' end
    from public.polls as p where p.id = poll and p.user_id <> all (app.out_of_sight())), 'missing');
end $$;
alter function app.vote(uuid, integer) owner to function_owner;

create function app.delete_poll(poll uuid) returns text language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  creator uuid;
begin
  select p.user_id into creator from public.polls as p where p.id = poll and p.user_id <> all (app.out_of_sight());
  if creator <> me then return 'stranger'; end if;
  if not app.has_premium(me) then return 'premium'; end if;
  delete from public.polls as p where p.id = poll and p.user_id = me;
  if not found then return 'missing'; end if;
  -- No late request restores it.
  insert into app.spent_ids (id) values (poll) on conflict do nothing;
  return 'ok';
end $$;
alter function app.delete_poll(uuid) owner to function_owner;

create function app.queue_votes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.new_votes (poll_id, user_id, option_index, created_at)
    select c.poll_id, c.user_id, c.option_index, c.created_at from changed as c;
  return null;
end $$;
alter function app.queue_votes() owner to function_owner;

-- Adds `step` to the counts for each vote. It locks the polls in the order of their ids: two transactions with many votes cannot deadlock.
create function app.add_votes(of_polls uuid[], choices integer[], step integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.polls as p where p.id = any (of_polls) order by p.id for no key update;
  update public.polls as p set vote_counts = (
      select array_agg(coalesce(p.vote_counts[place], 0) + step * (select count(*)::integer from unnest(of_one.choices) as choice where choice = place - 1)
        order by place)
      from generate_series(1, cardinality(p.options)) as place)
    from (select v.poll, array_agg(v.choice) as choices from unnest(of_polls, choices) as v (poll, choice) group by v.poll) as of_one
    where p.id = of_one.poll;
end $$;
alter function app.add_votes(uuid[], integer[], integer) owner to function_owner;

-- Takes votes out of the counts, or out of the new votes when they are not counted yet.
create function app.uncount_votes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  of_polls uuid[];
  choices integer[];
begin
  with uncounted as (
    delete from app.new_votes as n using changed as c where n.poll_id = c.poll_id and n.user_id = c.user_id returning n.poll_id, n.user_id)
  select array_agg(c.poll_id), array_agg(c.option_index) into of_polls, choices
    from changed as c where not exists (select from uncounted as u where u.poll_id = c.poll_id and u.user_id = c.user_id);
  perform app.add_votes(of_polls, choices, -1);
  return null;
end $$;
alter function app.uncount_votes() owner to function_owner;

-- Counts new votes of all polls on their rows, tells them, and returns how many. Null: another transaction gathers, and votes that are stored
-- meanwhile need one more call. Each event holds the counts, so that five votes of a poll are enough to be told.
create function app.gather_votes(most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  of_polls uuid[];
  choices integer[];
  people uuid[];
  times timestamptz[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('gather votes', 0)) then return null; end if;
  -- A vote that is being deleted stays for the transaction that deletes it.
  with taken as (
    delete from app.new_votes where ctid = any (array(select n.ctid from app.new_votes as n limit most for update skip locked)) returning *)
  select array_agg(t.poll_id), array_agg(t.option_index), array_agg(t.user_id), array_agg(t.created_at)
    into of_polls, choices, people, times from taken as t;
  if of_polls is null then return 0; end if;
  perform app.add_votes(of_polls, choices, 1);
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object(
        'poll_id', p.id, 'option_index', v.choice, 'user_id', app.voter_id(p.salt, v.person), 'timestamp', v.at,
        'vote_counts', p.vote_counts, 'total_votes', (select sum(votes) from unnest(p.vote_counts) as votes)),
      'vote', 'polls:global', false
    from (
      select u.*, row_number() over (partition by u.poll order by u.at desc) as place
      from unnest(of_polls, choices, people, times) as u (poll, choice, person, at)) as v
    join public.polls as p on p.id = v.poll
    where v.place <= 5 order by v.place, v.at limit 50;
  return cardinality(of_polls);
end $$;
alter function app.gather_votes(integer) owner to function_owner;

-- Tells the newest fifty, which are those that a page shows.
create function app.settle_deleted_polls() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.deleted_polls (id) select c.id from changed as c on conflict do nothing;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('poll_id', c.id), 'poll_deleted', 'polls:global', false
    from (select id from changed order by seq desc limit 50) as c;
  return null;
end $$;
alter function app.settle_deleted_polls() owner to function_owner;

-- Deletes votes of one deleted poll, `most` at a time, and returns how many rows are gone. It waits a minute for votes that were under way.
create function app.forget_votes(at timestamptz, most integer) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  poll uuid;
  gone bigint;
begin
  select d.id into poll from app.deleted_polls as d
    where d.deleted_at < at - interval '1 minute' order by d.deleted_at limit 1 for update skip locked;
  if not found then return 0; end if;
  delete from public.poll_votes where ctid = any (array(select v.ctid from public.poll_votes as v where v.poll_id = poll limit most));
  get diagnostics gone = row_count;
  if gone = 0 then
    delete from app.deleted_polls as d where d.id = poll;
    gone := 1;
  end if;
  return gone;
end $$;
alter function app.forget_votes(timestamptz, integer) owner to function_owner;

grant execute on function app.create_poll(uuid, text, text[], timestamptz), app.vote(uuid, integer), app.delete_poll(uuid) to authenticated;
grant execute on function app.gather_votes(integer), app.forget_votes(timestamptz, integer) to service_role;

-- Clients of the specification look up the codename of a poll's creator by id. Adds polls, and the one rule of Premium.
create or replace view public.public_user_profiles as
  select f.id, f.codename, f.avatar_url, app.is_premium(f.is_premium, f.premium_until) as is_premium, f.premium_until
  from public.user_profiles as f
  where f.id = (select auth.uid())
    or exists (select from public.public_posts as p where p.user_id = f.id)
    or exists (select from public.post_comments as c where c.user_id = f.id)
    or exists (select from public.polls as q where q.user_id = f.id)
    or app.has_talked(f.id);

alter table public.reports drop constraint reports_reported_item_type_check;
alter table public.reports add constraint reports_reported_item_type_check
  check (reported_item_type in ('public_post', 'post_comment', 'direct_message', 'live_chat_message', 'poll'));

-- Adds polls.
create or replace function app.submit_report(item_type text, item_id uuid, reason text, details text) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  author uuid;
  words text;
begin
  -- One transaction at a time for each person, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended('report ' || me, 0));
  -- Locks the item, so that its deletion closes this report too. Locks the accounts before it, as their deletion does.
  author := coalesce(
    (select p.author_id from public.public_posts as p where p.id = item_id),
    (select c.user_id from public.post_comments as c where c.id = item_id),
    (select m.sender_id from app.room_messages as m where m.id = item_id),
    (select m.sender_id from public.direct_messages as m where m.id = item_id and me in (m.sender_id, m.receiver_id)),
    (select p.user_id from public.polls as p where p.id = item_id));
  perform from auth.users as u where u.id in (me, author) order by u.id for key share;
  if item_type = 'public_post' then
    select p.content into words from public.public_posts as p where p.id = item_id for key share;
  elsif item_type = 'post_comment' then
    select c.content into words from public.post_comments as c where c.id = item_id for key share;
  elsif item_type = 'live_chat_message' then
    -- For share: an edit waits and then sees the report.
    select m.message_text into words from app.room_messages as m where m.id = item_id for share;
  elsif item_type = 'direct_message' then
    select m.text into words from public.direct_messages as m where m.id = item_id and me in (m.sender_id, m.receiver_id) for share;
  elsif item_type = 'poll' then
    select p.question || E'\n' || array_to_string(p.options, E'\n') into words from public.polls as p where p.id = item_id for key share;
  end if;
  if words is null then return 'missing'; end if;
  if (select count(*) from public.reports as r where r.reporter_id = me and r.created_at > now() - interval '1 hour') >= 30 then
    return 'too_many';
  end if;
  insert into public.reports (reporter_id, reported_item_type, reported_item_id, reason, details, reported_user_id, reported_content)
  values (me, item_type, item_id, reason, details, author, words)
  on conflict do nothing;
  return case when found then 'ok' else 'repeated' end;
end $$;

-- Triggers in firing order.
-- polls
--   after_10_close_reports    delete                    closes the reports of the poll
--   after_20_settle_deleted   delete                    tells the readers, queues the deletion of the votes (once a statement)
-- poll_votes
--   after_10_queue            insert                    queues the votes for the next count (once a statement)
--   after_20_uncount          delete                    takes them out of the counts (once a statement)
create trigger after_10_close_reports after delete on public.polls for each row execute function app.close_reports('poll');
create trigger after_20_settle_deleted after delete on public.polls referencing old table as changed
  for each statement execute function app.settle_deleted_polls();
create trigger after_10_queue after insert on public.poll_votes referencing new table as changed
  for each statement execute function app.queue_votes();
create trigger after_20_uncount after delete on public.poll_votes referencing old table as changed
  for each statement execute function app.uncount_votes();
