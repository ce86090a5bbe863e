-- Hotlines. A changed number can be corrected here without a release. The app has a copy for offline use.
create table public.hotlines (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  name text not null check (char_length(name) between 1 and 80),
  note text not null check (char_length(note) <= 80),
  -- Listed in the order in which to call them.
  numbers text[] not null check (cardinality(numbers) between 1 and 6 and array_to_string(numbers, ' ') ~ '^[0-9+ ()-]+$'),
  for_children boolean not null default false,
  position integer not null,
  -- When and where the number was last checked.
  checked_on date not null,
  source text not null check (char_length(source) <= 200)
);
alter table public.hotlines enable row level security, force row level security;
grant select on public.hotlines to anon, authenticated;
create policy "anyone may know whom to call" on public.hotlines for select to anon, authenticated using (true);

insert into public.hotlines (id, name, note, numbers, for_children, position, checked_on, source) values
  ('ncmh', 'NCMH Crisis Hotline', '24 oras', '{0919-057-1553,0917-899-8727,1553}', false, 1, '2026-11-21',
    'National Center for Mental Health, Department of Health; SunStar and PNA, December 2025'),
  ('makabata', 'Makabata Helpline', 'para sa mga bata', '{1383}', true, 2, '2026-11-21',
    'Council for the Welfare of Children; PNA, October 2023');

-- Triggers: none.
