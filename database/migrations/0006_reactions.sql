-- Reactions: one a person and post. Everyone sees how many there are (public_posts.reaction_counts), nobody who they are from.
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
  -- One statement, so that the row's lock makes parallel reactions count one after the other.
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
create trigger count_reactions after insert or update of emoji or delete on public.post_reactions
  for each row execute function app.count_reactions();

grant select, insert (id, post_id, user_id, emoji), update (emoji), delete on public.post_reactions to authenticated;
grant select on public.post_reactions to public_reader;

create policy "people read their own reactions" on public.post_reactions
  for select to authenticated, public_reader using (user_id = (select auth.uid()));
create policy "people react as themselves" on public.post_reactions
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their reaction" on public.post_reactions
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people take their reaction back" on public.post_reactions
  for delete to authenticated using (user_id = (select auth.uid()));
