-- Who does not want to meet whom. Only the one who blocks sees the row; both sides are kept apart.
create table public.user_blocks (
  id uuid primary key default gen_random_uuid(),
  blocker_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  blocked_id uuid not null references auth.users (id) on delete cascade check (blocked_id <> blocker_id),
  created_at timestamptz not null default now(),
  unique (blocker_id, blocked_id)
);
alter table public.user_blocks enable row level security, force row level security;
create index user_blocks_blocked on public.user_blocks (blocked_id, blocker_id);

grant select, insert (id, blocker_id, blocked_id), delete on public.user_blocks to authenticated;

create policy "people see whom they block" on public.user_blocks
  for select to authenticated using (blocker_id = (select auth.uid()));
create policy "people block as themselves" on public.user_blocks
  for insert to authenticated with check (blocker_id = (select auth.uid()));
create policy "people unblock whom they blocked" on public.user_blocks
  for delete to authenticated using (blocker_id = (select auth.uid()));

-- Whether either of the two has blocked the other. Definer, because nobody may read the other's list.
create function app.is_blocked_between(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = ''
  return exists (select from public.user_blocks
    where (blocker_id, blocked_id) in ((one, other), (other, one)));
