-- A profile's picture is a file in its owner's own folder of the avatars bucket. The picture that it replaces goes, and a removed file
-- leaves no broken picture behind.
create function app.check_avatar() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.avatar_url is not null and not exists (
    select from storage.objects as o
    where o.bucket_id = 'avatars' and '/storage/v1/object/public/avatars/' || o.name = new.avatar_url
      and (storage.foldername(o.name))[1] = new.id::text
  ) then
    raise exception 'avatar_url must be a picture of your own in the avatars bucket'
      using errcode = '23514', constraint = 'user_profiles_avatar_url_check';
  end if;
  return new;
end $$;
create trigger check_avatar before update of avatar_url on public.user_profiles
  for each row when (new.avatar_url is distinct from old.avatar_url) execute function app.check_avatar();

create function app.drop_old_avatar() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.objects
  where bucket_id = 'avatars' and '/storage/v1/object/public/avatars/' || name = old.avatar_url;
  -- A new picture also takes along what uploads that were given up have left: nobody ever runs into the limit on them.
  delete from storage.objects
  where bucket_id = 'avatars' and owner_id = new.id
    and '/storage/v1/object/public/avatars/' || name <> new.avatar_url;
  return null;
end $$;
create trigger drop_old_avatar after update of avatar_url on public.user_profiles
  for each row when (new.avatar_url is distinct from old.avatar_url)
  execute function app.drop_old_avatar();

create function app.clear_avatar() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.user_profiles set avatar_url = null
  where id = old.owner_id and avatar_url = '/storage/v1/object/public/avatars/' || old.name;
  return null;
end $$;
create trigger clear_avatar after delete or update of name, bucket_id on storage.objects
  for each row when (old.bucket_id = 'avatars') execute function app.clear_avatar();

grant update (avatar_url) on public.user_profiles to authenticated;
