-- Comments and changes of a post, told on the topic that its readers follow already: that they happened, without a word of them.
create function app.tell_comment() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  post uuid := coalesce(new.post_id, old.post_id);
  comments integer;
begin
  if tg_op = 'UPDATE' and new.content = old.content then return null; end if;
  select p.comment_count into comments from public.public_posts as p where p.id = post;
  -- None: the post itself is being taken down.
  if comments is null then return null; end if;
  perform realtime.send(
    jsonb_build_object(
      'type', case tg_op when 'INSERT' then 'comment_added' when 'DELETE' then 'comment_removed' else 'comment_edited' end,
      'post_id', post, 'id', coalesce(new.id, old.id), 'comment_count', comments),
    'comment_update', 'post-reactions-' || post, false);
  return null;
end $$;
-- After count_comments, in the order of their names.
create trigger tell_comment after insert or update of content or delete on public.post_comments
  for each row execute function app.tell_comment();

create function app.tell_post_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  post uuid := coalesce(new.id, old.id);
begin
  if tg_op = 'UPDATE' and (new.content, new.mood) = (old.content, old.mood)
    and new.content_warning is not distinct from old.content_warning then return null; end if;
  perform realtime.send(
    jsonb_build_object('type', case tg_op when 'DELETE' then 'post_removed' else 'post_edited' end, 'post_id', post),
    'post_update', 'post-reactions-' || post, false);
  return null;
end $$;
create trigger tell_post_change after update of content, mood, content_warning or delete on public.public_posts
  for each row execute function app.tell_post_change();
