-- What is counted, and nothing that leads to anybody: no text, no person, no moment finer than the day. The commit is the event, so no
-- client sends any. What is let go is not here: nothing knows of it.
create table app.analytics_events (
  day date not null default current_date,
  name text not null check (name in ('post_create')),
  mood app.mood not null,
  has_media boolean not null default false,
  template text
);
create index analytics_events_day on app.analytics_events (day);

-- Of a sealed entry not even the mood is known.
create function app.count_post() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.analytics_events (name, mood, template)
  values ('post_create', new.mood, substring(new.template_url from '([a-z]+-\d)\.svg$'));
  return null;
end $$;
create trigger count_post after insert on public.public_posts for each row execute function app.count_post();
create trigger count_post after insert on public.diary_posts
  for each row when (new.sealed is null and new.created_at > now() - interval '7 days') execute function app.count_post();
