-- What people take along of their own although no policy shows it to them. Each function answers for the caller only.
grant select (blob_id, metadata) on storage.objects to function_owner;

-- Own posts in the order of writing, those without the codename too.
create function app.taken_posts(most integer, after bigint) returns setof jsonb language sql stable security definer set search_path = ''
begin atomic
  select jsonb_build_object('seq', p.seq, 'id', p.id, 'created_at', p.created_at, 'mood', p.mood, 'content', p.content,
      'content_warning', p.content_warning, 'template_url', p.template_url, 'codename', p.codename, 'anonymous', p.anonymous,
      'reaction_counts', p.reaction_counts, 'comment_count', p.comment_count)
    from public.public_posts as p where p.author_id = (select auth.uid()) and p.seq > taken_posts.after order by p.seq limit taken_posts.most;
end;

-- Own conversations. Across a block only the caller's own messages: those of the other person are out of sight.
create function app.taken_messages(most integer, after_conversation text, after_seq bigint) returns setof jsonb
language sql stable security definer set search_path = ''
begin atomic
  select jsonb_build_object('conversation_id', m.conversation_id, 'seq', m.seq, 'id', m.id, 'created_at', m.created_at,
      'edited_at', m.edited_at, 'other_id', c.other_id, 'other_codename', coalesce(f.codename, 'Anonymous'),
      'is_mine', m.sender_id = c.user_id, 'text', m.text, 'file', m.file, 'reactions', m.reactions)
    from public.conversation_members as c
      cross join lateral (
        select * from public.direct_messages as d
          where d.conversation_id = c.conversation_id
            and (d.conversation_id, d.seq) > (taken_messages.after_conversation, taken_messages.after_seq)
            and (d.sender_id = c.user_id or c.other_id <> all (app.across_blocks()))
          order by d.seq limit taken_messages.most) as m
      left join app.faces as f on f.id = c.other_id
    where c.user_id = (select auth.uid()) and c.conversation_id >= taken_messages.after_conversation
    order by m.conversation_id, m.seq limit taken_messages.most;
end;

-- Own files: pictures, proofs of payment, and files of messages until they end.
create function app.taken_files() returns setof jsonb language sql stable security definer set search_path = ''
begin atomic
  select jsonb_build_object('bucket', o.bucket_id, 'key', o.name, 'name', u.name, 'blob', o.blob_id, 'mime', o.metadata ->> 'mimetype')
    from (
      select k.bucket_id, k.name, k.blob_id, k.metadata, null::uuid as upload_id
        from storage.objects as k where k.owner_id = (select auth.uid()) and k.bucket_id <> 'chat-files'
      union all
      select k.bucket_id, k.name, k.blob_id, k.metadata, c.id
        from public.chat_uploads as c join storage.objects as k on k.bucket_id = 'chat-files' and k.name = c.object_name
        where c.user_id = (select auth.uid()) and c.state = 'ready' and c.expires_at > now()) as o
      left join public.chat_uploads as u on u.id = o.upload_id
    order by o.bucket_id, o.name limit 10000;
end;

alter function app.taken_posts(integer, bigint) owner to function_owner;
alter function app.taken_messages(integer, text, bigint) owner to function_owner;
alter function app.taken_files() owner to function_owner;
grant execute on function app.taken_posts(integer, bigint), app.taken_messages(integer, text, bigint), app.taken_files()
  to authenticated;

-- Triggers: none.
