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

-- Triggers: none.
