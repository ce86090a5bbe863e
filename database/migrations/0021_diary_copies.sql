-- The diary on its devices. A device keeps a copy and asks for what changed since. Every change of a person's diary has a number, counted
-- under their row here: a smaller number is never committed after a larger one was seen, as it could be with a sequence.
create table public.diary_heads (
  id uuid primary key references auth.users (id) on delete cascade,
  rev bigint not null default 0,
  -- A copy with another number of entries has missed a deletion.
  entries integer not null default 0 check (entries >= 0)
);
alter table public.diary_heads enable row level security, force row level security;
grant select on public.diary_heads to authenticated;
create policy "people see how far their own diary is" on public.diary_heads
  for select to authenticated using (id = (select auth.uid()));

alter table public.diary_posts
  add column rev bigint not null default 0,
  -- Written offline, or brought along from a copy: the moment of writing is the device's.
  add constraint diary_posts_written check (created_at >= '2000-01-01 00:00:00Z');
grant select (rev), insert (created_at) on public.diary_posts to authenticated;

-- Whoever writes in their diary holds their account and then its head before the entries, in the order in which a deletion of the account
-- takes them: two devices at once wait for each other, and never in a circle.
create function app.hold_diary() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = auth.uid() for key share;
  perform from public.diary_heads as h where h.id = auth.uid() for update;
  return null;
end $$;
create trigger hold before insert or update or delete on public.diary_posts
  for each statement execute function app.hold_diary();

create function app.number_entry() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- This comes before the policy, which refuses it: nothing of another person's is touched or told until then.
  if new.user_id <> auth.uid() then return new; end if;
  -- A device's clock may be ahead; nobody writes tomorrow.
  new.created_at := least(new.created_at, now());
  insert into public.diary_heads as h (id, rev) values (new.user_id, 1)
  on conflict (id) do update set rev = h.rev + 1
  returning h.rev into new.rev;
  return new;
end $$;
create trigger number before insert or update on public.diary_posts for each row execute function app.number_entry();

-- After the fact: an upsert that meets its own row has fired the trigger above for nothing.
create function app.count_entries() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.diary_heads set entries = entries + 1 where id = new.user_id;
  else
    update public.diary_heads set rev = rev + 1, entries = entries - 1 where id = old.user_id;
  end if;
  return null;
end $$;
create trigger count_in after insert on public.diary_posts for each row execute function app.count_entries();
create trigger count_out after delete on public.diary_posts for each row execute function app.count_entries();

insert into public.diary_heads (id, rev, entries)
  select user_id, count(*), count(*) from public.diary_posts group by user_id;
alter table public.diary_posts disable trigger number;
update public.diary_posts as d set rev = n.rev
  from (select id, row_number() over (partition by user_id order by created_at, id) as rev from public.diary_posts) as n
  where n.id = d.id;
alter table public.diary_posts enable trigger number;
create index diary_posts_rev on public.diary_posts (user_id, rev);
