-- Comments on posts. Anyone reads them. The author changes the words or deletes them.
create table public.post_comments (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.public_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  content text not null check (char_length(content) <= 1000 and content ~ '\S'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.post_comments enable row level security, force row level security;
create index post_comments_of_post on public.post_comments (post_id, created_at);
create index post_comments_author on public.post_comments (user_id);

-- The client sends updated_at with an edit. The stored time is the server's.
create function app.stamp_comment() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := case when new.content is distinct from old.content then now() else old.updated_at end;
  return new;
end $$;

create function app.count_comments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.public_posts set comment_count = comment_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = case tg_op when 'INSERT' then new.post_id else old.post_id end;
  return null;
end $$;
alter function app.count_comments() owner to function_owner;

-- Announces comments to the readers of a post, without their words: one event per post and statement, for fifty posts at most. The count
-- has locked the post, so the number is final, and events come in the order of the counts. An edit sends no number and does not wait for
-- that lock.
create function app.tell_comments() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  told uuid[];
begin
  if tg_op = 'UPDATE' then
    told := array(select n.id from changed as n join before as o using (id) where n.content <> o.content);
  else
    told := array(select c.id from changed as c);
  end if;
  perform realtime.send(
    jsonb_strip_nulls(jsonb_build_object(
      'type', case cardinality(c.ids) when 1 then tg_argv[0] else 'comments_changed' end,
      'post_id', p.id,
      'id', case cardinality(c.ids) when 1 then c.ids[1] end,
      'comment_count', case when tg_op <> 'UPDATE' then p.comment_count end)),
    'comment_update', 'post-reactions-' || p.id, false)
  from (select post_id, array_agg(id) as ids from changed where id = any (told) group by post_id limit 50) as c
  join public.public_posts as p on p.id = c.post_id;
  return null;
end $$;
alter function app.tell_comments() owner to function_owner;

grant select on public.post_comments to anon, authenticated, public_reader;
grant insert (id, post_id, user_id, content), update (content, updated_at), delete on public.post_comments to authenticated;
-- A row lock needs the right to update.
grant select (id, user_id, content), update (updated_at) on public.post_comments to function_owner;

-- 0010_safety.sql lets signed-in people read, comment and change.
create policy "anyone reads comments" on public.post_comments for select to anon, public_reader using (true);
create policy "authors delete their comments" on public.post_comments
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger before_10_stamp before update on public.post_comments for each row execute function app.stamp_comment();
create trigger after_20_close_reports after delete on public.post_comments
  for each row execute function app.close_reports('post_comment');
create trigger after_30_count after insert or delete on public.post_comments
  for each row execute function app.count_comments();
create trigger after_40_tell_added after insert on public.post_comments referencing new table as changed
  for each statement execute function app.tell_comments('comment_added');
create trigger after_50_tell_edited after update on public.post_comments referencing old table as before new table as changed
  for each statement execute function app.tell_comments('comment_edited');
create trigger after_60_tell_removed after delete on public.post_comments referencing old table as changed
  for each statement execute function app.tell_comments('comment_removed');

-- Triggers in firing order.
-- post_comments
--   before_10_stamp           update                    writes the time of the edit
--   after_20_close_reports    delete                    closes the reports of the comment
--   after_30_count            insert, delete            counts on the post, under its lock
--   after_40_tell_added       insert                    tells the readers (once a statement)
--   after_50_tell_edited      update                    tells the readers (once a statement)
--   after_60_tell_removed     delete                    tells the readers (once a statement)
