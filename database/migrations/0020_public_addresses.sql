-- Pictures by their public address. Clients send what getPublicUrl returns, or the path in it; the path alone is stored and served, because a
-- deployment may change its origin. A template is a picture of the public bucket card-templates.

-- The address without this deployment's origin, which the verified token names as its issuer. Any other address is returned as it is.
create function app.own_path(address text) returns text language sql stable set search_path = ''
  return case
    when starts_with(address, regexp_replace(auth.jwt() ->> 'iss', '/auth/v1$', '') || '/storage/v1/')
    then substr(address, strpos(address, '/storage/v1/'))
    else address
  end;

-- A domain is checked before the triggers run, so the tables check the stored form.
alter domain app.template_url drop constraint template_url_check;
alter domain app.template_url add constraint template_url_length check (char_length(value) <= 300);

create function app.stamp_template() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- The app's own copy of the picture, as earlier versions of the app send it.
  new.template_url := regexp_replace(app.own_path(new.template_url), '^/templates/', '/storage/v1/object/public/card-templates/');
  return new;
end $$;
alter function app.stamp_template() owner to function_owner;

-- An entry keeps its revision: devices read both forms. The owner of the tables is under forced row-level security too.
alter table public.public_posts disable trigger user, no force row level security;
update public.public_posts set template_url = regexp_replace(template_url, '^/templates/', '/storage/v1/object/public/card-templates/')
where template_url is not null;
alter table public.public_posts enable trigger user, force row level security;
alter table public.diary_posts disable trigger user, no force row level security;
update public.diary_posts set template_url = regexp_replace(template_url, '^/templates/', '/storage/v1/object/public/card-templates/')
where template_url is not null;
alter table public.diary_posts enable trigger user, force row level security;

alter table public.public_posts add constraint public_posts_template check
  (template_url ~ '^/storage/v1/object/public/card-templates/(galit|malungkot|sisi|masaya|kalma)-[1-5]\.svg$');
alter table public.diary_posts add constraint diary_posts_template check
  (template_url ~ '^/storage/v1/object/public/card-templates/(galit|malungkot|sisi|masaya|kalma)-[1-5]\.svg$');

-- A profile's picture is a file in its owner's own folder of the avatars bucket.
create or replace function app.check_avatar() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.avatar_url := app.own_path(new.avatar_url);
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

grant execute on function app.own_path(text) to function_owner;

create trigger before_15_stamp_template before insert or update of template_url on public.public_posts
  for each row when (new.template_url not like '/storage/%') execute function app.stamp_template();
create trigger before_15_stamp_template before insert or update of template_url on public.diary_posts
  for each row when (new.template_url not like '/storage/%') execute function app.stamp_template();

-- Triggers in firing order.
-- public_posts, diary_posts
--   before_15_stamp_template  insert, update            stores the path of an own address
