-- Profiles: one for each person, created by the client after sign-up. Other people see it only through the two views.
create table public.user_profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (char_length(email) <= 320),
  codename text check (char_length(codename) between 1 and 20),
  -- A path of our own storage: a picture on another server could track its viewers.
  avatar_url text check (avatar_url ~ '^/storage/v1/object/public/avatars/[\w./-]+$'),
  is_premium boolean not null default false,
  premium_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The person is not in the list of people online, and their client shows them nobody.
  invisible boolean not null default false,
  -- The person wants to see posts without an answer for some hours (unanswered_posts).
  saluhan boolean not null default false
);
alter table public.user_profiles enable row level security, force row level security;

-- The look of a name in any alphabet: compatibility forms folded, accents and invisible marks removed, look-alike letters and digits mapped
-- to one Latin letter (i, l, 1 and
-- are one).
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

-- The e-mail is the account's, whatever the client sends. A codename is stored folded, trimmed, and without invisible or direction-changing
-- marks. A codename that could pass for staff or Emi is refused.
create function app.stamp_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Checked here, because folding a long text is slow and the column's own check runs after the triggers.
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
alter function app.stamp_profile() owner to function_owner;

-- A profile's picture is a file in its owner's own folder of the avatars bucket.
create function app.check_avatar() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.avatar_url is not null and not exists (
    select from storage.objects as o
    where o.bucket_id = 'avatars' and '/storage/v1/object/public/avatars/' || o.name = new.avatar_url
      and (storage.foldername(o.name))[1] = new.id::text
  ) then
    raise exception 'avatar_url must be a picture of your own in the avatars bucket'
      using errcode = '23514', constraint = 'user_profiles_avatar_url_check';
  end if;
  return new;
end $$;
alter function app.check_avatar() owner to function_owner;

-- Deletes the old picture's file when a new picture replaces it.
create function app.drop_old_avatar() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects
  where bucket_id = 'avatars' and '/storage/v1/object/public/avatars/' || name = old.avatar_url;
  -- Pictures of abandoned uploads are deleted too, so that they do not fill the person's limit.
  delete from storage.objects
  where bucket_id = 'avatars' and owner_id = new.id
    and '/storage/v1/object/public/avatars/' || name <> new.avatar_url;
  return null;
end $$;
alter function app.drop_old_avatar() owner to function_owner;

-- Sends every node the new name or picture ('f'). It changes no rights, so nodes do not check channels again.
create function app.announce_face() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('realtime', 'f' || new.id);
  return null;
end $$;

-- A rename changes the person's old posts too, because the old name must not stay searchable.
create function app.rename_posts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.public_posts set codename = coalesce(new.codename, 'Anonymous')
  where author_id = new.id and not anonymous and codename <> coalesce(new.codename, 'Anonymous');
  return null;
end $$;
alter function app.rename_posts() owner to function_owner;

grant select (id, email, codename, avatar_url, is_premium, premium_until, created_at, updated_at, invisible, saluhan),
  insert (id, email, codename), update (id, email, codename, avatar_url, invisible, saluhan) on public.user_profiles to authenticated;
grant select (id, codename, avatar_url, is_premium, premium_until) on public.user_profiles to public_reader;
grant select (id, codename, avatar_url, is_premium, premium_until), update (email, avatar_url) on public.user_profiles to function_owner;
grant execute on function app.skeleton(text), app.is_reserved_codename(text) to function_owner;

create policy "people read their own profile" on public.user_profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "people make their own profile" on public.user_profiles
  for insert to authenticated with check (id = (select auth.uid()));
create policy "people change their own profile" on public.user_profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "the public views read every profile" on public.user_profiles
  for select to public_reader using (true);

-- The five columns of a profile that anyone may read. is_premium is the state now, not the plan that was paid for.
create view public.public_user_profiles as
  select id, codename, avatar_url, coalesce(is_premium and premium_until > now(), false) as is_premium, premium_until
  from public.user_profiles;
alter view public.public_user_profiles owner to public_reader;
create view public.public_user_profiles_view as select * from public.public_user_profiles;
alter view public.public_user_profiles_view owner to public_reader;
grant select on public.public_user_profiles, public.public_user_profiles_view to anon, authenticated;

create trigger before_10_check_avatar before update of avatar_url on public.user_profiles
  for each row when (new.avatar_url is distinct from old.avatar_url) execute function app.check_avatar();
create trigger before_20_stamp before insert or update on public.user_profiles for each row execute function app.stamp_profile();
create trigger after_30_announce_face
  after insert or update of codename, avatar_url, is_premium, premium_until, invisible on public.user_profiles
  for each row execute function app.announce_face();
create trigger after_40_drop_old_avatar after update of avatar_url on public.user_profiles
  for each row when (new.avatar_url is distinct from old.avatar_url) execute function app.drop_old_avatar();
create trigger after_50_rename_posts after insert or update of codename on public.user_profiles
  for each row execute function app.rename_posts();

-- Triggers in firing order.
-- user_profiles
--   before_10_check_avatar    update                    refuses a picture that is not the person's own
--   before_20_stamp           insert, update            copies the account's address, cleans the codename
--   after_30_announce_face    insert, update            tells the nodes of the new face
--   after_40_drop_old_avatar  update                    deletes the old picture
--   after_50_rename_posts     insert, update            writes the new codename on old posts
