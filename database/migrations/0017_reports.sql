-- What people report. Written by one function only, which takes the reporter from the session; read by its reporter, to see what became of it.
create table public.reports (
  id uuid primary key default gen_random_uuid(),
  -- None: the account is gone, and its words in `details` with it; what it reported may still be there.
  reporter_id uuid references auth.users (id) on delete set null,
  reported_item_type text not null check (reported_item_type in ('public_post', 'post_comment', 'direct_message')),
  reported_item_id uuid not null,
  reason text not null check (reason in
    ('spam', 'hate_speech', 'inappropriate_content', 'self_harm', 'harassment', 'privacy_violation', 'other')),
  details text check (char_length(details) <= 1000),
  -- removed: taken down by us; dismissed: it may stay; gone: its author took it down first.
  status text not null default 'open' check (status in ('open', 'removed', 'dismissed', 'gone')),
  created_at timestamptz not null default now(),
  -- The day, no more.
  resolved_at timestamptz check ((resolved_at is null) = (status = 'open')),
  -- For the moderators, as it was when it was reported. It goes with its author's account.
  reported_user_id uuid references auth.users (id) on delete set null,
  reported_content text
);
alter table public.reports enable row level security, force row level security;
create unique index reports_one_open on public.reports (reporter_id, reported_item_type, reported_item_id) where status = 'open';
create index reports_item on public.reports (reported_item_id);
create index reports_reporter on public.reports (reporter_id, created_at desc);
create index reports_reported on public.reports (reported_user_id);

grant select (id, reported_item_type, reported_item_id, reason, details, status, created_at, resolved_at)
  on public.reports to authenticated;
create policy "people see what they reported" on public.reports
  for select to authenticated using (reporter_id = (select auth.uid()));

-- 'ok', or why not: 'missing', 'repeated' (one is open already), 'too_many' (30 in an hour).
create function app.submit_report(item_type text, item_id uuid, reason text, details text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  author uuid;
  words text;
begin
  -- One at a time for each person, so that the count holds.
  perform pg_advisory_xact_lock(hashtextextended('report ' || me, 0));
  -- The item stays while it is being reported, or the report would never be closed. The accounts are locked before it, in the order in
  -- which their deletion takes them.
  author := coalesce(
    (select p.author_id from public.public_posts as p where p.id = item_id),
    (select c.user_id from public.post_comments as c where c.id = item_id));
  perform from auth.users as u where u.id in (me, author) order by u.id for key share;
  if item_type = 'public_post' then
    select p.content into words from public.public_posts as p where p.id = item_id for key share;
  elsif item_type = 'post_comment' then
    select c.content into words from public.post_comments as c where c.id = item_id for key share;
  end if;
  if words is null then return 'missing'; end if;
  if (select count(*) from public.reports as r where r.reporter_id = me and r.created_at > now() - interval '1 hour') >= 30 then
    return 'too_many';
  end if;
  insert into public.reports (reporter_id, reported_item_type, reported_item_id, reason, details, reported_user_id, reported_content)
  values (me, item_type, item_id, reason, details, author, words)
  on conflict do nothing;
  return case when found then 'ok' else 'repeated' end;
end $$;
grant execute on function app.submit_report(text, uuid, text, text) to authenticated;

create function app.close_reports() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.reports set status = 'gone', resolved_at = now()
  where reported_item_id = old.id and reported_item_type = tg_argv[0] and status = 'open';
  return null;
end $$;
create trigger close_reports after delete on public.public_posts
  for each row execute function app.close_reports('public_post');
create trigger close_reports after delete on public.post_comments
  for each row execute function app.close_reports('post_comment');

-- What goes at one moment belongs to one person, so that a reporter may know the day only; and an account takes its words along.
create function app.stamp_report() returns trigger language plpgsql set search_path = '' as $$
begin
  new.resolved_at := date_trunc('day', new.resolved_at, 'UTC');
  if new.reporter_id is null then new.details := null; end if;
  if new.reported_user_id is null then new.reported_content := null; end if;
  return new;
end $$;
create trigger stamp before insert or update on public.reports for each row execute function app.stamp_report();
