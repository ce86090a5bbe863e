-- A sticker or a GIF with spaces around it is one on the screen, so it is one for the server, too.
create or replace function app.moving_picture(words text) returns text language sql immutable strict set search_path = ''
  return case
    when btrim(words, E' \t\r\n') ~ '^https?://[^/\s]+/stickers/[a-z0-9-]+\.svg$' then 'Sticker'
    when btrim(words, E' \t\r\n') ~ '^https://(media[0-9]*|i)\.giphy\.com/\S+$' then 'GIF' end;

-- Triggers: none.
