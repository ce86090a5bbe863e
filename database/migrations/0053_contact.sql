-- Messages of the contact form. The server keeps them for the moderators and mails them to the operator. No API reads or writes the table.
create table public.contact_messages (
  -- Made from the writer, the words and the hour, so that a message that is sent again is stored once.
  id uuid primary key,
  -- Null: a visitor wrote it.
  user_id uuid references auth.users (id) on delete cascade,
  name text check (char_length(name) between 1 and 100),
  -- In small letters. The erasure of an account deletes messages with its address too.
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  subject text not null
    check (subject in ('Bug Report', 'Feature Request', 'General Support', 'Billing Question', 'Partnership Inquiry', 'Other')),
  message text not null check (char_length(message) between 10 and 5000),
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
create index contact_messages_person on public.contact_messages (user_id);
create index contact_messages_address on public.contact_messages (email);
create index contact_messages_age on public.contact_messages (created_at);
alter table public.contact_messages enable row level security, force row level security;
grant select, update (answered_at), delete on public.contact_messages to function_owner;

-- The caller's own messages, for the download of own data.
create function app.taken_contact(most integer, after timestamptz, after_id uuid) returns setof jsonb
language sql stable security definer set search_path = ''
begin atomic
  select to_jsonb(m) - 'user_id' from public.contact_messages as m
    where m.user_id = (select auth.uid()) and (m.created_at, m.id) > (taken_contact.after, taken_contact.after_id)
    order by m.created_at, m.id limit taken_contact.most;
end;

alter function app.taken_contact(integer, timestamptz, uuid) owner to function_owner;
grant execute on function app.taken_contact(integer, timestamptz, uuid) to authenticated;

-- Deletes messages of the contact form after a year.
create function app.forget_contact(at timestamptz, most integer) returns bigint language sql security definer set search_path = ''
begin atomic
  with gone as (
    delete from public.contact_messages as m where m.ctid = any (array(
      select c.ctid from public.contact_messages as c where c.created_at < forget_contact.at - interval '1 year'
        limit forget_contact.most for update skip locked))
      returning 1)
  select count(*) from gone;
end;
alter function app.forget_contact(timestamptz, integer) owner to function_owner;
grant execute on function app.forget_contact(timestamptz, integer) to service_role;

-- Triggers: none.
