-- Comments and changes of a post, told on the topic that its readers follow already: that they happened, without a word of them. And told
-- once a post and statement, of fifty posts at most: one request may write a thousand rows, and who follows the rest catches up. The
-- triggers run after those that count, which lock the post: numbers are final, and events in the order of the counts.
drop trigger tell_reaction on public.post_reactions;
drop function app.tell_reaction();

create function app.tell_reactions() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  posts uuid[];
begin
  if tg_op = 'UPDATE' then
    posts := array(select n.post_id from changed as n join before as o using (id) where n.emoji <> o.emoji);
  else
    posts := array(select c.post_id from changed as c);
  end if;
  perform realtime.send(
    jsonb_build_object('type', tg_argv[0], 'post_id', p.id, 'reaction_counts', p.reaction_counts),
    'reaction_update', 'post-reactions-' || p.id, false)
  -- A post that is being taken down is not found.
  from (select * from public.public_posts where id = any (posts) limit 50) as p;
  return null;
end $$;
create trigger tell_added after insert on public.post_reactions referencing new table as changed
  for each statement execute function app.tell_reactions('reaction_added');
create trigger tell_updated after update on public.post_reactions referencing old table as before new table as changed
  for each statement execute function app.tell_reactions('reaction_updated');
create trigger tell_removed after delete on public.post_reactions referencing old table as changed
  for each statement execute function app.tell_reactions('reaction_removed');

-- An edit says nothing of the count: it does not wait for those that change it.
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
create trigger tell_added after insert on public.post_comments referencing new table as changed
  for each statement execute function app.tell_comments('comment_added');
create trigger tell_edited after update on public.post_comments referencing old table as before new table as changed
  for each statement execute function app.tell_comments('comment_edited');
create trigger tell_removed after delete on public.post_comments referencing old table as changed
  for each statement execute function app.tell_comments('comment_removed');

create function app.tell_post_changes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  posts uuid[];
begin
  if tg_op = 'UPDATE' then
    posts := array(
      select n.id from changed as n join before as o using (id)
      where (n.content, n.mood, n.content_warning) is distinct from (o.content, o.mood, o.content_warning) limit 50);
  else
    posts := array(select c.id from changed as c limit 50);
  end if;
  perform realtime.send(
    jsonb_build_object('type', tg_argv[0], 'post_id', post), 'post_update', 'post-reactions-' || post, false)
  from unnest(posts) as post;
  return null;
end $$;
create trigger tell_edited after update on public.public_posts referencing old table as before new table as changed
  for each statement execute function app.tell_post_changes('post_edited');
create trigger tell_removed after delete on public.public_posts referencing old table as changed
  for each statement execute function app.tell_post_changes('post_removed');
