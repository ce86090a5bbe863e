-- Manual payments. A person pays by QR and sends a proof, and the operator verifies or rejects it. The person hears the outcome in the bell, by a push
-- and by mail.
create table public.manual_payments (
  id uuid primary key default gen_random_uuid(),
  -- Null: the account is gone, and the payment was verified.
  user_id uuid default auth.uid() references auth.users (id) on delete set null,
  plan text not null check (plan in ('premium_monthly', 'premium_yearly')),
  -- In centavos.
  amount integer not null check (amount > 0),
  -- The path that getPublicUrl names. The bucket is private, so only the owner and staff open the file. Null: the file is deleted.
  proof_url text,
  -- SHA-256 of the stored file. It tells staff when a file comes a second time.
  proof_digest text,
  status text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  -- The operator's words to the person.
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- The time when the person read the outcome.
  read_at timestamptz,
  -- The time when the mail to the operator was stored.
  notified_at timestamptz,
  constraint manual_payments_decided check ((status = 'pending') = (decided_at is null)),
  constraint manual_payments_reason check ((status = 'rejected') = (reason is not null))
);
alter table public.manual_payments enable row level security, force row level security;
create unique index manual_payments_pending on public.manual_payments (user_id, plan) where status = 'pending';
create index manual_payments_person on public.manual_payments (user_id, created_at);
create index manual_payments_waiting on public.manual_payments (created_at) where status = 'pending';
create index manual_payments_unread on public.manual_payments (user_id, decided_at) where decided_at is not null and read_at is null;
create index manual_payments_proof on public.manual_payments (proof_url) where proof_url is not null;
create index manual_payments_digest on public.manual_payments (proof_digest) where proof_digest is not null;
create index manual_payments_ended on public.manual_payments (decided_at) where proof_url is not null;

-- Stamps the price and checks the proof: a file of the caller's own, uploaded within 23 hours. The clean-up deletes a file that no payment names
-- after a day.
create function app.stamp_manual_payment() returns trigger language plpgsql security definer set search_path = '' as $$
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
end $$;
alter function app.stamp_manual_payment() owner to function_owner;

-- Tells the person of the outcome.
create function app.ring_payer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is null then return null; end if;
  insert into realtime.messages (payload, event, topic, private)
    values (jsonb_build_object('id', new.id), 'payment_notice', 'user-notifications-' || new.user_id, true);
  perform app.queue_push(new.user_id);
  return null;
end $$;
alter function app.ring_payer() owner to function_owner;

-- Tells the person's other devices that the outcome was read.
create function app.tell_read_payments() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is null or current_setting('app.marks_all', true) = 'on' then return null; end if;
  insert into realtime.messages (payload, event, topic, private)
    values (jsonb_build_object('kind', 'payment', 'id', new.id), 'notices_read', 'user-notifications-' || new.user_id, true);
  return null;
end $$;
alter function app.tell_read_payments() owner to function_owner;

-- The account is gone, and its files with it. A verified payment stays without a person, for the books.
create function app.follow_payer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'verified' then update public.manual_payments set proof_url = null, proof_digest = null where id = new.id;
  else delete from public.manual_payments where id = new.id; end if;
  return null;
end $$;
alter function app.follow_payer() owner to function_owner;

-- Decides a pending payment, and returns 'done' with the person and the plan. Otherwise 'missing', or the status that another operator gave it.
-- The lock on the account lets one operator decide at a time.
create function app.decide_manual_payment(payment uuid, verdict text, words text, out outcome text, out person uuid, out plan text)
language plpgsql set search_path = '' as $$
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
end $$;

-- Deletes proofs ninety days after the decision, files that no payment names after a day, and payments of deleted accounts after ten years.
-- Returns the number of rows. The clean-up calls it.
create function app.forget_proofs(at timestamptz, most integer) returns bigint language sql security definer set search_path = ''
  begin atomic
    with ended as (
      select p.id from public.manual_payments as p
      where p.proof_url is not null and p.decided_at <= at - interval '90 days' order by p.decided_at limit most for update skip locked),
    forgotten as (
      update public.manual_payments as p set proof_url = null from ended where p.id = ended.id returning p.id),
    unused as (
      select o.id from storage.objects as o
      where o.bucket_id = 'payment-proofs' and o.created_at <= at - interval '1 day' and not exists (
        select from public.manual_payments as p
        where p.proof_url = '/storage/v1/object/public/payment-proofs/' || o.name
          and (p.decided_at is null or p.decided_at > at - interval '90 days'))
      limit most for update skip locked),
    gone as (
      delete from storage.objects as o using unused where o.id = unused.id returning o.id),
    old as (
      delete from public.manual_payments where id in (
        select p.id from public.manual_payments as p
        where p.user_id is null and p.created_at < at - interval '10 years' order by p.created_at limit most) returning id)
    select (select count(*) from forgotten) + (select count(*) from gone) + (select count(*) from old);
  end;
alter function app.forget_proofs(timestamptz, integer) owner to function_owner;

-- Adds payments.
create or replace function app.mark_all_read() returns void language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('app.marks_all', 'on', true);
  update public.conversation_members set unread = 0, read_seq = last_seq where user_id = auth.uid() and unread > 0;
  update public.mentions set read_at = now() where user_id = auth.uid() and read_at is null;
  update public.post_notices set is_unread = false where user_id = auth.uid() and is_unread;
  update public.manual_payments set read_at = now() where user_id = auth.uid() and decided_at is not null and read_at is null;
  insert into realtime.messages (payload, event, topic, private)
    values ('{"kind": "all"}', 'notices_read', 'user-notifications-' || auth.uid(), true);
end $$;

-- Adds payments.
create or replace function app.has_unread(person uuid) returns boolean language sql stable security definer set search_path = ''
  return (app.wants_notice(person, 'dm') and exists (
      select from public.conversation_members as m
      where m.user_id = person and m.unread > 0 and m.state <> 'declined' and not app.is_deaf_to(person, m.other_id)))
    or (app.wants_notice(person, 'mention') and exists (
      select from public.mentions as x where x.user_id = person and x.read_at is null and not app.is_deaf_to(person, x.sender_id)))
    or exists (
      select from public.post_notices as n where n.user_id = person and n.is_unread
        and app.wants_notice(person, n.kind) and app.count_people(person, n.post_id, n.kind, n.since, '{}') > 0)
    or exists (
      select from public.manual_payments as p where p.user_id = person and p.decided_at is not null and p.read_at is null);

-- Adds payments. The preview says why a payment was rejected, and is empty for a verified one.
create or replace view public.notices with (security_invoker = true) as
  select coalesce(n.kind, '') as kind, coalesce(n.id, '') as id, n.person_id, f.codename, f.avatar_url, f.is_premium,
    coalesce(n.preview, '') as preview, coalesce(n.count, 0) as count, coalesce(n.created_at, '-infinity') as created_at,
    coalesce(n.target_url, '') as target_url
  from (
    select case m.state when 'request' then 'request' else 'dm' end as kind, m.conversation_id as id, m.other_id as person_id,
      case m.state when 'request' then '' else app.excerpt(l.text, 100) end as preview, m.unread as count, m.last_at as created_at,
      '/tambayan?dmUser=' || m.other_id as target_url
    from (
      select * from public.conversation_members as own
      where own.unread > 0 and own.state <> 'declined' and own.other_id <> all ((select app.out_of_sight())::uuid[])
        and coalesce((select s.dms from public.notification_settings as s where s.user_id = (select auth.uid())), true)
      order by own.last_at desc limit 100) as m
    cross join lateral app.last_message(m.conversation_id) as l
    union all
    select 'mention', x.id::text, x.sender_id, app.excerpt(w.message_text, 100), 1, x.created_at, '/tambayan?message=' || x.message_id
    from (
      select * from public.mentions as own
      where own.read_at is null
        and coalesce((select s.mentions from public.notification_settings as s where s.user_id = (select auth.uid())), true)
      order by own.created_at desc limit 100) as x
    join app.room_messages as w on w.id = x.message_id
    union all
    select n.kind, n.post_id::text, null, app.excerpt(p.content, 100), p.people, n.last_at, '/wall/' || app.slug_of(p.mood) || '?post=' || n.post_id
    from (
      select * from public.post_notices as own
      where own.is_unread and (own.kind <> 'reaction' or coalesce((
          select s.reactions from public.notification_settings as s where s.user_id = (select auth.uid())), true))
        and (own.kind <> 'comment' or coalesce((
          select s.comments from public.notification_settings as s where s.user_id = (select auth.uid())), true))
      order by own.last_at desc limit 100) as n
    cross join lateral (
      select o.mood, o.content, app.notice_people(n.post_id, n.kind) as people from public.public_posts as o
      where o.id = n.post_id offset 0) as p
    where p.people > 0
    union all
    select 'payment', p.id::text, null, coalesce(app.excerpt(p.reason, 100), ''), 1, p.decided_at, '/billing/receipts'
    from (
      select own.id, own.reason, own.decided_at from public.manual_payments as own
      where own.decided_at is not null and own.read_at is null
      order by own.decided_at desc limit 100) as p
  ) as n
  left join app.faces as f on f.id = n.person_id;

grant select (id, user_id, plan, amount, proof_url, status, reason, created_at, decided_at, read_at),
  insert (id, user_id, plan, amount, proof_url, status), update (read_at) on public.manual_payments to authenticated;
grant select, update, delete on public.manual_payments to function_owner;
grant select (id, created_at, metadata) on storage.objects to function_owner;
grant execute on function app.decide_manual_payment(uuid, text, text), app.forget_proofs(timestamptz, integer) to service_role;

create policy "people see their own payments by QR" on public.manual_payments
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people send a proof as themselves" on public.manual_payments
  for insert to authenticated with check (user_id = (select auth.uid()) and status = 'pending');
create policy "people mark an outcome as read" on public.manual_payments
  for update to authenticated using (user_id = (select auth.uid()) and decided_at is not null)
  with check (user_id = (select auth.uid()) and read_at is not null);

-- Triggers in firing order.
-- manual_payments
--   before_10_stamp           insert                    stamps the price; checks the proof
--   after_20_ring             update                    tells the person of the outcome
--   after_30_tell_read        update                    tells the person's other devices
--   after_40_follow           update                    deletes or bares the payment of a deleted account
create trigger before_10_stamp before insert on public.manual_payments for each row execute function app.stamp_manual_payment();
create trigger after_20_ring after update of status on public.manual_payments
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function app.ring_payer();
create trigger after_30_tell_read after update of read_at on public.manual_payments
  for each row when (old.read_at is null and new.read_at is not null) execute function app.tell_read_payments();
create trigger after_40_follow after update of user_id on public.manual_payments
  for each row when (new.user_id is null) execute function app.follow_payer();
