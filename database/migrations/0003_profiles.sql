-- Profiles: one a person, made by the client after sign-up. Others see them only through the two views.
create table public.user_profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (char_length(email) <= 320),
  codename text check (char_length(codename) between 1 and 20),
  -- A path of our own storage, so that no profile picture can report its readers to a stranger's server.
  avatar_url text check (avatar_url ~ '^/storage/v1/object/public/avatars/[\w./-]+$'),
  is_premium boolean not null default false,
  premium_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.user_profiles enable row level security, force row level security;

-- What a name looks like, whatever letters it is written with: compatibility forms folded, accents and invisible marks gone,
-- look-alike letters of other alphabets and digits mapped to one Latin letter (i, l, 1 and | are one).
create function app.skeleton(name text) returns text language sql immutable strict set search_path = ''
  return regexp_replace(
    translate(
      lower(regexp_replace(normalize(lower(normalize(name, nfkc)), nfkd), '[\u0300-\u036f\u0483-\u0489]', '', 'g')),
      'аеорсухіїјѕԁһӏвкмнтзбгпԛԝ' || 'αεορνυχικτημβωγλσζ' || 'ɑɛԑɩɪıᴇᴍᴀᴅɴᴏᴛꜱꜰʀᴜᴘⅼⅿ' || '01345789$@!|¡€',
      'aeopcyxiijsdhlbkmhtzbrnqw' || 'aeopvuxikthmbwylsz' || 'aeeiiiemadnotsfruplm' || 'oleastbgsailie'),
    '[^a-z]', '', 'g');

-- The name is folded once, not once for every word of the lists.
create function app.is_reserved_codename(name text) returns boolean language sql immutable strict set search_path = ''
  return (
    with folded as materialized (
      select translate(app.skeleton(name), 'i', 'l') as whole,
        array(select translate(app.skeleton(part), 'i', 'l') from regexp_split_to_table(name, '[\s._·•-]+') as part) as parts
    ), staff as (
      select translate(word, 'i', 'l') as word from unnest(string_to_array(
        'admin administrator moderator mod staff support official opisyal owner developer', ' ')) as word
    )
    select whole = any (string_to_array(translate(
        'emi emibot emebot emiai emote emoteph emoteapp emoteteam emoteofficial system sistema hotline ncmh anonymous anonimo',
        'i', 'l'), ' '))
      or exists (select from staff where word = any (parts) or whole in (word, 'emote' || word, 'eml' || word))
    from folded
  );

-- The e-mail is the account's whatever the client sends; a codename is stored folded, trimmed and without invisible or
-- direction-changing marks, and never one that could pass for staff or Emi (threats 23 and 24).
create function app.stamp_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Before the folding, which takes its time: the column's own check comes after the triggers.
  if char_length(new.codename) > 200 then
    raise exception 'This codename is too long' using errcode = '23514', constraint = 'user_profiles_codename_check';
  end if;
  new.email := coalesce((select u.email from auth.users as u where u.id = new.id), new.email);
  new.codename := btrim(regexp_replace(
    normalize(regexp_replace(new.codename, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\U000e0000-\U000e0fff]', '', 'g'), nfkc),
    '[[:cntrl:]\s]+', ' ', 'g'));
  if app.is_reserved_codename(new.codename) then
    raise exception 'This codename is reserved' using errcode = '23514', constraint = 'codename_reserved';
  end if;
  new.updated_at := now();
  return new;
end $$;
create trigger stamp before insert or update on public.user_profiles for each row execute function app.stamp_profile();

create function app.follow_email() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.user_profiles set email = new.email where id = new.id;
  return null;
end $$;
create trigger profile_follows_email after update of email on auth.users for each row
  when (old.email is distinct from new.email) execute function app.follow_email();

grant select (id, email, codename, avatar_url, is_premium, premium_until, created_at, updated_at),
  insert (id, email, codename), update (id, email, codename) on public.user_profiles to authenticated;
grant select (id, codename, avatar_url, is_premium, premium_until) on public.user_profiles to public_reader;

create policy "people read their own profile" on public.user_profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "people make their own profile" on public.user_profiles
  for insert to authenticated with check (id = (select auth.uid()));
create policy "people change their own profile" on public.user_profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "the public views read every profile" on public.user_profiles
  for select to public_reader using (true);

-- What anyone may know of anyone: five columns. Premium is told as it is now, not as it was paid.
create view public.public_user_profiles as
  select id, codename, avatar_url, coalesce(is_premium and premium_until > now(), false) as is_premium, premium_until
  from public.user_profiles;
alter view public.public_user_profiles owner to public_reader;
create view public.public_user_profiles_view as select * from public.public_user_profiles;
alter view public.public_user_profiles_view owner to public_reader;
grant select on public.public_user_profiles, public.public_user_profiles_view to anon, authenticated;
