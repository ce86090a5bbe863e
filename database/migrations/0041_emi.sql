-- The account and profile of Emi, the bot. Nobody signs in as Emi, and only a migration changes her rows.

-- An account that took Emi's address loses no mail: no mail reaches an address under .invalid.
update auth.users set email = id || '@emote.invalid' where email = 'emi@emote.invalid';
insert into auth.users (id, email, email_confirmed_at, banned_until)
  values ('e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1', 'emi@emote.invalid', now(), 'infinity');
alter table auth.sessions add constraint sessions_not_of_emi check (user_id <> 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1');
alter table auth.one_time_tokens add constraint one_time_tokens_not_of_emi check (user_id <> 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1');

alter table public.user_profiles drop constraint user_profiles_avatar_url_check;
alter table public.user_profiles add constraint user_profiles_avatar_url_check check (
  avatar_url ~ '^/storage/v1/object/public/avatars/[\w./-]+$'
  or (avatar_url = '/emi.svg' and id = 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1'));
-- The trigger refuses Emi's codename to everybody.
alter table public.user_profiles disable trigger before_20_stamp;
insert into public.user_profiles (id, email, codename, avatar_url)
  values ('e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1', 'emi@emote.invalid', 'Emi', '/emi.svg');
alter table public.user_profiles enable trigger before_20_stamp;

-- Nobody reads her bell, so nothing rings it.
insert into public.notification_settings (user_id, dms, mentions, reactions, comments, push)
  values ('e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1', false, false, false, false, false);

-- Adds Emi: everybody with a session may ask for her profile.
create or replace function app.has_talked(person uuid) returns boolean language sql stable security definer set search_path = ''
  return auth.uid() is not null and (
    app.is_emi(person)
    or (select true from app.room_messages as m where m.sender_id = person order by m.sender_id, m.seq desc limit 1) is true
    or exists (select from public.conversation_members as m where m.user_id = auth.uid() and m.other_id = person));

-- Refuses 'The Emi', 'Si Emi' and 'Emi Emote' as codenames, too. 'Emil', 'Emily' and 'Emi Santos' are people.
create or replace function app.is_reserved_codename(name text) returns boolean language sql immutable strict set search_path = ''
  return (
    -- Normalization keeps white letters in black discs and squares, and the letters of flags. A flag beside a name is no part of it, so the
    -- name without such signs is judged, too.
    with folded as materialized (
      select translate(app.skeleton(form), 'i', 'l') as whole,
        array(select translate(app.skeleton(part), 'i', 'l') from regexp_split_to_table(form, '[\s._·•-]+') as part) as parts
      from unnest(array[name, regexp_replace(name, '\d', '', 'g'), regexp_replace(name, '\d+$', ''),
        translate(name, '🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿', 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz')]) as form
    ), staff as (
      select translate(word, 'i', 'l') as word from unnest(string_to_array(
        'admin administrator moderator mod staff support official opisyal owner developer', ' ')) as word
    ), ours as (
      select translate(word, 'i', 'l') as word from unnest(string_to_array(
        'emi emibot emebot emiai emiph emiofficial emote emoteph emoteapp emoteteam emoteofficial system sistema hotline ncmh anonymous anonimo', ' ')) as word
    )
    select bool_or(
      -- Only Emi's or our name, and words that claim to be it.
      whole ~ '^(?:sl|ang|the|real|tunay|totoong|bot|al|nl|eml|emote)*(?:eml|emote)(?:sl|the|real|bot|al|ph|eml|emote)*$'
      or exists (select from ours where whole = word or char_length(word) > 4 and app.is_near(whole, word))
      or exists (
        select from staff, unnest(parts || whole) as said
        where said in (word, word || 's', 'emote' || word, 'eml' || word) or char_length(word) > 4 and app.is_near(said, word)))
    from folded
  );

-- Refuses changes by these roles. A migration runs as the owner of the tables, which is none of them.
create function app.keep_emi() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role', 'function_owner') then
    raise exception 'Emi stays as she is' using errcode = '42501';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- Triggers in firing order.
create trigger before_05_keep_emi before update or delete on auth.users for each row
  when (old.id = 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1') execute function app.keep_emi();
create trigger before_05_keep_emi before update or delete on public.user_profiles for each row
  when (old.id = 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1') execute function app.keep_emi();
