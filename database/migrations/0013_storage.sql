-- Files. A row holds a file's name, owner and kind. Its bytes lie outside the database under a name made of their hash, so no key ever
-- becomes a path. Policies on storage.objects decide who reads and writes.
create schema storage;
grant usage on schema storage to anon, authenticated, service_role, function_owner;

create table storage.buckets (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{1,62}$'),
  name text not null unique,
  public boolean not null default false,
  -- In bytes.
  file_size_limit bigint not null check (file_size_limit > 0),
  -- The allowed types, judged by the bytes.
  allowed_mime_types text[] not null check (cardinality(allowed_mime_types) > 0),
  created_at timestamptz not null default now()
);

-- Bytes that are stored or being uploaded. The row is made before the bytes are written and deleted after them: a crash at any point leaves
-- a row that the sweep finds, never bytes without a row.
create table storage.blobs (
  -- SHA-256 of the bytes and a random part, so that deleting one upload's bytes does not delete another's.
  id text primary key check (id ~ '^[0-9a-f]{64}-[0-9a-f]{16}$'),
  size bigint not null check (size >= 0),
  refs integer not null default 0 check (refs >= 0),
  -- Until then the sweep keeps the bytes without an object, so that an upload can finish.
  keep_until timestamptz not null default now() + interval '1 hour',
  -- The sweep sets it before it deletes the bytes. From then on no object may name the blob.
  condemned_at timestamptz,
  check (condemned_at is null or refs = 0)
);
create index blobs_unused on storage.blobs (keep_until) where refs = 0;

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null check (octet_length(name) between 1 and 1024),
  owner_id uuid default auth.uid() references auth.users (id) on delete cascade,
  blob_id text not null references storage.blobs (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- size (bytes), mimetype, cacheControl, eTag, lastModified: as the server found them.
  metadata jsonb not null check (jsonb_typeof(metadata) = 'object'),
  -- The client's own metadata.
  user_metadata jsonb not null default '{}' check (jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 8192),
  unique (bucket_id, name)
);
-- Ordered by bytes, so that a folder's files are one range of the index.
create index objects_prefix on storage.objects (bucket_id, name collate "C");
create index objects_owner on storage.objects (owner_id);
create index objects_blob on storage.objects (blob_id);

-- The owner is the caller. The service may name any owner or none.
create function app.stamp_object() returns trigger language plpgsql set search_path = '' as $$
begin
  if auth.uid() is not null then
    new.owner_id := case when tg_op = 'INSERT' then auth.uid() else old.owner_id end;
  end if;
  new.updated_at := now();
  return new;
end $$;

-- Limits a person's files in a bucket. A lock stops parallel uploads from passing together.
create function app.limit_objects() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := case new.bucket_id when 'avatars' then 8 else 40 end;
begin
  if new.owner_id is null or auth.uid() is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('storage ' || new.owner_id, 0));
  if (select count(*) from storage.objects as o where o.owner_id = new.owner_id and o.bucket_id = new.bucket_id) >= most
    and not exists (select from storage.objects as o where o.bucket_id = new.bucket_id and o.name = new.name) then
    raise exception 'You have too many files here' using errcode = '54000';
  end if;
  return new;
end $$;
alter function app.limit_objects() owner to function_owner;

-- Removes a deleted or moved picture from the profile.
create function app.clear_avatar() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.user_profiles set avatar_url = null
  where id = old.owner_id and avatar_url = '/storage/v1/object/public/avatars/' || old.name;
  return null;
end $$;
alter function app.clear_avatar() owner to function_owner;

create function app.count_blob_refs() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.blob_id <> old.blob_id) then
    update storage.blobs set refs = refs + 1 where id = new.blob_id and condemned_at is null;
    if not found then
      raise exception 'The bytes of this file are gone' using errcode = '23503', constraint = 'objects_blob_id_fkey';
    end if;
  end if;
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.blob_id <> old.blob_id) then
    update storage.blobs set refs = refs - 1, keep_until = now() where id = old.blob_id;
  end if;
  return null;
end $$;
alter function app.count_blob_refs() owner to function_owner;

-- For policies, as in the reference server: the folders of a key, its last part, its extension.
create function storage.foldername(name text) returns text[] language sql immutable
  return (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1];
create function storage.filename(name text) returns text language sql immutable
  return split_part(name, '/', -1);
create function storage.extension(name text) returns text language sql immutable
  return split_part(split_part(name, '/', -1), '.', -1);
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to anon, authenticated, service_role;

alter table storage.buckets enable row level security, force row level security;
alter table storage.blobs enable row level security, force row level security;
alter table storage.objects enable row level security, force row level security;

grant select on storage.buckets to anon, authenticated;
grant select, insert (id, bucket_id, name, owner_id, blob_id, metadata, user_metadata),
  update (bucket_id, name, blob_id, metadata, user_metadata), delete on storage.objects to authenticated;
grant select (bucket_id, name, owner_id), delete on storage.objects to function_owner;
grant select (id, condemned_at, refs), update (refs, keep_until) on storage.blobs to function_owner;
grant execute on function storage.foldername(text) to function_owner;

create policy "anyone knows the buckets" on storage.buckets for select to anon, authenticated using (true);

-- People keep pictures of themselves and proofs of payment, each in the folder named after their own id. Public pictures are read by
-- their address, which needs no policy. The server alone writes and hands out chat files.
-- The condition is a range (0 is the letter after the slash), so that a list reads one folder of the index, not the whole bucket.
create policy "people see their own files" on storage.objects for select to authenticated
  using (bucket_id in ('avatars', 'payment-proofs')
    and name collate "C" >= (select auth.uid())::text || '/' and name collate "C" < (select auth.uid())::text || '0');
create policy "people put files into their own folder" on storage.objects for insert to authenticated
  with check (bucket_id in ('avatars', 'payment-proofs') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "people replace and move their own pictures" on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
-- A person cannot remove a proof of payment: staff have to judge it.
create policy "people remove their own pictures" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', true, 5242880, '{image/jpeg,image/png,image/webp,image/gif}'),
  ('card-templates', 'card-templates', true, 1048576, '{image/jpeg,image/png,image/webp,image/svg+xml}'),
  ('payment-proofs', 'payment-proofs', false, 10485760, '{image/jpeg,image/png,image/webp,application/pdf}'),
  ('chat-files', 'chat-files', false, 52428800,
    '{image/jpeg,image/png,image/webp,image/gif,video/mp4,video/webm,video/quicktime,application/pdf,text/plain,application/msword,application/vnd.openxmlformats-officedocument.wordprocessingml.document}');

create trigger before_10_stamp before insert or update on storage.objects for each row execute function app.stamp_object();
create trigger before_20_limit before insert on storage.objects for each row execute function app.limit_objects();
create trigger after_30_clear_avatar after delete or update of name, bucket_id on storage.objects
  for each row when (old.bucket_id = 'avatars') execute function app.clear_avatar();
create trigger after_40_count_refs after insert or update of blob_id or delete on storage.objects
  for each row execute function app.count_blob_refs();

-- Triggers in firing order.
-- storage.objects
--   before_10_stamp           insert, update            writes the owner
--   before_20_limit           insert                    limits a person's files
--   after_30_clear_avatar     update, delete            takes a lost picture from the profile
--   after_40_count_refs       insert, update, delete    counts the names of the bytes
