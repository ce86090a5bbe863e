-- Moods and their statistics. A count does not identify a person: it has no text, no person and no time of day.
create domain app.mood as text check (value in ('Anger', 'Sadness', 'Regret', 'Joy', 'Calm'));

-- The mood's name in addresses and topics.
create function app.slug_of(mood app.mood) returns text language sql immutable
  return case mood when 'Anger' then 'galit' when 'Sadness' then 'malungkot' when 'Regret' then 'sisi' when 'Joy' then 'masaya' else 'kalma' end;

-- A card's picture, of a post or of a diary entry.
create domain app.template_url as text check (value ~ '^/templates/(galit|malungkot|sisi|masaya|kalma)-[1-5]\.svg$');

-- Only the database writes these rows. A let-go leaves none.
create table app.analytics_events (
  day date not null default current_date,
  name text not null check (name in ('post_create')),
  mood app.mood not null,
  has_media boolean not null default false,
  template text
);
create index analytics_events_day on app.analytics_events (day);

-- Counts a post or an open diary entry. A sealed entry is not counted, because its mood is unknown.
create function app.count_post() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.analytics_events (name, mood, template)
  values ('post_create', new.mood, substring(new.template_url from '([a-z]+-\d)\.svg$'));
  return null;
end $$;
alter function app.count_post() owner to function_owner;

grant insert on app.analytics_events to function_owner;
grant execute on function app.slug_of(app.mood) to function_owner;

-- Triggers: none.
