-- The device of a session, as its owner would name it: "Chrome · Android". The server makes it from the User-Agent header at the log-in, and
-- stores neither the header nor a version.
alter table auth.sessions add column device text check (char_length(device) between 1 and 40);

-- Triggers: none.
