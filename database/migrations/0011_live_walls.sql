-- What happens on a wall, as it happens: counts without names, and that there is a new post, without its words.
create function app.tell_reaction() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  post uuid := coalesce(new.post_id, old.post_id);
  counts jsonb;
begin
  if tg_op = 'UPDATE' and new.emoji = old.emoji then return null; end if;
  select p.reaction_counts into counts from public.public_posts as p where p.id = post;
  -- None: the post itself is being taken down.
  if counts is null then return null; end if;
  perform realtime.send(
    jsonb_build_object(
      'type', case tg_op when 'INSERT' then 'reaction_added' when 'DELETE' then 'reaction_removed' else 'reaction_updated' end,
      'post_id', post, 'reaction_counts', counts),
    'reaction_update', 'post-reactions-' || post, false);
  return null;
end $$;
-- Triggers fire in the order of their names: after count_reactions, whose lock on the post also puts the events in order.
create trigger tell_reaction after insert or update of emoji or delete on public.post_reactions
  for each row execute function app.tell_reaction();

create function app.slug_of(mood app.mood) returns text language sql immutable
  return case mood when 'Anger' then 'galit' when 'Sadness' then 'malungkot' when 'Regret' then 'sisi' when 'Joy' then 'masaya' else 'kalma' end;

create function app.tell_post() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object('id', new.id, 'seq', new.seq), 'new_post', 'wall-' || app.slug_of(new.mood), false);
  return null;
end $$;
create trigger tell_post after insert on public.public_posts for each row execute function app.tell_post();
