-- Reactions: one per person and post. Everyone sees the counts (public_posts.reaction_counts). Nobody sees the people.
create table public.post_reactions (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.public_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  emoji text not null check (emoji in ('👍', '❤️', '😂', '😮', '😢', '😡')),
  created_at timestamptz not null default now(),
  unique (post_id, user_id)
);
alter table public.post_reactions enable row level security, force row level security;
create index post_reactions_person on public.post_reactions (user_id);

create function app.count_reactions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  lost text := case when tg_op <> 'INSERT' then old.emoji end;
  won text := case when tg_op <> 'DELETE' then new.emoji end;
begin
  if lost is not distinct from won then return null; end if;
  -- One statement: the row's lock makes parallel reactions count one after the other.
  update public.public_posts as p set reaction_counts = (
    select coalesce(jsonb_object_agg(emoji, n), '{}') from (
      select emoji, sum(n)::int as n from (
        select key as emoji, value::int as n from jsonb_each_text(p.reaction_counts)
        union all select won, 1 where won is not null
        union all select lost, -1 where lost is not null
      ) as parts group by emoji
    ) as counts where n > 0)
  where id = coalesce(new.post_id, old.post_id);
  return null;
end $$;
alter function app.count_reactions() owner to function_owner;

-- Announces the new counts to the readers of a post, without names: one event per post and statement, for fifty posts at most. The count
-- has locked the post, so events come in the order of the counts. A post that is being deleted is not found.
create function app.tell_reactions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  posts uuid[];
begin
  if tg_op = 'UPDATE' then
    posts := array(select n.post_id from changed as n join before as o using (id) where n.emoji <> o.emoji);
  else
    posts := array(select c.post_id from changed as c);
  end if;
  perform realtime.send(
    jsonb_build_object('type', tg_argv[0], 'post_id', p.id, 'reaction_counts', p.reaction_counts),
    'reaction_update', 'post-reactions-' || p.id, false)
  from (select * from public.public_posts where id = any (posts) limit 50) as p;
  return null;
end $$;
alter function app.tell_reactions() owner to function_owner;

grant select, insert (id, post_id, user_id, emoji), update (emoji), delete on public.post_reactions to authenticated;
grant select on public.post_reactions to public_reader;

-- 0010_safety.sql lets people react and change their reaction.
create policy "people read their own reactions" on public.post_reactions
  for select to authenticated, public_reader using (user_id = (select auth.uid()));
create policy "people take their reaction back" on public.post_reactions
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger after_10_count after insert or update of emoji or delete on public.post_reactions
  for each row execute function app.count_reactions();
create trigger after_20_tell_added after insert on public.post_reactions referencing new table as changed
  for each statement execute function app.tell_reactions('reaction_added');
create trigger after_30_tell_updated after update on public.post_reactions referencing old table as before new table as changed
  for each statement execute function app.tell_reactions('reaction_updated');
create trigger after_40_tell_removed after delete on public.post_reactions referencing old table as changed
  for each statement execute function app.tell_reactions('reaction_removed');

-- Triggers in firing order.
-- post_reactions
--   after_10_count            insert, update, delete    counts on the post, under its lock
--   after_20_tell_added       insert                    tells the readers (once a statement)
--   after_30_tell_updated     update                    tells the readers (once a statement)
--   after_40_tell_removed     delete                    tells the readers (once a statement)
