-- Single sign-on with SAML 2.0. An administrator enters the identity provider of an organisation, with the mail domains of its people.
create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  entity_id text not null unique check (char_length(entity_id) between 1 and 1024),
  metadata_xml text not null check (octet_length(metadata_xml) <= 262144),
  metadata_url text check (metadata_url ~ '^https?://' and char_length(metadata_url) <= 2048),
  -- The last try to fetch the metadata from its address.
  fetched_at timestamptz,
  -- Which attributes of a person are kept: {"keys": {"department": {"name": "ou"}}}. Others are not stored.
  attribute_mapping jsonb not null default '{}'
    check (jsonb_typeof(attribute_mapping) = 'object' and octet_length(attribute_mapping::text) <= 8192),
  name_id_format text check (char_length(name_id_format) between 1 and 100),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.sso_domains (
  domain text primary key check (domain = lower(domain) and domain ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$' and char_length(domain) <= 253),
  sso_provider_id uuid not null references auth.sso_providers on delete cascade
);
create index on auth.sso_domains (sso_provider_id);

-- A log-in that began here and waits for the answer of the identity provider. One answer is taken for each.
create table auth.saml_requests (
  -- The RelayState.
  id uuid primary key,
  request_id text not null check (char_length(request_id) between 20 and 60),
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  redirect_to text not null check (char_length(redirect_to) <= 4096),
  code_challenge text not null check (code_challenge ~ '^[\w-]{43}$'),
  -- The client uses no PKCE: the verifier follows from the cookie of the browser that began.
  by_cookie boolean not null,
  answered_at timestamptz,
  expires_at timestamptz not null
);
create index on auth.saml_requests (sso_provider_id);
create index on auth.saml_requests (expires_at);

do $$
declare
  name text;
begin
  foreach name in array array['sso_providers', 'sso_domains', 'saml_requests'] loop
    execute format('alter table auth.%I enable row level security, force row level security', name);
    execute format('grant select, insert, update, delete on auth.%I to service_role', name);
  end loop;
end
$$;

-- Triggers: none.
