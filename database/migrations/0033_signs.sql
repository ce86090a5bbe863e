-- Names in signs that look like letters, and three signs that show nothing.

-- Adds two blanks of Egyptian writing and the note without a head.
create or replace function app.is_blank(words text) returns boolean language sql immutable strict
  return words !~ '[^\U00000001-\U00000020\U0000007f-\U000000a0\U000000ad\U0000034f\U00000600-\U00000605\U0000061c\U000006dd\U0000070f\U00000890-\U00000891\U000008e2\U0000115f-\U00001160\U00001680\U000017b4-\U000017b5\U0000180b-\U0000180f\U00002000-\U0000200f\U00002028-\U0000202f\U0000205f-\U0000206f\U00002800\U00003000\U00003164\U0000fe00-\U0000fe0f\U0000feff\U0000ffa0\U0000fff0-\U0000fffb\U000110bd\U000110cd\U00013430-\U0001343f\U00013441-\U00013442\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';

-- Adds the letters in signs, the plural of staff words, and two names of Emi.
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
      exists (select from ours where whole = word or char_length(word) > 4 and app.is_near(whole, word))
      or exists (
        select from staff, unnest(parts || whole) as said
        where said in (word, word || 's', 'emote' || word, 'eml' || word) or char_length(word) > 4 and app.is_near(said, word)))
    from folded
  );
