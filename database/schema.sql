-- Made by `npm run schema` from the migrations, to be read: every table and view with all that belongs to it, then the functions. A test keeps
-- it true. Objects belong to the migrating login unless an owner is named.

-- Roles and schemas
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role authenticator login noinherit;
create role function_owner nologin noinherit bypassrls;
create role public_reader nologin noinherit;
create role service_role nologin noinherit bypassrls;
grant anon, authenticated, service_role to authenticator;
grant usage on schema public to anon, authenticated, function_owner, public_reader, service_role;
grant usage on schema app to anon, authenticated, authenticator, function_owner, public_reader, service_role;
grant usage on schema auth to anon, authenticated, function_owner, public_reader, service_role;
grant usage on schema realtime to anon, authenticated, function_owner, service_role;
grant usage on schema storage to anon, authenticated, function_owner, service_role;

-- Domains
create domain app.content_warning as text check (value = any (array['self_harm', 'violence', 'abuse', 'loss', 'body', 'other']));
create domain app.mood as text check (value = any (array['Anger', 'Sadness', 'Regret', 'Joy', 'Calm']));
create domain app.template_url as text check (char_length(value) <= 300);

-- Table public.chat_uploads
create table public.chat_uploads (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  object_name text,
  name text,
  mime text,
  type text,
  size bigint,
  width integer,
  height integer,
  state text not null default 'pending',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + '3 days',
  message_id uuid,
  topic text,
  held_at timestamptz,
  constraint chat_uploads_pkey primary key (id),
  constraint chat_uploads_object_name_key unique (object_name),
  constraint chat_uploads_user_id_fkey foreign key (user_id) references auth.users(id) on delete set null,
  constraint chat_uploads_check check (state <> 'ready' or num_nulls(object_name, name, mime, type, size) = 0),
  constraint chat_uploads_check1 check ((message_id is null) = (topic is null)),
  constraint chat_uploads_height_check check (height > 0),
  constraint chat_uploads_name_check check (char_length(name) >= 1 and char_length(name) <= 120),
  constraint chat_uploads_object_name_check check (object_name ~ '^[0-9a-f-]{36}\.[a-z0-9]{2,5}$'),
  constraint chat_uploads_size_check check (size >= 0),
  constraint chat_uploads_state_check check (state = any (array['pending', 'ready', 'gone'])),
  constraint chat_uploads_type_check check (type = any (array['image', 'video', 'file'])),
  constraint chat_uploads_width_check check (width > 0)
);
create index chat_uploads_age on public.chat_uploads (expires_at) where held_at is null;
create index chat_uploads_message on public.chat_uploads (message_id) where message_id is not null;
create index chat_uploads_person on public.chat_uploads (user_id, created_at);
alter table public.chat_uploads enable row level security, force row level security;
create policy "people see their own uploads" on public.chat_uploads for select to authenticated
  using (user_id = (select auth.uid()));
grant select (id, user_id, name, mime, type, size, created_at, expires_at, message_id) on public.chat_uploads to authenticated;
grant select, insert (user_id), update, delete on public.chat_uploads to function_owner;
grant all on public.chat_uploads to service_role;
create trigger after_10_follow after delete or update of state, user_id on public.chat_uploads
  for each row execute function app.follow_upload();

-- Table public.contact_messages
create table public.contact_messages (
  id uuid not null,
  user_id uuid,
  name text,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  constraint contact_messages_pkey primary key (id),
  constraint contact_messages_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint contact_messages_email_check check (email = lower(email) and char_length(email) >= 3 and char_length(email) <= 254),
  constraint contact_messages_message_check check (char_length(message) >= 10 and char_length(message) <= 5000),
  constraint contact_messages_name_check check (char_length(name) >= 1 and char_length(name) <= 100),
  constraint contact_messages_subject_check check (subject = any (array['Bug Report', 'Feature Request', 'General Support', 'Billing Question', 'Partnership Inquiry', 'Other']))
);
create index contact_messages_address on public.contact_messages (email);
create index contact_messages_age on public.contact_messages (created_at);
create index contact_messages_person on public.contact_messages (user_id);
alter table public.contact_messages enable row level security, force row level security;
grant select, update (answered_at), delete on public.contact_messages to function_owner;
grant all on public.contact_messages to service_role;

-- Table public.conversation_members
create table public.conversation_members (
  user_id uuid not null,
  conversation_id text not null,
  other_id uuid not null,
  state text not null default 'open',
  is_pending boolean not null default false,
  began boolean not null default false,
  unread integer not null default 0,
  last_at timestamptz not null default now(),
  last_seq bigint not null default 0,
  written bigint not null default 0,
  read_seq bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint conversation_members_pkey primary key (user_id, conversation_id) include (other_id),
  constraint conversation_members_other_id_fkey foreign key (other_id) references auth.users(id) on delete cascade,
  constraint conversation_members_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint conversation_members_state_check check (state = any (array['open', 'request', 'declined'])),
  constraint conversation_members_unread_check check (unread >= 0)
) with (fillfactor=70);
create index conversation_members_begun on public.conversation_members (user_id, created_at) where began;
create index conversation_members_newest on public.conversation_members (user_id, last_at desc);
create index conversation_members_other on public.conversation_members (other_id, user_id);
create index conversation_members_unread on public.conversation_members (user_id, last_at desc) where unread > 0;
-- Referenced by public.direct_messages: foreign key (receiver_id, conversation_id) to (user_id, conversation_id) on delete cascade
-- Referenced by public.direct_messages: foreign key (sender_id, conversation_id) to (user_id, conversation_id) on delete cascade
alter table public.conversation_members enable row level security, force row level security;
create policy "people see their own conversations, without those across a bloc" on public.conversation_members for select to authenticated
  using (user_id = (select auth.uid())
  and (other_id <> all ((select app.across_blocks())::uuid[])));
create policy "people read, accept
  and decline as themselves" on public.conversation_members for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
grant select, update (state, unread) on public.conversation_members to authenticated;
grant select, insert,
  update (state, is_pending, unread, last_at, last_seq, written, read_seq)
  on public.conversation_members to function_owner;
grant all on public.conversation_members to service_role;
create trigger before_10_change before update on public.conversation_members for each row execute function app.change_membership();
create trigger after_20_ring after update on public.conversation_members referencing old table as before new table as changed
  for each statement execute function app.ring_members();

-- Table public.diary_heads
create table public.diary_heads (
  id uuid not null,
  rev bigint not null default 0,
  entries integer not null default 0,
  constraint diary_heads_pkey primary key (id),
  constraint diary_heads_id_fkey foreign key (id) references auth.users(id) on delete cascade,
  constraint diary_heads_entries_check check (entries >= 0)
) with (fillfactor=50);
alter table public.diary_heads enable row level security, force row level security;
create policy "people see how far their own diary is" on public.diary_heads for select to authenticated
  using (id = (select auth.uid()));
grant select on public.diary_heads to authenticated;
grant select, insert (id), update (rev, entries) on public.diary_heads to function_owner;
grant all on public.diary_heads to service_role;

-- Table public.diary_locks
create table public.diary_locks (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  public_key text not null,
  by_passphrase text not null,
  by_recovery text not null,
  ending boolean not null default false,
  created_at timestamptz not null default now(),
  constraint diary_locks_pkey primary key (id),
  constraint diary_locks_user_id_id_key unique (user_id, id),
  constraint diary_locks_user_id_key unique (user_id),
  constraint diary_locks_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint diary_locks_by_passphrase_check check (by_passphrase ~ '^[\w.-]+$'
  and char_length(by_passphrase) >= 40
  and char_length(by_passphrase) <= 2000),
  constraint diary_locks_by_recovery_check check (by_recovery ~ '^[\w.-]+$'
  and char_length(by_recovery) >= 40
  and char_length(by_recovery) <= 2000),
  constraint diary_locks_public_key_check check (public_key ~ '^[\w-]+$' and char_length(public_key) >= 40 and char_length(public_key) <= 400)
);
-- Referenced by public.diary_posts: foreign key (user_id, lock_id) to (user_id, id) deferrable initially deferred
alter table public.diary_locks enable row level security, force row level security;
create policy "people see their own lock" on public.diary_locks for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people lock their own diary" on public.diary_locks for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "people change their own lock" on public.diary_locks for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "people take their own lock off" on public.diary_locks for delete to authenticated
  using (user_id = (select auth.uid()));
grant select,
  insert (id, user_id, public_key, by_passphrase, by_recovery),
  update (by_passphrase, by_recovery, ending), delete
  on public.diary_locks to authenticated;
grant all on public.diary_locks to service_role;
create trigger before_10_hold before insert or delete or update on public.diary_locks for each statement execute function app.hold_diary();

-- Table public.diary_posts
create table public.diary_posts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  mood app.mood,
  content text not null default '',
  template_url app.template_url,
  created_at timestamptz not null default now(),
  rev bigint not null default 0,
  sealed text,
  lock_id uuid,
  brought boolean not null default false,
  constraint diary_posts_pkey primary key (id),
  constraint diary_posts_lock foreign key (user_id, lock_id) references public.diary_locks(user_id, id) deferrable initially deferred,
  constraint diary_posts_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint diary_posts_content_check check (char_length(content) <= 20000),
  constraint diary_posts_open_or_sealed check (
case
    when sealed is null then lock_id is null
  and mood is not null
  and not app.is_blank(content)
    else lock_id is not null
  and mood is null
  and content = ''
  and template_url is null
end),
  constraint diary_posts_sealed_check check (char_length(sealed) <= 250000 and sealed ~ '^1(\.[\w-]+){3}$'),
  constraint diary_posts_template check (template_url::text ~ '^/storage/v1/object/public/card-templates/(galit|malungkot|sisi|masaya|kalma)-[1-5]\.svg$'),
  constraint diary_posts_written check (created_at >= '2000-01-01 00:00:00+00')
);
create index diary_posts_ids on public.diary_posts (user_id, id);
create index diary_posts_lock on public.diary_posts (user_id, lock_id);
create index diary_posts_newest on public.diary_posts (user_id, created_at desc, id desc);
create index diary_posts_rev on public.diary_posts (user_id, rev);
alter table public.diary_posts enable row level security, force row level security;
create policy "people read their own diary" on public.diary_posts for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people write their own diary" on public.diary_posts for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "people change their own diary" on public.diary_posts for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "people delete from their own diary" on public.diary_posts for delete to authenticated
  using (user_id = (select auth.uid()));
grant select,
  insert (id, user_id, mood, content, template_url, created_at, sealed, lock_id, brought),
  update (mood, content, template_url, sealed, lock_id), delete
  on public.diary_posts to authenticated;
grant select (id, user_id), delete on public.diary_posts to function_owner;
grant all on public.diary_posts to service_role;
create trigger before_10_hold before insert or delete or update on public.diary_posts for each statement execute function app.hold_diary();
create trigger before_15_stamp_template before insert or update of template_url on public.diary_posts
  for each row when (new.template_url::text !~~ '/storage/%') execute function app.stamp_template();
create trigger before_20_keep_locked before insert or update on public.diary_posts
  for each row when (new.sealed is null) execute function app.keep_locked();
create trigger before_30_number before insert or update on public.diary_posts for each row execute function app.number_entry();
create trigger after_40_count_post after insert on public.diary_posts
  for each row when (new.sealed is null
  and new.created_at > (now() - '7 days')) execute function app.count_post();
create trigger after_50_refuse_spent after insert on public.diary_posts
  for each row when (not new.brought) execute function app.refuse_spent();
create trigger after_60_count_change after update on public.diary_posts referencing new table as changed
  for each statement execute function app.count_entries();
create trigger after_70_count_in after insert on public.diary_posts referencing new table as changed
  for each statement execute function app.count_entries();
create trigger after_80_count_out after delete on public.diary_posts referencing old table as changed
  for each statement execute function app.count_entries();
create trigger after_90_spend_ids after delete on public.diary_posts referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.spend_ids();

-- Table public.direct_messages
create table public.direct_messages (
  id uuid not null default gen_random_uuid(),
  seq bigint not null,
  conversation_id text not null,
  sender_id uuid not null default auth.uid(),
  receiver_id uuid not null,
  text text not null,
  reactions jsonb not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  file jsonb,
  constraint direct_messages_pkey primary key (id),
  constraint direct_messages_place unique (conversation_id, seq),
  constraint direct_messages_receiver foreign key (receiver_id, conversation_id) references public.conversation_members(user_id, conversation_id) on delete cascade,
  constraint direct_messages_sender foreign key (sender_id, conversation_id) references public.conversation_members(user_id, conversation_id) on delete cascade,
  constraint direct_messages_file_check check (jsonb_typeof(file) = 'object'),
  constraint direct_messages_reactions_check check (jsonb_typeof(reactions) = 'object'),
  constraint direct_messages_text_check check (char_length(text) <= 2000 and not app.is_blank(text))
);
create index direct_messages_mentions on public.direct_messages using gin (app.mentions_in(text)) where strpos(text, '@{') > 0;
create index direct_messages_times on public.direct_messages (conversation_id, created_at);
alter table public.direct_messages enable row level security, force row level security;
create policy "the two people of a conversation read it, unless one blocks the" on public.direct_messages for select to authenticated
  using (conversation_id = any ((select app.own_conversations())::text[]));
create policy "people write as themselves" on public.direct_messages for insert to authenticated
  with check (sender_id = (select auth.uid()));
create policy "the two people react,
  and the sender edits" on public.direct_messages for update to authenticated
  using (conversation_id = any ((select app.own_conversations())::text[]));
create policy "senders delete their messages" on public.direct_messages for delete to authenticated
  using (sender_id = (select auth.uid()));
grant select,
  insert (id, conversation_id, sender_id, receiver_id, text),
  update (text, reactions), delete
  on public.direct_messages to authenticated;
grant select,
  insert (id, conversation_id, sender_id, receiver_id, text, created_at),
  update (edited_at), delete
  on public.direct_messages to function_owner;
grant all on public.direct_messages to service_role;
create trigger before_10_stamp before insert on public.direct_messages for each row execute function app.stamp_direct_message();
create trigger before_20_change before update on public.direct_messages for each row execute function app.change_direct_message();
create trigger before_21_take_file before insert on public.direct_messages
  for each row when (strpos(new.text, '📎 ') > 0 or strpos(new.text, '://') > 0) execute function app.stamp_direct_file();
create trigger before_22_keep_file before update of text on public.direct_messages
  for each row when (old.file is not null or strpos(new.text, '://') > 0) execute function app.stamp_direct_file();
create trigger before_23_clear_mentions before insert or update of text on public.direct_messages
  for each row when (strpos(new.text, '@{') > 0
  and current_setting('app.erasing', true) is distinct from 'on') execute function app.clear_direct_mentions();
create trigger after_25_close_reports after delete on public.direct_messages
  for each row execute function app.close_reports('direct_message');
create trigger after_26_drop_file after delete on public.direct_messages
  for each row when (old.file is not null) execute function app.drop_file();
create trigger after_30_keep_update_small after update on public.direct_messages referencing new table as changed
  for each statement execute function app.keep_change_small('1');
create trigger after_40_keep_delete_small after delete on public.direct_messages referencing old table as changed
  for each statement execute function app.keep_change_small();
create trigger after_50_settle after insert on public.direct_messages referencing new table as changed
  for each statement execute function app.settle_direct_messages();
create trigger after_60_tell_changes after update on public.direct_messages referencing old table as before new table as changed
  for each statement execute function app.tell_direct_changes();
create trigger after_70_remove after delete on public.direct_messages referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.remove_direct_messages();

-- Table public.emi_care
create table public.emi_care (
  user_id uuid not null,
  since timestamptz not null default now(),
  constraint emi_care_pkey primary key (user_id),
  constraint emi_care_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
create index emi_care_age on public.emi_care (since);
alter table public.emi_care enable row level security, force row level security;
create policy "people see their own care mode" on public.emi_care for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.emi_care to authenticated;
grant select, insert (user_id, since), update (since), delete on public.emi_care to function_owner;
grant all on public.emi_care to service_role;

-- Table public.hotlines
create table public.hotlines (
  id text not null,
  name text not null,
  note text not null,
  numbers text[] not null,
  for_children boolean not null default false,
  "position" integer not null,
  checked_on date not null,
  source text not null,
  constraint hotlines_pkey primary key (id),
  constraint hotlines_id_check check (id ~ '^[a-z0-9-]{1,40}$'),
  constraint hotlines_name_check check (char_length(name) >= 1 and char_length(name) <= 80),
  constraint hotlines_note_check check (char_length(note) <= 80),
  constraint hotlines_numbers_check check (cardinality(numbers) >= 1
  and cardinality(numbers) <= 6
  and array_to_string(numbers, ' ') ~ '^[0-9+ ()-]+$'),
  constraint hotlines_source_check check (char_length(source) <= 200)
);
alter table public.hotlines enable row level security, force row level security;
create policy "anyone may know whom to call" on public.hotlines for select to anon, authenticated
  using (true);
grant select on public.hotlines to anon, authenticated;
grant all on public.hotlines to service_role;

-- Table public.live_chat_reactions
create table public.live_chat_reactions (
  id uuid not null default gen_random_uuid(),
  message_id uuid not null,
  user_id uuid not null default auth.uid(),
  emoji text not null,
  constraint live_chat_reactions_pkey primary key (id),
  constraint live_chat_reactions_message_id_user_id_key unique (message_id, user_id),
  constraint live_chat_reactions_message_id_fkey foreign key (message_id) references app.room_messages(id) on delete cascade,
  constraint live_chat_reactions_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint live_chat_reactions_emoji_check check (emoji = any (array['👍', '❤️', '😂', '😮', '😢', '😡']))
);
create index live_chat_reactions_person on public.live_chat_reactions (user_id);
alter table public.live_chat_reactions enable row level security, force row level security;
create policy "people read their own reactions in rooms" on public.live_chat_reactions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people react to messages as themselves" on public.live_chat_reactions for insert to authenticated
  with check (user_id = (select auth.uid())
  and (exists ( select
   from app.room_messages m
  where m.id = live_chat_reactions.message_id)));
create policy "people change their reaction in a room" on public.live_chat_reactions for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid())
  and (exists ( select
   from app.room_messages m
  where m.id = live_chat_reactions.message_id)));
create policy "people take their reaction in a room back" on public.live_chat_reactions for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert (id, message_id, user_id, emoji), update (emoji), delete on public.live_chat_reactions to authenticated;
grant all on public.live_chat_reactions to service_role;
create trigger after_05_keep_update_small after update on public.live_chat_reactions referencing new table as changed
  for each statement execute function app.keep_change_small('1');
create trigger after_10_keep_delete_small after delete on public.live_chat_reactions referencing old table as changed
  for each statement execute function app.keep_change_small();
create trigger after_20_count_added after insert on public.live_chat_reactions referencing new table as changed
  for each statement execute function app.count_room_reactions();
create trigger after_30_count_updated after update on public.live_chat_reactions referencing old table as before new table as changed
  for each statement execute function app.count_room_reactions();
create trigger after_40_count_removed after delete on public.live_chat_reactions referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.count_room_reactions();
create trigger after_45_count_erased after delete on public.live_chat_reactions referencing old table as changed
  for each statement when (current_setting('app.erasing', true) = 'on') execute function app.count_erased_room_reactions();

-- Table public.manual_payments
create table public.manual_payments (
  id uuid not null default gen_random_uuid(),
  user_id uuid default auth.uid(),
  plan text not null,
  amount integer not null,
  proof_url text,
  proof_digest text,
  status text not null default 'pending',
  reason text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  read_at timestamptz,
  notified_at timestamptz,
  constraint manual_payments_pkey primary key (id),
  constraint manual_payments_user_id_fkey foreign key (user_id) references auth.users(id) on delete set null,
  constraint manual_payments_amount_check check (amount > 0),
  constraint manual_payments_decided check ((status = 'pending') = (decided_at is null)),
  constraint manual_payments_plan_check check (plan = any (array['premium_monthly', 'premium_yearly'])),
  constraint manual_payments_reason check ((status = 'rejected') = (reason is not null)),
  constraint manual_payments_reason_check check (char_length(reason) >= 1 and char_length(reason) <= 500),
  constraint manual_payments_status_check check (status = any (array['pending', 'verified', 'rejected']))
);
create index manual_payments_digest on public.manual_payments (proof_digest) where proof_digest is not null;
create index manual_payments_ended on public.manual_payments (decided_at) where proof_url is not null;
create unique index manual_payments_pending on public.manual_payments (user_id, plan) where status = 'pending';
create index manual_payments_person on public.manual_payments (user_id, created_at);
create index manual_payments_proof on public.manual_payments (proof_url) where proof_url is not null;
create index manual_payments_unread on public.manual_payments (user_id, decided_at) where decided_at is not null and read_at is null;
create index manual_payments_waiting on public.manual_payments (created_at) where status = 'pending';
alter table public.manual_payments enable row level security, force row level security;
create policy "people see their own payments by QR" on public.manual_payments for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people send a proof as themselves" on public.manual_payments for insert to authenticated
  with check (user_id = (select auth.uid())
  and status = 'pending');
create policy "people mark an outcome as read" on public.manual_payments for update to authenticated
  using (user_id = (select auth.uid())
  and decided_at is not null)
  with check (user_id = (select auth.uid())
  and read_at is not null);
grant select (id, user_id, plan, amount, proof_url, status, reason, created_at, decided_at, read_at),
  insert (id, user_id, plan, amount, proof_url, status),
  update (read_at)
  on public.manual_payments to authenticated;
grant select, update, delete on public.manual_payments to function_owner;
grant all on public.manual_payments to service_role;
create trigger before_10_stamp before insert on public.manual_payments for each row execute function app.stamp_manual_payment();
create trigger after_20_ring after update of status on public.manual_payments
  for each row when (old.status = 'pending'
  and new.status <> 'pending') execute function app.ring_payer();
create trigger after_30_tell_read after update of read_at on public.manual_payments
  for each row when (old.read_at is null
  and new.read_at is not null) execute function app.tell_read_payments();
create trigger after_40_follow after update of user_id on public.manual_payments
  for each row when (new.user_id is null) execute function app.follow_payer();

-- Table public.mentions
create table public.mentions (
  id uuid not null default gen_random_uuid(),
  message_id uuid not null,
  user_id uuid not null,
  sender_id uuid not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint mentions_pkey primary key (id),
  constraint mentions_message_id_user_id_key unique (message_id, user_id),
  constraint mentions_message_id_fkey foreign key (message_id) references app.room_messages(id) on delete cascade,
  constraint mentions_sender_id_fkey foreign key (sender_id) references auth.users(id) on delete cascade,
  constraint mentions_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
create index mentions_person on public.mentions (user_id);
create index mentions_sender on public.mentions (sender_id);
create index mentions_unread on public.mentions (user_id, created_at desc) where read_at is null;
alter table public.mentions enable row level security, force row level security;
create policy "people read who mentioned them, without those out of their sigh" on public.mentions for select to authenticated
  using (user_id = (select auth.uid())
  and not array[sender_id] && (select app.out_of_sight()));
create policy "people mark their mentions read" on public.mentions for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
grant select, update (read_at) on public.mentions to authenticated;
grant select, insert (message_id, user_id, sender_id), update (read_at), delete on public.mentions to function_owner;
grant all on public.mentions to service_role;
create trigger before_10_stamp before update on public.mentions for each row execute function app.stamp_mention();
create trigger after_20_tell_added after insert on public.mentions referencing new table as changed
  for each statement execute function app.tell_mentions();
create trigger after_30_tell_removed after delete on public.mentions referencing old table as changed
  for each statement execute function app.tell_mentions();
create trigger after_40_ring after insert on public.mentions referencing new table as changed
  for each statement execute function app.ring_mentioned();
create trigger after_50_tell_read after update on public.mentions referencing old table as before new table as changed
  for each statement execute function app.tell_read_mentions();

-- Table public.notification_settings
create table public.notification_settings (
  user_id uuid not null default auth.uid(),
  dms boolean not null default true,
  mentions boolean not null default true,
  reactions boolean not null default true,
  comments boolean not null default true,
  push boolean not null default true,
  quiet_from integer,
  quiet_to integer,
  constraint notification_settings_pkey primary key (user_id),
  constraint notification_settings_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint notification_settings_check check ((quiet_from is null) = (quiet_to is null)),
  constraint notification_settings_quiet_from_check check (quiet_from >= 0 and quiet_from <= 1439),
  constraint notification_settings_quiet_to_check check (quiet_to >= 0 and quiet_to <= 1439)
);
alter table public.notification_settings enable row level security, force row level security;
create policy "people see their own settings of the bell" on public.notification_settings for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people set their own bell" on public.notification_settings for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "people change their own bell" on public.notification_settings for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
grant select,
  insert (user_id, dms, mentions, reactions, comments, push, quiet_from, quiet_to),
  update (user_id, dms, mentions, reactions, comments, push, quiet_from, quiet_to)
  on public.notification_settings to authenticated;
grant select on public.notification_settings to function_owner;
grant all on public.notification_settings to service_role;

-- Table public.payments
create table public.payments (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  plan text not null,
  amount integer not null,
  currency text not null default 'PHP',
  provider text not null,
  session_id text,
  checkout_url text,
  payment_id text,
  status text not null default 'open',
  method text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  ended_at timestamptz,
  look_at timestamptz,
  looks integer not null default 0,
  looked integer not null default 0,
  refund_due boolean not null default false,
  constraint payments_pkey primary key (id),
  constraint payments_payment_id_key unique (payment_id),
  constraint payments_session_id_key unique (session_id),
  constraint payments_user_id_fkey foreign key (user_id) references auth.users(id) on delete set null,
  constraint payments_amount_check check (amount > 0),
  constraint payments_checkout_url_check check (char_length(checkout_url) <= 2000),
  constraint payments_currency_check check (currency = 'PHP'),
  constraint payments_method_check check (char_length(method) <= 40),
  constraint payments_payment_id_check check (char_length(payment_id) <= 100),
  constraint payments_plan_check check (plan = any (array['premium_monthly', 'premium_yearly'])),
  constraint payments_provider_check check (provider = any (array['paymongo', 'test'])),
  constraint payments_session_id_check check (char_length(session_id) <= 100),
  constraint payments_status_check check (status = any (array['open', 'paid', 'expired', 'refunded', 'disputed', 'failed']))
);
create index payments_age on public.payments (created_at);
create index payments_look on public.payments (look_at) where look_at is not null;
create index payments_person on public.payments (user_id, created_at);
create index payments_refunds on public.payments (paid_at) where refund_due;
alter table public.payments enable row level security, force row level security;
create policy "people see their own payments" on public.payments for select to authenticated
  using (user_id = (select auth.uid()));
grant select (id, user_id, plan, amount, currency, provider, payment_id, status, method, created_at, paid_at, ended_at)
  on public.payments to authenticated;
grant select, insert, update, delete on public.payments to function_owner;
grant all on public.payments to service_role;
create trigger before_10_leave before update of user_id on public.payments
  for each row when (new.user_id is null
  and old.user_id is not null
  and old.status = 'open') execute function app.leave_checkout();

-- Table public.poll_votes
create table public.poll_votes (
  poll_id uuid not null,
  user_id uuid not null,
  option_index integer not null,
  created_at timestamptz not null default now(),
  constraint poll_votes_pkey primary key (poll_id, user_id),
  constraint poll_votes_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint poll_votes_option_index_check check (option_index >= 0 and option_index <= 9)
);
create index poll_votes_person on public.poll_votes (user_id, created_at desc);
alter table public.poll_votes enable row level security, force row level security;
create policy "people read their own votes" on public.poll_votes for select to authenticated
  using (user_id = (select auth.uid()));
create policy "the list of polls reads the votes of its reader" on public.poll_votes for select to public_reader
  using (user_id = (select auth.uid()));
grant select on public.poll_votes to authenticated, public_reader;
grant select, insert (poll_id, user_id, option_index), delete on public.poll_votes to function_owner;
grant all on public.poll_votes to service_role;
create trigger after_10_queue after insert on public.poll_votes referencing new table as changed
  for each statement execute function app.queue_votes();
create trigger after_20_uncount after delete on public.poll_votes referencing old table as changed
  for each statement execute function app.uncount_votes();

-- Table public.polls
create table public.polls (
  id uuid not null default gen_random_uuid(),
  seq bigint not null generated always as identity,
  user_id uuid not null,
  question text not null,
  options text[] not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  vote_counts integer[] not null default '{}'::integer[],
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  constraint polls_pkey primary key (id),
  constraint polls_seq_key unique (seq),
  constraint polls_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint polls_options_check check (app.are_options(options)),
  constraint polls_question_check check (char_length(question) <= 300 and not app.is_blank(question))
) with (fillfactor=80);
create index polls_person on public.polls (user_id);
alter table public.polls enable row level security, force row level security;
create policy "people read their own polls" on public.polls for select to authenticated
  using (user_id = (select auth.uid()));
create policy "the list of polls reads every poll" on public.polls for select to public_reader
  using (true);
grant select (id, seq, user_id, question, options, expires_at, created_at) on public.polls to authenticated;
grant select, insert (id, user_id, question, options, expires_at), update (vote_counts), delete on public.polls to function_owner;
grant select on public.polls to public_reader;
grant all on public.polls to service_role;
create trigger after_10_close_reports after delete on public.polls for each row execute function app.close_reports('poll');
create trigger after_20_settle_deleted after delete on public.polls referencing old table as changed
  for each statement execute function app.settle_deleted_polls();

-- Table public.post_comments
create table public.post_comments (
  id uuid not null default gen_random_uuid(),
  post_id uuid not null,
  user_id uuid not null default auth.uid(),
  content text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint post_comments_pkey primary key (id),
  constraint post_comments_post_id_fkey foreign key (post_id) references public.public_posts(id) on delete cascade,
  constraint post_comments_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint post_comments_content_check check (char_length(content) <= 1000 and not app.is_blank(content))
);
create index post_comments_author on public.post_comments (user_id);
create index post_comments_of_post on public.post_comments (post_id, created_at);
alter table public.post_comments enable row level security, force row level security;
create policy "anyone reads comments" on public.post_comments for select to public_reader
  using (true);
create policy "people read comments, without those out of their sight" on public.post_comments for select to authenticated
  using (not array[user_id] && (select app.out_of_sight()));
create policy "visitors read comments, without people who leave" on public.post_comments for select to anon
  using (not array[user_id] && (select app.out_of_sight()));
create policy "people comment as themselves" on public.post_comments for insert to authenticated
  with check (user_id = (select auth.uid())
  and not app.is_kept_from(post_id));
create policy "authors change their comments" on public.post_comments for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid())
  and not app.is_kept_from(post_id));
create policy "authors delete their comments" on public.post_comments for delete to authenticated
  using (user_id = (select auth.uid()));
grant select on public.post_comments to anon, public_reader;
grant select, insert (id, post_id, user_id, content), update (content, updated_at), delete on public.post_comments to authenticated;
grant select (id, post_id, user_id, content, created_at), update (updated_at), delete on public.post_comments to function_owner;
grant all on public.post_comments to service_role;
create trigger before_10_stamp before insert or update on public.post_comments for each row execute function app.stamp_comment();
create trigger after_20_close_reports after delete on public.post_comments for each row execute function app.close_reports('post_comment');
create trigger after_30_keep_update_small after update on public.post_comments referencing new table as changed
  for each statement execute function app.keep_change_small();
create trigger after_35_keep_delete_small after delete on public.post_comments referencing old table as changed
  for each statement execute function app.keep_change_small();
create trigger after_40_count_added after insert on public.post_comments referencing new table as changed
  for each statement execute function app.count_and_tell_comments('comment_added');
create trigger after_50_tell_edited after update on public.post_comments referencing old table as before new table as changed
  for each statement execute function app.tell_comments('comment_edited');
create trigger after_60_count_removed after delete on public.post_comments referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.count_and_tell_comments('comment_removed');
create trigger after_65_count_erased after delete on public.post_comments referencing old table as changed
  for each statement when (current_setting('app.erasing', true) = 'on') execute function app.count_erased_comments();
create trigger after_70_ring_authors after insert on public.post_comments referencing new table as changed
  for each statement execute function app.ring_authors('comment');

-- Table public.post_notices
create table public.post_notices (
  user_id uuid not null,
  post_id uuid not null,
  kind text not null,
  since timestamptz not null,
  last_at timestamptz not null default now(),
  is_unread boolean not null default true,
  constraint post_notices_pkey primary key (user_id, post_id, kind),
  constraint post_notices_post_id_fkey foreign key (post_id) references public.public_posts(id) on delete cascade,
  constraint post_notices_kind_check check (kind = any (array['reaction', 'comment']))
);
create index post_notices_post on public.post_notices (post_id);
create index post_notices_unread on public.post_notices (user_id, last_at desc) where is_unread;
alter table public.post_notices enable row level security, force row level security;
create policy "authors see what happened at their posts" on public.post_notices for select to authenticated
  using (user_id = (select auth.uid()));
create policy "authors mark it as read" on public.post_notices for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid())
  and not is_unread);
grant select, update (is_unread) on public.post_notices to authenticated;
grant select, insert (user_id, post_id, kind, since), update on public.post_notices to function_owner;
grant all on public.post_notices to service_role;
create trigger after_10_tell_read after update on public.post_notices referencing old table as before new table as changed
  for each statement execute function app.tell_read_posts();

-- Table public.post_reactions
create table public.post_reactions (
  id uuid not null default gen_random_uuid(),
  post_id uuid not null,
  user_id uuid not null default auth.uid(),
  emoji text not null,
  created_at timestamptz not null default now(),
  constraint post_reactions_pkey primary key (id),
  constraint post_reactions_post_id_user_id_key unique (post_id, user_id),
  constraint post_reactions_post_id_fkey foreign key (post_id) references public.public_posts(id) on delete cascade,
  constraint post_reactions_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint post_reactions_emoji_check check (emoji = any (array['👍', '❤️', '😂', '😮', '😢', '😡']))
);
create index post_reactions_of_post on public.post_reactions (post_id, created_at);
create index post_reactions_person on public.post_reactions (user_id);
alter table public.post_reactions enable row level security, force row level security;
create policy "people read their own reactions" on public.post_reactions for select to authenticated, public_reader
  using (user_id = (select auth.uid()));
create policy "people react as themselves" on public.post_reactions for insert to authenticated
  with check (user_id = (select auth.uid())
  and not app.is_kept_from(post_id));
create policy "people change their reaction" on public.post_reactions for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid())
  and not app.is_kept_from(post_id));
create policy "people take their reaction back" on public.post_reactions for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert (id, post_id, user_id, emoji), update (emoji), delete on public.post_reactions to authenticated;
grant select (post_id, user_id, created_at) on public.post_reactions to function_owner;
grant select on public.post_reactions to public_reader;
grant all on public.post_reactions to service_role;
create trigger after_05_keep_update_small after update on public.post_reactions referencing new table as changed
  for each statement execute function app.keep_change_small();
create trigger after_10_keep_delete_small after delete on public.post_reactions referencing old table as changed
  for each statement execute function app.keep_change_small();
create trigger after_20_count_added after insert on public.post_reactions referencing new table as changed
  for each statement execute function app.count_and_tell_reactions('reaction_added');
create trigger after_30_count_updated after update on public.post_reactions referencing old table as before new table as changed
  for each statement execute function app.count_and_tell_reactions('reaction_updated');
create trigger after_40_count_removed after delete on public.post_reactions referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.count_and_tell_reactions('reaction_removed');
create trigger after_45_count_erased after delete on public.post_reactions referencing old table as changed
  for each statement when (current_setting('app.erasing', true) = 'on') execute function app.count_erased_reactions();
create trigger after_50_ring_authors after insert on public.post_reactions referencing new table as changed
  for each statement execute function app.ring_authors('reaction');

-- Table public.public_posts
create table public.public_posts (
  id uuid not null default gen_random_uuid(),
  seq bigint not null generated always as identity,
  author_id uuid not null default auth.uid(),
  user_id uuid default auth.uid(),
  codename text not null default 'Anonymous',
  anonymous boolean not null default false,
  mood app.mood not null,
  content text not null,
  template_url app.template_url,
  created_at timestamptz not null default now(),
  reaction_counts jsonb not null default '{}',
  comment_count integer not null default 0,
  content_warning app.content_warning,
  constraint public_posts_pkey primary key (id),
  constraint public_posts_author_id_fkey foreign key (author_id) references auth.users(id) on delete cascade,
  constraint public_posts_check check (user_id = author_id),
  constraint public_posts_check1 check (not anonymous or user_id is null),
  constraint public_posts_codename_check check (char_length(codename) >= 1 and char_length(codename) <= 20),
  constraint public_posts_comment_count_check check (comment_count >= 0),
  constraint public_posts_content_check check (char_length(content) <= 5000 and not app.is_blank(content)),
  constraint public_posts_template check (template_url::text ~ '^/storage/v1/object/public/card-templates/(galit|malungkot|sisi|masaya|kalma)-[1-5]\.svg$')
) with (fillfactor=85, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);
create index public_posts_author on public.public_posts (author_id);
create index public_posts_feed on public.public_posts (mood, seq desc);
create index public_posts_newest on public.public_posts (mood, created_at desc, id desc);
create index public_posts_person on public.public_posts (user_id, mood, seq desc) where user_id is not null;
-- Referenced by public.post_comments: foreign key (post_id) to (id) on delete cascade
-- Referenced by public.post_notices: foreign key (post_id) to (id) on delete cascade
-- Referenced by public.post_reactions: foreign key (post_id) to (id) on delete cascade
-- Referenced by public.user_mutes: foreign key (post_id) to (id) on delete cascade
alter table public.public_posts enable row level security, force row level security;
create policy "anyone reads the walls" on public.public_posts for select to public_reader
  using (true);
create policy "people read the walls, without those out of their sight" on public.public_posts for select to authenticated
  using (not array[id, user_id] && (select app.out_of_sight()));
create policy "visitors read the walls, without people who leave" on public.public_posts for select to anon
  using (not array[id, user_id] && (select app.out_of_sight()));
create policy "people post as themselves" on public.public_posts for insert to authenticated
  with check (author_id = (select auth.uid()));
create policy "authors change their posts" on public.public_posts for update to authenticated
  using (author_id = (select auth.uid()))
  with check (author_id = (select auth.uid()));
create policy "authors take their posts down" on public.public_posts for delete to authenticated
  using (author_id = (select auth.uid()));
grant select (id, seq, user_id, codename, anonymous, mood, content, template_url, created_at, reaction_counts, comment_count, content_warning)
  on public.public_posts to anon;
grant select (id, seq, user_id, codename, anonymous, mood, content, template_url, created_at, reaction_counts, comment_count, content_warning),
  insert (id, user_id, codename, anonymous, mood, content, template_url, content_warning),
  update (mood, content, content_warning), delete
  on public.public_posts to authenticated;
grant select, update (codename, reaction_counts, comment_count), delete on public.public_posts to function_owner;
grant select on public.public_posts to public_reader;
grant all on public.public_posts to service_role;
create trigger before_10_stamp before insert on public.public_posts for each row execute function app.stamp_post();
create trigger before_15_stamp_template before insert or update of template_url on public.public_posts
  for each row when (new.template_url::text !~~ '/storage/%') execute function app.stamp_template();
create trigger after_20_close_reports after delete on public.public_posts for each row execute function app.close_reports('public_post');
create trigger after_30_keep_update_small after update on public.public_posts referencing new table as changed
  for each statement execute function app.keep_change_small();
create trigger after_40_keep_delete_small after delete on public.public_posts referencing old table as changed
  for each statement execute function app.keep_change_small();
create trigger after_60_settle after insert on public.public_posts referencing new table as added
  for each statement execute function app.settle_posts();
create trigger after_70_spend_ids after delete on public.public_posts referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.spend_ids();
create trigger after_80_tell_edited after update on public.public_posts referencing old table as before new table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.tell_post_changes('post_edited');
create trigger after_90_tell_removed after delete on public.public_posts referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.tell_post_changes('post_removed');
create trigger after_95_tell_erased after delete on public.public_posts referencing old table as changed
  for each statement when (current_setting('app.erasing', true) = 'on') execute function app.tell_erased_posts();

-- Table public.push_subscriptions
create table public.push_subscriptions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz,
  pushed_at timestamptz,
  failures integer not null default 0,
  constraint push_subscriptions_pkey primary key (id),
  constraint push_subscriptions_endpoint_key unique (endpoint),
  constraint push_subscriptions_session_id_fkey foreign key (session_id) references auth.sessions(id) on delete cascade,
  constraint push_subscriptions_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint push_subscriptions_auth_check check (auth ~ '^[\w-]{22}$'),
  constraint push_subscriptions_endpoint_check check (char_length(endpoint) <= 1000),
  constraint push_subscriptions_p256dh_check check (p256dh ~ '^B[\w-]{86}$')
);
create index push_subscriptions_due on public.push_subscriptions (due_at) where due_at is not null;
create index push_subscriptions_person on public.push_subscriptions (user_id, created_at);
create index push_subscriptions_session on public.push_subscriptions (session_id);
alter table public.push_subscriptions enable row level security, force row level security;
create policy "people see their own browsers" on public.push_subscriptions for select to authenticated
  using (user_id = (select auth.uid()));
create policy "people add their own browser" on public.push_subscriptions for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "people remove their own browsers" on public.push_subscriptions for delete to authenticated
  using (user_id = (select auth.uid()));
grant select (id, user_id, endpoint, p256dh, auth, created_at),
  insert (id, user_id, endpoint, p256dh, auth), delete
  on public.push_subscriptions to authenticated;
grant select, update (due_at), delete on public.push_subscriptions to function_owner;
grant all on public.push_subscriptions to service_role;
create trigger before_10_stamp before insert on public.push_subscriptions for each row execute function app.stamp_subscription();

-- Table public.reports
create table public.reports (
  id uuid not null default gen_random_uuid(),
  reporter_id uuid,
  reported_item_type text not null,
  reported_item_id uuid not null,
  reason text not null,
  details text,
  status text not null default 'open',
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  reported_user_id uuid,
  reported_content text,
  constraint reports_pkey primary key (id),
  constraint reports_reported_user_id_fkey foreign key (reported_user_id) references auth.users(id) on delete set null,
  constraint reports_reporter_id_fkey foreign key (reporter_id) references auth.users(id) on delete set null,
  constraint reports_check check ((resolved_at is null) = (status = 'open')),
  constraint reports_details_check check (char_length(details) <= 1000),
  constraint reports_reason_check check (reason = any (array['spam', 'hate_speech', 'inappropriate_content', 'self_harm', 'harassment', 'privacy_violation', 'other'])),
  constraint reports_reported_item_type_check check (reported_item_type = any (array['public_post', 'post_comment', 'direct_message', 'live_chat_message', 'poll'])),
  constraint reports_status_check check (status = any (array['open', 'removed', 'dismissed', 'gone']))
);
create index reports_item on public.reports (reported_item_id);
create unique index reports_one_open on public.reports (reporter_id, reported_item_type, reported_item_id) where status = 'open';
create index reports_reported on public.reports (reported_user_id);
create index reports_reporter on public.reports (reporter_id, created_at desc);
alter table public.reports enable row level security, force row level security;
create policy "people see what they reported" on public.reports for select to authenticated
  using (reporter_id = (select auth.uid()));
grant select (id, reported_item_type, reported_item_id, reason, details, status, created_at, resolved_at)
  on public.reports to authenticated;
grant select, insert, update (status, resolved_at) on public.reports to function_owner;
grant all on public.reports to service_role;
create trigger before_10_stamp before insert or update on public.reports for each row execute function app.stamp_report();
create trigger after_20_hold_file after insert on public.reports for each row execute function app.hold_file();

-- Table public.usage_ai_refinements
create table public.usage_ai_refinements (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  is_free boolean not null default true,
  settled_at timestamptz,
  constraint usage_ai_refinements_pkey primary key (id),
  constraint usage_ai_refinements_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
create index usage_ai_refinements_age on public.usage_ai_refinements (created_at);
create index usage_ai_refinements_person on public.usage_ai_refinements (user_id, created_at);
alter table public.usage_ai_refinements enable row level security, force row level security;
create policy "people see their own uses that count" on public.usage_ai_refinements for select to authenticated
  using (is_free
  and user_id = (select auth.uid()));
grant select (id, user_id, created_at) on public.usage_ai_refinements to authenticated;
grant select, insert (user_id, is_free), update (settled_at), delete on public.usage_ai_refinements to function_owner;
grant all on public.usage_ai_refinements to service_role;

-- Table public.usage_emi_messages
create table public.usage_emi_messages (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  is_free boolean not null default true,
  settled_at timestamptz,
  constraint usage_emi_messages_pkey primary key (id),
  constraint usage_emi_messages_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
create index usage_emi_messages_age on public.usage_emi_messages (created_at);
create index usage_emi_messages_person on public.usage_emi_messages (user_id, created_at);
alter table public.usage_emi_messages enable row level security, force row level security;
create policy "people see their own uses that count" on public.usage_emi_messages for select to authenticated
  using (is_free
  and user_id = (select auth.uid()));
grant select (id, user_id, created_at) on public.usage_emi_messages to authenticated;
grant select, insert (user_id, is_free), update (settled_at), delete on public.usage_emi_messages to function_owner;
grant all on public.usage_emi_messages to service_role;

-- Table public.user_blocks
create table public.user_blocks (
  id uuid not null default gen_random_uuid(),
  blocker_id uuid not null default auth.uid(),
  blocked_id uuid not null,
  created_at timestamptz not null default now(),
  constraint user_blocks_pkey primary key (id),
  constraint user_blocks_blocker_id_blocked_id_key unique (blocker_id, blocked_id),
  constraint user_blocks_blocked_id_fkey foreign key (blocked_id) references auth.users(id) on delete cascade,
  constraint user_blocks_blocker_id_fkey foreign key (blocker_id) references auth.users(id) on delete cascade,
  constraint user_blocks_check check (blocked_id <> blocker_id)
);
create index user_blocks_blocked on public.user_blocks (blocked_id, blocker_id);
alter table public.user_blocks enable row level security, force row level security;
create policy "people see whom they block" on public.user_blocks for select to authenticated
  using (blocker_id = (select auth.uid()));
create policy "people block as themselves" on public.user_blocks for insert to authenticated
  with check (blocker_id = (select auth.uid()));
create policy "people unblock whom they blocked" on public.user_blocks for delete to authenticated
  using (blocker_id = (select auth.uid()));
grant select, insert (id, blocker_id, blocked_id), delete on public.user_blocks to authenticated;
grant select on public.user_blocks to function_owner;
grant all on public.user_blocks to service_role;
create trigger after_05_hold_talk after insert on public.user_blocks for each row execute function app.hold_talk();
create trigger after_10_announce after insert or delete on public.user_blocks
  for each row when (current_setting('app.erasing', true) is distinct from 'on') execute function app.announce_block();
create trigger after_20_keep_short after insert on public.user_blocks for each row execute function app.keep_list_short('blocker_id');
create trigger after_30_tell_hidden after insert on public.user_blocks for each row execute function app.tell_hidden();

-- Table public.user_mutes
create table public.user_mutes (
  id uuid not null default gen_random_uuid(),
  muter_id uuid not null default auth.uid(),
  muted_id uuid,
  post_id uuid,
  created_at timestamptz not null default now(),
  constraint user_mutes_pkey primary key (id),
  constraint user_mutes_muter_id_muted_id_key unique (muter_id, muted_id),
  constraint user_mutes_muter_id_post_id_key unique (muter_id, post_id),
  constraint user_mutes_muted_id_fkey foreign key (muted_id) references auth.users(id) on delete cascade,
  constraint user_mutes_muter_id_fkey foreign key (muter_id) references auth.users(id) on delete cascade,
  constraint user_mutes_post_id_fkey foreign key (post_id) references public.public_posts(id) on delete cascade,
  constraint user_mutes_check check (muted_id <> muter_id),
  constraint user_mutes_check1 check (num_nonnulls(muted_id, post_id) = 1)
);
create index user_mutes_muted on public.user_mutes (muted_id);
create index user_mutes_post on public.user_mutes (post_id);
alter table public.user_mutes enable row level security, force row level security;
create policy "people see whom they mute" on public.user_mutes for select to authenticated
  using (muter_id = (select auth.uid()));
create policy "people mute others, as themselves" on public.user_mutes for insert to authenticated
  with check (muter_id = (select auth.uid())
  and not (exists ( select
   from public.wall_posts w
  where w.id = user_mutes.post_id
  and w.is_mine)));
create policy "people unmute whom they muted" on public.user_mutes for delete to authenticated
  using (muter_id = (select auth.uid()));
grant select, insert (id, muter_id, muted_id, post_id), delete on public.user_mutes to authenticated;
grant select on public.user_mutes to function_owner;
grant all on public.user_mutes to service_role;
create trigger after_10_keep_short after insert on public.user_mutes for each row execute function app.keep_list_short('muter_id');
create trigger after_30_tell_hidden after insert on public.user_mutes for each row execute function app.tell_hidden();

-- Table public.user_profiles
create table public.user_profiles (
  id uuid not null,
  email text not null,
  codename text,
  avatar_url text,
  is_premium boolean not null default false,
  premium_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  invisible boolean not null default false,
  saluhan boolean not null default false,
  may_write text not null default 'everyone',
  constraint user_profiles_pkey primary key (id),
  constraint user_profiles_id_fkey foreign key (id) references auth.users(id) on delete cascade,
  constraint user_profiles_avatar_url_check check (avatar_url ~ '^/storage/v1/object/public/avatars/[\w./-]+$' or avatar_url = '/emi.svg'
  and id = 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1'::uuid),
  constraint user_profiles_codename_check check (char_length(codename) >= 1 and char_length(codename) <= 20),
  constraint user_profiles_email_check check (char_length(email) <= 320),
  constraint user_profiles_may_write_check check (may_write = any (array['everyone', 'known', 'nobody']))
);
alter table public.user_profiles enable row level security, force row level security;
create policy "people read their own profile" on public.user_profiles for select to authenticated
  using (id = (select auth.uid()));
create policy "the public views read every profile" on public.user_profiles for select to public_reader
  using (true);
create policy "people make their own profile" on public.user_profiles for insert to authenticated
  with check (id = (select auth.uid()));
create policy "people change their own profile" on public.user_profiles for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));
grant select (id, email, codename, avatar_url, is_premium, premium_until, created_at, updated_at, invisible, saluhan, may_write),
  insert (id, email, codename),
  update (id, email, codename, avatar_url, invisible, saluhan, may_write)
  on public.user_profiles to authenticated;
grant select (id, codename, avatar_url, is_premium, premium_until, may_write),
  insert (id, email),
  update (email, avatar_url, is_premium, premium_until)
  on public.user_profiles to function_owner;
grant select (id, codename, avatar_url, is_premium, premium_until) on public.user_profiles to public_reader;
grant all on public.user_profiles to service_role;
create trigger before_05_keep_emi before delete or update on public.user_profiles
  for each row when (old.id = 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1'::uuid) execute function app.keep_emi();
create trigger before_10_check_avatar before update of avatar_url on public.user_profiles
  for each row when (new.avatar_url is distinct from old.avatar_url) execute function app.check_avatar();
create trigger before_20_stamp before insert or update on public.user_profiles for each row execute function app.stamp_profile();
create trigger after_30_announce_face after insert or update of codename, avatar_url, is_premium, premium_until, invisible on public.user_profiles
  for each row execute function app.announce_face();
create trigger after_40_drop_old_avatar after update of avatar_url on public.user_profiles
  for each row when (new.avatar_url is distinct from old.avatar_url) execute function app.drop_old_avatar();
create trigger after_50_note_rename after insert or update of codename on public.user_profiles
  for each row execute function app.note_rename();

-- Table app.analytics_days
create table app.analytics_days (
  day date not null,
  name text not null,
  mood app.mood not null,
  has_media boolean not null,
  template text,
  n bigint not null,
  constraint analytics_days_day_name_mood_has_media_template_key unique nulls not distinct (day, name, mood, has_media, template)
);
-- No row-level security.
grant select, insert, update on app.analytics_days to function_owner;
grant all on app.analytics_days to service_role;

-- Table app.analytics_events
create table app.analytics_events (
  day date not null default current_date,
  name text not null,
  mood app.mood not null,
  has_media boolean not null default false,
  template text,
  constraint analytics_events_name_check check (name = 'post_create')
);
-- No row-level security.
grant select, insert, update (day), delete on app.analytics_events to function_owner;
grant all on app.analytics_events to service_role;

-- Table app.codenames
create table app.codenames (
  id uuid not null,
  codename text not null,
  constraint codenames_pkey primary key (id),
  constraint codenames_id_fkey foreign key (id) references auth.users(id) on delete cascade
);
create index codenames_parts on app.codenames using gin (codename extensions.gin_trgm_ops);
-- No row-level security.
grant select, insert, update, delete on app.codenames to function_owner;
grant select on app.codenames to public_reader;
grant all on app.codenames to service_role;

-- Table app.deleted_polls
create table app.deleted_polls (
  id uuid not null,
  deleted_at timestamptz not null default clock_timestamp(),
  constraint deleted_polls_pkey primary key (id)
);
alter table app.deleted_polls enable row level security, force row level security;
grant select, insert (id), update (deleted_at), delete on app.deleted_polls to function_owner;
grant all on app.deleted_polls to service_role;

-- Table app.emi_talks
create table app.emi_talks (
  topic text not null,
  runner uuid,
  until timestamptz,
  next_at timestamptz not null default '-infinity',
  constraint emi_talks_pkey primary key (topic),
  constraint emi_talks_check check ((runner is null) = (until is null))
) with (fillfactor=70);
create index emi_talks_age on app.emi_talks (next_at);
alter table app.emi_talks enable row level security, force row level security;
grant select, insert, update, delete on app.emi_talks to function_owner;
grant all on app.emi_talks to service_role;

-- Table app.emi_turns
create table app.emi_turns (
  message_id uuid not null,
  topic text not null,
  asker uuid not null,
  seq bigint not null,
  use_id uuid,
  runner uuid,
  answered_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint emi_turns_pkey primary key (message_id),
  constraint emi_turns_asker_fkey foreign key (asker) references auth.users(id) on delete cascade
);
create index emi_turns_age on app.emi_turns (created_at);
create index emi_turns_asker on app.emi_turns (asker);
create index emi_turns_open on app.emi_turns (topic, asker) where answered_at is null;
create index emi_turns_use on app.emi_turns (use_id);
alter table app.emi_turns enable row level security, force row level security;
grant select, insert, update, delete on app.emi_turns to function_owner;
grant all on app.emi_turns to service_role;

-- Table app.erased_people
create table app.erased_people (
  key bytea not null,
  erased_at timestamptz not null default now(),
  constraint erased_people_pkey primary key (key),
  constraint erased_people_key_check check (octet_length(key) = 32)
);
alter table app.erased_people enable row level security, force row level security;
grant all on app.erased_people to service_role;

-- Table app.hidden_people
create table app.hidden_people (
  user_id uuid not null,
  constraint hidden_people_pkey primary key (user_id),
  constraint hidden_people_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
alter table app.hidden_people enable row level security, force row level security;
grant select on app.hidden_people to function_owner;
grant all on app.hidden_people to service_role;

-- Table app.leavings
create table app.leavings (
  user_id uuid not null,
  email text,
  new_email text,
  due_at timestamptz not null default now() + '00:00:30',
  phone text,
  new_phone text,
  constraint leavings_pkey primary key (user_id),
  constraint leavings_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);
alter table app.leavings enable row level security, force row level security;
grant select (user_id) on app.leavings to function_owner;
grant all on app.leavings to service_role;

-- Table app.migrations
create table app.migrations (
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  constraint migrations_pkey primary key (name)
);
-- No row-level security.

-- Table app.new_votes
create table app.new_votes (
  poll_id uuid not null,
  user_id uuid not null,
  option_index integer not null,
  created_at timestamptz not null,
  constraint new_votes_pkey primary key (poll_id, user_id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=1000);
alter table app.new_votes enable row level security, force row level security;
create policy "the list of polls counts the new votes" on app.new_votes for select to public_reader
  using (true);
grant select, insert, update (option_index), delete on app.new_votes to function_owner;
grant select (poll_id, option_index) on app.new_votes to public_reader;
grant all on app.new_votes to service_role;

-- Table app.node_secrets
create table app.node_secrets (
  single boolean not null default true,
  fingerprint bytea not null,
  known_at timestamptz not null default now(),
  constraint node_secrets_pkey primary key (single),
  constraint node_secrets_single_check check (single)
);
alter table app.node_secrets enable row level security, force row level security;

-- Table app.page_views
create table app.page_views (
  day date not null default current_date,
  route text not null,
  shard smallint not null,
  n bigint not null,
  constraint page_views_pkey primary key (day, route, shard),
  constraint page_views_n_check check (n > 0),
  constraint page_views_route_check check (route ~ '^/[a-z:/-]{0,60}$'),
  constraint page_views_shard_check check (shard >= 0 and shard <= 7)
) with (fillfactor=50);
-- No row-level security.
grant select, insert, update (n) on app.page_views to function_owner;
grant all on app.page_views to service_role;

-- Table app.payment_events
create table app.payment_events (
  event_id text not null,
  type text not null,
  session_id text,
  payment_id text,
  reference uuid,
  received_at timestamptz not null default now(),
  due_at timestamptz not null default now() + '00:00:30',
  attempts integer not null default 0,
  done_at timestamptz,
  constraint payment_events_pkey primary key (event_id),
  constraint payment_events_event_id_check check (char_length(event_id) <= 100),
  constraint payment_events_type_check check (char_length(type) <= 100)
);
create index payment_events_age on app.payment_events (received_at);
create index payment_events_due on app.payment_events (due_at) where done_at is null;
alter table app.payment_events enable row level security, force row level security;
grant select, update, delete on app.payment_events to function_owner;
grant all on app.payment_events to service_role;

-- Table app.premium_terms
create table app.premium_terms (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  source text not null,
  source_id uuid not null,
  months integer not null,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint premium_terms_pkey primary key (id),
  constraint premium_terms_source unique (source, source_id),
  constraint premium_terms_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint premium_terms_months_check check (months >= 1 and months <= 120),
  constraint premium_terms_source_check check (source = any (array['payment', 'proof', 'gift']))
);
create index premium_terms_person on app.premium_terms (user_id, granted_at);
alter table app.premium_terms enable row level security, force row level security;
grant select, insert, update on app.premium_terms to function_owner;
grant all on app.premium_terms to service_role;

-- Table app.push_services
create table app.push_services (
  origin text not null,
  from_setting boolean not null default true,
  constraint push_services_pkey primary key (origin),
  constraint push_services_origin_check check (origin ~ '^https?://(\*\.)?[a-z0-9.:\[\]-]+$')
);
-- No row-level security.
grant select, insert (origin), delete on app.push_services to function_owner;
grant all on app.push_services to service_role;

-- Table app.renames
create table app.renames (
  id uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  constraint renames_pkey primary key (id),
  constraint renames_id_fkey foreign key (id) references auth.users(id) on delete cascade
) with (autovacuum_vacuum_threshold=500, autovacuum_vacuum_scale_factor=0);
create index renames_asked on app.renames (asked_at);
-- No row-level security.
grant select, insert, update, delete on app.renames to function_owner;
grant all on app.renames to service_role;

-- Table app.room_messages
create table app.room_messages (
  id uuid not null default gen_random_uuid(),
  seq bigint not null,
  wall_id text not null,
  sender_id uuid not null default auth.uid(),
  message_text text not null,
  reply_to uuid,
  reaction_counts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  file jsonb,
  constraint room_messages_pkey primary key (id),
  constraint room_messages_sender_id_fkey foreign key (sender_id) references auth.users(id) on delete cascade,
  constraint room_messages_file_check check (jsonb_typeof(file) = 'object'),
  constraint room_messages_message_text_check check (char_length(message_text) <= 2000 and not app.is_blank(message_text)),
  constraint room_messages_wall_id_check check (wall_id = any (array['general', 'games', 'polls']))
) with (fillfactor=90);
create index room_messages_mentions on app.room_messages using gin (app.mentions_in(message_text)) where strpos(message_text, '@{') > 0;
create index room_messages_person on app.room_messages (sender_id, seq desc);
create unique index room_messages_room on app.room_messages (wall_id, seq desc);
-- Referenced by public.live_chat_reactions: foreign key (message_id) to (id) on delete cascade
-- Referenced by public.mentions: foreign key (message_id) to (id) on delete cascade
alter table app.room_messages enable row level security, force row level security;
create policy "people read the rooms, without those out of their sight" on app.room_messages for select to authenticated
  using (not array[sender_id] && (select app.out_of_sight()));
create policy "people write in rooms as themselves" on app.room_messages for insert to authenticated
  with check (sender_id = (select auth.uid()));
create policy "senders change their messages" on app.room_messages for update to authenticated
  using (sender_id = (select auth.uid()))
  with check (sender_id = (select auth.uid()));
create policy "senders delete their messages" on app.room_messages for delete to authenticated
  using (sender_id = (select auth.uid()));
grant select, insert (id, wall_id, sender_id, message_text, reply_to), update (message_text), delete on app.room_messages to authenticated;
grant select,
  insert (id, wall_id, sender_id, message_text, reply_to, created_at),
  update (reaction_counts), delete
  on app.room_messages to function_owner;
grant all on app.room_messages to service_role;
create trigger before_10_stamp before insert on app.room_messages for each row execute function app.stamp_room_message();
create trigger before_20_stamp_edit before update of message_text on app.room_messages
  for each row when (current_setting('app.erasing', true) is distinct from 'on') execute function app.stamp_room_edit();
create trigger before_21_take_file before insert on app.room_messages
  for each row when (strpos(new.message_text, '📎 ') > 0) execute function app.stamp_room_file();
create trigger before_22_keep_file before update of message_text on app.room_messages
  for each row when (old.file is not null) execute function app.stamp_room_file();
create trigger before_23_clear_mentions before insert or update of message_text on app.room_messages
  for each row when (strpos(new.message_text, '@{') > 0
  and current_setting('app.erasing', true) is distinct from 'on') execute function app.clear_room_mentions();
create trigger after_25_close_reports after delete on app.room_messages
  for each row execute function app.close_reports('live_chat_message');
create trigger after_26_drop_file after delete on app.room_messages
  for each row when (old.file is not null) execute function app.drop_file();
create trigger after_30_keep_update_small after update on app.room_messages referencing new table as changed
  for each statement execute function app.keep_change_small('1');
create trigger after_40_keep_delete_small after delete on app.room_messages referencing old table as changed
  for each statement execute function app.keep_change_small();
create trigger after_50_settle after insert on app.room_messages referencing new table as changed
  for each statement execute function app.settle_room_messages();
create trigger after_60_settle_edits after update on app.room_messages referencing old table as before new table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.settle_room_messages();
create trigger after_70_settle_deletions after delete on app.room_messages referencing old table as changed
  for each statement when (current_setting('app.erasing', true) is distinct from 'on') execute function app.settle_room_messages();
create trigger after_75_tell_erased after delete on app.room_messages referencing old table as changed
  for each statement when (current_setting('app.erasing', true) = 'on') execute function app.tell_erased_room_messages();

-- Table app.spent_ids
create table app.spent_ids (
  id uuid not null,
  spent_on date not null default current_date,
  constraint spent_ids_pkey primary key (id)
);
create index spent_ids_age on app.spent_ids (spent_on);
-- No row-level security.
grant select, insert, delete on app.spent_ids to function_owner;
grant all on app.spent_ids to service_role;

-- Table app.writing_systems
create table app.writing_systems (
  system text not null,
  letters int4multirange not null,
  constraint writing_systems_pkey primary key (system)
);
-- No row-level security.
grant select on app.writing_systems to function_owner;
grant all on app.writing_systems to service_role;

-- Table auth.flow_states
create table auth.flow_states (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  code_hash bytea not null,
  code_challenge text not null,
  token_id uuid,
  method text not null,
  expires_at timestamptz not null,
  constraint flow_states_pkey primary key (id),
  constraint flow_states_code_hash_key unique (code_hash),
  constraint flow_states_token_id_fkey foreign key (token_id) references auth.one_time_tokens(id) on delete cascade,
  constraint flow_states_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint flow_states_code_challenge_check check (code_challenge ~ '^[\w-]{43}$'),
  constraint flow_states_code_hash_check check (octet_length(code_hash) = 32),
  constraint flow_states_method_check check (method ~ '^[a-z_/]{1,20}$')
);
create index flow_states_expires_at_idx on auth.flow_states (expires_at);
create index flow_states_token_id_idx on auth.flow_states (token_id);
create index flow_states_user_id_idx on auth.flow_states (user_id);
alter table auth.flow_states enable row level security, force row level security;
grant all on auth.flow_states to service_role;

-- Table auth.identities
create table auth.identities (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  proved boolean not null default false,
  constraint identities_pkey primary key (id),
  constraint identities_provider_provider_id_key unique (provider, provider_id),
  constraint identities_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint identities_identity_data_check check (jsonb_typeof(identity_data) = 'object'),
  constraint identities_provider_check check (char_length(provider) >= 1 and char_length(provider) <= 40),
  constraint identities_provider_id_check check (char_length(provider_id) >= 1 and char_length(provider_id) <= 255)
);
create index identities_user_id_idx on auth.identities (user_id);
alter table auth.identities enable row level security, force row level security;
grant all on auth.identities to service_role;

-- Table auth.known_networks
create table auth.known_networks (
  user_id uuid not null,
  network bytea not null,
  seen_at timestamptz not null,
  constraint known_networks_pkey primary key (user_id, network),
  constraint known_networks_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint known_networks_network_check check (octet_length(network) = 16)
);
create index known_networks_seen_at_idx on auth.known_networks (seen_at);
alter table auth.known_networks enable row level security, force row level security;
grant all on auth.known_networks to service_role;

-- Table auth.mails
create table auth.mails (
  key bytea not null,
  id uuid not null,
  kind text not null,
  user_id uuid,
  sealed bytea not null,
  attempts smallint not null default 0,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  constraint mails_pkey primary key (key),
  constraint mails_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint mails_key_check check (octet_length(key) = 16),
  constraint mails_kind_check check (kind ~ '^[a-z_]{1,40}$'),
  constraint mails_sealed_check check (octet_length(sealed) <= 65536)
) with (fillfactor=50);
create index mails_due_at_idx on auth.mails (due_at);
create index mails_user_id_idx on auth.mails (user_id);
alter table auth.mails enable row level security, force row level security;
grant all on auth.mails to service_role;

-- Table auth.mfa_challenges
create table auth.mfa_challenges (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  session_id uuid not null,
  code_hash bytea,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint mfa_challenges_pkey primary key (id),
  constraint mfa_challenges_factor_id_fkey foreign key (factor_id) references auth.mfa_factors(id) on delete cascade,
  constraint mfa_challenges_session_id_fkey foreign key (session_id) references auth.sessions(id) on delete cascade,
  constraint mfa_challenges_code_hash_check check (octet_length(code_hash) = 32),
  constraint mfa_challenges_tries_check check (tries >= 0 and tries <= 5)
);
create index mfa_challenges_expires_at_idx on auth.mfa_challenges (expires_at);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_session_id_idx on auth.mfa_challenges (session_id);
alter table auth.mfa_challenges enable row level security, force row level security;
grant all on auth.mfa_challenges to service_role;

-- Table auth.mfa_factors
create table auth.mfa_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  factor_type text not null,
  status text not null default 'unverified',
  friendly_name text,
  secret bytea,
  last_step bigint,
  phone text,
  credential jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_challenged_at timestamptz,
  constraint mfa_factors_pkey primary key (id),
  constraint mfa_factors_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint mfa_factors_credential_check check (jsonb_typeof(credential) = 'object' and octet_length(credential::text) <= 4096),
  constraint mfa_factors_factor_type_check check (factor_type = any (array['totp', 'phone', 'webauthn', 'recovery_code'])),
  constraint mfa_factors_friendly_name_check check (char_length(friendly_name) >= 1 and char_length(friendly_name) <= 60),
  constraint mfa_factors_kind_check check ((factor_type = 'totp') = (secret is not null)
  and (factor_type = 'phone') = (phone is not null)
  and (factor_type = 'webauthn' or credential is null)),
  constraint mfa_factors_not_of_emi check (user_id <> 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1'::uuid),
  constraint mfa_factors_phone_check check (phone ~ '^[1-9][0-9]{6,14}$'),
  constraint mfa_factors_secret_check check (octet_length(secret) <= 200),
  constraint mfa_factors_status_check check (status = any (array['unverified', 'verified']))
);
create unique index mfa_factors_one_set_key on auth.mfa_factors (user_id) where factor_type = 'recovery_code';
create index mfa_factors_unfinished_idx on auth.mfa_factors (created_at) where status = 'unverified';
create unique index mfa_factors_user_id_friendly_name_idx on auth.mfa_factors (user_id, friendly_name);
create index mfa_factors_verified_idx on auth.mfa_factors (user_id) where status = 'verified';
-- Referenced by auth.mfa_challenges: foreign key (factor_id) to (id) on delete cascade
-- Referenced by auth.sessions: foreign key (factor_id) to (id) on delete set null
alter table auth.mfa_factors enable row level security, force row level security;
grant all on auth.mfa_factors to service_role;
create trigger after_10_note_new_step after insert on auth.mfa_factors
  for each row when (new.status = 'verified') execute function app.note_second_step();
create trigger after_20_note_step after update of status on auth.mfa_factors
  for each row when (old.status <> new.status) execute function app.note_second_step();
create trigger after_30_note_lost_step after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function app.note_second_step();

-- Table auth.one_time_tokens
create table auth.one_time_tokens (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  email text,
  link_hash bytea not null,
  code_hash bytea,
  tries smallint not null default 0,
  code_expires_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by bytea,
  session_id uuid,
  created_at timestamptz not null default now(),
  phone text,
  code_challenge text,
  constraint one_time_tokens_pkey primary key (id),
  constraint one_time_tokens_link_hash_key unique (link_hash),
  constraint one_time_tokens_user_id_kind_key unique (user_id, kind),
  constraint one_time_tokens_session_id_fkey foreign key (session_id) references auth.sessions(id) on delete set null,
  constraint one_time_tokens_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint one_time_tokens_address_check check (num_nonnulls(email, phone) = 1),
  constraint one_time_tokens_code_challenge_check check (code_challenge ~ '^[\w-]{43}$'),
  constraint one_time_tokens_code_hash_check check (octet_length(code_hash) = 32),
  constraint one_time_tokens_email_check check (char_length(email) >= 3 and char_length(email) <= 254),
  constraint one_time_tokens_kind_check check (kind = any (array['confirmation', 'recovery', 'magiclink', 'invite', 'email_change_current', 'email_change_new', 'reauthentication', 'sms', 'phone_change'])),
  constraint one_time_tokens_link_hash_check check (octet_length(link_hash) = 32),
  constraint one_time_tokens_not_of_emi check (user_id <> 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1'::uuid),
  constraint one_time_tokens_phone_check check (phone ~ '^[1-9][0-9]{6,14}$'),
  constraint one_time_tokens_tries_check check (tries >= 0 and tries <= 5),
  constraint one_time_tokens_used_by_check check (octet_length(used_by) = 32)
);
create index one_time_tokens_email_kind_idx on auth.one_time_tokens (email, kind);
create index one_time_tokens_expires_at_idx on auth.one_time_tokens (expires_at);
create index one_time_tokens_phone_kind_idx on auth.one_time_tokens (phone, kind);
create index one_time_tokens_session_id_idx on auth.one_time_tokens (session_id);
-- Referenced by auth.flow_states: foreign key (token_id) to (id) on delete cascade
alter table auth.one_time_tokens enable row level security, force row level security;
grant all on auth.one_time_tokens to service_role;

-- Table auth.passkeys
create table auth.passkeys (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  user_handle bytea not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  friendly_name text,
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint passkeys_counter_check check (counter >= 0 and counter <= '4294967295'::bigint),
  constraint passkeys_credential_id_check check (octet_length(credential_id) >= 1 and octet_length(credential_id) <= 1023),
  constraint passkeys_friendly_name_check check (char_length(friendly_name) >= 1 and char_length(friendly_name) <= 120),
  constraint passkeys_public_key_check check (octet_length(public_key) >= 32 and octet_length(public_key) <= 2048),
  constraint passkeys_transports_check check (cardinality(transports) <= 8),
  constraint passkeys_user_handle_check check (octet_length(user_handle) = 32)
);
create index passkeys_user_id_idx on auth.passkeys (user_id);
alter table auth.passkeys enable row level security, force row level security;
grant all on auth.passkeys to service_role;

-- Table auth.provider_flows
create table auth.provider_flows (
  state_hash bytea not null,
  browser_hash bytea not null,
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  user_id uuid,
  session_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint provider_flows_pkey primary key (state_hash),
  constraint provider_flows_session_id_fkey foreign key (session_id) references auth.sessions(id) on delete cascade,
  constraint provider_flows_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint provider_flows_browser_hash_check check (octet_length(browser_hash) = 32),
  constraint provider_flows_check check ((user_id is null) = (session_id is null)),
  constraint provider_flows_code_challenge_check check (char_length(code_challenge) = 43),
  constraint provider_flows_provider_check check (char_length(provider) >= 1 and char_length(provider) <= 40),
  constraint provider_flows_redirect_to_check check (char_length(redirect_to) <= 2100),
  constraint provider_flows_state_hash_check check (octet_length(state_hash) = 32)
);
create index provider_flows_expires_at_idx on auth.provider_flows (expires_at);
create index provider_flows_session_id_idx on auth.provider_flows (session_id);
create index provider_flows_user_id_idx on auth.provider_flows (user_id);
alter table auth.provider_flows enable row level security, force row level security;
grant all on auth.provider_flows to service_role;

-- Table auth.rate_limits
create unlogged table auth.rate_limits (
  key bytea not null,
  full_at timestamptz not null,
  constraint rate_limits_pkey primary key (key),
  constraint rate_limits_key_check check (octet_length(key) = 16)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.05);
alter table auth.rate_limits enable row level security, force row level security;
grant select, insert, update on auth.rate_limits to function_owner;
grant all on auth.rate_limits to service_role;

-- Table auth.recovery_codes
create table auth.recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint recovery_codes_hash_check check (octet_length(hash) = 32)
);
alter table auth.recovery_codes enable row level security, force row level security;
grant all on auth.recovery_codes to service_role;

-- Table auth.saml_requests
create table auth.saml_requests (
  id uuid not null,
  request_id text not null,
  sso_provider_id uuid not null,
  redirect_to text not null,
  code_challenge text not null,
  by_cookie boolean not null,
  answered_at timestamptz,
  expires_at timestamptz not null,
  constraint saml_requests_pkey primary key (id),
  constraint saml_requests_sso_provider_id_fkey foreign key (sso_provider_id) references auth.sso_providers(id) on delete cascade,
  constraint saml_requests_code_challenge_check check (code_challenge ~ '^[\w-]{43}$'),
  constraint saml_requests_redirect_to_check check (char_length(redirect_to) <= 4096),
  constraint saml_requests_request_id_check check (char_length(request_id) >= 20 and char_length(request_id) <= 60)
);
create index saml_requests_expires_at_idx on auth.saml_requests (expires_at);
create index saml_requests_sso_provider_id_idx on auth.saml_requests (sso_provider_id);
alter table auth.saml_requests enable row level security, force row level security;
grant all on auth.saml_requests to service_role;

-- Table auth.sessions
create table auth.sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  amr jsonb not null,
  refresh_counter integer not null default 1,
  rotated_at timestamptz[] not null default '{}'::timestamptz[],
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  device text,
  aal text not null default 'aal1',
  factor_id uuid,
  via_recovery boolean not null default false,
  constraint sessions_pkey primary key (id),
  constraint sessions_factor_id_fkey foreign key (factor_id) references auth.mfa_factors(id) on delete set null,
  constraint sessions_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint sessions_aal_check check (aal = any (array['aal1', 'aal2'])),
  constraint sessions_amr_check check (jsonb_typeof(amr) = 'array'),
  constraint sessions_device_check check (char_length(device) >= 1 and char_length(device) <= 40),
  constraint sessions_end_check check (expires_at <= (created_at + '4320:00:00')),
  constraint sessions_not_of_emi check (user_id <> 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1'::uuid),
  constraint sessions_recovery_check check (not via_recovery or aal = 'aal1'),
  constraint sessions_refresh_counter_check check (refresh_counter > 0),
  constraint sessions_rotated_at_check check (cardinality(rotated_at) <= 8)
) with (fillfactor=80);
create index sessions_expires_at_idx on auth.sessions (expires_at);
create index sessions_factor_id_idx on auth.sessions (factor_id);
create index sessions_user_id_expires_at_idx on auth.sessions (user_id, expires_at);
-- Referenced by auth.mfa_challenges: foreign key (session_id) to (id) on delete cascade
-- Referenced by auth.one_time_tokens: foreign key (session_id) to (id) on delete set null
-- Referenced by auth.provider_flows: foreign key (session_id) to (id) on delete cascade
-- Referenced by public.push_subscriptions: foreign key (session_id) to (id) on delete cascade
alter table auth.sessions enable row level security, force row level security;
grant select (id, user_id, expires_at, aal) on auth.sessions to function_owner;
grant all on auth.sessions to service_role;
create trigger after_10_announce_end after delete on auth.sessions for each row execute function app.announce_session_end();

-- Table auth.spent_assertions
create table auth.spent_assertions (
  key bytea not null,
  expires_at timestamptz not null,
  constraint spent_assertions_pkey primary key (key),
  constraint spent_assertions_key_check check (octet_length(key) = 32)
);
create index spent_assertions_expires_at_idx on auth.spent_assertions (expires_at);
alter table auth.spent_assertions enable row level security, force row level security;
grant all on auth.spent_assertions to service_role;

-- Table auth.sso_domains
create table auth.sso_domains (
  domain text not null,
  sso_provider_id uuid not null,
  constraint sso_domains_pkey primary key (domain),
  constraint sso_domains_sso_provider_id_fkey foreign key (sso_provider_id) references auth.sso_providers(id) on delete cascade,
  constraint sso_domains_domain_check check (domain = lower(domain)
  and domain ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$'
  and char_length(domain) <= 253)
);
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);
alter table auth.sso_domains enable row level security, force row level security;
grant all on auth.sso_domains to service_role;

-- Table auth.sso_providers
create table auth.sso_providers (
  id uuid not null default gen_random_uuid(),
  entity_id text not null,
  metadata_xml text not null,
  metadata_url text,
  fetched_at timestamptz,
  attribute_mapping jsonb not null default '{}',
  name_id_format text,
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sso_providers_pkey primary key (id),
  constraint sso_providers_entity_id_key unique (entity_id),
  constraint sso_providers_attribute_mapping_check check (jsonb_typeof(attribute_mapping) = 'object'
  and octet_length(attribute_mapping::text) <= 8192),
  constraint sso_providers_entity_id_check check (char_length(entity_id) >= 1 and char_length(entity_id) <= 1024),
  constraint sso_providers_metadata_url_check check (metadata_url ~ '^https?://' and char_length(metadata_url) <= 2048),
  constraint sso_providers_metadata_xml_check check (octet_length(metadata_xml) <= 262144),
  constraint sso_providers_name_id_format_check check (char_length(name_id_format) >= 1 and char_length(name_id_format) <= 100)
);
-- Referenced by auth.saml_requests: foreign key (sso_provider_id) to (id) on delete cascade
-- Referenced by auth.sso_domains: foreign key (sso_provider_id) to (id) on delete cascade
alter table auth.sso_providers enable row level security, force row level security;
grant all on auth.sso_providers to service_role;

-- Table auth.used_challenges
create table auth.used_challenges (
  hash bytea not null,
  expires_at timestamptz not null,
  constraint used_challenges_pkey primary key (hash),
  constraint used_challenges_hash_check check (octet_length(hash) = 32)
);
create index used_challenges_expires_at_idx on auth.used_challenges (expires_at);
alter table auth.used_challenges enable row level security, force row level security;
grant all on auth.used_challenges to service_role;

-- Table auth.users
create table auth.users (
  id uuid not null default gen_random_uuid(),
  email text,
  password_hash text,
  email_confirmed_at timestamptz,
  new_email text,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change_confirmed text,
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  banned_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  phone text,
  phone_confirmed_at timestamptz,
  new_phone text,
  phone_change_sent_at timestamptz,
  is_anonymous boolean not null default false,
  invited_at timestamptz,
  deleted_at timestamptz,
  email_proved_at timestamptz,
  has_second_step boolean not null default false,
  constraint users_pkey primary key (id),
  constraint users_email_key unique (email),
  constraint users_phone_key unique (phone),
  constraint users_anonymous_check check (not is_anonymous or email is null and phone is null),
  constraint users_app_metadata_check check (jsonb_typeof(app_metadata) = 'object'),
  constraint users_email_change_confirmed_check check (email_change_confirmed = any (array['current', 'new'])),
  constraint users_email_check check (email = lower(email) and char_length(email) >= 3 and char_length(email) <= 254),
  constraint users_new_email_check check (new_email = lower(new_email) and char_length(new_email) >= 3 and char_length(new_email) <= 254),
  constraint users_new_phone_check check (new_phone ~ '^[1-9][0-9]{6,14}$'),
  constraint users_password_hash_check check (char_length(password_hash) <= 200),
  constraint users_phone_check check (phone ~ '^[1-9][0-9]{6,14}$'),
  constraint users_user_metadata_check check (jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 16384)
);
create index users_imported_hash_idx on auth.users (id) where password_hash !~~ '$argon2id$v=19$m=19456,t=2,p=1$%';
-- Referenced by app.codenames: foreign key (id) to (id) on delete cascade
-- Referenced by app.emi_turns: foreign key (asker) to (id) on delete cascade
-- Referenced by app.hidden_people: foreign key (user_id) to (id) on delete cascade
-- Referenced by app.leavings: foreign key (user_id) to (id) on delete cascade
-- Referenced by app.premium_terms: foreign key (user_id) to (id) on delete cascade
-- Referenced by app.renames: foreign key (id) to (id) on delete cascade
-- Referenced by app.room_messages: foreign key (sender_id) to (id) on delete cascade
-- Referenced by auth.flow_states: foreign key (user_id) to (id) on delete cascade
-- Referenced by auth.identities: foreign key (user_id) to (id) on delete cascade
-- Referenced by auth.known_networks: foreign key (user_id) to (id) on delete cascade
-- Referenced by auth.mails: foreign key (user_id) to (id) on delete cascade
-- Referenced by auth.mfa_factors: foreign key (user_id) to (id) on delete cascade
-- Referenced by auth.one_time_tokens: foreign key (user_id) to (id) on delete cascade
-- Referenced by auth.passkeys: foreign key (user_id) to (id) on delete cascade
-- Referenced by auth.provider_flows: foreign key (user_id) to (id) on delete cascade
-- Referenced by auth.recovery_codes: foreign key (user_id) to (id) on delete cascade
-- Referenced by auth.sessions: foreign key (user_id) to (id) on delete cascade
-- Referenced by auth.webauthn_challenges: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.chat_uploads: foreign key (user_id) to (id) on delete set null
-- Referenced by public.contact_messages: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.conversation_members: foreign key (other_id) to (id) on delete cascade
-- Referenced by public.conversation_members: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.diary_heads: foreign key (id) to (id) on delete cascade
-- Referenced by public.diary_locks: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.diary_posts: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.emi_care: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.live_chat_reactions: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.manual_payments: foreign key (user_id) to (id) on delete set null
-- Referenced by public.mentions: foreign key (sender_id) to (id) on delete cascade
-- Referenced by public.mentions: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.notification_settings: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.payments: foreign key (user_id) to (id) on delete set null
-- Referenced by public.poll_votes: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.polls: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.post_comments: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.post_reactions: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.public_posts: foreign key (author_id) to (id) on delete cascade
-- Referenced by public.push_subscriptions: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.reports: foreign key (reported_user_id) to (id) on delete set null
-- Referenced by public.reports: foreign key (reporter_id) to (id) on delete set null
-- Referenced by public.usage_ai_refinements: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.usage_emi_messages: foreign key (user_id) to (id) on delete cascade
-- Referenced by public.user_blocks: foreign key (blocked_id) to (id) on delete cascade
-- Referenced by public.user_blocks: foreign key (blocker_id) to (id) on delete cascade
-- Referenced by public.user_mutes: foreign key (muted_id) to (id) on delete cascade
-- Referenced by public.user_mutes: foreign key (muter_id) to (id) on delete cascade
-- Referenced by public.user_profiles: foreign key (id) to (id) on delete cascade
-- Referenced by realtime.presences: foreign key (user_id) to (id) on delete cascade
-- Referenced by storage.objects: foreign key (owner_id) to (id) on delete cascade
alter table auth.users enable row level security, force row level security;
grant select (id, email, banned_until, created_at, is_anonymous, has_second_step), update (updated_at) on auth.users to function_owner;
grant all on auth.users to service_role;
create trigger before_05_keep_emi before delete or update on auth.users
  for each row when (old.id = 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1'::uuid) execute function app.keep_emi();
create trigger before_07_forget_proof before update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function app.forget_proof();
create trigger after_10_announce_person after delete or update of banned_until on auth.users
  for each row execute function app.announce_person();
create trigger after_20_follow_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function app.follow_email();

-- Table auth.webauthn_challenges
create unlogged table auth.webauthn_challenges (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  user_id uuid,
  expires_at timestamptz not null,
  constraint webauthn_challenges_pkey primary key (id),
  constraint webauthn_challenges_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint webauthn_challenges_check check ((kind = 'registration') = (user_id is not null)),
  constraint webauthn_challenges_kind_check check (kind = any (array['registration', 'authentication']))
);
create index webauthn_challenges_expires_at_idx on auth.webauthn_challenges (expires_at);
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
alter table auth.webauthn_challenges enable row level security, force row level security;
grant all on auth.webauthn_challenges to service_role;

-- Table realtime.messages
create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  seq bigint not null generated always as identity,
  topic text not null,
  extension text not null default 'broadcast',
  event text not null,
  payload jsonb not null default '{}',
  private boolean not null default true,
  inserted_at timestamptz not null default now(),
  constraint messages_pkey primary key (id),
  constraint messages_seq_key unique (seq),
  constraint messages_event_check check (char_length(event) >= 1 and char_length(event) <= 200),
  constraint messages_extension_check check (extension = any (array['broadcast', 'presence'])),
  constraint messages_payload_check check (octet_length(payload::text) <= 262144),
  constraint messages_topic_check check (char_length(topic) >= 1 and char_length(topic) <= 200)
) with (autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_insert_scale_factor=0.05);
create index messages_age on realtime.messages (inserted_at);
alter table realtime.messages enable row level security, force row level security;
create policy "people hear the private topics they belong to" on realtime.messages for select to authenticated
  using ((topic = any (array['-', (select realtime.topic())]))
  and app.may_hear((select realtime.topic()), extension));
create policy "people show that they are here" on realtime.messages for insert to authenticated
  with check (private
  and extension = 'presence'
  and topic = (select realtime.topic())
  and topic = 'global-online-users');
grant select, insert (id, topic, extension, event, payload, private) on realtime.messages to authenticated;
grant insert (topic, event, payload, private) on realtime.messages to function_owner;
grant all on realtime.messages to service_role;
create trigger after_10_announce after insert on realtime.messages
  for each row when (new.extension = 'broadcast') execute function app.announce_message();

-- Table realtime.nodes
create unlogged table realtime.nodes (
  id uuid not null,
  seen_at timestamptz not null default now(),
  constraint nodes_pkey primary key (id)
);
-- Referenced by realtime.presences: foreign key (node_id) to (id) on delete cascade
alter table realtime.nodes enable row level security, force row level security;
grant all on realtime.nodes to service_role;

-- Table realtime.presences
create unlogged table realtime.presences (
  topic text not null,
  user_id uuid not null,
  node_id uuid not null,
  constraint presences_pkey primary key (topic, user_id, node_id),
  constraint presences_node_id_fkey foreign key (node_id) references realtime.nodes(id) on delete cascade,
  constraint presences_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade,
  constraint presences_topic_check check (char_length(topic) >= 1 and char_length(topic) <= 200)
);
create index presences_node on realtime.presences (node_id);
create index presences_person on realtime.presences (user_id);
alter table realtime.presences enable row level security, force row level security;
grant all on realtime.presences to service_role;
create trigger after_10_announce after insert or delete on realtime.presences for each row execute function app.announce_presence();

-- Table storage.blobs
create table storage.blobs (
  id text not null,
  size bigint not null,
  refs integer not null default 0,
  keep_until timestamptz not null default now() + '01:00:00',
  condemned_at timestamptz,
  constraint blobs_pkey primary key (id),
  constraint blobs_check check (condemned_at is null or refs = 0),
  constraint blobs_id_check check (id ~ '^[0-9a-f]{64}-[0-9a-f]{16}$'),
  constraint blobs_refs_check check (refs >= 0),
  constraint blobs_size_check check (size >= 0)
);
create index blobs_unused on storage.blobs (keep_until) where refs = 0;
-- Referenced by storage.objects: foreign key (blob_id) to (id)
alter table storage.blobs enable row level security, force row level security;
grant select (id, refs, condemned_at), update (refs, keep_until) on storage.blobs to function_owner;
grant all on storage.blobs to service_role;

-- Table storage.buckets
create table storage.buckets (
  id text not null,
  name text not null,
  public boolean not null default false,
  file_size_limit bigint not null,
  allowed_mime_types text[] not null,
  created_at timestamptz not null default now(),
  constraint buckets_pkey primary key (id),
  constraint buckets_name_key unique (name),
  constraint buckets_allowed_mime_types_check check (cardinality(allowed_mime_types) > 0),
  constraint buckets_file_size_limit_check check (file_size_limit > 0),
  constraint buckets_id_check check (id ~ '^[a-z0-9][a-z0-9-]{1,62}$')
);
-- Referenced by storage.objects: foreign key (bucket_id) to (id)
alter table storage.buckets enable row level security, force row level security;
create policy "anyone knows the buckets" on storage.buckets for select to anon, authenticated
  using (true);
grant select on storage.buckets to anon, authenticated;
grant all on storage.buckets to service_role;

-- Table storage.objects
create table storage.objects (
  id uuid not null default gen_random_uuid(),
  bucket_id text not null,
  name text not null,
  owner_id uuid default auth.uid(),
  blob_id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb not null,
  user_metadata jsonb not null default '{}',
  constraint objects_pkey primary key (id),
  constraint objects_bucket_id_name_key unique (bucket_id, name),
  constraint objects_blob_id_fkey foreign key (blob_id) references storage.blobs(id),
  constraint objects_bucket_id_fkey foreign key (bucket_id) references storage.buckets(id),
  constraint objects_owner_id_fkey foreign key (owner_id) references auth.users(id) on delete cascade,
  constraint objects_metadata_check check (jsonb_typeof(metadata) = 'object'),
  constraint objects_name_check check (octet_length(name) >= 1 and octet_length(name) <= 1024),
  constraint objects_user_metadata_check check (jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 8192)
);
create index objects_blob on storage.objects (blob_id);
create index objects_owner on storage.objects (owner_id);
create index objects_prefix on storage.objects (bucket_id, name collate "C");
alter table storage.objects enable row level security, force row level security;
create policy "people open the files of the messages that they can read" on storage.objects for select to authenticated
  using (bucket_id = 'chat-files'
  and (exists ( select
   from app.openable_upload(objects.name) u(user_id, message_id)
  where
        case
            when u.message_id is null then u.user_id = (select auth.uid())
            else (exists ( select
               from app.room_messages m
              where m.id = u.message_id)) or (exists ( select
               from public.direct_messages m
              where m.id = u.message_id))
        end)));
create policy "people see their own files" on storage.objects for select to authenticated
  using ((bucket_id = any (array['avatars', 'payment-proofs']))
  and (name collate "C") >= (((select auth.uid())::text) || '/')
  and (name collate "C") < (((select auth.uid())::text) || '0'));
create policy "people put files into their own folder" on storage.objects for insert to authenticated
  with check ((bucket_id = any (array['avatars', 'payment-proofs']))
  and (storage.foldername(name))[1] = ((select auth.uid())::text));
create policy "people replace
  and move their own pictures" on storage.objects for update to authenticated
  using (bucket_id = 'avatars'
  and (storage.foldername(name))[1] = ((select auth.uid())::text))
  with check (bucket_id = 'avatars'
  and (storage.foldername(name))[1] = ((select auth.uid())::text));
create policy "people remove their own pictures" on storage.objects for delete to authenticated
  using (bucket_id = 'avatars'
  and (storage.foldername(name))[1] = ((select auth.uid())::text));
grant select,
  insert (id, bucket_id, name, owner_id, blob_id, metadata, user_metadata),
  update (bucket_id, name, blob_id, metadata, user_metadata), delete
  on storage.objects to authenticated;
grant select (id, bucket_id, name, owner_id, blob_id, created_at, metadata), update (id), delete on storage.objects to function_owner;
grant all on storage.objects to service_role;
create trigger before_10_stamp before insert or update on storage.objects for each row execute function app.stamp_object();
create trigger before_20_limit before insert on storage.objects for each row execute function app.limit_objects();
create trigger after_30_clear_avatar after delete or update of name, bucket_id on storage.objects
  for each row when (old.bucket_id = 'avatars') execute function app.clear_avatar();
create trigger after_40_count_refs after insert or delete or update of blob_id on storage.objects
  for each row execute function app.count_blob_refs();

-- View public.conversations
create view public.conversations with (security_invoker=true) as
 select m.user_id,
    m.conversation_id,
    m.other_id,
    m.state,
    m.is_pending,
    m.unread,
    m.last_at,
    m.last_seq,
    m.read_seq,
    m.created_at,
    coalesce(f.codename, 'Anonymous') as other_codename,
    f.avatar_url as other_avatar_url,
    coalesce(f.is_premium, false) as other_is_premium,
    l.text as last_text,
    l.sender_id as last_sender_id
   from public.conversation_members m
     cross join lateral app.last_message(m.conversation_id) l(text, sender_id)
     left join app.faces f on f.id = m.other_id;
alter view public.conversations owner to public_reader;
grant select on public.conversations to authenticated;
grant all on public.conversations to service_role;

-- View public.live_chat_messages
create view public.live_chat_messages with (security_invoker=true) as
 select id,
    seq,
    wall_id,
    sender_id,
    coalesce(( select f.codename
           from app.faces f
          where f.id = m.sender_id), 'Anonymous') as codename,
    ( select f.avatar_url
           from app.faces f
          where f.id = m.sender_id) as avatar_url,
    coalesce(( select f.is_premium
           from app.faces f
          where f.id = m.sender_id), false) as is_premium,
    message_text,
    coalesce(app.mentioned(message_text), '[]') as mentioned,
    reply_to,
    ( select q.sender_id
           from app.room_messages q
          where q.id = m.reply_to) as reply_to_sender,
    ( select app.excerpt(q.message_text, 140) as excerpt
           from app.room_messages q
          where q.id = m.reply_to) as reply_to_message,
    ( select coalesce(( select f.codename
                   from app.faces f
                  where f.id = q.sender_id), 'Anonymous') as "coalesce"
           from app.room_messages q
          where q.id = m.reply_to) as reply_to_codename,
    reaction_counts,
    ( select r.emoji
           from public.live_chat_reactions r
          where r.message_id = m.id and r.user_id = (select auth.uid())) as my_reaction,
    created_at,
    edited_at,
    file
   from app.room_messages m;
alter view public.live_chat_messages alter column id set default gen_random_uuid();
alter view public.live_chat_messages alter column sender_id set default auth.uid();
grant select,
  insert (id, wall_id, sender_id, codename, message_text, reply_to, reply_to_message, reply_to_codename),
  update (message_text), delete
  on public.live_chat_messages to authenticated;
grant all on public.live_chat_messages to service_role;
create trigger instead_10_write instead of insert on public.live_chat_messages for each row execute function app.write_room_message();

-- View public.notices
create view public.notices with (security_invoker=true) as
 select coalesce(n.kind, '') as kind,
    coalesce(n.id, '') as id,
    n.person_id,
    f.codename,
    f.avatar_url,
    f.is_premium,
    coalesce(n.preview, '') as preview,
    coalesce(n.count, 0) as count,
    coalesce(n.created_at, '-infinity') as created_at,
    coalesce(n.target_url, '') as target_url
   from ( select
                case m.state
                    when 'request' then 'request'
                    else 'dm'
                end as kind,
            m.conversation_id as id,
            m.other_id as person_id,
                case m.state
                    when 'request' then ''
                    else app.excerpt(l.text, 100)
                end as preview,
            m.unread as count,
            m.last_at as created_at,
            '/tambayan?dmUser=' || m.other_id as target_url
           from ( select own.user_id,
                    own.conversation_id,
                    own.other_id,
                    own.state,
                    own.is_pending,
                    own.began,
                    own.unread,
                    own.last_at,
                    own.last_seq,
                    own.written,
                    own.read_seq,
                    own.created_at
                   from public.conversation_members own
                  where own.unread > 0 and own.state <> 'declined' and (own.other_id <> all ((select app.out_of_sight())::uuid[])) and coalesce(( select s.dms
                           from public.notification_settings s
                          where s.user_id = (select auth.uid())), true)
                  order by own.last_at desc
                 limit 100) m
             cross join lateral app.last_message(m.conversation_id) l(text, sender_id)
        union all
         select 'mention',
            x.id::text as id,
            x.sender_id,
            app.excerpt(w.message_text, 100) as excerpt,
            1,
            x.created_at,
            '/tambayan?message=' || x.message_id
           from ( select own.id,
                    own.message_id,
                    own.user_id,
                    own.sender_id,
                    own.created_at,
                    own.read_at
                   from public.mentions own
                  where own.read_at is null and coalesce(( select s.mentions
                           from public.notification_settings s
                          where s.user_id = (select auth.uid())), true)
                  order by own.created_at desc
                 limit 100) x
             join app.room_messages w on w.id = x.message_id
        union all
         select n_1.kind,
            n_1.post_id::text as post_id,
            null::uuid,
            app.excerpt(p.content, 100) as excerpt,
            p.people,
            n_1.last_at,
            (('/wall/' || app.slug_of(p.mood)) || '?post=') || n_1.post_id
           from ( select own.user_id,
                    own.post_id,
                    own.kind,
                    own.since,
                    own.last_at,
                    own.is_unread
                   from public.post_notices own
                  where own.is_unread and (own.kind <> 'reaction' or coalesce(( select s.reactions
                           from public.notification_settings s
                          where s.user_id = (select auth.uid())), true)) and (own.kind <> 'comment' or coalesce(( select s.comments
                           from public.notification_settings s
                          where s.user_id = (select auth.uid())), true))
                  order by own.last_at desc
                 limit 100) n_1
             cross join lateral ( select o.mood,
                    o.content,
                    app.notice_people(n_1.post_id, n_1.kind) as people
                   from public.public_posts o
                  where o.id = n_1.post_id
                 offset 0) p
          where p.people > 0
        union all
         select 'payment',
            p.id::text as id,
            null::uuid,
            coalesce(app.excerpt(p.reason, 100), '') as "coalesce",
            1,
            p.decided_at,
            '/billing/receipts'
           from ( select own.id,
                    own.reason,
                    own.decided_at
                   from public.manual_payments own
                  where own.decided_at is not null and own.read_at is null
                  order by own.decided_at desc
                 limit 100) p) n
     left join app.faces f on f.id = n.person_id;
alter view public.notices owner to public_reader;
grant select on public.notices to authenticated;
grant all on public.notices to service_role;

-- View public.public_user_profiles
create view public.public_user_profiles as
 select id,
    codename,
    avatar_url,
    app.is_premium(is_premium, premium_until) as is_premium,
    premium_until
   from public.user_profiles f
  where id = (select auth.uid()) or (exists ( select
           from public.public_posts p
          where p.user_id = f.id)) or (exists ( select
           from public.post_comments c
          where c.user_id = f.id)) or (exists ( select
           from public.polls q
          where q.user_id = f.id)) or app.has_talked(id);
alter view public.public_user_profiles owner to public_reader;
grant select on public.public_user_profiles to anon, authenticated;
grant all on public.public_user_profiles to service_role;

-- View public.public_user_profiles_view
create view public.public_user_profiles_view as
 select id,
    codename,
    avatar_url,
    is_premium,
    premium_until
   from public.public_user_profiles;
alter view public.public_user_profiles_view owner to public_reader;
grant select on public.public_user_profiles_view to anon, authenticated;
grant all on public.public_user_profiles_view to service_role;

-- View public.unanswered_posts
create view public.unanswered_posts as
 select id,
    seq,
    user_id,
    codename,
    mood,
    content,
    template_url,
    created_at,
    reaction_counts,
    comment_count,
    avatar_url,
    is_premium,
    is_mine,
    my_reaction,
    content_warning,
    comments_vary
   from public.wall_posts w
  where comment_count = 0 and not is_mine and created_at >= (now() - '3 days') and created_at <= (now() - '03:00:00');
alter view public.unanswered_posts owner to public_reader;
grant select on public.unanswered_posts to authenticated;
grant all on public.unanswered_posts to service_role;

-- View public.wall_comments
create view public.wall_comments as
 select c.id,
    c.post_id,
    c.user_id,
    c.content,
    c.created_at,
    c.updated_at,
    coalesce(f.codename, 'Anonymous') as codename,
    f.avatar_url,
    app.is_premium(f.is_premium, f.premium_until) as is_premium,
    coalesce(c.user_id = (select auth.uid()), false) as is_mine,
    coalesce(p.user_id = c.user_id, false) as is_author
   from public.post_comments c
     join public.public_posts p on p.id = c.post_id
     left join public.user_profiles f on f.id = c.user_id
  where not array[c.user_id, p.id, p.user_id] && (select app.out_of_sight());
alter view public.wall_comments owner to public_reader;
grant select on public.wall_comments to anon, authenticated;
grant all on public.wall_comments to service_role;

-- View public.wall_posts
create view public.wall_posts as
 select p.id,
    p.seq,
    p.user_id,
    coalesce(f.codename, 'Anonymous') as codename,
    p.mood,
    p.content,
    p.template_url,
    p.created_at,
    p.reaction_counts,
    coalesce(p.comment_count -
        case
            when p.comment_count > 0 and sight.hidden <> '{}'::uuid[] then ( select count(*)::integer as count
               from public.post_comments c
              where c.post_id = p.id and (c.user_id = any (sight.hidden)))
            else 0
        end, 0) as comment_count,
    f.avatar_url,
    app.is_premium(f.is_premium, f.premium_until) as is_premium,
    coalesce(p.author_id = (select auth.uid()), false) as is_mine,
    ( select r.emoji
           from public.post_reactions r
          where r.post_id = p.id and r.user_id = (select auth.uid())) as my_reaction,
    p.content_warning,
    coalesce(sight.hidden <> '{}'::uuid[], false) as comments_vary
   from public.public_posts p
     cross join ( select app.out_of_sight() as hidden
         offset 0) sight
     left join public.user_profiles f on f.id = p.user_id
  where not array[p.id, p.user_id] && sight.hidden;
alter view public.wall_posts owner to public_reader;
grant select on public.wall_posts to anon, authenticated;
grant all on public.wall_posts to service_role;

-- View public.wall_search
create view public.wall_search as
 select w.id,
    w.seq,
    w.user_id,
    n.codename,
    w.mood,
    w.content,
    w.template_url,
    w.created_at,
    w.reaction_counts,
    w.comment_count,
    w.avatar_url,
    w.is_premium,
    w.is_mine,
    w.my_reaction,
    w.content_warning,
    w.comments_vary
   from app.codenames n
     join public.wall_posts w on w.user_id = n.id;
alter view public.wall_search owner to public_reader;
grant select on public.wall_search to anon, authenticated;
grant all on public.wall_search to service_role;

-- View app.faces
create view app.faces as
 select id,
    coalesce(codename, 'Anonymous') as codename,
    avatar_url,
    app.is_premium(is_premium, premium_until) as is_premium
   from public.user_profiles p;
alter view app.faces owner to public_reader;
grant select on app.faces to authenticated, function_owner;
grant all on app.faces to service_role;

-- View app.shown_polls
create view app.shown_polls as
 select p.id,
    p.seq,
    p.user_id,
    p.question,
    p.options,
    counted.vote_counts,
    ( select sum(votes.votes)::integer as sum
           from unnest(counted.vote_counts) votes(votes)) as total_votes,
    own.option_index is not null as has_voted,
    own.option_index as user_vote_index,
    app.voter_id(p.salt, (select auth.uid())) as voter_id,
    p.expires_at,
    p.expires_at is null or p.expires_at > now() as is_open,
    p.created_at,
    coalesce(f.codename, 'Anonymous') as creator_codename,
    f.avatar_url as creator_avatar_url,
    coalesce(f.is_premium, false) as creator_is_premium
   from public.polls p
     cross join ( select app.out_of_sight() as hidden
         offset 0) sight
     cross join lateral ( select array_agg(coalesce(p.vote_counts[place.place], 0) + coalesce(late.votes, 0) order by place.place) as vote_counts
           from generate_series(1, cardinality(p.options)) place(place)
             left join ( select n.option_index,
                    count(*)::integer as votes
                   from app.new_votes n
                  where n.poll_id = p.id
                  group by n.option_index) late on late.option_index = (place.place - 1)) counted
     left join public.poll_votes own on own.poll_id = p.id and own.user_id = (select auth.uid())
     left join app.faces f on f.id = p.user_id
  where p.user_id <> all (sight.hidden);
alter view app.shown_polls owner to public_reader;
grant select on app.shown_polls to anon, authenticated;
grant all on app.shown_polls to service_role;

-- Function app.across_blocks()
create function app.across_blocks()
  returns uuid[]
  language sql
  stable security definer
  set search_path to ''
return array(select b.blocked_id
  from public.user_blocks b
  where (b.blocker_id = auth.uid())
  union all select b.blocker_id
  from public.user_blocks b
  where (b.blocked_id = auth.uid())
  union all select l.user_id
  from app.leavings l
  union all select h.user_id
  from app.hidden_people h);
alter function app.across_blocks() owner to function_owner;
grant execute on function app.across_blocks() to authenticated;

-- Function app.add_months(timestamptz, integer)
create function app.add_months(began timestamptz, months integer)
  returns timestamptz
  language sql
  immutable
  set search_path to ''
return (((began at time zone 'Asia/Manila') + make_interval(months => months)) at time zone 'Asia/Manila');
grant execute on function app.add_months(timestamptz, integer) to function_owner, service_role;

-- Function app.add_votes(uuid[], integer[], integer)
create function app.add_votes(of_polls uuid[], choices integer[], step integer)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  perform from public.polls as p where p.id = any (of_polls) order by p.id for no key update;
  update public.polls as p set vote_counts = (
      select array_agg(coalesce(p.vote_counts[place], 0) + step * (select count(*)::integer from unnest(of_one.choices) as choice where choice = place - 1)
        order by place)
      from generate_series(1, cardinality(p.options)) as place)
    from (select v.poll, array_agg(v.choice) as choices from unnest(of_polls, choices) as v (poll, choice) group by v.poll) as of_one
    where p.id = of_one.poll;
end $function$;
alter function app.add_votes(uuid[], integer[], integer) owner to function_owner;

-- Function app.amount_of(text)
create function app.amount_of(plan text)
  returns integer
  language sql
  immutable
  set search_path to ''
return case plan when 'premium_monthly' then 12900 when 'premium_yearly' then 129000 else null::integer end;
grant execute on function app.amount_of(text) to function_owner, service_role;

-- Function app.announce_block()
-- Called by the trigger public.user_blocks after_10_announce
create function app.announce_block()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  perform pg_notify('realtime', 'u' || coalesce(new.blocker_id, old.blocker_id));
  perform pg_notify('realtime', 'u' || coalesce(new.blocked_id, old.blocked_id));
  return null;
end $function$;

-- Function app.announce_face()
-- Called by the trigger public.user_profiles after_30_announce_face
create function app.announce_face()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  perform pg_notify('realtime', 'f' || new.id);
  return null;
end $function$;

-- Function app.announce_message()
-- Called by the trigger realtime.messages after_10_announce
create function app.announce_message()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  perform pg_notify('realtime', 'm' || new.seq);
  return null;
end $function$;

-- Function app.announce_person()
-- Called by the trigger auth.users after_10_announce_person
create function app.announce_person()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  perform pg_notify('realtime', 'u' || coalesce(new.id, old.id));
  return null;
end $function$;

-- Function app.announce_presence()
-- Called by the trigger realtime.presences after_10_announce
create function app.announce_presence()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
declare
  changed realtime.presences := coalesce(new, old);
begin
  perform pg_notify('realtime', 'p' || changed.user_id || ' ' || changed.topic);
  return null;
end $function$;

-- Function app.announce_session_end()
-- Called by the trigger auth.sessions after_10_announce_end
create function app.announce_session_end()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  perform pg_notify('realtime', 's' || old.id);
  return null;
end $function$;

-- Function app.are_options(text[])
create function app.are_options(options text[])
  returns boolean
  language sql
  immutable
  set search_path to ''
return ((select ((array_ndims(are_options.options) = 1) and ((count(*) >= 2) and (count(*) <= 10)) and (count(distinct app.fold_option(said.said)) = count(*)) and bool_and(((char_length(said.said) <= 100) and (not app.is_blank(said.said)))))
  from unnest(are_options.options) said(said)) is true);
grant execute on function app.are_options(text[]) to function_owner, service_role;

-- Function app.ask_emi(text, integer, integer, boolean)
create function app.ask_emi(topic text, cap integer, days integer, free boolean)
  returns table(refusal text, messages uuid[])
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me uuid := auth.uid();
  talk app.emi_talks;
  fresh uuid[];
  use uuid;
begin
  perform from auth.users as u where u.id = me for key share;
  if app.is_deaf_to(me, 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1') then
    refusal := 'blocked';
    return next;
    return;
  end if;
  insert into app.emi_talks as t (topic, next_at) values (ask_emi.topic, clock_timestamp()) on conflict do nothing;
  select * into talk from app.emi_talks as t where t.topic = ask_emi.topic for update;
  if talk.until <= clock_timestamp() then perform app.end_emi_run(ask_emi.topic); end if;
  fresh := array(select f.id from app.unanswered_by_emi(ask_emi.topic, me) as f);
  if fresh <> '{}' then
    -- These messages share the use of a turn that still waits, because one answer covers both.
    select t.use_id into use from app.emi_turns as t join public.usage_emi_messages as u on u.id = t.use_id
      where t.topic = ask_emi.topic and t.asker = me and t.runner is null and t.answered_at is null limit 1;
    if use is null and not free then
      select r.use_id, r.refusal into use, refusal from app.reserve_use('emi', cap, days) as r;
    end if;
    if refusal is null then
      insert into app.emi_turns (message_id, topic, asker, seq, use_id)
        select f.id, ask_emi.topic, me, f.seq, use from app.unanswered_by_emi(ask_emi.topic, me) as f;
    end if;
  end if;
  messages := array(select t.message_id from app.emi_turns as t
    where t.topic = ask_emi.topic and t.asker = me and t.answered_at is null);
  return next;
end $function$;
alter function app.ask_emi(text, integer, integer, boolean) owner to function_owner;
grant execute on function app.ask_emi(text, integer, integer, boolean) to authenticated;

-- Function app.attach_upload(text, uuid, uuid, text)
create function app.attach_upload(words text, message uuid, sender uuid, talk text)
  returns jsonb
  language sql
  security definer
  set search_path to ''
begin atomic
  update public.chat_uploads u set message_id = attach_upload.message, topic = attach_upload.talk
  
  where ((u.object_name = app.marked_object(attach_upload.words)) and (u.user_id = attach_upload.sender) and (u.state = 'ready') and (u.message_id is null) and (u.held_at is null) and (u.expires_at > now()))
   returning jsonb_build_object('id', u.id, 'url', ('/storage/v1/object/authenticated/chat-files/' || u.object_name), 'name', u.name, 'type', u.type, 'mime', u.mime, 'size', u.size, 'width', u.width, 'height', u.height, 'expires_at', u.expires_at) as jsonb_build_object;
end;
alter function app.attach_upload(text, uuid, uuid, text) owner to function_owner;

-- Function app.begin_leaving(uuid, bytea)
create function app.begin_leaving(person uuid, ledger_key bytea)
  returns boolean
  language plpgsql
  set search_path to ''
  as $function$
declare
  account record;
begin
  -- Waits for what the person is writing. Later transactions are refused, because their session is gone.
  select u.email, u.new_email, u.phone, u.new_phone into account from auth.users as u where u.id = person for update;
  if not found then return false; end if;
  insert into app.erased_people (key) values (ledger_key) on conflict do nothing;
  insert into app.leavings (user_id, email, new_email, phone, new_phone)
    values (person, account.email, account.new_email, account.phone, account.new_phone) on conflict do nothing;
  if not found then return true; end if;
  -- Before the notices of ended sessions, so that the person's own pages hear it.
  perform pg_notify('realtime', 'l' || person);
  delete from auth.sessions where user_id = person;
  delete from public.push_subscriptions where user_id = person;
  delete from auth.one_time_tokens where user_id = person;
  delete from auth.known_networks where user_id = person;
  delete from auth.identities where user_id = person;
  delete from auth.mails where user_id = person;
  delete from public.user_profiles where id = person;
  delete from app.codenames where id = person;
  delete from app.renames where id = person;
  delete from storage.objects where owner_id = person and bucket_id = 'avatars';
  -- Address and number are free for a new account at once. Nobody can log in here, and no job works for a banned account.
  update auth.users set email = null, new_email = null, phone = null, new_phone = null, password_hash = null, user_metadata = '{}', app_metadata = '{}',
    banned_until = 'infinity' where id = person;
  return true;
end $function$;
grant execute on function app.begin_leaving(uuid, bytea) to service_role;

-- Function app.blurred_time(timestamptz, bigint, boolean)
create function app.blurred_time(moment timestamptz, seq bigint, anonymous boolean)
  returns timestamptz
  language sql
  immutable
return (date_bin(case
  when anonymous then '00:10:00'
  else '00:00:01' end, (moment - '00:00:01'), '2000-01-01 00:00:00+00') + (((seq % (1000000)::bigint))::double precision * '00:00:00.000001'));
grant execute on function app.blurred_time(timestamptz, bigint, boolean) to function_owner;

-- Function app.change_direct_message()
-- Called by the trigger public.direct_messages before_20_change
create function app.change_direct_message()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me text := auth.uid();
  own jsonb;
begin
  if me is null then return new; end if;
  if new.text is distinct from old.text then
    if old.sender_id::text <> me then
      raise exception 'Only the sender changes the words of a message' using errcode = '42501';
    end if;
    -- Otherwise an edit would bring new words to a person who declined the request.
    if exists (
      select from public.conversation_members as m
      where m.user_id = old.receiver_id and m.conversation_id = old.conversation_id and m.state = 'declined')
    then
      raise exception 'This person takes no messages from you now' using errcode = 'PT403';
    end if;
    if exists (
      select from public.reports as r
      where r.reported_item_id = old.id and r.reported_item_type = 'direct_message' and r.status = 'open')
    then
      -- Without the reason: only one person can have reported it.
      raise exception 'Hindi muna mababago ang mensaheng ito.' using errcode = 'PT409';
    end if;
    new.edited_at := now();
  end if;
  if new.reactions is distinct from old.reactions then
    if jsonb_typeof(new.reactions) is distinct from 'object' then
      raise exception 'reactions must be a map' using errcode = '23514', constraint = 'direct_messages_reactions_check';
    end if;
    own := nullif(nullif(new.reactions -> me, 'null'), '[]');
    if own is not null and own not in ('["👍"]', '["❤️"]', '["😂"]', '["😮"]', '["😢"]', '["😡"]') then
      raise exception 'A reaction is a list of one of 👍 ❤️ 😂 😮 😢 😡' using errcode = '23514', constraint = 'direct_messages_reactions_check';
    end if;
    new.reactions := old.reactions - me || case when own is null then '{}' else jsonb_build_object(me, own) end;
  end if;
  return new;
end $function$;
alter function app.change_direct_message() owner to function_owner;

-- Function app.change_membership()
-- Called by the trigger public.conversation_members before_10_change
create function app.change_membership()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  if current_user <> 'authenticated' then return new; end if;
  if new.unread not in (0, old.unread) then
    raise exception 'unread can only become 0' using errcode = '23514', constraint = 'conversation_members_unread_check';
  end if;
  if new.state <> old.state and not (old.state in ('request', 'declined') and new.state = 'open' or old.state = 'request' and new.state = 'declined') then
    raise exception 'Only a request can be accepted or declined' using errcode = '23514', constraint = 'conversation_members_state_check';
  end if;
  if new.state = 'declined' then new.unread := 0; end if;
  if new.unread = 0 then new.read_seq := greatest(old.read_seq, new.last_seq); end if;
  return new;
end $function$;

-- Function app.check_avatar()
-- Called by the trigger public.user_profiles before_10_check_avatar
create function app.check_avatar()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
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
end $function$;
alter function app.check_avatar() owner to function_owner;

-- Function app.check_session(uuid, uuid)
create function app.check_session(session uuid, subject uuid)
  returns void
  language plpgsql
  stable security definer
  set search_path to ''
  as $function$
declare
  is_banned boolean;
  is_half_open boolean;
begin
  select owner.banned_until > now(), owner.has_second_step and held.aal = 'aal1' into is_banned, is_half_open
    from auth.sessions held join auth.users owner on owner.id = held.user_id
    where held.id = session and held.user_id = subject and held.expires_at > now();
  if is_banned then raise sqlstate 'PT401' using message = 'user_banned'; end if;
  if is_half_open then raise sqlstate 'PT401' using message = 'insufficient_aal'; end if;
  if is_half_open is null then raise sqlstate 'PT401' using message = 'session_not_found'; end if;
end $function$;
alter function app.check_session(uuid, uuid) owner to function_owner;
grant execute on function app.check_session(uuid, uuid) to authenticator;

-- Function app.claim_checkouts(timestamptz, integer, text)
create function app.claim_checkouts(at timestamptz, most integer, provider text)
  returns setof uuid
  language sql
  security definer
  set search_path to ''
begin atomic
  update public.payments c set look_at = (claim_checkouts.at + '00:05:00')
   where (c.id in ( select d.id
            from public.payments d
           where ((d.provider = claim_checkouts.provider) and (d.look_at <= claim_checkouts.at))
           order by d.look_at
          limit claim_checkouts.most
          for update of d skip locked))
   returning c.id;
end;
alter function app.claim_checkouts(timestamptz, integer, text) owner to function_owner;
grant execute on function app.claim_checkouts(timestamptz, integer, text) to service_role;

-- Function app.claim_emi_turns(text, uuid)
create function app.claim_emi_turns(topic text, runner uuid)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  askers uuid[] := '{}';
  person uuid;
begin
  if not app.holds_emi_talk(topic, runner) then return null; end if;
  perform app.drop_emi_turns(array(
    select t.message_id from app.emi_turns as t
    where t.topic = claim_emi_turns.topic and t.answered_at is null and (
      t.created_at < now() - interval '10 minutes'
      or not exists (select from app.room_messages as m where m.id = t.message_id)
        and not exists (select from public.direct_messages as m where m.id = t.message_id))));
  for person in
    select t.asker from app.emi_turns as t where t.topic = claim_emi_turns.topic and t.answered_at is null
    group by t.asker order by min(t.created_at) limit 50
  loop
    if not exists (select from unnest(askers) as other where app.is_deaf_to(person, other) or app.is_deaf_to(other, person)) then
      askers := askers || person;
    end if;
    exit when cardinality(askers) = 5;
  end loop;
  if askers = '{}' then
    update app.emi_talks as t set runner = null, until = null where t.topic = claim_emi_turns.topic;
    return null;
  end if;
  insert into app.emi_turns (message_id, topic, asker, seq, use_id)
    select f.id, claim_emi_turns.topic, each.id, f.seq, (
      select t.use_id from app.emi_turns as t where t.topic = claim_emi_turns.topic and t.asker = each.id and t.answered_at is null limit 1)
    from unnest(askers) as each (id) cross join lateral app.unanswered_by_emi(claim_emi_turns.topic, each.id) as f;
  update app.emi_turns as t set runner = claim_emi_turns.runner
    where t.topic = claim_emi_turns.topic and t.asker = any (askers) and t.answered_at is null;
  return app.emi_context(topic, runner);
end $function$;
alter function app.claim_emi_turns(text, uuid) owner to function_owner;
grant execute on function app.claim_emi_turns(text, uuid) to service_role;

-- Function app.claim_only(text, uuid, uuid[])
create function app.claim_only(topic text, runner uuid, people uuid[])
  returns void
  language sql
  security definer
  set search_path to ''
begin atomic
  update app.emi_turns t set runner = null::uuid
  
  where ((t.topic = claim_only.topic) and (t.runner = claim_only.runner) and (t.answered_at is null) and (t.asker <> all (claim_only.people)));
end;
alter function app.claim_only(text, uuid, uuid[]) owner to function_owner;
grant execute on function app.claim_only(text, uuid, uuid[]) to service_role;

-- Function app.claim_payment_events(timestamptz, integer)
create function app.claim_payment_events(at timestamptz, most integer)
  returns setof text
  language sql
  security definer
  set search_path to ''
begin atomic
  update app.payment_events e set attempts = (e.attempts + 1), due_at = (claim_payment_events.at + make_interval(secs => least((3600)::double precision, ((60)::double precision * ((2)::double precision ^ (least(e.attempts, 6))::double precision)))))
   where (e.event_id in ( select d.event_id
            from app.payment_events d
           where ((d.done_at is null) and (d.due_at <= claim_payment_events.at))
           order by d.due_at
          limit claim_payment_events.most
          for update of d skip locked))
   returning e.event_id;
end;
alter function app.claim_payment_events(timestamptz, integer) owner to function_owner;
grant execute on function app.claim_payment_events(timestamptz, integer) to service_role;

-- Function app.claim_pushes(timestamptz, integer)
create function app.claim_pushes(at timestamptz, most integer)
  returns table(id uuid, endpoint text, p256dh text, auth text, failures integer, wanted boolean)
  language sql
  security definer
  set search_path to ''
begin atomic
  with due as (
          select s_1.id
            from public.push_subscriptions s_1
           where (s_1.due_at <= claim_pushes.at)
           order by s_1.due_at
          limit claim_pushes.most
          for update of s_1 skip locked
         )
  update public.push_subscriptions s set due_at =
         case
             when (app.is_push_address(s.endpoint) and app.may_push(s.user_id, claim_pushes.at)) then (claim_pushes.at + '00:01:00')
             else null::timestamptz
         end
    from due
   where (s.id = due.id)
   returning s.id,
     s.endpoint,
     s.p256dh,
     s.auth,
     s.failures,
     (s.due_at is not null);
end;
alter function app.claim_pushes(timestamptz, integer) owner to function_owner;
grant execute on function app.claim_pushes(timestamptz, integer) to service_role;

-- Function app.clear_avatar()
-- Called by the trigger storage.objects after_30_clear_avatar
create function app.clear_avatar()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  update public.user_profiles set avatar_url = null
  where id = old.owner_id and avatar_url = '/storage/v1/object/public/avatars/' || old.name;
  return null;
end $function$;
alter function app.clear_avatar() owner to function_owner;

-- Function app.clear_direct_mentions()
-- Called by the trigger public.direct_messages before_23_clear_mentions
create function app.clear_direct_mentions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  new.text := app.without_erased(new.text);
  return new;
end $function$;
alter function app.clear_direct_mentions() owner to function_owner;

-- Function app.clear_room_mentions()
-- Called by the trigger app.room_messages before_23_clear_mentions
create function app.clear_room_mentions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  new.message_text := app.without_erased(new.message_text);
  return new;
end $function$;
alter function app.clear_room_mentions() owner to function_owner;

-- Function app.close_erased(uuid[])
create function app.close_erased(ids uuid[])
  returns void
  language sql
  set search_path to ''
begin atomic
  update public.reports set status = 'gone', resolved_at = now()
   where ((reports.reported_item_id = any (close_erased.ids)) and (reports.status = 'open'));
end;
grant execute on function app.close_erased(uuid[]) to service_role;

-- Function app.close_reports()
-- Called by the trigger app.room_messages after_25_close_reports
-- Called by the trigger public.direct_messages after_25_close_reports
-- Called by the trigger public.polls after_10_close_reports
-- Called by the trigger public.post_comments after_20_close_reports
-- Called by the trigger public.public_posts after_20_close_reports
create function app.close_reports()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  update public.reports set status = 'gone', resolved_at = now()
  where reported_item_id = old.id and reported_item_type = tg_argv[0] and status = 'open';
  return null;
end $function$;
alter function app.close_reports() owner to function_owner;

-- Function app.columns_of_people()
create function app.columns_of_people()
  returns table(relation text, column_name text, keeps boolean)
  language sql
  stable
  set search_path to ''
  as $function$
  select format('%I.%I', n.nspname, t.relname), a.attname::text, c.confdeltype = 'n'
  from pg_catalog.pg_constraint as c
    join pg_catalog.pg_class as t on t.oid = c.conrelid
    join pg_catalog.pg_namespace as n on n.oid = t.relnamespace
    join pg_catalog.pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = 'auth.users'::regclass and c.conrelid <> 'app.leavings'::regclass
  order by array_position(array['post_comments', 'polls', 'live_chat_reactions', 'post_reactions', 'poll_votes'], t.relname::text), t.relname, a.attnum
$function$;
grant execute on function app.columns_of_people() to service_role;

-- Function app.conversation_of(uuid, uuid)
create function app.conversation_of(one uuid, other uuid)
  returns text
  language sql
  immutable
return ((least(one, other) || '-') || greatest(one, other));
grant execute on function app.conversation_of(uuid, uuid) to function_owner, service_role;

-- Function app.count_and_tell_comments()
-- Called by the trigger public.post_comments after_40_count_added
-- Called by the trigger public.post_comments after_60_count_removed
create function app.count_and_tell_comments()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if tg_op = 'INSERT' then
    -- withdraw takes this lock exclusively: it sees a comment that was being written, and a later insert sees the spent id.
    perform pg_advisory_xact_lock_shared(hashtextextended('comments of ' || c.user_id, 0)) from (select distinct user_id from changed) as c;
    if exists (select from app.spent_ids as s join changed using (id)) then
      raise exception 'This id is used up' using errcode = 'PT410',
        hint = 'What had it was deleted or taken back; words that are new have a new id';
    end if;
  else
    -- Without its post or account no comment can return, because the foreign keys refuse it. Its id need not be spent.
    insert into app.spent_ids (id)
      select c.id from changed as c
       where exists (select from public.public_posts as p where p.id = c.post_id)
         and exists (select from auth.users as u where u.id = c.user_id)
      on conflict do nothing;
  end if;
  with sums as (select post_id, array_agg(id) as ids from changed group by post_id),
  counted as (
    update public.public_posts as p
      set comment_count = p.comment_count + case tg_op when 'INSERT' then 1 else -1 end * cardinality(s.ids)
      from sums as s where p.id = s.post_id
      returning p.id, p.comment_count, s.ids)
  insert into realtime.messages (payload, event, topic, private)
    select
      case cardinality(c.ids) when 1
        then jsonb_build_object('type', tg_argv[0], 'post_id', c.id, 'id', c.ids[1], 'comment_count', c.comment_count)
        else jsonb_build_object('type', 'comments_changed', 'post_id', c.id, 'comment_count', c.comment_count) end,
      'comment_update', 'post-reactions-' || c.id, false
    from counted as c limit 50;
  return null;
end $function$;
alter function app.count_and_tell_comments() owner to function_owner;

-- Function app.count_and_tell_reactions()
-- Called by the trigger public.post_reactions after_20_count_added
-- Called by the trigger public.post_reactions after_30_count_updated
-- Called by the trigger public.post_reactions after_40_count_removed
create function app.count_and_tell_reactions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  changes jsonb;
  post uuid;
  change jsonb;
  counts jsonb;
  told integer := 0;
begin
  if tg_op = 'INSERT' then
    changes := (select jsonb_object_agg(post_id, of_post) from (
      select post_id, jsonb_object_agg(emoji, n) as of_post
      from (select post_id, emoji, count(*) as n from changed group by post_id, emoji) as won group by post_id) as posts);
  elsif tg_op = 'DELETE' then
    changes := (select jsonb_object_agg(post_id, of_post) from (
      select post_id, jsonb_object_agg(emoji, n) as of_post
      from (select post_id, emoji, -count(*) as n from changed group by post_id, emoji) as lost group by post_id) as posts);
  else
    changes := (select jsonb_object_agg(post_id, of_post) from (
      select post_id, jsonb_object_agg(emoji, n) as of_post from (
        select post_id, emoji, sum(n) as n from (
          select n.post_id, n.emoji, 1 as n from changed as n join before as o using (id) where n.emoji <> o.emoji
          union all select o.post_id, o.emoji, -1 from changed as n join before as o using (id) where n.emoji <> o.emoji
        ) as each_one group by post_id, emoji) as both_ways group by post_id) as posts);
  end if;
  for post, change in select c.key::uuid, c.value from jsonb_each(changes) as c loop
    update public.public_posts as p set reaction_counts = (
      select coalesce(jsonb_object_agg(parts.emoji, parts.n), '{}') from (
        select each_one.key as emoji, sum(each_one.value::int)::int as n from (
          select key, value from jsonb_each_text(p.reaction_counts) union all select key, value from jsonb_each_text(change)
        ) as each_one group by each_one.key
      ) as parts where parts.n > 0)
    where p.id = post returning p.reaction_counts into counts;
    -- A post that is being deleted is not found.
    continue when not found or told = 50;
    told := told + 1;
    insert into realtime.messages (payload, event, topic, private) values (
      jsonb_build_object('type', tg_argv[0], 'post_id', post, 'reaction_counts', counts),
      'reaction_update', 'post-reactions-' || post, false);
  end loop;
  return null;
end $function$;
alter function app.count_and_tell_reactions() owner to function_owner;

-- Function app.count_blob_refs()
-- Called by the trigger storage.objects after_40_count_refs
create function app.count_blob_refs()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
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
end $function$;
alter function app.count_blob_refs() owner to function_owner;

-- Function app.count_entries()
-- Called by the trigger public.diary_posts after_60_count_change
-- Called by the trigger public.diary_posts after_70_count_in
-- Called by the trigger public.diary_posts after_80_count_out
create function app.count_entries()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if tg_op = 'DELETE' then
    update public.diary_heads as h set rev = h.rev + 1, entries = h.entries - n.entries
      from (select user_id, count(*) as entries from changed group by user_id) as n where h.id = n.user_id;
  else
    update public.diary_heads as h
      set rev = greatest(h.rev, n.rev), entries = h.entries + case tg_op when 'INSERT' then n.entries else 0 end
      from (select user_id, max(rev) as rev, count(*) as entries from changed group by user_id) as n where h.id = n.user_id;
  end if;
  return null;
end $function$;
alter function app.count_entries() owner to function_owner;

-- Function app.count_erased_comments()
-- Called by the trigger public.post_comments after_65_count_erased
create function app.count_erased_comments()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  with lost as (select c.post_id, count(*) as n from changed as c group by 1),
  counted as (
    update public.public_posts as p set comment_count = p.comment_count - l.n from lost as l where p.id = l.post_id returning p.id, p.comment_count)
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'comments_changed', 'post_id', c.id, 'comment_count', c.comment_count),
      'comment_update', 'post-reactions-' || c.id, false from counted as c limit 50;
  return null;
end $function$;
alter function app.count_erased_comments() owner to function_owner;

-- Function app.count_erased_reactions()
-- Called by the trigger public.post_reactions after_45_count_erased
create function app.count_erased_reactions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  with lost as (
    select e.post_id, jsonb_object_agg(e.emoji, e.n) as counts
      from (select c.post_id, c.emoji, count(*) as n from changed as c group by 1, 2) as e group by 1),
  counted as (
    update public.public_posts as p set reaction_counts = app.without_counts(p.reaction_counts, l.counts)
      from lost as l where p.id = l.post_id returning p.id, p.reaction_counts)
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'reaction_removed', 'post_id', c.id, 'reaction_counts', c.reaction_counts),
      'reaction_update', 'post-reactions-' || c.id, false from counted as c limit 50;
  return null;
end $function$;
alter function app.count_erased_reactions() owner to function_owner;

-- Function app.count_erased_room_reactions()
-- Called by the trigger public.live_chat_reactions after_45_count_erased
create function app.count_erased_room_reactions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  with lost as (
    select e.message_id, jsonb_object_agg(e.emoji, e.n) as counts
      from (select c.message_id, c.emoji, count(*) as n from changed as c group by 1, 2) as e group by 1),
  counted as (
    update app.room_messages as m set reaction_counts = app.without_counts(m.reaction_counts, l.counts)
      from lost as l where m.id = l.message_id returning m.id, m.wall_id)
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'reaction', 'row', c.id), 'message_update', 'tambayan-' || c.wall_id, true from counted as c limit 50;
  return null;
end $function$;
alter function app.count_erased_room_reactions() owner to function_owner;

-- Function app.count_people(uuid, uuid, text, timestamptz, uuid[])
create function app.count_people(author uuid, post uuid, kind text, since timestamptz, hidden uuid[])
  returns integer
  language sql
  stable security definer
  set search_path to ''
return case kind
  when 'reaction' then (select count(*) as count
  from (select
  from public.post_reactions r
  where ((r.post_id = count_people.post) and (r.created_at >= count_people.since) and (r.user_id <> count_people.author) and (r.user_id <> all (count_people.hidden))) limit 100) people)
  else (select least(count(distinct comments.user_id), (100)::bigint) as "least"
  from (select c.user_id
  from public.post_comments c
  where ((c.post_id = count_people.post) and (c.created_at >= count_people.since) and (c.user_id <> count_people.author) and (c.user_id <> all (count_people.hidden))) order by c.created_at limit 200) comments) end;
alter function app.count_people(uuid, uuid, text, timestamptz, uuid[]) owner to function_owner;

-- Function app.count_post()
-- Called by the trigger public.diary_posts after_40_count_post
create function app.count_post()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  insert into app.analytics_events (name, mood, template)
  values ('post_create', new.mood, substring(new.template_url from '([a-z]+-\d)\.svg$'));
  return null;
end $function$;
alter function app.count_post() owner to function_owner;

-- Function app.count_room_reactions()
-- Called by the trigger public.live_chat_reactions after_20_count_added
-- Called by the trigger public.live_chat_reactions after_30_count_updated
-- Called by the trigger public.live_chat_reactions after_40_count_removed
create function app.count_room_reactions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  changes jsonb;
  message uuid;
  change jsonb;
  room text;
begin
  if tg_op = 'INSERT' then
    changes := (select jsonb_object_agg(message_id, of_one) from (
      select message_id, jsonb_object_agg(emoji, n) as of_one
      from (select message_id, emoji, count(*) as n from changed group by message_id, emoji) as won group by message_id) as messages);
  elsif tg_op = 'DELETE' then
    changes := (select jsonb_object_agg(message_id, of_one) from (
      select message_id, jsonb_object_agg(emoji, n) as of_one
      from (select message_id, emoji, -count(*) as n from changed group by message_id, emoji) as lost group by message_id) as messages);
  else
    changes := (select jsonb_object_agg(message_id, of_one) from (
      select message_id, jsonb_object_agg(emoji, n) as of_one from (
        select message_id, emoji, sum(n) as n from (
          select n.message_id, n.emoji, 1 as n from changed as n join before as o using (id) where n.emoji <> o.emoji
          union all select o.message_id, o.emoji, -1 from changed as n join before as o using (id) where n.emoji <> o.emoji
        ) as each_one group by message_id, emoji) as both_ways group by message_id) as messages);
  end if;
  for message, change in select c.key::uuid, c.value from jsonb_each(changes) as c loop
    update app.room_messages as m set reaction_counts = (
      select coalesce(jsonb_object_agg(parts.emoji, parts.n), '{}') from (
        select each_one.key as emoji, sum(each_one.value::int)::int as n from (
          select key, value from jsonb_each_text(m.reaction_counts) union all select key, value from jsonb_each_text(change)
        ) as each_one group by each_one.key
      ) as parts where parts.n > 0)
    where m.id = message returning m.wall_id into room;
    -- A message that is being deleted is not found.
    continue when not found;
    insert into realtime.messages (payload, event, topic, private) values (
      jsonb_build_object('type', 'reaction', 'row', message), 'message_update', 'tambayan-' || room, true);
  end loop;
  return null;
end $function$;
alter function app.count_room_reactions() owner to function_owner;

-- Function app.count_terms(uuid)
create function app.count_terms(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  term record;
  began timestamptz;
  total integer;
  paid_until timestamptz;
begin
  for term in
    select t.granted_at, t.months from app.premium_terms as t
    where t.user_id = person and t.revoked_at is null order by t.granted_at, t.id
  loop
    if paid_until is null or term.granted_at > paid_until then
      began := term.granted_at;
      total := 0;
    end if;
    total := total + term.months;
    paid_until := app.add_months(began, total);
  end loop;
  update public.user_profiles as p set is_premium = paid_until is not null, premium_until = paid_until
  where p.id = person and (p.is_premium <> (paid_until is not null) or p.premium_until is distinct from paid_until);
  if found then perform realtime.send('{}', 'profile_changed', 'user-notifications-' || person, true); end if;
end $function$;
alter function app.count_terms(uuid) owner to function_owner;
grant execute on function app.count_terms(uuid) to service_role;

-- Function app.count_views(text[], integer[])
create function app.count_views(routes text[], counts integer[])
  returns void
  language sql
  security definer
  set search_path to ''
begin atomic
  insert into app.page_views as known (route, shard, n)  select v.route,
             s.shard,
             v.n
            from (unnest(count_views.routes, count_views.counts) v(route, n)
              cross join ( select (floor((random() * (8)::double precision)))::smallint as shard
                  offset 0) s)
           order by v.route on conflict(day, route, shard) do update set n = (known.n + excluded.n);
end;
alter function app.count_views(text[], integer[]) owner to function_owner;
grant execute on function app.count_views(text[], integer[]) to service_role;

-- Function app.create_poll(uuid, text, text[], timestamptz)
create function app.create_poll(poll uuid, question text, options text[], expires_at timestamptz)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me constant uuid := auth.uid();
  asked constant text := btrim(question, E' \t\r\n');
  given constant text[] := array(
    select app.one_line(said) from unnest(options) with ordinality as option (said, place) where not app.is_blank(said) order by place);
  refusal constant text := case
    when not app.has_premium(me) then 'premium'
    when app.is_blank(asked) then 'question'
    when char_length(asked) > 300 then 'long_question'
    when cardinality(given) < 2 then 'few'
    when cardinality(given) > 10 then 'many'
    when exists (select from unnest(given) as said where char_length(said) > 100) then 'long_option'
    when not app.are_options(given) then 'same'
    when expires_at < now() + interval '5 minutes' then 'early'
    when expires_at > now() + interval '366 days' then 'late'
    when exists (select from app.spent_ids as s where s.id = poll) then 'deleted' end;
begin
  if refusal is not null then return refusal; end if;
  insert into public.polls (id, user_id, question, options, expires_at) values (poll, me, asked, given, create_poll.expires_at)
    on conflict (id) do nothing;
  return case when found or exists (select from public.polls as p where p.id = poll and p.user_id = me) then 'ok' else 'taken' end;
end $function$;
alter function app.create_poll(uuid, text, text[], timestamptz) owner to function_owner;
grant execute on function app.create_poll(uuid, text, text[], timestamptz) to authenticated;

-- Function app.decide_manual_payment(uuid, text, text)
create function app.decide_manual_payment(payment uuid, verdict text, words text, out outcome text, out person uuid, out plan text)
  returns record
  language plpgsql
  set search_path to ''
  as $function$
declare
  found_status text;
begin
  select p.user_id into person from public.manual_payments as p where p.id = payment;
  perform from auth.users as u where u.id = person for no key update;
  select p.status, p.plan into found_status, plan from public.manual_payments as p where p.id = payment;
  outcome := case when found_status is null then 'missing' when found_status <> 'pending' then found_status else 'done' end;
  if outcome <> 'done' then return; end if;
  if verdict = 'verified' then perform app.grant_term('proof', payment, person, plan); end if;
  update public.manual_payments set status = verdict, reason = words, decided_at = now() where id = payment;
end $function$;
grant execute on function app.decide_manual_payment(uuid, text, text) to service_role;

-- Function app.delete_poll(uuid)
create function app.delete_poll(poll uuid)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me constant uuid := auth.uid();
  creator uuid;
begin
  select p.user_id into creator from public.polls as p where p.id = poll and p.user_id <> all (app.out_of_sight());
  if creator <> me then return 'stranger'; end if;
  if not app.has_premium(me) then return 'premium'; end if;
  delete from public.polls as p where p.id = poll and p.user_id = me;
  if not found then return 'missing'; end if;
  -- No late request restores it.
  insert into app.spent_ids (id) values (poll) on conflict do nothing;
  return 'ok';
end $function$;
alter function app.delete_poll(uuid) owner to function_owner;
grant execute on function app.delete_poll(uuid) to authenticated;

-- Function app.direct_event(text, jsonb)
create function app.direct_event(event text, stored jsonb, out payload jsonb, out hidden_from uuid[])
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
  as $function$
declare
  message public.direct_messages;
begin
  hidden_from := '{}';
  select * into message from public.direct_messages as m where m.id = (stored ->> 'row')::uuid;
  if message.id is null or app.is_blocked_between(message.sender_id, message.receiver_id) then return; end if;
  payload := case stored ->> 'type'
    when 'edit' then jsonb_build_object('type', 'edit', 'id', message.id, 'seq', message.seq, 'text', message.text,
      'mentioned', app.mentioned(message.text), 'edited_at', message.edited_at, 'file', message.file)
    when 'reaction' then jsonb_build_object('type', 'reaction', 'id', message.id, 'reactions', message.reactions)
    else to_jsonb(message) end;
end $function$;
alter function app.direct_event(text, jsonb) owner to function_owner;
grant execute on function app.direct_event(text, jsonb) to service_role;

-- Function app.dm_notification_event(text, jsonb)
create function app.dm_notification_event(topic text, stored jsonb, out payload jsonb, out hidden_from uuid[])
  returns record
  language plpgsql
  stable security definer
  set search_path to ''
  as $function$
begin
  hidden_from := '{}';
  select jsonb_build_object(
      'conversationId', d.conversation_id, 'senderId', d.sender_id, 'senderCodename', coalesce(f.codename, 'Anonymous'),
      'senderAvatarUrl', f.avatar_url, 'senderIsPremium', coalesce(f.is_premium, false),
      'messagePreview', case m.state when 'request' then '' else app.excerpt(d.text, 100) end,
      'timestamp', d.created_at, 'isRequest', m.state = 'request')
    into payload
    from public.direct_messages as d
    join public.conversation_members as m on m.user_id = d.receiver_id and m.conversation_id = d.conversation_id
    left join app.faces as f on f.id = d.sender_id
    where d.id = (stored ->> 'row')::uuid and m.state <> 'declined' and not app.is_deaf_to(d.receiver_id, d.sender_id);
end $function$;
alter function app.dm_notification_event(text, jsonb) owner to function_owner;
grant execute on function app.dm_notification_event(text, jsonb) to service_role;

-- Function app.drop_emi_turns(uuid[])
create function app.drop_emi_turns(messages uuid[])
  returns void
  language sql
  security definer
  set search_path to ''
  as $function$
  select app.return_use('emi', t.use_id) from app.emi_turns as t
    where t.message_id = any (messages) and t.use_id is not null
      and not exists (select from app.emi_turns as o where o.use_id = t.use_id and o.message_id <> all (messages));
  delete from app.emi_turns where message_id = any (messages);
$function$;
alter function app.drop_emi_turns(uuid[]) owner to function_owner;

-- Function app.drop_file()
-- Called by the trigger app.room_messages after_26_drop_file
-- Called by the trigger public.direct_messages after_26_drop_file
create function app.drop_file()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if current_setting('app.takes_back', true) = 'on' then
    with taken as (
      update public.chat_uploads set message_id = null, topic = null
        where message_id = old.id and state = 'ready' and held_at is null returning object_name)
    update storage.objects as o set id = gen_random_uuid() from taken where o.bucket_id = 'chat-files' and o.name = taken.object_name;
  else
    update public.chat_uploads set state = 'gone' where message_id = old.id and held_at is null;
  end if;
  return null;
end $function$;
alter function app.drop_file() owner to function_owner;

-- Function app.drop_old_avatar()
-- Called by the trigger public.user_profiles after_40_drop_old_avatar
create function app.drop_old_avatar()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  delete from storage.objects
  where bucket_id = 'avatars' and '/storage/v1/object/public/avatars/' || name = old.avatar_url;
  -- Pictures of abandoned uploads are deleted too, so that they do not fill the person's limit.
  delete from storage.objects
  where bucket_id = 'avatars' and owner_id = new.id
    and '/storage/v1/object/public/avatars/' || name <> new.avatar_url;
  return null;
end $function$;
alter function app.drop_old_avatar() owner to function_owner;

-- Function app.emi_context(text, uuid)
create function app.emi_context(topic text, runner uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  as $function$
declare
  emi constant uuid := 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1';
  is_dm constant boolean := starts_with(topic, 'dm-');
  conversation constant text := case when is_dm then substr(topic, 4) end;
  wall constant text := case when not is_dm then substr(topic, 10) end;
  asked uuid[] := array(
    select t.asker from app.emi_turns as t
    where t.topic = emi_context.topic and t.runner = emi_context.runner and t.answered_at is null
    group by t.asker order by min(t.created_at));
  turns uuid[] := array(
    select t.message_id from app.emi_turns as t
    where t.topic = emi_context.topic and t.runner = emi_context.runner and t.answered_at is null);
  hidden uuid[];
  lines jsonb;
  said jsonb;
  answers bigint;
begin
  if is_dm then
    lines := (
      select jsonb_agg(jsonb_build_object('id', m.id, 'sender', m.sender_id, 'text', m.text, 'at', m.created_at) order by m.seq)
      from (
        (select d.id, d.seq, d.sender_id, d.text, d.created_at from public.direct_messages as d
          where d.conversation_id = conversation order by d.seq desc limit 5)
        union
        select d.id, d.seq, d.sender_id, d.text, d.created_at from public.direct_messages as d where d.id = any (turns)) as m);
    said := (
      select jsonb_agg(m.text order by m.seq desc)
      from (select d.text, d.seq from public.direct_messages as d
        where d.conversation_id = conversation and d.sender_id = emi order by d.seq desc limit 12) as m);
    answers := (
      select count(*) from (select from public.direct_messages as d where d.conversation_id = conversation and d.sender_id = emi limit 200) as m);
  else
    hidden := array(
      select unnest(app.people_hidden_from(person)) from unnest(asked || emi) as person
      union select m.muted_id from public.user_mutes as m where m.muter_id = any (asked) and m.muted_id is not null
      except select unnest(asked || emi));
    lines := (
      select jsonb_agg(jsonb_build_object('id', m.id, 'sender', m.sender_id, 'text', m.message_text, 'at', m.created_at) order by m.seq)
      from (
        (select r.id, r.seq, r.sender_id, r.message_text, r.created_at from app.room_messages as r
          where r.wall_id = wall and r.sender_id <> all (hidden) order by r.seq desc limit 10)
        union
        select r.id, r.seq, r.sender_id, r.message_text, r.created_at from app.room_messages as r where r.id = any (turns)) as m);
    said := (
      select jsonb_agg(m.message_text order by m.seq desc)
      from (select r.message_text, r.seq from app.room_messages as r where r.sender_id = emi order by r.seq desc limit 12) as m);
    answers := (select count(*) from (select from app.room_messages as r where r.sender_id = emi limit 200) as m);
  end if;
  return jsonb_build_object(
    'turns', to_jsonb(turns), 'lines', coalesce(lines, '[]'), 'said', coalesce(said, '[]'), 'answers', answers,
    'askers', (
      select jsonb_agg(jsonb_build_object(
        'id', asker.person,
        'care', app.is_in_care(asker.person),
        'answered_lately', exists (select from app.emi_turns as t
          where t.topic = emi_context.topic and t.asker = asker.person and t.answered_at > now() - interval '1 minute')) order by asker.number)
      from unnest(asked) with ordinality as asker (person, number)),
    'names', (
      select coalesce(jsonb_agg(distinct jsonb_build_object('id', f.id, 'codename', f.codename)), '[]')
      from jsonb_array_elements(coalesce(lines, '[]')) as line
      join app.faces as f on f.id = (line ->> 'sender')::uuid or f.id = any (app.mentions_in(line ->> 'text'))));
end $function$;
alter function app.emi_context(text, uuid) owner to function_owner;

-- Function app.end_emi_run(text)
create function app.end_emi_run(topic text)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  perform app.drop_emi_turns(array(
    select t.message_id from app.emi_turns as t where t.topic = end_emi_run.topic and t.runner is not null and t.answered_at is null));
  update app.emi_talks as t set runner = null, until = null where t.topic = end_emi_run.topic;
end $function$;
alter function app.end_emi_run(text) owner to function_owner;

-- Function app.erase_conversations(uuid, integer)
create function app.erase_conversations(person uuid, most integer)
  returns integer
  language plpgsql
  set search_path to ''
  as $function$
declare
  ids text[];
  others uuid[];
  members tid[];
  messages uuid[];
begin
  perform app.start_erasing();
  select array_agg(o.conversation_id), array_agg(o.other_id) into ids, others
    from (select * from public.conversation_members as m where m.user_id = person limit most for update) as o;
  if ids is null then return 0; end if;
  -- By their place in the table: a second search by key costs as much as the deletion.
  members := array(
    select m.ctid from public.conversation_members as m join unnest(others || array_fill(person, array[cardinality(ids)]), ids || ids) as o (side, id)
      on m.user_id = o.side and m.conversation_id = o.id for update of m);
  messages := array(select d.id from public.direct_messages as d where d.conversation_id = any (ids) limit 5 * most);
  update public.chat_uploads set state = 'gone' where message_id = any (messages) and held_at is null;
  perform app.switch_triggers(false);
  delete from public.direct_messages where id = any (messages);
  -- Otherwise the next batch goes on with these conversations.
  if cardinality(messages) < 5 * most then
    delete from public.conversation_members where ctid = any (members);
  end if;
  perform app.switch_triggers(true);
  perform app.close_erased(messages);
  return cardinality(ids);
end $function$;
grant execute on function app.erase_conversations(uuid, integer) to service_role;

-- Function app.erase_events(uuid, bigint, integer)
create function app.erase_events(person uuid, after bigint, most integer)
  returns bigint
  language plpgsql
  set search_path to ''
  as $function$
declare
  last bigint;
begin
  perform app.start_erasing();
  select max(e.seq) into last from (select m.seq from realtime.messages as m where m.seq > after order by m.seq limit most) as e;
  delete from realtime.messages as m where m.seq > after and m.seq <= last
    and (strpos(m.topic, person::text) > 0 or strpos(m.payload::text, person::text) > 0);
  return last;
end $function$;
grant execute on function app.erase_events(uuid, bigint, integer) to service_role;

-- Function app.erase_mentions(uuid, integer)
create function app.erase_mentions(person uuid, most integer)
  returns integer
  language plpgsql
  set search_path to ''
  as $function$
declare
  rooms integer;
  talks integer;
begin
  perform app.start_erasing();
  with changed as (
    update app.room_messages set message_text = replace(message_text, '@{' || person || '}', '@Anonymous') where id = any (array(
      select m.id from app.room_messages as m where strpos(m.message_text, '@{') > 0 and app.mentions_in(m.message_text) @> array[person] limit most))
    returning id, wall_id),
  told as (
    insert into realtime.messages (payload, event, topic, private)
      select jsonb_build_object('type', 'edit', 'row', c.id), 'message_update', 'tambayan-' || c.wall_id, true from changed as c limit 50)
  select count(*) into rooms from changed;
  update public.direct_messages set text = replace(text, '@{' || person || '}', '@Anonymous') where id = any (array(
    select m.id from public.direct_messages as m where strpos(m.text, '@{') > 0 and app.mentions_in(m.text) @> array[person] limit most));
  get diagnostics talks = row_count;
  return rooms + talks;
end $function$;
grant execute on function app.erase_mentions(uuid, integer) to service_role;

-- Function app.erase_posts(uuid, integer)
create function app.erase_posts(person uuid, most integer)
  returns integer
  language plpgsql
  set search_path to ''
  as $function$
declare
  ids uuid[];
  nameless uuid[];
  comments uuid[];
begin
  perform app.start_erasing();
  ids := array(select p.id from public.public_posts as p where p.author_id = person order by p.anonymous desc limit most for update);
  if ids = '{}' then return 0; end if;
  perform app.switch_triggers(false);
  with gone as (delete from public.post_comments where post_id = any (ids) returning id) select array_agg(g.id) into comments from gone as g;
  delete from public.post_reactions where post_id = any (ids);
  delete from public.post_notices where post_id = any (ids);
  delete from public.user_mutes where post_id = any (ids);
  with gone as (delete from public.public_posts where id = any (ids) returning id, user_id)
    select array_agg(g.id) into nameless from gone as g where g.user_id is null;
  perform app.switch_triggers(true);
  perform app.close_erased(ids || comments);
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'post_removed', 'post_id', id), 'post_update', 'post-reactions-' || id, false from unnest(nameless) as id;
  return cardinality(ids);
end $function$;
grant execute on function app.erase_posts(uuid, integer) to service_role;

-- Function app.erase_reports(uuid, integer)
create function app.erase_reports(person uuid, most integer)
  returns integer
  language plpgsql
  set search_path to ''
  as $function$
declare
  own integer;
  others integer;
begin
  perform app.start_erasing();
  perform app.switch_triggers(false);
  update public.reports set reporter_id = null, details = null
    where id = any (array(select r.id from public.reports as r where r.reporter_id = person limit most));
  get diagnostics own = row_count;
  update public.reports set reported_user_id = null, reported_content = null,
      status = case status when 'open' then 'gone' else status end, resolved_at = coalesce(resolved_at, now())
    where id = any (array(select r.id from public.reports as r where r.reported_user_id = person limit most));
  get diagnostics others = row_count;
  return own + others;
end $function$;
grant execute on function app.erase_reports(uuid, integer) to service_role;

-- Function app.erase_room_messages(uuid, integer)
create function app.erase_room_messages(person uuid, most integer)
  returns integer
  language plpgsql
  set search_path to ''
  as $function$
declare
  ids uuid[];
begin
  perform app.start_erasing();
  ids := array(select m.id from app.room_messages as m where m.sender_id = person limit most for update);
  if ids = '{}' then return 0; end if;
  update public.chat_uploads set state = 'gone' where message_id = any (ids) and held_at is null;
  perform app.switch_triggers(false);
  delete from public.live_chat_reactions where message_id = any (ids);
  delete from public.mentions where message_id = any (ids);
  delete from app.room_messages where id = any (ids);
  perform app.switch_triggers(true);
  perform app.close_erased(ids);
  return cardinality(ids);
end $function$;
grant execute on function app.erase_room_messages(uuid, integer) to service_role;

-- Function app.erase_rows(uuid, text, text, boolean, integer)
create function app.erase_rows(person uuid, relation text, column_name text, keeps boolean, most integer)
  returns integer
  language plpgsql
  set search_path to ''
  as $function$
declare
  gone integer;
begin
  perform app.start_erasing();
  execute format(
    case when keeps then 'update %1$s set %2$I = null' else 'delete from %1$s' end ||
      ' where ctid = any (array(select ctid from %1$s where %2$I = $1 limit $2))', relation::regclass, column_name)
    using person, most;
  get diagnostics gone = row_count;
  return gone;
end $function$;
grant execute on function app.erase_rows(uuid, text, text, boolean, integer) to service_role;

-- Function app.erase_uploads(uuid, integer)
create function app.erase_uploads(person uuid, most integer)
  returns integer
  language plpgsql
  set search_path to ''
  as $function$
declare
  ids uuid[];
  names text[];
begin
  perform app.start_erasing();
  ids := array(select u.id from public.chat_uploads as u where u.user_id = person limit most for update);
  if ids = '{}' then return 0; end if;
  perform app.switch_triggers(false);
  update public.chat_uploads set user_id = null, name = 'file' where id = any (ids) and held_at is not null;
  with gone as (delete from public.chat_uploads where id = any (ids) and held_at is null returning object_name)
    select array_agg(g.object_name) into names from gone as g;
  with gone as (delete from storage.objects where bucket_id = 'chat-files' and name = any (names) returning blob_id)
    update storage.blobs as b set refs = b.refs - g.n, keep_until = now()
      from (select blob_id, count(*) as n from gone group by 1) as g where b.id = g.blob_id;
  return cardinality(ids);
end $function$;
grant execute on function app.erase_uploads(uuid, integer) to service_role;

-- Function app.excerpt(text, integer)
create function app.excerpt(words text, most integer)
  returns text
  language sql
  stable strict
  set search_path to ''
return (select case
  when (char_length(line.said) <= excerpt.most) then line.said
  else (rtrim("left"(line.said, (excerpt.most - 1))) || '…') end as "case"
  from (select btrim(regexp_replace(app.plain_text(excerpt.words), '\s+', ' ', 'g')) as said) line);
grant execute on function app.excerpt(text, integer) to authenticated, function_owner, service_role;

-- Function app.fail_emi(text, uuid)
create function app.fail_emi(topic text, runner uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if app.holds_emi_talk(topic, runner) then perform app.end_emi_run(topic); end if;
end $function$;
alter function app.fail_emi(text, uuid) owner to function_owner;
grant execute on function app.fail_emi(text, uuid) to service_role;

-- Function app.finish_leaving(uuid, bigint)
create function app.finish_leaving(person uuid, after bigint)
  returns void
  language plpgsql
  set search_path to ''
  as $function$
begin
  perform app.start_erasing();
  -- A file that staff must be able to read may name its conversation.
  update public.chat_uploads set topic = 'dm-' where strpos(topic, person::text) > 0;
  delete from app.emi_talks where topic = 'dm-' || app.conversation_of(person, 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1');
  delete from auth.rate_limits where key = any (array[decode(md5('refinements of ' || person), 'hex'), decode(md5('emis of ' || person), 'hex')]);
  delete from auth.users where id = person;
  perform app.erase_events(person, after, 1000000);
end $function$;
grant execute on function app.finish_leaving(uuid, bigint) to service_role;

-- Function app.fold_analytics(timestamptz, integer)
create function app.fold_analytics(at timestamptz, most integer)
  returns bigint
  language sql
  security definer
  set search_path to ''
begin atomic
  with folded as (
          delete from app.analytics_events
           where (analytics_events.ctid = any (array( select e.ctid
                    from app.analytics_events e
                   where (e.day < (fold_analytics.at)::date)
                  limit fold_analytics.most
                  for update of e skip locked)))
           returning analytics_events.day,
             analytics_events.name,
             analytics_events.mood,
             analytics_events.has_media,
             analytics_events.template
         ), kept as (
          insert into app.analytics_days as known (day, name, mood, has_media, template, n)  select folded_1.day,
                     folded_1.name,
                     folded_1.mood,
                     folded_1.has_media,
                     folded_1.template,
                     count(*) as count
                    from folded folded_1
                   group by folded_1.day, folded_1.name, folded_1.mood, folded_1.has_media, folded_1.template
                   order by folded_1.day, folded_1.name, folded_1.mood, folded_1.has_media, folded_1.template on conflict(day, name, mood, has_media, template) do update set n = (known.n + excluded.n)
         )
  select count(*) as count
    from folded;
end;
alter function app.fold_analytics(timestamptz, integer) owner to function_owner;
grant execute on function app.fold_analytics(timestamptz, integer) to service_role;

-- Function app.fold_option(text)
create function app.fold_option(words text)
  returns text
  language sql
  immutable strict
  set search_path to ''
return lower(app.one_line(regexp_replace(normalize(words, nfkc), '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')));
grant execute on function app.fold_option(text) to function_owner, service_role;

-- Function app.follow_email()
-- Called by the trigger auth.users after_20_follow_email
create function app.follow_email()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  update public.user_profiles set email = coalesce(new.email, '') where id = new.id;
  return null;
end $function$;
alter function app.follow_email() owner to function_owner;

-- Function app.follow_payer()
-- Called by the trigger public.manual_payments after_40_follow
create function app.follow_payer()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if new.status = 'verified' then update public.manual_payments set proof_url = null, proof_digest = null where id = new.id;
  else delete from public.manual_payments where id = new.id; end if;
  return null;
end $function$;
alter function app.follow_payer() owner to function_owner;

-- Function app.follow_upload()
-- Called by the trigger public.chat_uploads after_10_follow
create function app.follow_upload()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if tg_op = 'DELETE' or (new.state = 'gone' and old.state <> 'gone') then
    delete from storage.objects as o where o.bucket_id = 'chat-files' and o.name = old.object_name;
  end if;
  if tg_op = 'UPDATE' and new.user_id is null and old.user_id is not null then
    if new.held_at is null then delete from public.chat_uploads where id = new.id;
    else update public.chat_uploads set name = 'file' where id = new.id; end if;
  end if;
  return null;
end $function$;
alter function app.follow_upload() owner to function_owner;

-- Function app.forget_contact(timestamptz, integer)
create function app.forget_contact(at timestamptz, most integer)
  returns bigint
  language sql
  security definer
  set search_path to ''
begin atomic
  with gone as (
          delete from public.contact_messages m
           where (m.ctid = any (array( select c.ctid
                    from public.contact_messages c
                   where (c.created_at < (forget_contact.at - '1 year'))
                  limit forget_contact.most
                  for update of c skip locked)))
           returning 1 as "?column?"
         )
  select count(*) as count
    from gone;
end;
alter function app.forget_contact(timestamptz, integer) owner to function_owner;
grant execute on function app.forget_contact(timestamptz, integer) to service_role;

-- Function app.forget_emi()
create function app.forget_emi()
  returns bigint
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me uuid := auth.uid();
  conversation text := app.conversation_of(me, 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1');
begin
  perform from auth.users as u where u.id = me for key share;
  perform app.lock_talk('dm-' || conversation);
  delete from public.emi_care as c where c.user_id = me;
  perform from app.emi_talks as t where t.topic = 'dm-' || conversation for update;
  perform app.drop_emi_turns(array(
    select t.message_id from app.emi_turns as t where t.topic = 'dm-' || conversation and t.answered_at is null));
  return coalesce((select max(d.seq) from public.direct_messages as d where d.conversation_id = conversation), 0);
end $function$;
alter function app.forget_emi() owner to function_owner;
grant execute on function app.forget_emi() to authenticated;

-- Function app.forget_emi_messages(uuid, bigint, integer)
create function app.forget_emi_messages(person uuid, last_seq bigint, most integer)
  returns bigint
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  conversation text := app.conversation_of(person, 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1');
  gone bigint;
begin
  perform from auth.users as u where u.id = person for key share;
  perform app.lock_talk('dm-' || conversation);
  delete from public.direct_messages where id in (
    select d.id from public.direct_messages as d
    where d.conversation_id = conversation and d.seq <= forget_emi_messages.last_seq order by d.seq limit most);
  get diagnostics gone = row_count;
  if gone < most then
    insert into realtime.messages (payload, event, topic, private) values
      ('{"type": "cleared"}', 'message_update', 'dm-' || conversation, true),
      (jsonb_build_object('conversationId', conversation), 'dm_changed', 'user-notifications-' || person, true);
  end if;
  return gone;
end $function$;
alter function app.forget_emi_messages(uuid, bigint, integer) owner to function_owner;
grant execute on function app.forget_emi_messages(uuid, bigint, integer) to service_role;

-- Function app.forget_emi_turns(timestamptz, integer)
create function app.forget_emi_turns(at timestamptz, most integer)
  returns bigint
  language sql
  security definer
  set search_path to ''
  as $function$
  with turns as (
    delete from app.emi_turns where message_id in (
      select t.message_id from app.emi_turns as t where t.created_at < at - interval '1 day' limit most) returning 1),
  talks as (
    delete from app.emi_talks where topic in (
      select t.topic from app.emi_talks as t where t.next_at < at - interval '1 day' and (t.until is null or t.until < at)
        and not exists (select from app.emi_turns as u where u.topic = t.topic) limit most for update skip locked) returning 1),
  cares as (
    delete from public.emi_care where user_id in (
      select c.user_id from public.emi_care as c where c.since < at - interval '48 hours' limit most for update skip locked) returning 1)
  select (select count(*) from turns) + (select count(*) from talks) + (select count(*) from cares)
$function$;
alter function app.forget_emi_turns(timestamptz, integer) owner to function_owner;
grant execute on function app.forget_emi_turns(timestamptz, integer) to service_role;

-- Function app.forget_payments(timestamptz, integer)
create function app.forget_payments(at timestamptz, most integer)
  returns bigint
  language sql
  security definer
  set search_path to ''
begin atomic
  with old_events as (
          delete from app.payment_events
           where (payment_events.event_id in ( select e.event_id
                    from app.payment_events e
                   where (e.received_at < (forget_payments.at - '30 days'))
                   order by e.received_at
                  limit forget_payments.most))
           returning 1 as "?column?"
         ), old_checkouts as (
          delete from public.payments
           where (payments.id in ( select c.id
                    from public.payments c
                  
  where ((c.created_at < (forget_payments.at - '90 days')) and ((c.paid_at is null) or ((c.user_id is null) and (c.created_at < (forget_payments.at - '10 years')))))
                   order by c.created_at
                  limit forget_payments.most))
           returning 1 as "?column?"
         )
  select (( select count(*) as count
            from old_events) + ( select count(*) as count
            from old_checkouts));
end;
alter function app.forget_payments(timestamptz, integer) owner to function_owner;
grant execute on function app.forget_payments(timestamptz, integer) to service_role;

-- Function app.forget_proof()
-- Called by the trigger auth.users before_07_forget_proof
create function app.forget_proof()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  if new.email_proved_at is not distinct from old.email_proved_at then
    new.email_proved_at := null;
  end if;
  return new;
end $function$;

-- Function app.forget_proofs(timestamptz, integer)
create function app.forget_proofs(at timestamptz, most integer)
  returns bigint
  language sql
  security definer
  set search_path to ''
begin atomic
  with ended as (
          select p.id
            from public.manual_payments p
           where ((p.proof_url is not null) and (p.decided_at <= (forget_proofs.at - '90 days')))
           order by p.decided_at
          limit forget_proofs.most
          for update of p skip locked
         ), forgotten as (
          update public.manual_payments p set proof_url = null::text
            from ended
           where (p.id = ended.id)
           returning p.id
         ), unused as (
          select o.id
            from storage.objects o
           where ((o.bucket_id = 'payment-proofs') and (o.created_at <= (forget_proofs.at - '1 day')) and (not (exists ( select
                    from public.manual_payments p
                  
  where ((p.proof_url = ('/storage/v1/object/public/payment-proofs/' || o.name)) and ((p.decided_at is null) or (p.decided_at > (forget_proofs.at - '90 days'))))))))
          limit forget_proofs.most
          for update of o skip locked
         ), gone as (
          delete from storage.objects o
            using unused
           where (o.id = unused.id)
           returning o.id
         ), old as (
          delete from public.manual_payments
           where (manual_payments.id in ( select p.id
                    from public.manual_payments p
                   where ((p.user_id is null) and (p.created_at < (forget_proofs.at - '10 years')))
                   order by p.created_at
                  limit forget_proofs.most))
           returning manual_payments.id
         )
  select ((( select count(*) as count
            from forgotten) + ( select count(*) as count
            from gone)) + ( select count(*) as count
            from old));
end;
alter function app.forget_proofs(timestamptz, integer) owner to function_owner;
grant execute on function app.forget_proofs(timestamptz, integer) to service_role;

-- Function app.forget_spent(timestamptz, integer)
create function app.forget_spent(at timestamptz, most integer)
  returns bigint
  language sql
  security definer
  set search_path to ''
  as $function$
  with spent as (
    delete from app.spent_ids where id in (
      select s.id from app.spent_ids as s where s.spent_on < (at - interval '90 days')::date order by s.spent_on limit most) returning 1)
  select count(*) from spent
$function$;
alter function app.forget_spent(timestamptz, integer) owner to function_owner;
grant execute on function app.forget_spent(timestamptz, integer) to service_role;

-- Function app.forget_uploads(timestamptz, integer)
create function app.forget_uploads(at timestamptz, most integer)
  returns bigint
  language sql
  security definer
  set search_path to ''
begin atomic
  with expired as (
          select u.id
            from public.chat_uploads u
           where ((u.state = 'ready') and (u.held_at is null) and (u.expires_at <= forget_uploads.at))
           order by u.expires_at
          limit forget_uploads.most
          for update of u skip locked
         ), ended as (
          update public.chat_uploads u set state = 'gone'
            from expired
           where (u.id = expired.id)
           returning u.id
         ), old as (
          select u.id
            from public.chat_uploads u
          
  where ((u.held_at is null) and (((u.state = 'gone') and (u.expires_at <= (forget_uploads.at - '1 day'))) or ((u.state = 'pending') and (u.expires_at <= ((forget_uploads.at + '3 days') - '00:30:00')))))
           order by u.expires_at
          limit forget_uploads.most
          for update of u skip locked
         ), forgotten as (
          delete from public.chat_uploads u
            using old
           where (u.id = old.id)
           returning u.id
         )
  select (( select count(*) as count
            from ended) + ( select count(*) as count
            from forgotten));
end;
alter function app.forget_uploads(timestamptz, integer) owner to function_owner;
grant execute on function app.forget_uploads(timestamptz, integer) to service_role;

-- Function app.forget_uses(text, integer, timestamptz, integer)
create function app.forget_uses(kind text, days integer, at timestamptz, most integer)
  returns bigint
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  gone bigint;
begin
  execute format(
    'delete from %1$s where id in (
      select id from %1$s where ($1 > 0 and created_at < $2 - make_interval(days => $1))
        or (settled_at is null and created_at < $2 - interval ''3 minutes'') limit $3)', app.uses_of(kind))
    using days, at, most;
  get diagnostics gone = row_count;
  return gone;
end $function$;
alter function app.forget_uses(text, integer, timestamptz, integer) owner to function_owner;
grant execute on function app.forget_uses(text, integer, timestamptz, integer) to service_role;

-- Function app.forget_votes(timestamptz, integer)
create function app.forget_votes(at timestamptz, most integer)
  returns bigint
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  poll uuid;
  gone bigint;
begin
  select d.id into poll from app.deleted_polls as d
    where d.deleted_at < at - interval '1 minute' order by d.deleted_at limit 1 for update skip locked;
  if not found then return 0; end if;
  delete from public.poll_votes where ctid = any (array(select v.ctid from public.poll_votes as v where v.poll_id = poll limit most));
  get diagnostics gone = row_count;
  if gone = 0 then
    delete from app.deleted_polls as d where d.id = poll;
    gone := 1;
  end if;
  return gone;
end $function$;
alter function app.forget_votes(timestamptz, integer) owner to function_owner;
grant execute on function app.forget_votes(timestamptz, integer) to service_role;

-- Function app.gather_votes(integer)
create function app.gather_votes(most integer)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  of_polls uuid[];
  choices integer[];
  people uuid[];
  times timestamptz[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('gather votes', 0)) then return null; end if;
  -- A vote that is being deleted stays for the transaction that deletes it.
  with taken as (
    delete from app.new_votes where ctid = any (array(select n.ctid from app.new_votes as n limit most for update skip locked)) returning *)
  select array_agg(t.poll_id), array_agg(t.option_index), array_agg(t.user_id), array_agg(t.created_at)
    into of_polls, choices, people, times from taken as t;
  if of_polls is null then return 0; end if;
  perform app.add_votes(of_polls, choices, 1);
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object(
        'poll_id', p.id, 'option_index', v.choice, 'user_id', app.voter_id(p.salt, v.person), 'timestamp', v.at,
        'vote_counts', p.vote_counts, 'total_votes', (select sum(votes) from unnest(p.vote_counts) as votes)),
      'vote', 'polls:global', false
    from (
      select u.*, row_number() over (partition by u.poll order by u.at desc) as place
      from unnest(of_polls, choices, people, times) as u (poll, choice, person, at)) as v
    join public.polls as p on p.id = v.poll
    where v.place <= 5 order by v.place, v.at limit 50;
  return cardinality(of_polls);
end $function$;
alter function app.gather_votes(integer) owner to function_owner;
grant execute on function app.gather_votes(integer) to service_role;

-- Function app.grant_term(text, uuid, uuid, text)
create function app.grant_term(source text, source_id uuid, person uuid, plan text)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if not app.lock_premium(person) then return 'gone'; end if;
  insert into app.premium_terms (user_id, source, source_id, months) values (person, source, source_id, app.months_of(plan))
    on conflict on constraint premium_terms_source do nothing;
  if not found then return 'repeated'; end if;
  perform app.count_terms(person);
  return 'granted';
end $function$;
alter function app.grant_term(text, uuid, uuid, text) owner to function_owner;
grant execute on function app.grant_term(text, uuid, uuid, text) to service_role;

-- Function app.has_premium(uuid)
create function app.has_premium(person uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
return coalesce((select app.is_premium(p.is_premium, p.premium_until) as is_premium
  from public.user_profiles p
  where (p.id = has_premium.person)), false);
alter function app.has_premium(uuid) owner to function_owner;

-- Function app.has_talked(uuid)
create function app.has_talked(person uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
return ((auth.uid() is not null) and (app.is_emi(person) or ((select true
  from app.room_messages m
  where (m.sender_id = has_talked.person) order by m.sender_id, m.seq desc limit 1) is true) or (exists (select
  from public.conversation_members m
  where ((m.user_id = auth.uid()) and (m.other_id = has_talked.person))))));
alter function app.has_talked(uuid) owner to function_owner;
grant execute on function app.has_talked(uuid) to anon, authenticated, public_reader;

-- Function app.has_unread(uuid)
create function app.has_unread(person uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
return ((app.wants_notice(person, 'dm') and (exists (select
  from public.conversation_members m
  where ((m.user_id = has_unread.person) and (m.unread > 0) and (m.state <> 'declined') and (not app.is_deaf_to(has_unread.person, m.other_id)))))) or (app.wants_notice(person, 'mention') and (exists (select
  from public.mentions x
  where ((x.user_id = has_unread.person) and (x.read_at is null) and (not app.is_deaf_to(has_unread.person, x.sender_id)))))) or (exists (select
  from public.post_notices n
  where ((n.user_id = has_unread.person) and n.is_unread and app.wants_notice(has_unread.person, n.kind) and (app.count_people(has_unread.person, n.post_id, n.kind, n.since, '{}'::uuid[]) > 0)))) or (exists (select
  from public.manual_payments p
  where ((p.user_id = has_unread.person) and (p.decided_at is not null) and (p.read_at is null)))));
alter function app.has_unread(uuid) owner to function_owner;

-- Function app.hide_account(uuid, timestamptz)
create function app.hide_account(person uuid, at timestamptz)
  returns text[]
  language plpgsql
  set search_path to ''
  as $function$
declare
  account record;
begin
  -- Waits for what the person is writing. Later transactions are refused, because their session is gone.
  select u.email, u.new_email, u.phone, u.new_phone, u.deleted_at into account from auth.users as u where u.id = person for update;
  if not found then return null; end if;
  if account.deleted_at is not null then return '{}'; end if;
  insert into app.hidden_people (user_id) values (person);
  perform pg_notify('realtime', 'l' || person);
  delete from auth.sessions where user_id = person;
  delete from public.push_subscriptions where user_id = person;
  delete from auth.one_time_tokens where user_id = person;
  delete from auth.known_networks where user_id = person;
  delete from auth.flow_states where user_id = person;
  delete from auth.passkeys where user_id = person;
  delete from auth.webauthn_challenges where user_id = person;
  delete from auth.mfa_factors where user_id = person;
  delete from auth.recovery_codes where user_id = person;
  delete from auth.identities where user_id = person;
  delete from auth.mails where user_id = person;
  delete from storage.objects where owner_id = person and bucket_id = 'avatars';
  -- Address and number are free for a new account at once.
  update auth.users set email = null, new_email = null, phone = null, new_phone = null, password_hash = null, user_metadata = '{}',
    app_metadata = '{}', banned_until = 'infinity', deleted_at = at, updated_at = at where id = person;
  return array_remove(array[account.email, account.new_email, account.phone, account.new_phone], null);
end $function$;
grant execute on function app.hide_account(uuid, timestamptz) to service_role;

-- Function app.hold_diary()
-- Called by the trigger public.diary_locks before_10_hold
-- Called by the trigger public.diary_posts before_10_hold
create function app.hold_diary()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  perform from auth.users as u where u.id = auth.uid() for share;
  insert into public.diary_heads (id) select u.id from auth.users as u where u.id = auth.uid() on conflict (id) do nothing;
  perform from public.diary_heads as h where h.id = auth.uid() for update;
  return null;
end $function$;
alter function app.hold_diary() owner to function_owner;

-- Function app.hold_file()
-- Called by the trigger public.reports after_20_hold_file
create function app.hold_file()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if new.reporter_id = new.reported_user_id then return null; end if;
  update public.chat_uploads set held_at = now() where message_id = new.reported_item_id and state = 'ready' and held_at is null;
  return null;
end $function$;
alter function app.hold_file() owner to function_owner;

-- Function app.hold_talk()
-- Called by the trigger public.user_blocks after_05_hold_talk
create function app.hold_talk()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  perform app.lock_talk('dm-' || app.conversation_of(new.blocker_id, new.blocked_id));
  return null;
end $function$;
alter function app.hold_talk() owner to function_owner;

-- Function app.holds_emi_talk(text, uuid)
create function app.holds_emi_talk(topic text, runner uuid)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  update app.emi_talks as t set until = clock_timestamp() + interval '1 minute'
    where t.topic = holds_emi_talk.topic and t.runner = holds_emi_talk.runner;
  return found;
end $function$;
alter function app.holds_emi_talk(text, uuid) owner to function_owner;

-- Function app.is_blank(text)
create function app.is_blank(words text)
  returns boolean
  language sql
  immutable strict
return (words !~ '[^\U00000001-\U00000020\U0000007f-\U000000a0\U000000ad\U0000034f\U00000600-\U00000605\U0000061c\U000006dd\U0000070f\U00000890-\U00000891\U000008e2\U0000115f-\U00001160\U00001680\U000017b4-\U000017b5\U0000180b-\U0000180f\U00002000-\U0000200f\U00002028-\U0000202f\U0000205f-\U0000206f\U00002800\U00003000\U00003164\U0000fe00-\U0000fe0f\U0000feff\U0000ffa0\U0000fff0-\U0000fffb\U000110bd\U000110cd\U00013430-\U0001343f\U00013441-\U00013442\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]');
grant execute on function app.is_blank(text) to authenticated, function_owner, service_role;

-- Function app.is_blocked_between(uuid, uuid)
create function app.is_blocked_between(one uuid, other uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
return (exists (select
  from public.user_blocks
  where (((user_blocks.blocker_id = is_blocked_between.one) and (user_blocks.blocked_id = is_blocked_between.other)) or ((user_blocks.blocker_id = is_blocked_between.other) and (user_blocks.blocked_id = is_blocked_between.one)))));
alter function app.is_blocked_between(uuid, uuid) owner to function_owner;

-- Function app.is_deaf_to(uuid, uuid)
create function app.is_deaf_to(person uuid, other uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
return (app.is_blocked_between(person, other) or (exists (select
  from public.user_mutes m
  where ((m.muter_id = is_deaf_to.person) and (m.muted_id = is_deaf_to.other)))));
alter function app.is_deaf_to(uuid, uuid) owner to function_owner;

-- Function app.is_emi(uuid)
create function app.is_emi(person uuid)
  returns boolean
  language sql
  immutable
return (person = 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1'::uuid);
grant execute on function app.is_emi(uuid) to function_owner;

-- Function app.is_in_care(uuid)
create function app.is_in_care(person uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
return (exists (select from public.emi_care c where ((c.user_id = is_in_care.person) and (c.since > (now() - '48:00:00')))));
alter function app.is_in_care(uuid) owner to function_owner;

-- Function app.is_kept_from(uuid)
create function app.is_kept_from(post uuid)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
return (exists (select
  from (public.public_posts p join public.user_blocks b on ((((b.blocker_id = auth.uid()) and (b.blocked_id = p.user_id)) or ((b.blocker_id = p.user_id) and (b.blocked_id = auth.uid())))))
  where (p.id = is_kept_from.post)));
alter function app.is_kept_from(uuid) owner to function_owner;
grant execute on function app.is_kept_from(uuid) to authenticated;

-- Function app.is_near(text, text)
create function app.is_near(name text, word text)
  returns boolean
  language sql
  immutable strict
  set search_path to ''
return ((regexp_replace(name, '(.)\1+', '\1', 'g') = regexp_replace(word, '(.)\1+', '\1', 'g')) or ((char_length(word) >= 7) and (exists (select
  from generate_series(0, char_length(is_near.word)) at(at)
  where (("left"(is_near.name, at.at) = "left"(is_near.word, at.at)) and (((substr(is_near.name, (at.at + 2)) = substr(is_near.word, (at.at + 1))) or (substr(is_near.name, (at.at + 2)) = substr(is_near.word, (at.at + 2)))) or (substr(is_near.name, (at.at + 1)) = substr(is_near.word, (at.at + 2)))))))));
grant execute on function app.is_near(text, text) to function_owner;

-- Function app.is_premium(boolean, timestamptz)
create function app.is_premium(flag boolean, until timestamptz)
  returns boolean
  language sql
  stable
return coalesce((flag and (until > now())), false);
grant execute on function app.is_premium(boolean, timestamptz) to anon, authenticated, function_owner, public_reader, service_role;

-- Function app.is_push_address(text)
create function app.is_push_address(endpoint text)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
return (exists (select
  from app.push_services s, lateral (select "substring"(is_push_address.endpoint, '^(https?://[a-z0-9.:\[\]-]+)/[!-~]+$') as origin) asked
  where ((s.origin = asked.origin) or (s.origin = regexp_replace(asked.origin, '^https://[a-z0-9-]+\.', 'https://*.')))));
alter function app.is_push_address(text) owner to function_owner;

-- Function app.is_reserved_codename(text)
create function app.is_reserved_codename(name text)
  returns boolean
  language sql
  immutable strict
  set search_path to ''
return (with folded as materialized (select translate(app.skeleton(form.form), 'i', 'l') as whole, array(select translate(app.skeleton(part.part), 'i', 'l') as translate
  from regexp_split_to_table(form.form, '[\s._·•-]+') part(part)) as parts
  from unnest(array[is_reserved_codename.name, regexp_replace(is_reserved_codename.name, '\d', '', 'g'), regexp_replace(is_reserved_codename.name, '\d+$', ''), translate(is_reserved_codename.name, '🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿', 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz')]) form(form)), staff as (select translate(word.word, 'i', 'l') as word
  from unnest(string_to_array('admin administrator moderator mod staff support official opisyal owner developer', ' ')) word(word)), ours as (select translate(word.word, 'i', 'l') as word
  from unnest(string_to_array('emi emibot emebot emiai emiph emiofficial emote emoteph emoteapp emoteteam emoteofficial system sistema hotline ncmh anonymous anonimo', ' ')) word(word)) select bool_or(((folded.whole ~ '^(?:sl|ang|the|real|tunay|totoong|bot|al|nl|eml|emote)*(?:eml|emote)(?:sl|the|real|bot|al|ph|eml|emote)*$') or (exists (select
  from ours
  where ((folded.whole = ours.word) or ((char_length(ours.word) > 4) and app.is_near(folded.whole, ours.word))))) or (exists (select
  from staff, unnest((folded.parts || folded.whole)) said(said)
  where (((((said.said = staff.word) or (said.said = (staff.word || 's'))) or (said.said = ('emote' || staff.word))) or (said.said = ('eml' || staff.word))) or ((char_length(staff.word) > 4) and app.is_near(said.said, staff.word))))))) as bool_or
  from folded);
grant execute on function app.is_reserved_codename(text) to function_owner;

-- Function app.keep_change_small()
-- Called by the trigger app.room_messages after_30_keep_update_small
-- Called by the trigger app.room_messages after_40_keep_delete_small
-- Called by the trigger public.direct_messages after_30_keep_update_small
-- Called by the trigger public.direct_messages after_40_keep_delete_small
-- Called by the trigger public.live_chat_reactions after_05_keep_update_small
-- Called by the trigger public.live_chat_reactions after_10_keep_delete_small
-- Called by the trigger public.post_comments after_30_keep_update_small
-- Called by the trigger public.post_comments after_35_keep_delete_small
-- Called by the trigger public.post_reactions after_05_keep_update_small
-- Called by the trigger public.post_reactions after_10_keep_delete_small
-- Called by the trigger public.public_posts after_30_keep_update_small
-- Called by the trigger public.public_posts after_40_keep_delete_small
create function app.keep_change_small()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  most constant integer := coalesce(tg_argv[0]::integer, 50);
begin
  -- The server deletes accounts, and a deleted post deletes its comments: neither is a person's own statement.
  if auth.uid() is not null and pg_trigger_depth() = 1 and (select count(*) from changed) > most then
    raise exception 'More than % % in one change', most, case most when 1 then 'row' else 'rows' end using errcode = '54000';
  end if;
  return null;
end $function$;
alter function app.keep_change_small() owner to function_owner;

-- Function app.keep_emi()
-- Called by the trigger auth.users before_05_keep_emi
-- Called by the trigger public.user_profiles before_05_keep_emi
create function app.keep_emi()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  if current_user in ('anon', 'authenticated', 'service_role', 'function_owner') then
    raise exception 'Emi stays as she is' using errcode = '42501';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;

-- Function app.keep_file(text, uuid, jsonb)
create function app.keep_file(words text, message uuid, file jsonb)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if file is null or file ->> 'url' = '/storage/v1/object/authenticated/chat-files/' || app.marked_object(words) then return file; end if;
  update public.chat_uploads set state = 'gone' where message_id = message and held_at is null;
  return null;
end $function$;
alter function app.keep_file(text, uuid, jsonb) owner to function_owner;

-- Function app.keep_list_short()
-- Called by the trigger public.user_blocks after_20_keep_short
-- Called by the trigger public.user_mutes after_10_keep_short
create function app.keep_list_short()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  person uuid := to_jsonb(new) ->> tg_argv[0];
  entries integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || ' ' || person, 0));
  execute format('select count(*) from public.%I where %I = $1', tg_table_name, tg_argv[0]) into entries using person;
  if entries > 1000 then
    raise exception 'This list is full' using errcode = '23514', constraint = tg_table_name || '_full';
  end if;
  return null;
end $function$;
alter function app.keep_list_short() owner to function_owner;

-- Function app.keep_locked()
-- Called by the trigger public.diary_posts before_20_keep_locked
create function app.keep_locked()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  if exists (select from public.diary_locks as l where l.user_id = new.user_id and not l.ending) then
    raise exception 'The diary is locked' using errcode = 'PT423', hint = 'Seal the entry to the public key of its lock';
  end if;
  return new;
end $function$;

-- Function app.know_push_services(text[])
create function app.know_push_services(origins text[])
  returns void
  language sql
  security definer
  set search_path to ''
begin atomic
  delete from app.push_services
   where (push_services.from_setting and (push_services.origin <> all (know_push_services.origins)));
  insert into app.push_services (origin)  select unnest(know_push_services.origins) as unnest on conflict do nothing;
end;
alter function app.know_push_services(text[]) owner to function_owner;
grant execute on function app.know_push_services(text[]) to service_role;

-- Function app.last_message(text)
create function app.last_message(conversation text)
  returns table(text text, sender_id uuid)
  language sql
  stable security definer
  set search_path to ''
begin atomic
  select app.excerpt(m.text, 140) as excerpt,
     m.sender_id
    from public.direct_messages m
   where ((m.conversation_id = last_message.conversation) and coalesce(((auth.uid() = m.sender_id) or (auth.uid() = m.receiver_id)), true))
   order by m.seq desc
  limit 1;
end;
alter function app.last_message(text) owner to function_owner;
grant execute on function app.last_message(text) to authenticated;

-- Function app.leave_checkout()
-- Called by the trigger public.payments before_10_leave
create function app.leave_checkout()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  new.look_at := now();
  return new;
end $function$;

-- Function app.limit_objects()
-- Called by the trigger storage.objects before_20_limit
create function app.limit_objects()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
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
end $function$;
alter function app.limit_objects() owner to function_owner;

-- Function app.lock_premium(uuid)
create function app.lock_premium(person uuid)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  perform from auth.users as u where u.id = person for no key update;
  if not found or exists (select from app.leavings as l where l.user_id = person) then return false; end if;
  insert into public.user_profiles (id, email) select u.id, coalesce(u.email, '') from auth.users as u where u.id = person on conflict do nothing;
  perform from public.user_profiles as p where p.id = person for no key update;
  return true;
end $function$;
alter function app.lock_premium(uuid) owner to function_owner;
grant execute on function app.lock_premium(uuid) to service_role;

-- Function app.lock_talk(text)
create function app.lock_talk(topic text)
  returns void
  language sql
  set search_path to ''
return pg_advisory_xact_lock(hashtextextended(('talk ' || topic), (0)::bigint));
grant execute on function app.lock_talk(text) to function_owner, service_role;

-- Function app.mark_all_read()
create function app.mark_all_read()
  returns void
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  perform set_config('app.marks_all', 'on', true);
  update public.conversation_members set unread = 0, read_seq = last_seq where user_id = auth.uid() and unread > 0;
  update public.mentions set read_at = now() where user_id = auth.uid() and read_at is null;
  update public.post_notices set is_unread = false where user_id = auth.uid() and is_unread;
  update public.manual_payments set read_at = now() where user_id = auth.uid() and decided_at is not null and read_at is null;
  insert into realtime.messages (payload, event, topic, private)
    values ('{"kind": "all"}', 'notices_read', 'user-notifications-' || auth.uid(), true);
end $function$;
alter function app.mark_all_read() owner to function_owner;
grant execute on function app.mark_all_read() to authenticated;

-- Function app.marked_address(text)
create function app.marked_address(words text)
  returns text
  language sql
  immutable strict
  set search_path to ''
return case
  when (strpos(words, '📎 Shared a file: ') > 0) then "substring"(words, '(?:^|\n)📎 Shared a file: file_url=([^&\s]+)&file_name=[^&\s]*&file_type=(?:image|video|file)\s*$')
  else null::text end;
grant execute on function app.marked_address(text) to authenticated, function_owner, service_role;

-- Function app.marked_object(text)
create function app.marked_object(words text)
  returns text
  language plpgsql
  stable strict
  set search_path to ''
  as $function$
declare
  address text := app.marked_address(words);
  object text := substring(address from '%2Fchat-files%2F([0-9a-f-]{36}\.[a-z0-9]{2,5})$');
  path text := '%2Fstorage%2Fv1%2Fobject%2Fauthenticated%2Fchat-files%2F' || object;
  origin text := regexp_replace(coalesce(auth.jwt() ->> 'iss', ''), '/auth/v1$', '');
begin
  return case when address in (path, replace(replace(origin, ':', '%3A'), '/', '%2F') || path) then object end;
end $function$;
grant execute on function app.marked_object(text) to authenticated, function_owner, service_role;

-- Function app.may_hear(text, text)
create function app.may_hear(topic text, extension text)
  returns boolean
  language plpgsql
  stable security definer
  set search_path to ''
  as $function$
declare
  me text := auth.uid()::text;
  id constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  members text[];
begin
  if me is null then return false; end if;
  if topic = 'global-online-users' then return true; end if;
  if extension <> 'broadcast' then return false; end if;
  if topic in ('tambayan-general', 'tambayan-games', 'tambayan-polls') then return true; end if;
  if topic in ('user-notifications-' || me, 'mention-notifications-' || me, 'user:' || me || ':mentions') then return true; end if;
  members := regexp_match(topic, '^dm-(' || id || ')-(' || id || ')$');
  return coalesce(
    me = any (members) and members[1] collate "C" < members[2] collate "C"
      and not app.is_blocked_between(members[1]::uuid, members[2]::uuid),
    false);
end $function$;
alter function app.may_hear(text, text) owner to function_owner;
grant execute on function app.may_hear(text, text) to authenticated;

-- Function app.may_push(uuid, timestamptz)
create function app.may_push(person uuid, at timestamptz)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
return ((exists (select
  from auth.users u
  where ((u.id = may_push.person) and ((u.banned_until is null) or (u.banned_until <= may_push.at))))) and (not (exists (select
  from public.notification_settings s, lateral (select ((extract(hour
  from local.t) * (60)::numeric) + extract(minute
  from local.t)) as minute
  from (select (may_push.at at time zone 'Asia/Manila') as t) local) now
  where ((s.user_id = may_push.person) and ((not s.push) or case
  when (s.quiet_from < s.quiet_to) then ((now.minute >= (s.quiet_from)::numeric) and (now.minute < (s.quiet_to)::numeric))
  else ((now.minute >= (s.quiet_from)::numeric) or (now.minute < (s.quiet_to)::numeric)) end))))) and app.has_unread(person));
alter function app.may_push(uuid, timestamptz) owner to function_owner;

-- Function app.mention_event(jsonb)
create function app.mention_event(stored jsonb, out payload jsonb, out hidden_from uuid[])
  returns record
  language plpgsql
  stable
  set search_path to ''
  as $function$
begin
  select
    jsonb_build_object(
      'id', x.id, 'mentionedBy', x.sender_id, 'mentionedByCodename', coalesce(f.codename, 'Anonymous'),
      'mentionedByAvatarUrl', f.avatar_url, 'mentionedByIsPremium', coalesce(f.is_premium, false),
      'contentPreview', app.excerpt(m.message_text, 100), 'timestamp', x.created_at, 'targetUrl', '/tambayan?message=' || x.message_id),
    app.people_hidden_from(x.sender_id)
    into payload, hidden_from
    from public.mentions as x join app.room_messages as m on m.id = x.message_id left join app.faces as f on f.id = x.sender_id
    where x.id = (stored ->> 'row')::uuid;
end $function$;
grant execute on function app.mention_event(jsonb) to service_role;

-- Function app.mentioned(text)
create function app.mentioned(words text)
  returns jsonb
  language sql
  stable strict
  set search_path to ''
return case
  when (strpos(words, '@{') = 0) then '[]'
  else (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'codename', coalesce(f.codename, 'Anonymous')) order by person.place), '[]') as "coalesce"
  from (unnest(app.mentions_in(mentioned.words)) with ordinality person(id, place) left join app.faces f on ((f.id = person.id)))) end;
grant execute on function app.mentioned(text) to authenticated, function_owner, service_role;

-- Function app.mentions_emi(text)
create function app.mentions_emi(words text)
  returns boolean
  language sql
  immutable strict
  set search_path to ''
return (words ~* '(^|[^[:alnum:]_@])@(emi(?![[:alnum:]_])|\{e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1\})');
grant execute on function app.mentions_emi(text) to function_owner;

-- Function app.mentions_in(text)
create function app.mentions_in(words text)
  returns uuid[]
  language sql
  immutable strict
  set search_path to ''
return case
  when (strpos(words, '@{') = 0) then '{}'::uuid[]
  else array(select (found.parts[1])::uuid as parts
  from regexp_matches(mentions_in.words, '@\{([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}', 'g') with ordinality found(parts, place) group by found.parts[1] order by (min(found.place))) end;
grant execute on function app.mentions_in(text) to authenticated, function_owner, service_role;

-- Function app.mixes_letters(text)
create function app.mixes_letters(name text)
  returns boolean
  language sql
  stable strict
  set search_path to ''
return (not (exists (select
  from app.writing_systems s
  where (not (exists (select
  from regexp_split_to_table(mixes_letters.name, '') letter(letter)
  where ((letter.letter <> '') and (not (s.letters @> ascii(letter.letter))))))))));
grant execute on function app.mixes_letters(text) to function_owner;

-- Function app.months_of(text)
create function app.months_of(plan text)
  returns integer
  language sql
  immutable
  set search_path to ''
return case plan when 'premium_monthly' then 1 when 'premium_yearly' then 12 else null::integer end;
grant execute on function app.months_of(text) to function_owner, service_role;

-- Function app.my_limits(integer, integer, integer, integer)
create function app.my_limits(refinements integer, emi integer, uploads integer, days integer)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path to ''
  as $function$
declare
  me constant uuid := auth.uid();
  premium constant boolean := app.has_premium(me);
  counted jsonb;
begin
  with uses as (
    select 'refinement' as kind, u.created_at, make_interval(days => days) as lasts from public.usage_ai_refinements as u
      where u.user_id = me and u.is_free and (u.settled_at is not null or u.created_at > now() - interval '3 minutes')
    union all
    select 'emi', u.created_at, make_interval(days => days) from public.usage_emi_messages as u
      where u.user_id = me and u.is_free and (u.settled_at is not null or u.created_at > now() - interval '3 minutes')
    union all
    select 'upload', u.created_at, interval '24 hours' from public.chat_uploads as u
      where u.user_id = me and (u.state <> 'pending' or u.created_at > now() - interval '30 minutes')
  ), valid as (
    select u.kind, u.created_at + nullif(u.lasts, interval '0') as ends_at, row_number() over (partition by u.kind order by u.created_at desc) as place
    from uses as u where u.lasts = interval '0' or u.created_at > now() - u.lasts
  )
  select jsonb_object_agg(c.kind, jsonb_build_object('used', c.used, 'cap', c.cap, 'next_at', c.next_at)) into counted
  from (
    select k.kind, count(v.place) as used, case when not premium then k.cap end as cap, min(v.ends_at) filter (where not premium and v.place = k.cap) as next_at
    from (values ('refinement', refinements), ('emi', emi), ('upload', uploads)) as k (kind, cap) left join valid as v using (kind)
    group by k.kind, k.cap
  ) as c;
  return counted || jsonb_build_object(
    'is_premium', premium, 'premium_until', (select p.premium_until from public.user_profiles as p where p.id = me), 'days', days);
end $function$;
alter function app.my_limits(integer, integer, integer, integer) owner to function_owner;
grant execute on function app.my_limits(integer, integer, integer, integer) to authenticated;

-- Function app.next_look(text, timestamptz, timestamptz)
create function app.next_look(status text, created timestamptz, paid timestamptz)
  returns timestamptz
  language sql
  stable
  set search_path to ''
return case
  when (status = 'open') then (created + case
  when (now() < (created + '00:14:00')) then '00:15:00'
  when (now() < (created + '01:00:00')) then '01:00:00'
  when (now() < (created + '06:00:00')) then '06:00:00'
  when (now() < (created + '1 day')) then '1 day'
  else ((now() - created) + '01:00:00') end)
  when ((status = any (array['paid', 'disputed'])) and (now() < (paid + '180 days'))) then (now() + '7 days')
  else null::timestamptz end;
grant execute on function app.next_look(text, timestamptz, timestamptz) to function_owner, service_role;

-- Function app.note_rename()
-- Called by the trigger public.user_profiles after_50_note_rename
create function app.note_rename()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if tg_op = 'UPDATE' and new.codename is not distinct from old.codename then return null; end if;
  if new.codename is null then
    delete from app.codenames as c where c.id = new.id;
  else
    insert into app.codenames values (new.id, new.codename) on conflict (id) do update set codename = excluded.codename;
  end if;
  insert into app.renames (id) values (new.id) on conflict (id) do update set asked_at = excluded.asked_at;
  return null;
end $function$;
alter function app.note_rename() owner to function_owner;

-- Function app.note_second_step()
-- Called by the trigger auth.mfa_factors after_10_note_new_step
-- Called by the trigger auth.mfa_factors after_20_note_step
-- Called by the trigger auth.mfa_factors after_30_note_lost_step
create function app.note_second_step()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  -- Locked first: a statement that waits for the row would count the factors of the time before.
  perform from auth.users as u where u.id = person for no key update;
  update auth.users as u set has_second_step = exists (
    select from auth.mfa_factors as f where f.user_id = person and f.status = 'verified') where u.id = person;
  return null;
end $function$;

-- Function app.notice_people(uuid, text)
create function app.notice_people(post uuid, kind text)
  returns integer
  language sql
  stable security definer
  set search_path to ''
return (select app.count_people(n.user_id, n.post_id, n.kind, n.since, app.out_of_sight()) as count_people
  from public.post_notices n
  where ((n.user_id = auth.uid()) and (n.post_id = notice_people.post) and (n.kind = notice_people.kind)));
alter function app.notice_people(uuid, text) owner to function_owner;
grant execute on function app.notice_people(uuid, text) to authenticated;

-- Function app.number_entry()
-- Called by the trigger public.diary_posts before_30_number
create function app.number_entry()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  mark text[] := string_to_array(current_setting('app.diary_rev', true), ' ');
  last_rev bigint := mark[2];
begin
  -- Another person's entry: the policy refuses it after this trigger, which changes nothing of theirs.
  if new.user_id <> auth.uid() then return new; end if;
  -- A device's clock may be ahead.
  new.created_at := least(new.created_at, now());
  if mark[1] is distinct from new.user_id::text then
    -- Only the server itself writes for several people at once.
    update public.diary_heads as h set rev = last_rev where h.id::text = mark[1] and h.rev < last_rev;
    insert into public.diary_heads (id) values (new.user_id) on conflict (id) do nothing;
    last_rev := 0;
  end if;
  select greatest(h.rev, last_rev) + 1 into strict new.rev from public.diary_heads as h where h.id = new.user_id for update;
  perform set_config('app.diary_rev', new.user_id || ' ' || new.rev, true);
  return new;
end $function$;
alter function app.number_entry() owner to function_owner;

-- Function app.one_line(text)
create function app.one_line(words text)
  returns text
  language sql
  immutable strict
  set search_path to ''
return btrim(regexp_replace(words, '[[:cntrl:]\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'));
grant execute on function app.one_line(text) to function_owner, service_role;

-- Function app.openable_upload(text)
create function app.openable_upload(object text)
  returns table(user_id uuid, message_id uuid)
  language sql
  stable security definer
  set search_path to ''
begin atomic
  select u.user_id,
     u.message_id
    from public.chat_uploads u
  
  where ((u.object_name = openable_upload.object) and (u.state = 'ready') and (u.expires_at > now()) and ((u.held_at is null) or (((exists ( select
            from app.room_messages m
           where ((m.id = u.message_id) and (m.file is not null)))) or (exists ( select
            from public.direct_messages m
           where ((m.id = u.message_id) and (m.file is not null))))) and (not (exists ( select
            from public.reports r
           where ((r.reported_item_id = u.message_id) and (r.reporter_id is distinct from r.reported_user_id) and (r.status <> 'dismissed'))
          having (bool_or((r.reporter_id = auth.uid())) or (count(distinct coalesce(r.reporter_id, r.id)) > 1))))))));
end;
alter function app.openable_upload(text) owner to function_owner;
grant execute on function app.openable_upload(text) to authenticated, service_role;

-- Function app.out_of_sight()
create function app.out_of_sight()
  returns uuid[]
  language sql
  stable security definer
  set search_path to ''
return case
  when (auth.uid() is null) then array(select l.user_id
  from app.leavings l
  union all select h.user_id
  from app.hidden_people h)
  else array(select b.blocked_id
  from public.user_blocks b
  where (b.blocker_id = auth.uid())
  union all select b.blocker_id
  from public.user_blocks b
  where (b.blocked_id = auth.uid())
  union all select coalesce(m.muted_id, m.post_id) as "coalesce"
  from public.user_mutes m
  where (m.muter_id = auth.uid())
  union all select l.user_id
  from app.leavings l
  union all select h.user_id
  from app.hidden_people h) end;
alter function app.out_of_sight() owner to function_owner;
grant execute on function app.out_of_sight() to anon, authenticated, public_reader;

-- Function app.outgoing(text, text, jsonb)
create function app.outgoing(event text, topic text, stored jsonb, out payload jsonb, out hidden_from uuid[], out bare jsonb, out bare_for uuid[])
  returns record
  language plpgsql
  stable
  set search_path to ''
  as $function$
begin
  if event = 'typing' then
    payload := jsonb_build_object('userId', stored -> 'row');
    hidden_from := app.people_hidden_from((stored ->> 'row')::uuid);
  elsif starts_with(topic, 'tambayan-') then
    select e.payload, e.hidden_from, e.bare, e.bare_for into payload, hidden_from, bare, bare_for from app.room_event(event, stored) as e;
  elsif starts_with(topic, 'dm-') then
    select e.payload, e.hidden_from into payload, hidden_from from app.direct_event(event, stored) as e;
  elsif event = 'dm_notification' then
    select e.payload, e.hidden_from into payload, hidden_from from app.dm_notification_event(topic, stored) as e;
  elsif event = 'mention_notification' then
    select e.payload, e.hidden_from into payload, hidden_from from app.mention_event(stored) as e;
  else
    payload := stored;
  end if;
end $function$;
grant execute on function app.outgoing(text, text, jsonb) to service_role;

-- Function app.own_conversations()
create function app.own_conversations()
  returns text[]
  language sql
  security definer
  set search_path to ''
return array(select m.conversation_id
  from public.conversation_members m
  where ((m.user_id = (select auth.uid())) and (not (m.other_id in (select unnest(app.across_blocks()) as unnest)))));
alter function app.own_conversations() owner to function_owner;
grant execute on function app.own_conversations() to authenticated;

-- Function app.own_path(text)
create function app.own_path(address text)
  returns text
  language sql
  stable
  set search_path to ''
return case
  when starts_with(address, (regexp_replace((auth.jwt() ->> 'iss'), '/auth/v1$', '') || '/storage/v1/')) then substr(address, strpos(address, '/storage/v1/'))
  else address end;
grant execute on function app.own_path(text) to function_owner;

-- Function app.pace_conversations(uuid)
create function app.pace_conversations(person uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  young boolean := exists (select from auth.users as u where u.id = person and (u.is_anonymous or u.created_at > now() - interval '1 day'));
  most integer := case when young then 5 else 20 end;
  span interval := case when young then '1 day' else '1 hour' end;
  begun timestamptz[];
begin
  perform pg_advisory_xact_lock(hashtextextended('conversations of ' || person, 0));
  begun := array(
    select m.created_at from public.conversation_members as m
    where m.user_id = person and m.began and m.created_at > now() - span order by m.created_at desc limit most);
  if cardinality(begun) = most then
    perform app.slow_down(ceil(extract(epoch from begun[most] + span - now()))::integer);
  end if;
end $function$;
alter function app.pace_conversations(uuid) owner to function_owner;

-- Function app.people_hidden_from(uuid)
create function app.people_hidden_from(person uuid)
  returns uuid[]
  language sql
  stable security definer
  set search_path to ''
return array(select b.blocked_id
  from public.user_blocks b
  where (b.blocker_id = people_hidden_from.person) union select b.blocker_id
  from public.user_blocks b
  where (b.blocked_id = people_hidden_from.person) union select m.muter_id
  from public.user_mutes m
  where (m.muted_id = people_hidden_from.person));
alter function app.people_hidden_from(uuid) owner to function_owner;
grant execute on function app.people_hidden_from(uuid) to service_role;

-- Function app.plain_text(text)
create function app.plain_text(words text)
  returns text
  language plpgsql
  stable strict
  set search_path to ''
  as $function$
declare
  person uuid;
begin
  if app.sticker_or_gif(words) is not null then return app.sticker_or_gif(words); end if;
  if app.marked_address(words) is not null then
    words := regexp_replace(words, '📎 Shared a file: [^\n]*\s*$', case substring(words from '([a-z]+)\s*$')
      when 'image' then '📎 Larawan' when 'video' then '📎 Video' else '📎 File' end);
  end if;
  foreach person in array app.mentions_in(words) loop
    words := replace(words, '@{' || person || '}', '@' || coalesce((select f.codename from app.faces as f where f.id = person), 'Anonymous'));
  end loop;
  return words;
end $function$;
grant execute on function app.plain_text(text) to authenticated, function_owner, service_role;

-- Function app.queue_push(uuid)
create function app.queue_push(person uuid)
  returns void
  language sql
  security definer
  set search_path to ''
begin atomic
  update public.push_subscriptions set due_at = greatest((now() + '00:00:05'), (push_subscriptions.pushed_at + '00:01:00'))
   where ((push_subscriptions.user_id = queue_push.person) and (push_subscriptions.due_at is null));
end;
alter function app.queue_push(uuid) owner to function_owner;

-- Function app.queue_votes()
-- Called by the trigger public.poll_votes after_10_queue
create function app.queue_votes()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  insert into app.new_votes (poll_id, user_id, option_index, created_at)
    select c.poll_id, c.user_id, c.option_index, c.created_at from changed as c;
  return null;
end $function$;
alter function app.queue_votes() owner to function_owner;

-- Function app.refuse_many_mentions(text)
create function app.refuse_many_mentions(words text)
  returns void
  language plpgsql
  immutable
  set search_path to ''
  as $function$
begin
  if cardinality(app.mentions_in(words)) > 5 then
    raise exception 'A message mentions at most 5 people' using errcode = '23514', constraint = 'message_mentions';
  end if;
end $function$;
grant execute on function app.refuse_many_mentions(text) to function_owner;

-- Function app.refuse_spent()
-- Called by the trigger public.diary_posts after_50_refuse_spent
create function app.refuse_spent()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if exists (select from app.spent_ids as s where s.id = new.id) then
    raise exception 'This id is used up' using errcode = 'PT410', hint = 'What had it was deleted or taken back; words that are new have a new id';
  end if;
  return null;
end $function$;
alter function app.refuse_spent() owner to function_owner;

-- Function app.remove_direct_messages()
-- Called by the trigger public.direct_messages after_70_remove
create function app.remove_direct_messages()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  perform app.lock_talk('dm-' || c.conversation_id)
    from (select distinct conversation_id from changed order by conversation_id) as c;
  -- A deleted account has no conversations, so its ids need not be spent.
  insert into app.spent_ids (id)
    select c.id from changed as c
    where exists (select from public.conversation_members as m where m.user_id = c.sender_id and m.conversation_id = c.conversation_id)
    on conflict do nothing;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'delete', 'id', c.id), 'message_update', 'dm-' || c.conversation_id, true from changed as c limit 50;
  insert into realtime.messages (payload, event, topic, private)
    select distinct jsonb_build_object('conversationId', c.conversation_id), 'dm_changed', 'user-notifications-' || person, true
    from changed as c cross join unnest(array[c.sender_id, c.receiver_id]) as person
    left join public.conversation_members as m on m.user_id = person and m.conversation_id = c.conversation_id
    -- A missing row means that the account is being deleted: the other person's list and bell must lose the conversation.
    where m.user_id is null or c.seq >= m.last_seq or (person = c.receiver_id and c.seq > m.read_seq) limit 50;
  update public.conversation_members as m set
    unread = greatest(0, m.unread - gone.unread),
    last_seq = coalesce((gone.newest).seq, 0),
    last_at = coalesce((gone.newest).created_at, m.created_at)
  from (
    select m.user_id, m.conversation_id, count(*) filter (where c.receiver_id = m.user_id and c.seq > m.read_seq) as unread,
      (select d from public.direct_messages as d where d.conversation_id = m.conversation_id order by d.seq desc limit 1) as newest
    from changed as c join public.conversation_members as m using (conversation_id) group by m.user_id, m.conversation_id) as gone
  where m.user_id = gone.user_id and m.conversation_id = gone.conversation_id;
  return null;
end $function$;
alter function app.remove_direct_messages() owner to function_owner;

-- Function app.reserve_checkout(text, text)
create function app.reserve_checkout(plan text, provider text, out payment uuid, out amount integer, out session text, out url text, out refusal text)
  returns record
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me constant uuid := auth.uid();
begin
  perform from auth.users as u where u.id = me for no key update;
  if exists (
    select from public.user_profiles as p where p.id = me and app.is_premium(p.is_premium, p.premium_until - interval '5 years'))
  then
    refusal := 'far';
    return;
  end if;
  -- A server that stopped while it asked the provider left this row.
  update public.payments as c set status = 'failed', ended_at = now()
  where c.user_id = me and c.status = 'open' and c.session_id is null and c.created_at < now() - interval '30 seconds';
  select c.id, c.amount, c.session_id, c.checkout_url into payment, amount, session, url from public.payments as c
  where c.user_id = me and c.plan = reserve_checkout.plan and c.provider = reserve_checkout.provider and c.status = 'open'
    and c.created_at > now() - interval '15 minutes'
  order by c.created_at desc limit 1;
  if found then
    if session is null then refusal := 'busy'; end if;
    return;
  end if;
  insert into public.payments as c (user_id, plan, amount, provider)
    values (me, reserve_checkout.plan, app.amount_of(reserve_checkout.plan), reserve_checkout.provider)
    returning c.id, c.amount into payment, amount;
end $function$;
alter function app.reserve_checkout(text, text) owner to function_owner;
grant execute on function app.reserve_checkout(text, text) to authenticated;

-- Function app.reserve_upload(integer, bigint, bigint)
create function app.reserve_upload(cap integer, free_bytes bigint, premium_bytes bigint)
  returns table(upload_id uuid, refusal text, most_bytes bigint, expires_at timestamptz)
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me uuid := auth.uid();
  premium constant boolean := app.has_premium(me);
begin
  -- One transaction at a time for each person, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended('upload ' || me, 0));
  -- A server that stopped during an upload did not return it.
  delete from public.chat_uploads as u where u.user_id = me and u.state = 'pending' and u.created_at < now() - interval '30 minutes';
  most_bytes := case when premium then premium_bytes else free_bytes end;
  if not premium and cap <= (
    select count(*) from public.chat_uploads as u where u.user_id = me and u.created_at > now() - interval '24 hours')
  then
    refusal := 'cap';
  else
    insert into public.chat_uploads as u (user_id) values (me) returning u.id, u.expires_at into upload_id, expires_at;
  end if;
  return next;
end $function$;
alter function app.reserve_upload(integer, bigint, bigint) owner to function_owner;
grant execute on function app.reserve_upload(integer, bigint, bigint) to authenticated;

-- Function app.reserve_use(text, integer, integer)
create function app.reserve_use(kind text, cap integer, days integer)
  returns table(use_id uuid, refusal text, remaining integer)
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me uuid := auth.uid();
  uses text := app.uses_of(kind);
  most_under_way integer := case kind when 'emi' then 4 else 2 end;
  most_an_hour integer := case kind when 'emi' then 120 else 60 end;
  under_way integer;
begin
  -- One transaction at a time for each person, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended(kind || ' ' || me, 0));
  -- A server that stopped during a use did not return it.
  execute format('delete from %s where user_id = $1 and settled_at is null and created_at < now() - interval ''3 minutes''', uses) using me;
  execute format('select count(*) from %s where user_id = $1 and settled_at is null', uses) into under_way using me;
  remaining := app.uses_left(kind, me, cap, days);
  if remaining = 0 then refusal := 'cap';
  elsif under_way >= most_under_way then refusal := 'busy';
  elsif auth.take(array[decode(md5(kind || 's of ' || me), 'hex')], array[most_an_hour], array[3600], now()) > 0 then refusal := 'pace';
  else
    execute format('insert into %s (user_id, is_free) values ($1, $2) returning id', uses) into use_id using me, remaining is not null;
    remaining := remaining - 1;
  end if;
  return next;
end $function$;
alter function app.reserve_use(text, integer, integer) owner to function_owner;
grant execute on function app.reserve_use(text, integer, integer) to authenticated;

-- Function app.return_upload(uuid)
create function app.return_upload(upload uuid)
  returns void
  language sql
  set search_path to ''
begin atomic
  delete from public.chat_uploads
   where ((chat_uploads.id = return_upload.upload) and (chat_uploads.state = 'pending'));
end;
grant execute on function app.return_upload(uuid) to service_role;

-- Function app.return_use(text, uuid)
create function app.return_use(kind text, use_id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  execute format('delete from %s where id = $1 and settled_at is null', app.uses_of(kind)) using use_id;
end $function$;
alter function app.return_use(text, uuid) owner to function_owner;
grant execute on function app.return_use(text, uuid) to service_role;

-- Function app.revoke_term(text, uuid, boolean)
create function app.revoke_term(source text, source_id uuid, revoked boolean default true)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  person uuid := (
    select t.user_id from app.premium_terms as t where t.source = revoke_term.source and t.source_id = revoke_term.source_id);
begin
  if person is null or not app.lock_premium(person) then return false; end if;
  update app.premium_terms as t set revoked_at = case when revoked then now() end
  where t.source = revoke_term.source and t.source_id = revoke_term.source_id and (t.revoked_at is null) = revoked;
  if not found then return false; end if;
  perform app.count_terms(person);
  return true;
end $function$;
alter function app.revoke_term(text, uuid, boolean) owner to function_owner;
grant execute on function app.revoke_term(text, uuid, boolean) to service_role;

-- Function app.ring_authors()
-- Called by the trigger public.post_comments after_70_ring_authors
-- Called by the trigger public.post_reactions after_50_ring_authors
create function app.ring_authors()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  rung record;
  was_unread boolean;
begin
  for rung in
    select p.id as post, p.author_id as author, min(c.created_at) as since
    from changed as c join public.public_posts as p on p.id = c.post_id
    where p.author_id <> c.user_id and not app.is_deaf_to(p.author_id, c.user_id) and app.wants_notice(p.author_id, tg_argv[0])
    group by p.id, p.author_id order by p.id limit 50
  loop
    -- Waits for an author who is marking the notice as read.
    perform from public.post_notices as n
      where n.user_id = rung.author and n.post_id = rung.post and n.kind = tg_argv[0]
        and n.is_unread and n.last_at > now() - interval '30 seconds' for share;
    continue when found;
    insert into public.post_notices as n (user_id, post_id, kind, since) values (rung.author, rung.post, tg_argv[0], rung.since)
      on conflict (user_id, post_id, kind) do update
        set last_at = greatest(n.last_at, excluded.last_at), since = case when n.is_unread then n.since else excluded.since end, is_unread = true
      returning with (old as past) past.is_unread into was_unread;
    insert into realtime.messages (payload, event, topic, private) values (
      jsonb_build_object('kind', tg_argv[0], 'postId', rung.post), 'post_notice', 'user-notifications-' || rung.author, true);
    if was_unread is not true then perform app.queue_push(rung.author); end if;
  end loop;
  return null;
end $function$;
alter function app.ring_authors() owner to function_owner;

-- Function app.ring_members()
-- Called by the trigger public.conversation_members after_20_ring
create function app.ring_members()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  perform app.queue_push(n.user_id) from changed as n join before as o using (user_id, conversation_id)
    where n.unread > o.unread and not app.is_deaf_to(n.user_id, n.other_id) and app.wants_notice(n.user_id, 'dm');
  if current_setting('app.marks_all', true) = 'on' then return null; end if;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('kind', 'dm', 'id', n.conversation_id), 'notices_read', 'user-notifications-' || n.user_id, true
    from changed as n join before as o using (user_id, conversation_id) where o.unread > 0 and n.unread = 0 limit 50;
  return null;
end $function$;
alter function app.ring_members() owner to function_owner;

-- Function app.ring_mentioned()
-- Called by the trigger public.mentions after_40_ring
create function app.ring_mentioned()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  perform app.queue_push(x.user_id) from (select user_id, sender_id from changed order by user_id) as x
    where not app.is_deaf_to(x.user_id, x.sender_id) and app.wants_notice(x.user_id, 'mention');
  return null;
end $function$;
alter function app.ring_mentioned() owner to function_owner;

-- Function app.ring_payer()
-- Called by the trigger public.manual_payments after_20_ring
create function app.ring_payer()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if new.user_id is null then return null; end if;
  insert into realtime.messages (payload, event, topic, private)
    values (jsonb_build_object('id', new.id), 'payment_notice', 'user-notifications-' || new.user_id, true);
  perform app.queue_push(new.user_id);
  return null;
end $function$;
alter function app.ring_payer() owner to function_owner;

-- Function app.room_event(text, jsonb)
create function app.room_event(event text, stored jsonb, out payload jsonb, out hidden_from uuid[], out bare jsonb, out bare_for uuid[])
  returns record
  language plpgsql
  stable
  set search_path to ''
  as $function$
declare
  m record;
begin
  select * into m from public.live_chat_messages as v where v.id = (stored ->> 'row')::uuid;
  if not found then return; end if;
  hidden_from := app.people_hidden_from(m.sender_id);
  if event = 'new_message' then
    payload := to_jsonb(m) - 'my_reaction';
    if m.reply_to_sender is not null then
      bare_for := app.people_hidden_from(m.reply_to_sender);
      bare := payload || '{"reply_to_sender": null, "reply_to_message": null, "reply_to_codename": null}';
    end if;
  elsif stored ->> 'type' = 'edit' then
    payload := jsonb_build_object('type', 'edit', 'id', m.id, 'seq', m.seq, 'message_text', m.message_text, 'mentioned', m.mentioned,
      'edited_at', m.edited_at, 'file', m.file);
  else
    payload := jsonb_build_object('type', stored ->> 'type', 'id', m.id, 'reaction_counts', m.reaction_counts);
  end if;
end $function$;
grant execute on function app.room_event(text, jsonb) to service_role;

-- Function app.settle_deleted_polls()
-- Called by the trigger public.polls after_20_settle_deleted
create function app.settle_deleted_polls()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  insert into app.deleted_polls (id) select c.id from changed as c on conflict do nothing;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('poll_id', c.id), 'poll_deleted', 'polls:global', false
    from (select id from changed order by seq desc limit 50) as c;
  return null;
end $function$;
alter function app.settle_deleted_polls() owner to function_owner;

-- Function app.settle_direct_messages()
-- Called by the trigger public.direct_messages after_50_settle
create function app.settle_direct_messages()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  update public.conversation_members as m set
    last_seq = greatest(m.last_seq, a.last_seq),
    written = greatest(m.written, a.last_seq),
    last_at = a.last_at,
    unread = m.unread + a.received,
    state = case when a.sent > 0 then 'open' else m.state end,
    is_pending = m.is_pending and a.received = 0
  from (
    select each_one.user_id, c.conversation_id, max(c.seq) as last_seq, max(c.created_at) as last_at,
      count(*) filter (where c.receiver_id = each_one.user_id) as received, count(*) filter (where c.sender_id = each_one.user_id) as sent
    from changed as c cross join lateral (values (c.sender_id), (c.receiver_id)) as each_one (user_id)
    group by 1, 2) as a
  where m.user_id = a.user_id and m.conversation_id = a.conversation_id;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('row', c.id), 'new_message', 'dm-' || c.conversation_id, true from changed as c limit 50;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('row', c.id), 'dm_notification', 'user-notifications-' || c.receiver_id, true from changed as c
    where app.wants_notice(c.receiver_id, 'dm') and not app.is_deaf_to(c.receiver_id, c.sender_id) limit 50;
  return null;
end $function$;
alter function app.settle_direct_messages() owner to function_owner;

-- Function app.settle_emi(text, uuid, uuid, text, boolean, integer)
create function app.settle_emi(topic text, runner uuid, message uuid, words text, free boolean, gap integer, out answered uuid[], out wait integer)
  returns record
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  emi constant uuid := 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1';
  is_dm constant boolean := starts_with(topic, 'dm-');
  conversation constant text := case when is_dm then substr(topic, 4) end;
  wall constant text := case when not is_dm then substr(topic, 10) end;
  askers uuid[];
  person uuid;
  newest uuid;
  is_far boolean;
  said text := words;
begin
  answered := '{}';
  -- Accounts, then the talk, then rows.
  perform from auth.users as u where u.id = emi or u.id in (
    select t.asker from app.emi_turns as t
    where t.topic = settle_emi.topic and t.runner = settle_emi.runner and t.answered_at is null) order by u.id for share;
  perform app.lock_talk(topic);
  if not app.holds_emi_talk(topic, runner) then return; end if;
  select coalesce(array_agg(t.message_id order by t.seq), '{}'), coalesce(array_agg(distinct t.asker), '{}') into answered, askers
    from app.emi_turns as t join auth.users as u on u.id = t.asker
    where t.topic = settle_emi.topic and t.runner = settle_emi.runner and t.answered_at is null
      and (u.banned_until is null or u.banned_until <= now()) and not app.is_deaf_to(t.asker, emi)
      and (exists (select from app.room_messages as m where m.id = t.message_id and m.sender_id = t.asker)
        or exists (select from public.direct_messages as m where m.id = t.message_id and m.sender_id = t.asker));
  perform app.drop_emi_turns(array(
    select t.message_id from app.emi_turns as t where t.topic = settle_emi.topic and t.runner = settle_emi.runner
      and t.answered_at is null and t.message_id <> all (answered)));
  if answered <> '{}' then
    newest := answered[cardinality(answered)];
    if is_dm then
      insert into public.direct_messages (id, conversation_id, sender_id, receiver_id, text, created_at)
        values (message, conversation, emi, askers[1], words, greatest(clock_timestamp(), (
          select m.created_at + interval '1 microsecond' from public.direct_messages as m
          where m.conversation_id = conversation order by m.created_at desc limit 1)));
    else
      -- After five newer messages the asker may have looked away.
      is_far := (select count(*) >= 5 from app.room_messages as m
        where m.wall_id = wall and m.seq > (select q.seq from app.room_messages as q where q.id = newest));
      foreach person in array app.mentions_in(words) loop
        if person <> all (askers) then said := replace(said, '@{' || person || '}', 'Kaibigan'); end if;
      end loop;
      foreach person in array askers loop
        if (is_far or cardinality(askers) > 1) and strpos(said, '@{' || person || '}') = 0 then said := '@{' || person || '} ' || said; end if;
      end loop;
      insert into app.room_messages (id, wall_id, sender_id, message_text, reply_to, created_at)
        values (message, wall, emi, said, newest, greatest(date_trunc('second', clock_timestamp()), (
            select m.created_at + interval '1 microsecond' from app.room_messages as m where m.wall_id = wall order by m.seq desc limit 1)));
    end if;
    if free then
      perform app.return_use('emi', t.use_id) from app.emi_turns as t where t.message_id = any (answered) and t.use_id is not null;
    else
      perform app.settle_use('emi', t.use_id) from app.emi_turns as t where t.message_id = any (answered) and t.use_id is not null;
    end if;
    update app.emi_turns as t set answered_at = now() where t.message_id = any (answered);
  end if;
  wait := case when exists (select from app.emi_turns as t where t.topic = settle_emi.topic and t.answered_at is null) then gap end;
  update app.emi_talks as t set next_at = clock_timestamp() + make_interval(secs => gap / 1000.0),
      runner = case when wait is null then null else t.runner end, until = case when wait is null then null else t.until end
    where t.topic = settle_emi.topic;
end $function$;
alter function app.settle_emi(text, uuid, uuid, text, boolean, integer) owner to function_owner;
grant execute on function app.settle_emi(text, uuid, uuid, text, boolean, integer) to service_role;

-- Function app.settle_look(uuid, integer, text, text, text, timestamptz, text)
create function app.settle_look(payment uuid, look integer, outcome text, paid_by text, paid_method text, paid_time timestamptz, event text, out status text, out is_orphan boolean)
  returns record
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  person uuid := (select c.user_id from public.payments as c where c.id = payment);
  is_money constant boolean := outcome in ('paid', 'refunded', 'disputed');
  seen text := outcome;
  p public.payments;
begin
  is_orphan := is_money and (person is null or not app.lock_premium(person));
  select * into p from public.payments as c where c.id = payment for no key update;
  if p.id is not null and look > p.looked then
    -- Another checkout was paid with this payment.
    if exists (select from public.payments as c where c.payment_id = paid_by and c.id <> payment) then seen := 'mismatch'; end if;
    status := case
      when p.status = 'refunded' then p.status
      when seen in ('paid', 'refunded', 'disputed') then seen
      when seen = 'expired' and p.status = 'open' then 'expired'
      when seen = 'mismatch' and p.status in ('open', 'expired') then 'failed'
      else p.status end;
    update public.payments as c set
      status = settle_look.status,
      looked = look,
      payment_id = case when seen in ('paid', 'refunded', 'disputed') then paid_by else c.payment_id end,
      method = case when seen in ('paid', 'refunded', 'disputed') then paid_method else c.method end,
      paid_at = case when seen in ('paid', 'refunded', 'disputed') then coalesce(c.paid_at, paid_time, now()) else c.paid_at end,
      refund_due = case when settle_look.status <> 'paid' then false when p.status <> 'paid' then is_orphan else c.refund_due end,
      ended_at = case when settle_look.status not in ('open', 'paid') then coalesce(c.ended_at, now()) end,
      checkout_url = case when settle_look.status = 'open' then c.checkout_url end,
      look_at = app.next_look(settle_look.status, c.created_at, coalesce(c.paid_at, now()))
    where c.id = payment;
    if status = p.status then status := null;
    elsif is_orphan then null;
    elsif status = 'paid' and app.grant_term('payment', payment, person, p.plan) = 'repeated' then
      -- The bank decided a dispute for us.
      perform app.revoke_term('payment', payment, false);
    elsif status in ('refunded', 'disputed') then
      perform app.revoke_term('payment', payment);
    end if;
  end if;
  update app.payment_events as e set done_at = now() where e.event_id = event;
end $function$;
alter function app.settle_look(uuid, integer, text, text, text, timestamptz, text) owner to function_owner;
grant execute on function app.settle_look(uuid, integer, text, text, text, timestamptz, text) to service_role;

-- Function app.settle_posts()
-- Called by the trigger public.public_posts after_60_settle
create function app.settle_posts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if exists (select from app.spent_ids as s join added as a using (id)) then
    raise exception 'This id is used up' using errcode = 'PT410', hint = 'What had it was deleted or taken back; words that are new have a new id';
  end if;
  insert into app.analytics_events (name, mood, template)
    select 'post_create', a.mood, substring(a.template_url from '([a-z]+-\d)\.svg$') from added as a;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('id', a.id, 'seq', a.seq), 'new_post', 'wall-' || app.slug_of(a.mood), false from added as a limit 50;
  return null;
end $function$;
alter function app.settle_posts() owner to function_owner;

-- Function app.settle_room_messages()
-- Called by the trigger app.room_messages after_50_settle
-- Called by the trigger app.room_messages after_60_settle_edits
-- Called by the trigger app.room_messages after_70_settle_deletions
create function app.settle_room_messages()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  kind constant text := case tg_op when 'UPDATE' then 'edit' when 'DELETE' then 'delete' end;
  ids uuid[];
begin
  if tg_op = 'UPDATE' then
    ids := array(select n.id from changed as n join before as o using (id) where n.message_text <> o.message_text);
    delete from public.mentions as x using changed as n
      where n.id = any (ids) and x.message_id = n.id and x.user_id <> all (app.mentions_in(n.message_text));
  else
    ids := array(select n.id from changed as n);
  end if;
  if tg_op = 'DELETE' then
    -- A deleted account sends nothing again, so its ids need not be spent.
    insert into app.spent_ids (id)
      select n.id from changed as n where exists (select from auth.users as u where u.id = n.sender_id) on conflict do nothing;
  else
    insert into public.mentions (message_id, user_id, sender_id)
      select n.id, person, n.sender_id from changed as n cross join unnest(app.mentions_in(n.message_text)) as person
      where n.id = any (ids) and person <> n.sender_id and exists (select from auth.users as u where u.id = person)
        and not app.is_deaf_to(person, n.sender_id) and app.wants_notice(person, 'mention')
      on conflict (message_id, user_id) do nothing;
  end if;
  insert into realtime.messages (payload, event, topic, private)
    select case tg_op
        when 'INSERT' then jsonb_build_object('row', n.id)
        when 'UPDATE' then jsonb_build_object('type', kind, 'row', n.id)
        else jsonb_build_object('type', kind, 'id', n.id) end,
      case tg_op when 'INSERT' then 'new_message' else 'message_update' end, 'tambayan-' || n.wall_id, true
    from changed as n where n.id = any (ids) limit 50;
  return null;
end $function$;
alter function app.settle_room_messages() owner to function_owner;

-- Function app.settle_upload(uuid, text, text, text, text, bigint, integer, integer, text, jsonb)
create function app.settle_upload(upload uuid, object text, said_name text, found_mime text, found_type text, bytes bigint, pixels_wide integer, pixels_high integer, blob text, kept jsonb)
  returns boolean
  language plpgsql
  set search_path to ''
  as $function$
begin
  update public.chat_uploads as u set state = 'ready', object_name = object, name = said_name, mime = found_mime, type = found_type, size = bytes,
      width = pixels_wide, height = pixels_high
    where u.id = upload and u.state = 'pending' and u.user_id is not null;
  if not found then return false; end if;
  insert into storage.objects (bucket_id, name, blob_id, metadata) values ('chat-files', object, blob, kept);
  return true;
end $function$;
grant execute on function app.settle_upload(uuid, text, text, text, text, bigint, integer, integer, text, jsonb) to service_role;

-- Function app.settle_use(text, uuid)
create function app.settle_use(kind text, use_id uuid)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  settled boolean;
begin
  execute format('update %s set settled_at = now() where id = $1 returning true', app.uses_of(kind)) into settled using use_id;
  return settled;
end $function$;
alter function app.settle_use(text, uuid) owner to function_owner;
grant execute on function app.settle_use(text, uuid) to service_role;

-- Function app.show_emi_typing(text)
create function app.show_emi_typing(topic text)
  returns void
  language sql
  security definer
  set search_path to ''
begin atomic
  insert into realtime.messages (payload, event, topic, private)
   values ('{"row": "e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1"}', 'typing', show_emi_typing.topic, true);
end;
alter function app.show_emi_typing(text) owner to function_owner;
grant execute on function app.show_emi_typing(text) to service_role;

-- Function app.skeleton(text)
create function app.skeleton(name text)
  returns text
  language sql
  immutable strict
  set search_path to ''
return replace(replace(regexp_replace(lower(translate(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f\u0483-\u0489]', '', 'g'), ('I¢¥Ð×ØøĐđĦħıŁłŦŧƀƂƃƄƉƌƍƏƐƑƒƖƗƙƚƝƞƟƥƦƭƮƴƵƶƽǀǤǥȤȥȼȾɄɆɇɈɉɍɎɏɑɓɖɗɘəɛɠɡɣɦɨɩɪɫɭɯɱɳɴɵɼɽʀʂʋʏʐʠͿΑΒΓΕΖΗΘΙΚΛΜΝΟΡΣΤΥΧΩαβγεζηθικλμνορστυχωϜϳϺЄЅІЇЈАБВГЕЗКМНОПРСТУХЬЭабвгезкмнопрстухэєѕіїјћѡѢѣѲѳѴѵѽҌҍғҚҞҢҪҫҬҮүҰұҲҺһҽҿӀӇӉӍӏӨөԀԁԌԐԑԚԛԜԝՍՏՕագզհոռսցքօ׀וטןסاه١٥٧ٳھہە۱۵۷ۿ߀ߊ०০੦૦ଠ୦௦ం౦ಂ೦ംഠ൦ං๐໐တဝ၀ყჿሀዐᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᎾᏀᏂᏃᏌᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏫᏲᏳᏴᐯᑌᑭᑯᒍᒪᕁᕼᕽᖇᖯᖴᗅᗞᗪᗰᗷ᙭᙮ᚷᛁᛕᛖᴀᴄᴅᴇᴍᴏᴑᴘᴛᴜᴠᴡᴢᴦᵮᵯᵰᵲᵴᵵᵶᵻᵼᵽᵾᶃᶌẝỿ₡₥₩₫₭₮℮ⅬⅯⅼⅿ∣∨∪⊖⊝⊤⋁⋃⋿⍡⍬⍳⍴⍶⍸⍺⏽╳⟙⤫⤬⨯⨰ⱧⱩⱭⲅⲎⲒⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⳐⴱⴸⴹⵁⵏⵔⵕⵝ〇ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴꙇꚕꛟꜰꜱꝀꝊꝋꝡꞒꞓꞘꞙꞟꞮꞲꞳꞴꬲꬵꬽꬾꭇꭈꭎꭒꭚꭴꭵꮁꮃꮎꮓꮜꮩꮪꮯꮻ𐆎𐆖𐆗𐊂𐊆𐊇𐊊𐊐𐊒𐊕𐊖𐊗𐊠𐊡𐊢𐊥𐊫𐊰𐊱𐊲𐊴𐋏𐋵𐌁𐌂𐌉𐌑𐌕𐌗𐌠𐌢𐐄𐐕𐐛𐐠𐐬𐐽𐑈𐒴𐓂𐓎𐓪𐓶𐔓𐔖𐔘𐔜𐔝𐔥𐔦𐔧𑓅𑓐𑜀𑜆𑜊𑜎𑜏𑢠𑢢𑢣𑢤𑢦𑢩𑢮𑢲𑢵𑢸𑢼𑣀𑣁𑣂𑣃𑣄𑣈𑣗𑣘𑣜𑣠𑣣𑣥𑣦𑣩𑣬𑣯𑣲𖼈𖼊𖼖𖼨𖼵𖼺𖽀𖽂𖽃𝈍𝈓𝈖𝈚𝈪𞣇🜈🜔🝌🝨' || '01345789$@!|¡€'), ('icydxooddhhillttbbbbddgeeffllklnnoprttyzzslggzzctueejjryyabddeeeggyhiiillwmnnorrrsuyzqjabyezholklmnopstyxwabyeznoiklmvopotuxwfjmeslijabbrezkmhonpctyxbeabbrezkmhonpctyxeesiijhwbboovvwbbrkkhcctyyyyxhheelhhmiooddgeeqqwwusowqqhnnugfollvlololovlooolovoolooooooooooooooooooooyouodrtiyajewmhyoghzubrwsvslcpkdohgbvupdjlxhxrbfaddmbxxxlkmacdemooptuvwzrfmnrstziipugyfycmwdktelmlmlvuootvuetoipaialxtxxxxhkarhlkmnooppcctyxloveoloqxobpddtgkjczfmnlsrvhwxyaelouihvfskooweeffuijxbefoorruuyoirwozuvsconxvbeflxopstabcfomtyxhzbclmtxlxoclsocsrouounokcvflxwomvwwwvflyezeloutvsfizoouyomzwcxwcvtllrsauyvfrollvoct' || 'oleastbgsailie'))), '[^a-z]', '', 'g'), 'rn', 'm'), 'vv', 'w');
grant execute on function app.skeleton(text) to function_owner;

-- Function app.slow_down(integer)
create function app.slow_down(seconds integer)
  returns void
  language plpgsql
  set search_path to ''
  as $function$
begin
  raise exception 'Too many messages: try again in % %', seconds, case seconds when 1 then 'second' else 'seconds' end using errcode = 'PT429';
end $function$;
grant execute on function app.slow_down(integer) to function_owner;

-- Function app.slug_of(app.mood)
create function app.slug_of(mood app.mood)
  returns text
  language sql
  immutable
return case mood
  when 'Anger' then 'galit'
  when 'Sadness' then 'malungkot'
  when 'Regret' then 'sisi'
  when 'Joy' then 'masaya'
  else 'kalma' end;
grant execute on function app.slug_of(app.mood) to authenticated, function_owner;

-- Function app.spend_ids()
-- Called by the trigger public.diary_posts after_90_spend_ids
-- Called by the trigger public.public_posts after_70_spend_ids
create function app.spend_ids()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if tg_table_name = 'diary_posts' then
    insert into app.spent_ids (id)
      select c.id from changed as c where exists (select from auth.users as u where u.id = c.user_id) on conflict do nothing;
  else
    insert into app.spent_ids (id)
      select c.id from changed as c where exists (select from auth.users as u where u.id = c.author_id) on conflict do nothing;
  end if;
  return null;
end $function$;
alter function app.spend_ids() owner to function_owner;

-- Function app.spread_codename(integer)
create function app.spread_codename(most integer)
  returns boolean
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  person uuid;
  today text;
  wrote boolean;
begin
  select r.id into person from app.renames as r join auth.users as u on u.id = r.id
    order by r.asked_at limit 1 for no key update of r, u skip locked;
  if person is null then return false; end if;
  today := coalesce((select p.codename from public.user_profiles as p where p.id = person), 'Anonymous');
  update public.public_posts set codename = today where id in (
    select p.id from public.public_posts as p
    where p.author_id = person and not p.anonymous and p.codename <> today limit most for no key update skip locked);
  wrote := found;
  if wrote or exists (
    select from public.public_posts as p where p.author_id = person and not p.anonymous and p.codename <> today)
  then
    update app.renames set asked_at = clock_timestamp() where id = person;
    return wrote;
  end if;
  delete from app.renames where id = person;
  return true;
end $function$;
alter function app.spread_codename(integer) owner to function_owner;
grant execute on function app.spread_codename(integer) to service_role;

-- Function app.stamp_comment()
-- Called by the trigger public.post_comments before_10_stamp
create function app.stamp_comment()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if tg_op = 'UPDATE' then
    -- Clients compare times in milliseconds, so an edit is at least one millisecond later.
    new.updated_at := case when new.content is distinct from old.content
      then greatest(date_trunc('second', now()), old.updated_at + interval '1 millisecond') else old.updated_at end;
  elsif auth.uid() is not null then
    new.created_at := greatest(date_trunc('second', now()),
      (select max(c.created_at) + interval '1 microsecond' from public.post_comments as c where c.post_id = new.post_id));
    new.updated_at := new.created_at;
  end if;
  return new;
end $function$;
alter function app.stamp_comment() owner to function_owner;

-- Function app.stamp_direct_file()
-- Called by the trigger public.direct_messages before_21_take_file
-- Called by the trigger public.direct_messages before_22_keep_file
create function app.stamp_direct_file()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  new.file := case tg_op
    when 'INSERT' then app.attach_upload(new.text, new.id, new.sender_id, 'dm-' || new.conversation_id)
    else app.keep_file(new.text, new.id, old.file) end;
  if auth.uid() is not null and (new.file is not null or app.sticker_or_gif(new.text) is not null) and (
    app.is_emi(new.receiver_id) or app.is_emi(new.sender_id)
    or exists (
      select from public.conversation_members as m
      where m.user_id = new.sender_id and m.conversation_id = new.conversation_id and m.is_pending))
  then
    raise exception 'This conversation takes words only' using errcode = 'PT422', hint = 'Files and GIFs wait until the other person has answered';
  end if;
  return new;
end $function$;
alter function app.stamp_direct_file() owner to function_owner;

-- Function app.stamp_direct_message()
-- Called by the trigger public.direct_messages before_10_stamp
create function app.stamp_direct_message()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me uuid := auth.uid();
  accounts integer;
  ours record;
  setting text;
  with_emi boolean := coalesce(app.is_emi(new.sender_id) or app.is_emi(new.receiver_id), false);
begin
  if me is not null and new.sender_id is distinct from me then
    raise exception 'sender_id is not yours' using errcode = '42501';
  end if;
  if new.sender_id = new.receiver_id then
    raise exception 'You can''t message yourself!' using errcode = '23514', constraint = 'direct_messages_not_to_oneself';
  end if;
  if new.conversation_id is distinct from app.conversation_of(new.sender_id, new.receiver_id) then
    raise exception 'conversation_id must be the ids of sender and receiver, sorted, joined by a hyphen'
      using errcode = '23514', constraint = 'direct_messages_conversation_id_check';
  end if;
  -- Waits for a withdrawal, and for the deletion of an account.
  perform from auth.users as u where u.id in (new.sender_id, new.receiver_id) order by u.id for share;
  get diagnostics accounts = row_count;
  if accounts < 2 then
    raise exception 'This person is not here' using errcode = 'PT404';
  end if;
  perform app.lock_talk('dm-' || new.conversation_id);
  if exists (select from app.spent_ids as s where s.id = new.id) then
    raise exception 'This id is used up' using errcode = 'PT410', hint = 'What had it was deleted or taken back; words that are new have a new id';
  end if;
  select * into ours from public.conversation_members as m where m.user_id = new.receiver_id and m.conversation_id = new.conversation_id;
  if me is not null and not app.is_emi(me) then
    setting := (select p.may_write from public.user_profiles as p where p.id = new.receiver_id);
    -- The same refusal for each reason, so that a sender does not learn of a block or a declined request.
    if app.is_blocked_between(new.sender_id, new.receiver_id)
      or setting = 'nobody'
      or (setting = 'known' and ours.state is distinct from 'open')
      or ours.state = 'declined'
      or (ours.state = 'request' and ours.written >= 3)
    then
      raise exception 'This person takes no messages from you now' using errcode = 'PT403';
    end if;
  end if;
  if ours.user_id is null then
    -- Emi needs no request in either direction.
    if me is not null and not with_emi then perform app.pace_conversations(me); end if;
    insert into public.conversation_members (user_id, conversation_id, other_id, state, is_pending, began) values
      (new.sender_id, new.conversation_id, new.receiver_id, 'open', not with_emi, not with_emi),
      (new.receiver_id, new.conversation_id, new.sender_id, case when with_emi then 'open' else 'request' end, false, false);
  end if;
  -- `written` covers a deleted newest message, and the table covers earlier rows of this statement.
  new.seq := 1 + greatest(ours.written, (
    select m.seq from public.direct_messages as m where m.conversation_id = new.conversation_id order by m.seq desc limit 1), 0);
  if me is not null then
    new.created_at := greatest(now(), (
      select m.created_at + interval '1 microsecond' from public.direct_messages as m
      where m.conversation_id = new.conversation_id order by m.created_at desc limit 1));
  end if;
  return new;
end $function$;
alter function app.stamp_direct_message() owner to function_owner;

-- Function app.stamp_manual_payment()
-- Called by the trigger public.manual_payments before_10_stamp
create function app.stamp_manual_payment()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  price constant integer := app.amount_of(new.plan);
  folder constant text := '/storage/v1/object/public/payment-proofs/';
begin
  if price is null then
    raise exception 'plan is premium_monthly or premium_yearly' using errcode = '23514', constraint = 'manual_payments_plan_check';
  end if;
  if new.amount <> price then
    raise exception 'amount is not the price of this plan' using errcode = '23514', constraint = 'manual_payments_amount_check';
  end if;
  new.amount := price;
  new.proof_url := app.own_path(new.proof_url);
  if auth.uid() is null then return new; end if;
  select btrim(o.metadata ->> 'eTag', '"') into new.proof_digest from storage.objects as o
    where o.bucket_id = 'payment-proofs' and starts_with(new.proof_url, folder) and o.name = substr(new.proof_url, length(folder) + 1)
      and o.owner_id = auth.uid() and o.created_at > now() - interval '23 hours';
  if not found then
    raise exception 'proof_url must be a file of your own that you just uploaded to payment-proofs'
      using errcode = '23514', constraint = 'manual_payments_proof_url_check';
  end if;
  return new;
end $function$;
alter function app.stamp_manual_payment() owner to function_owner;

-- Function app.stamp_mention()
-- Called by the trigger public.mentions before_10_stamp
create function app.stamp_mention()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  new.read_at := case when new.read_at is not null or old.read_at is not null then coalesce(old.read_at, now()) end;
  return new;
end $function$;

-- Function app.stamp_object()
-- Called by the trigger storage.objects before_10_stamp
create function app.stamp_object()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  if auth.uid() is not null then
    new.owner_id := case when tg_op = 'INSERT' then auth.uid() else old.owner_id end;
  end if;
  new.updated_at := now();
  return new;
end $function$;

-- Function app.stamp_post()
-- Called by the trigger public.public_posts before_10_stamp
create function app.stamp_post()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  claims jsonb := auth.jwt();
  me uuid := nullif(claims ->> 'sub', '')::uuid;
  own_codename text;
begin
  if me is not null then
    new.author_id := me;
    if new.user_id is distinct from me and new.user_id is not null then
      raise exception 'user_id is not yours' using errcode = '42501';
    end if;
    new.created_at := app.blurred_time(now(), new.seq, new.anonymous);
  end if;
  -- Waits for a withdrawal and for the job that writes a new codename.
  perform from auth.users as u where u.id = new.author_id for share;
  select p.codename into own_codename from public.user_profiles as p where p.id = new.author_id;
  if me is not null and new.codename not in
    ('Anonymous', coalesce(own_codename, ''), coalesce(claims -> 'user_metadata' ->> 'codename', '')) then
    raise exception 'codename is not yours' using errcode = '42501';
  end if;
  new.user_id := case when new.anonymous then null else new.author_id end;
  new.codename := case when new.anonymous then 'Anonymous' else coalesce(own_codename, 'Anonymous') end;
  return new;
end $function$;
alter function app.stamp_post() owner to function_owner;

-- Function app.stamp_profile()
-- Called by the trigger public.user_profiles before_20_stamp
create function app.stamp_profile()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  -- Checked here, because folding a long text is slow and the column's own check runs after the triggers.
  if char_length(new.codename) > 200 then
    raise exception 'This codename is too long' using errcode = '23514', constraint = 'user_profiles_codename_check';
  end if;
  new.email := coalesce((select u.email from auth.users as u where u.id = new.id), '');
  new.updated_at := now();
  if tg_op = 'UPDATE' and new.codename is not distinct from old.codename then return new; end if;
  new.codename := btrim(regexp_replace(
    normalize(regexp_replace(new.codename, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\U000e0000-\U000e0fff]', '', 'g'), nfkc),
    '[[:cntrl:]\s]+', ' ', 'g'));
  if app.is_blank(new.codename) then new.codename := ''; end if;
  if app.mixes_letters(new.codename) then
    raise exception 'This codename mixes alphabets' using errcode = '23514', constraint = 'codename_mixed';
  end if;
  if app.is_reserved_codename(new.codename) then
    raise exception 'This codename is reserved' using errcode = '23514', constraint = 'codename_reserved';
  end if;
  return new;
end $function$;
alter function app.stamp_profile() owner to function_owner;

-- Function app.stamp_report()
-- Called by the trigger public.reports before_10_stamp
create function app.stamp_report()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
begin
  new.resolved_at := date_trunc('day', new.resolved_at, 'UTC');
  if new.reporter_id is null then new.details := null; end if;
  if new.reported_user_id is null then new.reported_content := null; end if;
  return new;
end $function$;

-- Function app.stamp_room_edit()
-- Called by the trigger app.room_messages before_20_stamp_edit
create function app.stamp_room_edit()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if new.message_text = old.message_text then return new; end if;
  perform app.refuse_many_mentions(new.message_text);
  -- submit_report locks the message for share, so an edit that waited for it sees the report.
  if auth.uid() is not null and exists (
    select from public.reports as r
    where r.reported_item_id = old.id and r.reported_item_type = 'live_chat_message' and r.status = 'open') then
    raise exception 'Tinitingnan pa namin ang mensaheng ito, kaya hindi muna ito mababago.' using errcode = 'PT409';
  end if;
  new.edited_at := greatest(date_trunc('second', clock_timestamp()), coalesce(old.edited_at, old.created_at) + interval '1 millisecond');
  return new;
end $function$;
alter function app.stamp_room_edit() owner to function_owner;

-- Function app.stamp_room_file()
-- Called by the trigger app.room_messages before_21_take_file
-- Called by the trigger app.room_messages before_22_keep_file
create function app.stamp_room_file()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  new.file := case tg_op
    when 'INSERT' then app.attach_upload(new.message_text, new.id, new.sender_id, 'tambayan-' || new.wall_id)
    else app.keep_file(new.message_text, new.id, old.file) end;
  return new;
end $function$;
alter function app.stamp_room_file() owner to function_owner;

-- Function app.stamp_room_message()
-- Called by the trigger app.room_messages before_10_stamp
create function app.stamp_room_message()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me uuid := auth.uid();
  born timestamptz;
  moment timestamptz;
  slow integer;
begin
  perform app.refuse_many_mentions(new.message_text);
  if new.wall_id in ('games', 'polls') then
    raise exception 'This room takes no messages' using errcode = '23514', constraint = 'room_closed';
  end if;
  -- Waits for a withdrawal. Locks the accounts of those mentioned before the room, so that the erasure of one does not stop the room.
  select case when u.is_anonymous then now() else u.created_at end into born from auth.users as u where u.id = new.sender_id for share;
  perform from auth.users as u where u.id = any (app.mentions_in(new.message_text)) order by u.id for key share;
  if exists (select from app.spent_ids as s where s.id = new.id) then
    raise exception 'This id is used up' using errcode = 'PT410', hint = 'What had it was deleted or taken back; words that are new have a new id';
  end if;
  if new.reply_to is not null and not exists (
    select from app.room_messages as q
    where q.id = new.reply_to and q.wall_id = new.wall_id and q.sender_id <> all (app.out_of_sight())) then
    raise exception 'The message that this answers is gone' using errcode = 'PT404';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('talk tambayan-' || new.wall_id, 0));
  -- Not now(), which is the start of the transaction: this one waited for the lock.
  moment := clock_timestamp();
  -- A message that is sent again is not paced: its id is refused as a duplicate.
  if me is not null and not exists (select from app.room_messages as m where m.id = new.id) then
    slow := case
      -- Flood: fifty messages in the room within ten seconds.
      when (select m.created_at from app.room_messages as m where m.wall_id = new.wall_id order by m.seq desc offset 49 limit 1)
        > moment - interval '10 seconds' then 15
      when born > moment - interval '1 day' then 5 end;
    slow := ceil(slow - extract(epoch from moment - (
      select m.created_at from app.room_messages as m
      where m.sender_id = me and m.wall_id = new.wall_id order by m.seq desc limit 1)));
    if slow > 0 then perform app.slow_down(slow); end if;
  end if;
  new.seq := nextval('app.room_message_seq');
  if me is not null then
    new.created_at := greatest(date_trunc('second', moment), (
      select m.created_at + interval '1 microsecond' from app.room_messages as m
      where m.wall_id = new.wall_id order by m.seq desc limit 1));
  end if;
  return new;
end $function$;
alter function app.stamp_room_message() owner to function_owner;

-- Function app.stamp_subscription()
-- Called by the trigger public.push_subscriptions before_10_stamp
create function app.stamp_subscription()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if not app.is_push_address(new.endpoint) then
    raise exception 'The endpoint is no address of a known push service' using errcode = 'PT400';
  end if;
  new.session_id := coalesce((auth.jwt() ->> 'session_id')::uuid, new.session_id);
  perform from auth.users as u where u.id = new.user_id for key share;
  perform pg_advisory_xact_lock(hashtextextended('push_subscriptions ' || new.user_id, 0));
  delete from public.push_subscriptions as s where s.endpoint = new.endpoint or s.id in (
    select o.id from public.push_subscriptions as o where o.user_id = new.user_id order by o.created_at desc, o.id offset 9);
  return new;
end $function$;
alter function app.stamp_subscription() owner to function_owner;

-- Function app.stamp_template()
-- Called by the trigger public.diary_posts before_15_stamp_template
-- Called by the trigger public.public_posts before_15_stamp_template
create function app.stamp_template()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  -- The app's own copy of the picture, as earlier versions of the app send it.
  new.template_url := regexp_replace(app.own_path(new.template_url), '^/templates/', '/storage/v1/object/public/card-templates/');
  return new;
end $function$;
alter function app.stamp_template() owner to function_owner;

-- Function app.start_erasing()
create function app.start_erasing()
  returns void
  language sql
  set search_path to ''
begin atomic
  select set_config('app.erasing', 'on', true) as set_config,
     set_config('synchronous_commit', 'off', true) as set_config;
end;
grant execute on function app.start_erasing() to service_role;

-- Function app.sticker_or_gif(text)
create function app.sticker_or_gif(words text)
  returns text
  language sql
  immutable strict
  set search_path to ''
return case when (btrim(words, ' 	
') ~ '^https?://[^/\s]+/stickers/[a-z0-9-]+\.svg$') then 'Sticker' when (btrim(words, ' 	
') ~ '^https://(media[0-9]*|i)\.giphy\.com/\S+$') then 'GIF' else null::text end;
grant execute on function app.sticker_or_gif(text) to authenticated, function_owner, service_role;

-- Function app.submit_report(text, uuid, text, text)
create function app.submit_report(item_type text, item_id uuid, reason text, details text)
  returns text
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me uuid := auth.uid();
  author uuid;
  words text;
begin
  -- One transaction at a time for each person, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended('report ' || me, 0));
  -- Locks the item, so that its deletion closes this report too. Locks the accounts before it, as their deletion does.
  author := coalesce(
    (select p.author_id from public.public_posts as p where p.id = item_id),
    (select c.user_id from public.post_comments as c where c.id = item_id),
    (select m.sender_id from app.room_messages as m where m.id = item_id),
    (select m.sender_id from public.direct_messages as m where m.id = item_id and me in (m.sender_id, m.receiver_id)),
    (select p.user_id from public.polls as p where p.id = item_id));
  perform from auth.users as u where u.id in (me, author) order by u.id for key share;
  if item_type = 'public_post' then
    select p.content into words from public.public_posts as p where p.id = item_id for key share;
  elsif item_type = 'post_comment' then
    select c.content into words from public.post_comments as c where c.id = item_id for key share;
  elsif item_type = 'live_chat_message' then
    -- For share: an edit waits and then sees the report.
    select m.message_text into words from app.room_messages as m where m.id = item_id for share;
  elsif item_type = 'direct_message' then
    select m.text into words from public.direct_messages as m where m.id = item_id and me in (m.sender_id, m.receiver_id) for share;
  elsif item_type = 'poll' then
    select p.question || E'\n' || array_to_string(p.options, E'\n') into words from public.polls as p where p.id = item_id for key share;
  end if;
  if words is null then return 'missing'; end if;
  if (select count(*) from public.reports as r where r.reporter_id = me and r.created_at > now() - interval '1 hour') >= 30 then
    return 'too_many';
  end if;
  insert into public.reports (reporter_id, reported_item_type, reported_item_id, reason, details, reported_user_id, reported_content)
  values (me, item_type, item_id, reason, details, author, words)
  on conflict do nothing;
  return case when found then 'ok' else 'repeated' end;
end $function$;
alter function app.submit_report(text, uuid, text, text) owner to function_owner;
grant execute on function app.submit_report(text, uuid, text, text) to authenticated;

-- Function app.switch_triggers(boolean)
create function app.switch_triggers(are_on boolean)
  returns void
  language plpgsql
  set search_path to ''
  as $function$
begin
  perform set_config('session_replication_role', case when are_on then 'origin' else 'replica' end, true);
exception when insufficient_privilege then null;
end $function$;
grant execute on function app.switch_triggers(boolean) to service_role;

-- Function app.take_emi_talk(text, uuid)
create function app.take_emi_talk(topic text, runner uuid)
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  talk app.emi_talks;
begin
  select * into talk from app.emi_talks as t where t.topic = take_emi_talk.topic for update;
  if talk.until > clock_timestamp() then return null; end if;
  if talk.runner is not null then perform app.end_emi_run(talk.topic); end if;
  if not exists (select from app.emi_turns as t where t.topic = talk.topic and t.answered_at is null) then return null; end if;
  update app.emi_talks as t set runner = take_emi_talk.runner, until = clock_timestamp() + interval '1 minute' where t.topic = talk.topic;
  return greatest(0, ceil(extract(epoch from talk.next_at - clock_timestamp()) * 1000));
end $function$;
alter function app.take_emi_talk(text, uuid) owner to function_owner;
grant execute on function app.take_emi_talk(text, uuid) to service_role;

-- Function app.taken_contact(integer, timestamptz, uuid)
create function app.taken_contact(most integer, after timestamptz, after_id uuid)
  returns setof jsonb
  language sql
  stable security definer
  set search_path to ''
begin atomic
  select (to_jsonb(m.*) - 'user_id')
    from public.contact_messages m
   where ((m.user_id = (select auth.uid())) and (row(m.created_at, m.id) > row(taken_contact.after, taken_contact.after_id)))
   order by m.created_at, m.id
  limit taken_contact.most;
end;
alter function app.taken_contact(integer, timestamptz, uuid) owner to function_owner;
grant execute on function app.taken_contact(integer, timestamptz, uuid) to authenticated;

-- Function app.taken_files()
create function app.taken_files()
  returns setof jsonb
  language sql
  stable security definer
  set search_path to ''
begin atomic
  select jsonb_build_object('bucket', o.bucket_id, 'key', o.name, 'name', u.name, 'blob', o.blob_id, 'mime', (o.metadata ->> 'mimetype')) as jsonb_build_object
    from (( select k.bucket_id,
             k.name,
             k.blob_id,
             k.metadata,
             null::uuid as upload_id
            from storage.objects k
           where ((k.owner_id = (select auth.uid())) and (k.bucket_id <> 'chat-files'))
         union all
          select k.bucket_id,
             k.name,
             k.blob_id,
             k.metadata,
             c.id
            from (public.chat_uploads c
              join storage.objects k on (((k.bucket_id = 'chat-files') and (k.name = c.object_name))))
           where ((c.user_id = (select auth.uid())) and (c.state = 'ready') and (c.expires_at > now()))) o
      left join public.chat_uploads u on ((u.id = o.upload_id)))
   order by o.bucket_id, o.name
  limit 10000;
end;
alter function app.taken_files() owner to function_owner;
grant execute on function app.taken_files() to authenticated;

-- Function app.taken_messages(integer, text, bigint)
create function app.taken_messages(most integer, after_conversation text, after_seq bigint)
  returns setof jsonb
  language sql
  stable security definer
  set search_path to ''
begin atomic
  select jsonb_build_object('conversation_id', m.conversation_id, 'seq', m.seq, 'id', m.id, 'created_at', m.created_at, 'edited_at', m.edited_at, 'other_id', c.other_id, 'other_codename', coalesce(f.codename, 'Anonymous'), 'is_mine', (m.sender_id = c.user_id), 'text', m.text, 'file', m.file, 'reactions', m.reactions) as jsonb_build_object
    from ((public.conversation_members c
      cross join lateral ( select d.id,
             d.seq,
             d.conversation_id,
             d.sender_id,
             d.receiver_id,
             d.text,
             d.reactions,
             d.created_at,
             d.edited_at,
             d.file
            from public.direct_messages d
          
  where ((d.conversation_id = c.conversation_id) and (row(d.conversation_id, d.seq) > row(taken_messages.after_conversation, taken_messages.after_seq)) and ((d.sender_id = c.user_id) or (c.other_id <> all (app.across_blocks()))))
           order by d.seq
          limit taken_messages.most) m)
      left join app.faces f on ((f.id = c.other_id)))
   where ((c.user_id = (select auth.uid())) and (c.conversation_id >= taken_messages.after_conversation))
   order by m.conversation_id, m.seq
  limit taken_messages.most;
end;
alter function app.taken_messages(integer, text, bigint) owner to function_owner;
grant execute on function app.taken_messages(integer, text, bigint) to authenticated;

-- Function app.taken_posts(integer, bigint)
create function app.taken_posts(most integer, after bigint)
  returns setof jsonb
  language sql
  stable security definer
  set search_path to ''
begin atomic
  select jsonb_build_object('seq', p.seq, 'id', p.id, 'created_at', p.created_at, 'mood', p.mood, 'content', p.content, 'content_warning', p.content_warning, 'template_url', p.template_url, 'codename', p.codename, 'anonymous', p.anonymous, 'reaction_counts', p.reaction_counts, 'comment_count', p.comment_count) as jsonb_build_object
    from public.public_posts p
   where ((p.author_id = (select auth.uid())) and (p.seq > taken_posts.after))
   order by p.seq
  limit taken_posts.most;
end;
alter function app.taken_posts(integer, bigint) owner to function_owner;
grant execute on function app.taken_posts(integer, bigint) to authenticated;

-- Function app.tell_comments()
-- Called by the trigger public.post_comments after_50_tell_edited
create function app.tell_comments()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  insert into realtime.messages (payload, event, topic, private)
    select
      case cardinality(c.ids) when 1
        then jsonb_build_object('type', tg_argv[0], 'post_id', c.post_id, 'id', c.ids[1])
        else jsonb_build_object('type', 'comments_changed', 'post_id', c.post_id) end,
      'comment_update', 'post-reactions-' || c.post_id, false
    from (select n.post_id, array_agg(n.id) as ids from changed as n join before as o using (id)
      where n.content <> o.content group by n.post_id limit 50) as c;
  return null;
end $function$;
alter function app.tell_comments() owner to function_owner;

-- Function app.tell_direct_changes()
-- Called by the trigger public.direct_messages after_60_tell_changes
create function app.tell_direct_changes()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', kind.type, 'row', n.id), 'message_update', 'dm-' || n.conversation_id, true
    from changed as n join before as o using (id)
    cross join lateral (values ('edit', n.text <> o.text), ('reaction', n.reactions <> o.reactions)) as kind (type, happened)
    where kind.happened limit 50;
  insert into realtime.messages (payload, event, topic, private)
    select distinct jsonb_build_object('conversationId', n.conversation_id), 'dm_changed', 'user-notifications-' || m.user_id, true
    from changed as n join before as o using (id) join public.conversation_members as m on m.conversation_id = n.conversation_id
    where n.text <> o.text and (n.seq >= m.last_seq or (m.user_id = n.receiver_id and n.seq > m.read_seq)) limit 50;
  return null;
end $function$;
alter function app.tell_direct_changes() owner to function_owner;

-- Function app.tell_erased_posts()
-- Called by the trigger public.public_posts after_95_tell_erased
create function app.tell_erased_posts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'post_removed', 'post_id', c.id), 'post_update', 'post-reactions-' || c.id, false
    from changed as c where c.user_id is null;
  return null;
end $function$;
alter function app.tell_erased_posts() owner to function_owner;

-- Function app.tell_erased_room_messages()
-- Called by the trigger app.room_messages after_75_tell_erased
create function app.tell_erased_room_messages()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('type', 'delete', 'id', c.id), 'message_update', 'tambayan-' || c.wall_id, true from changed as c limit 50;
  return null;
end $function$;
alter function app.tell_erased_room_messages() owner to function_owner;

-- Function app.tell_hidden()
-- Called by the trigger public.user_blocks after_30_tell_hidden
-- Called by the trigger public.user_mutes after_30_tell_hidden
create function app.tell_hidden()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  entry jsonb := to_jsonb(new);
begin
  -- The server's own rows concern no open page.
  if auth.uid() is not null then
    insert into realtime.messages (payload, event, topic, private) values (
      jsonb_build_object('id', coalesce(entry ->> 'blocked_id', entry ->> 'muted_id', entry ->> 'post_id')),
      'hidden', 'user-notifications-' || auth.uid(), true);
  end if;
  return null;
end $function$;
alter function app.tell_hidden() owner to function_owner;

-- Function app.tell_mentions()
-- Called by the trigger public.mentions after_20_tell_added
-- Called by the trigger public.mentions after_30_tell_removed
create function app.tell_mentions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  insert into realtime.messages (payload, event, topic, private)
    select case tg_op when 'INSERT' then jsonb_build_object('row', x.id) else jsonb_build_object('id', x.id) end,
      case tg_op when 'INSERT' then 'mention_notification' else 'mention_removed' end, topic, true
    from (select id, user_id from changed limit 50) as x
    cross join unnest(array['mention-notifications-' || x.user_id, 'user:' || x.user_id || ':mentions']) as topic;
  return null;
end $function$;
alter function app.tell_mentions() owner to function_owner;

-- Function app.tell_post_changes()
-- Called by the trigger public.public_posts after_80_tell_edited
-- Called by the trigger public.public_posts after_90_tell_removed
create function app.tell_post_changes()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
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
end $function$;
alter function app.tell_post_changes() owner to function_owner;

-- Function app.tell_read_mentions()
-- Called by the trigger public.mentions after_50_tell_read
create function app.tell_read_mentions()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if current_setting('app.marks_all', true) = 'on' then return null; end if;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('kind', 'mention', 'id', n.id), 'notices_read', 'user-notifications-' || n.user_id, true
    from changed as n join before as o using (id) where o.read_at is null and n.read_at is not null limit 50;
  return null;
end $function$;
alter function app.tell_read_mentions() owner to function_owner;

-- Function app.tell_read_payments()
-- Called by the trigger public.manual_payments after_30_tell_read
create function app.tell_read_payments()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if new.user_id is null or current_setting('app.marks_all', true) = 'on' then return null; end if;
  insert into realtime.messages (payload, event, topic, private)
    values (jsonb_build_object('kind', 'payment', 'id', new.id), 'notices_read', 'user-notifications-' || new.user_id, true);
  return null;
end $function$;
alter function app.tell_read_payments() owner to function_owner;

-- Function app.tell_read_posts()
-- Called by the trigger public.post_notices after_10_tell_read
create function app.tell_read_posts()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if current_setting('app.marks_all', true) = 'on' then return null; end if;
  insert into realtime.messages (payload, event, topic, private)
    select jsonb_build_object('kind', o.kind, 'id', o.post_id), 'notices_read', 'user-notifications-' || o.user_id, true
    from before as o join changed as n using (user_id, post_id, kind) where o.is_unread and not n.is_unread limit 50;
  return null;
end $function$;
alter function app.tell_read_posts() owner to function_owner;

-- Function app.turn_on_care(text, uuid, uuid[])
create function app.turn_on_care(topic text, runner uuid, people uuid[])
  returns void
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  perform from auth.users as u where u.id = any (people) order by u.id for key share;
  if not app.holds_emi_talk(topic, runner) then return; end if;
  insert into public.emi_care (user_id, since)
    select distinct t.asker, now() from app.emi_turns as t
    where t.topic = turn_on_care.topic and t.runner = turn_on_care.runner and t.answered_at is null and t.asker = any (people)
    on conflict (user_id) do update set since = excluded.since;
end $function$;
alter function app.turn_on_care(text, uuid, uuid[]) owner to function_owner;
grant execute on function app.turn_on_care(text, uuid, uuid[]) to service_role;

-- Function app.unanswered_by_emi(text, uuid)
create function app.unanswered_by_emi(topic text, person uuid)
  returns table(id uuid, seq bigint)
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  if starts_with(topic, 'dm-') then
    return query
      select m.id, m.seq from (
        select d.id, d.seq, d.sender_id, d.created_at from public.direct_messages as d
        where d.conversation_id = substr(unanswered_by_emi.topic, 4) order by d.seq desc limit 20) as m
      where m.sender_id = person and m.created_at > now() - interval '10 minutes'
        and not exists (select from app.emi_turns as t where t.message_id = m.id) order by m.seq;
  else
    return query
      select m.id, m.seq from (
        select r.id, r.seq, r.message_text, r.created_at, r.wall_id from app.room_messages as r
        where r.sender_id = person order by r.seq desc limit 20) as m
      where 'tambayan-' || m.wall_id = unanswered_by_emi.topic and m.created_at > now() - interval '10 minutes'
        and app.mentions_emi(m.message_text) and not exists (select from app.emi_turns as t where t.message_id = m.id) order by m.seq;
  end if;
end $function$;
alter function app.unanswered_by_emi(text, uuid) owner to function_owner;

-- Function app.unanswered_words(text)
create function app.unanswered_words(topic text, out words text[], out care boolean)
  returns record
  language sql
  security definer
  set search_path to ''
  as $function$
  select array(
    select coalesce(d.text, r.message_text) from app.unanswered_by_emi(topic, auth.uid()) as f
      left join public.direct_messages as d on d.id = f.id left join app.room_messages as r on r.id = f.id order by f.seq),
    app.is_in_care(auth.uid())
$function$;
alter function app.unanswered_words(text) owner to function_owner;
grant execute on function app.unanswered_words(text) to authenticated;

-- Function app.uncount_votes()
-- Called by the trigger public.poll_votes after_20_uncount
create function app.uncount_votes()
  returns trigger
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  of_polls uuid[];
  choices integer[];
begin
  with uncounted as (
    delete from app.new_votes as n using changed as c where n.poll_id = c.poll_id and n.user_id = c.user_id returning n.poll_id, n.user_id)
  select array_agg(c.poll_id), array_agg(c.option_index) into of_polls, choices
    from changed as c where not exists (select from uncounted as u where u.poll_id = c.poll_id and u.user_id = c.user_id);
  perform app.add_votes(of_polls, choices, -1);
  return null;
end $function$;
alter function app.uncount_votes() owner to function_owner;

-- Function app.uses_left(text, uuid, integer, integer)
create function app.uses_left(kind text, person uuid, cap integer, days integer)
  returns integer
  language plpgsql
  stable security definer
  set search_path to ''
  as $function$
declare
  used integer;
begin
  if app.has_premium(person) then return null; end if;
  execute format(
    'select count(*) from %s where user_id = $1 and is_free and ($2 = 0 or created_at > now() - make_interval(days => $2))', app.uses_of(kind))
    into used using person, days;
  return greatest(cap - used, 0);
end $function$;
alter function app.uses_left(text, uuid, integer, integer) owner to function_owner;
grant execute on function app.uses_left(text, uuid, integer, integer) to service_role;

-- Function app.uses_of(text)
create function app.uses_of(kind text)
  returns text
  language sql
  immutable
  set search_path to ''
return case kind when 'refinement' then 'public.usage_ai_refinements' when 'emi' then 'public.usage_emi_messages' else null::text end;
grant execute on function app.uses_of(text) to function_owner;

-- Function app.vote(uuid, integer)
create function app.vote(poll uuid, choice integer, out outcome text, out chosen integer)
  returns record
  language plpgsql
  security definer
  set search_path to ''
  as $function$
declare
  me constant uuid := auth.uid();
begin
  insert into public.poll_votes (poll_id, user_id, option_index)
    select p.id, me, choice from public.polls as p
    where p.id = poll and choice between 0 and cardinality(p.options) - 1
      and (p.expires_at is null or p.expires_at > clock_timestamp()) and p.user_id <> all (app.out_of_sight())
    on conflict do nothing;
  if found then
    outcome := 'ok';
    chosen := choice;
    return;
  end if;
  select v.option_index into chosen from public.poll_votes as v where v.poll_id = poll and v.user_id = me;
  outcome := coalesce((
    select case when chosen is not null then 'repeated' when p.expires_at <= clock_timestamp() then 'closed' else 'option' end
    from public.polls as p where p.id = poll and p.user_id <> all (app.out_of_sight())), 'missing');
end $function$;
alter function app.vote(uuid, integer) owner to function_owner;
grant execute on function app.vote(uuid, integer) to authenticated;

-- Function app.voter_id(bytea, uuid)
create function app.voter_id(salt bytea, person uuid)
  returns uuid
  language sql
  immutable strict
  set search_path to ''
return (encode(substring(sha256((salt || uuid_send(person))) from 1 for 16), 'hex'))::uuid;
grant execute on function app.voter_id(bytea, uuid) to anon, authenticated, function_owner;

-- Function app.wants_notice(uuid, text)
create function app.wants_notice(person uuid, kind text)
  returns boolean
  language sql
  stable security definer
  set search_path to ''
return coalesce((select case wants_notice.kind
  when 'mention' then s.mentions
  when 'reaction' then s.reactions
  when 'comment' then s.comments
  else s.dms end as dms
  from public.notification_settings s
  where (s.user_id = wants_notice.person)), true);
alter function app.wants_notice(uuid, text) owner to function_owner;

-- Function app.withdraw(uuid)
create function app.withdraw(id uuid)
  returns void
  language plpgsql
  security definer
  set search_path to ''
  as $function$
begin
  perform from auth.users as u where u.id = auth.uid() for no key update;
  perform pg_advisory_xact_lock(hashtextextended('comments of ' || auth.uid(), 0));
  perform set_config('app.takes_back', 'on', true);
  delete from public.public_posts as p where p.id = withdraw.id and p.author_id = auth.uid();
  delete from public.diary_posts as d where d.id = withdraw.id and d.user_id = auth.uid();
  delete from public.post_comments as c where c.id = withdraw.id and c.user_id = auth.uid();
  delete from app.room_messages as m where m.id = withdraw.id and m.sender_id = auth.uid();
  delete from public.direct_messages as m where m.id = withdraw.id and m.sender_id = auth.uid();
  if exists (select from app.room_messages as m where m.id = withdraw.id)
    or exists (select from public.direct_messages as m where m.id = withdraw.id)
  then
    return;
  end if;
  insert into app.spent_ids (id) values (withdraw.id) on conflict do nothing;
end $function$;
alter function app.withdraw(uuid) owner to function_owner;
grant execute on function app.withdraw(uuid) to authenticated;

-- Function app.without_counts(jsonb, jsonb)
create function app.without_counts(counts jsonb, lost jsonb)
  returns jsonb
  language sql
  immutable
return (select coalesce(jsonb_object_agg(c.key, ((c.value)::integer - coalesce(((without_counts.lost ->> c.key))::integer, 0))), '{}') as "coalesce"
  from jsonb_each_text(without_counts.counts) c(key, value)
  where ((c.value)::integer > coalesce(((without_counts.lost ->> c.key))::integer, 0)));
grant execute on function app.without_counts(jsonb, jsonb) to function_owner;

-- Function app.without_erased(text)
create function app.without_erased(words text)
  returns text
  language plpgsql
  set search_path to ''
  as $function$
declare
  people uuid[] := app.mentions_in(words);
  person uuid;
begin
  perform from auth.users as u where u.id = any (people) order by u.id for key share;
  for person in
    select p.id from unnest(people) as p (id)
    where not exists (select from auth.users as u where u.id = p.id) or exists (select from app.leavings as l where l.user_id = p.id)
  loop
    words := replace(words, '@{' || person || '}', '@Anonymous');
  end loop;
  return words;
end $function$;
grant execute on function app.without_erased(text) to function_owner;

-- Function app.write_room_message()
-- Called by the trigger public.live_chat_messages instead_10_write
create function app.write_room_message()
  returns trigger
  language plpgsql
  set search_path to ''
  as $function$
declare
  claims jsonb := auth.jwt();
  me uuid := nullif(claims ->> 'sub', '')::uuid;
  message uuid := coalesce(new.id, gen_random_uuid());
begin
  if me is not null then
    if new.sender_id <> me then
      raise exception 'sender_id is not yours' using errcode = '42501';
    end if;
    if new.codename not in (
      'Anonymous', coalesce((select p.codename from public.user_profiles as p where p.id = me), ''),
      coalesce(claims -> 'user_metadata' ->> 'codename', '')) then
      raise exception 'codename is not yours' using errcode = '42501';
    end if;
  end if;
  if me is null then
    insert into app.room_messages (id, wall_id, sender_id, message_text, reply_to, created_at)
      values (message, new.wall_id, new.sender_id, new.message_text, new.reply_to, coalesce(new.created_at, now()));
  else
    insert into app.room_messages (id, wall_id, sender_id, message_text, reply_to)
      values (message, new.wall_id, coalesce(new.sender_id, me), new.message_text, new.reply_to);
  end if;
  select * into new from public.live_chat_messages as m where m.id = message;
  return new;
end $function$;

-- Function auth.email()
create function auth.email()
  returns text
  language sql
  stable
return (auth.jwt() ->> 'email');
grant execute on function auth.email() to anon, authenticated, function_owner, public_reader, service_role;

-- Function auth.forget_flows(timestamptz, integer)
create function auth.forget_flows(at timestamptz, most integer)
  returns bigint
  language sql
  set search_path to ''
begin atomic
  with flows as (
          delete from auth.provider_flows f
           where (f.ctid = any (array( select o.ctid
                    from auth.provider_flows o
                   where (o.expires_at < forget_flows.at)
                  limit forget_flows.most
                  for update of o skip locked)))
           returning 1 as "?column?"
         ), requests as (
          delete from auth.saml_requests r
           where (r.ctid = any (array( select o.ctid
                    from auth.saml_requests o
                   where (o.expires_at < forget_flows.at)
                  limit forget_flows.most
                  for update of o skip locked)))
           returning 1 as "?column?"
         ), spent as (
          delete from auth.spent_assertions s
           where (s.ctid = any (array( select o.ctid
                    from auth.spent_assertions o
                   where (o.expires_at < forget_flows.at)
                  limit forget_flows.most
                  for update of o skip locked)))
           returning 1 as "?column?"
         )
  select ((( select count(*) as count
            from flows) + ( select count(*) as count
            from requests)) + ( select count(*) as count
            from spent));
end;
grant execute on function auth.forget_flows(timestamptz, integer) to service_role;

-- Function auth.give_back(bytea[], integer[], integer[])
create function auth.give_back(keys bytea[], points integer[], seconds integer[])
  returns void
  language sql
  set search_path to ''
  as $function$
  update auth.rate_limits bucket
    set full_at = bucket.full_at - make_interval(secs => taken.seconds::double precision / taken.points)
    from unnest(keys, points, seconds) as taken (key, points, seconds)
    where bucket.key = taken.key
$function$;
grant execute on function auth.give_back(bytea[], integer[], integer[]) to service_role;

-- Function auth.jwt()
create function auth.jwt()
  returns jsonb
  language sql
  stable
return (coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}'))::jsonb;
grant execute on function auth.jwt() to anon, authenticated, function_owner, public_reader, service_role;

-- Function auth.prune(timestamptz, integer)
create function auth.prune(at timestamptz, most integer)
  returns bigint
  language sql
  set search_path to ''
  as $function$
  with limits as (
    delete from auth.rate_limits where ctid = any (array(
      select ctid from auth.rate_limits where full_at < at limit most for update skip locked)) returning 1),
  flows as (
    delete from auth.flow_states where ctid = any (array(
      select ctid from auth.flow_states where expires_at < at - interval '1 hour' limit most for update skip locked)) returning 1),
  tokens as (
    delete from auth.one_time_tokens where ctid = any (array(
      select ctid from auth.one_time_tokens where expires_at < at or used_at < at - interval '1 day'
      limit most for update skip locked)) returning 1),
  challenges as (
    delete from auth.webauthn_challenges where ctid = any (array(
      select ctid from auth.webauthn_challenges where expires_at < at limit most for update skip locked)) returning 1),
  answers as (
    delete from auth.mfa_challenges where ctid = any (array(
      select ctid from auth.mfa_challenges where expires_at < at limit most for update skip locked)) returning 1),
  unfinished as (
    delete from auth.mfa_factors where ctid = any (array(
      select ctid from auth.mfa_factors where status = 'unverified' and created_at < at - interval '1 day'
      limit most for update skip locked)) returning 1),
  sessions as (
    delete from auth.sessions where ctid = any (array(
      select ctid from auth.sessions where expires_at < at limit most for update skip locked)) returning 1),
  networks as (
    delete from auth.known_networks where ctid = any (array(
      select ctid from auth.known_networks where seen_at < at - interval '90 days' limit most for update skip locked)) returning 1)
  select (select count(*) from limits) + (select count(*) from flows) + (select count(*) from tokens) + (select count(*) from challenges)
    + (select count(*) from sessions) + (select count(*) from networks) + (select count(*) from answers) + (select count(*) from unfinished)
$function$;
grant execute on function auth.prune(timestamptz, integer) to service_role;

-- Function auth.role()
create function auth.role()
  returns text
  language sql
  stable
return (auth.jwt() ->> 'role');
grant execute on function auth.role() to anon, authenticated, function_owner, public_reader, service_role;

-- Function auth.take(bytea[], integer[], integer[], timestamptz)
create function auth.take(keys bytea[], points integer[], seconds integer[], at timestamptz)
  returns integer
  language plpgsql
  set search_path to ''
  as $function$
declare
  emission interval;
  room interval;
  known timestamptz;
begin
  for i in 1 .. cardinality(keys) loop
    emission := make_interval(secs => seconds[i]::double precision / points[i]);
    room := make_interval(secs => seconds[i]);
    known := (select bucket.full_at from auth.rate_limits as bucket where bucket.key = keys[i]);
    if known is null or greatest(known, at) + emission <= at + room then
      insert into auth.rate_limits as bucket (key, full_at) values (keys[i], at + emission)
        on conflict (key) do update set full_at = greatest(bucket.full_at, at) + emission
        where greatest(bucket.full_at, at) + emission <= at + room;
      continue when found;
      -- Another transaction took the last point since.
      known := (select bucket.full_at from auth.rate_limits as bucket where bucket.key = keys[i]);
    end if;
    return greatest(1, ceil(extract(epoch from known + emission - room - at)));
  end loop;
  return 0;
end $function$;
grant execute on function auth.take(bytea[], integer[], integer[], timestamptz) to function_owner, service_role;

-- Function auth.take_or_refuse(bytea[], integer[], integer[], timestamptz)
create function auth.take_or_refuse(keys bytea[], points integer[], seconds integer[], at timestamptz)
  returns void
  language plpgsql
  set search_path to ''
  as $function$
declare
  wait integer := auth.take(keys, points, seconds, at);
begin
  if wait > 0 then raise sqlstate 'EMPTY' using message = 'A bucket is empty', detail = wait; end if;
end $function$;
grant execute on function auth.take_or_refuse(bytea[], integer[], integer[], timestamptz) to service_role;

-- Function auth.uid()
create function auth.uid()
  returns uuid
  language sql
  stable
return (nullif((auth.jwt() ->> 'sub'), ''))::uuid;
grant execute on function auth.uid() to anon, authenticated, function_owner, public_reader, service_role;

-- Function realtime.broadcast_changes(text, text, text, text, text, record, record, text)
create function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text default 'ROW')
  returns void
  language plpgsql
  set search_path to ''
  as $function$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name);
end $function$;

-- Function realtime.is_public(text)
create function realtime.is_public(topic text)
  returns boolean
  language sql
  immutable
return ((topic = 'polls:global') or (topic ~ '^wall-(galit|malungkot|sisi|masaya|kalma)$') or (topic ~ '^post-reactions-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'));
grant execute on function realtime.is_public(text) to anon, authenticated, service_role;

-- Function realtime.prune(timestamptz, integer)
create function realtime.prune(at timestamptz, most integer)
  returns bigint
  language sql
  set search_path to ''
  as $function$
  with events as (
    delete from realtime.messages where ctid = any (array(
      select ctid from realtime.messages where inserted_at < at - interval '1 hour' limit most for update skip locked)) returning 1)
  select count(*) from events
$function$;
grant execute on function realtime.prune(timestamptz, integer) to service_role;

-- Function realtime.send(jsonb, text, text, boolean)
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
  language sql
  set search_path to ''
  as $function$
  insert into realtime.messages (payload, event, topic, private) values (payload, event, topic, private)
$function$;
grant execute on function realtime.send(jsonb, text, text, boolean) to function_owner, service_role;

-- Function realtime.topic()
create function realtime.topic()
  returns text
  language sql
  stable
return nullif(current_setting('realtime.topic', true), '');
grant execute on function realtime.topic() to anon, authenticated, service_role;

-- Function storage.condemn(timestamptz, integer)
create function storage.condemn(at timestamptz, most integer)
  returns setof text
  language sql
  set search_path to ''
  as $function$
  update storage.blobs set condemned_at = at
  where id in (
    select id from storage.blobs
    where refs = 0 and keep_until <= at and (condemned_at is null or condemned_at <= at - interval '10 minutes')
    order by keep_until limit most for update skip locked
  )
  returning id
$function$;
grant execute on function storage.condemn(timestamptz, integer) to service_role;

-- Function storage.extension(text)
create function storage.extension(name text)
  returns text
  language sql
  immutable
return split_part(split_part(name, '/', '-1'::integer), '.', '-1'::integer);
grant execute on function storage.extension(text) to anon, authenticated, service_role;

-- Function storage.filename(text)
create function storage.filename(name text)
  returns text
  language sql
  immutable
return split_part(name, '/', '-1'::integer);
grant execute on function storage.filename(text) to anon, authenticated, service_role;

-- Function storage.foldername(text)
create function storage.foldername(name text)
  returns text[]
  language sql
  immutable
return (string_to_array(name, '/'))[1:(array_length(string_to_array(name, '/'), 1) - 1)];
grant execute on function storage.foldername(text) to anon, authenticated, function_owner, service_role;

-- Function storage.forget(text[])
create function storage.forget(ids text[])
  returns void
  language sql
  set search_path to ''
  as $function$
  delete from storage.blobs where id = any (ids) and condemned_at is not null
$function$;
grant execute on function storage.forget(text[]) to service_role;
