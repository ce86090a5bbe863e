-- Payments. A row of `payments` is a checkout: one try to pay at the provider. What the provider says about it decides its status, and a paid
-- one grants a term. Premium is counted from the terms, and from nothing else.

-- The screens have the same numbers in shared/plans.ts. Amounts are centavos. Null: an unknown plan.
create function app.months_of(plan text) returns integer language sql immutable set search_path = ''
  return case plan when 'premium_monthly' then 1 when 'premium_yearly' then 12 end;
create function app.amount_of(plan text) returns integer language sql immutable set search_path = ''
  return case plan when 'premium_monthly' then 12900 when 'premium_yearly' then 129000 end;

create table public.payments (
  -- The provider knows the checkout by this id alone: nothing there names a person.
  id uuid primary key default gen_random_uuid(),
  -- Null after the account was deleted: the law asks for the payment, not for the person.
  user_id uuid references auth.users (id) on delete set null,
  plan text not null check (plan in ('premium_monthly', 'premium_yearly')),
  amount integer not null check (amount > 0),
  currency text not null default 'PHP' check (currency = 'PHP'),
  provider text not null check (provider in ('paymongo', 'test')),
  -- Null until the provider has made the session.
  session_id text unique check (char_length(session_id) <= 100),
  checkout_url text check (char_length(checkout_url) <= 2000),
  payment_id text unique check (char_length(payment_id) <= 100),
  status text not null default 'open' check (status in ('open', 'paid', 'expired', 'refunded', 'disputed', 'failed')),
  -- gcash, card and the like.
  method text check (char_length(method) <= 40),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  ended_at timestamptz,
  -- When the job asks the provider again. Null: never.
  look_at timestamptz,
  -- Look-ups are numbered when they begin. An answer that was overtaken by a later one is not applied.
  looks integer not null default 0,
  looked integer not null default 0,
  -- It was paid after its account was deleted: `npm run admin -- payments` lists it until the money is returned.
  refund_due boolean not null default false
);
alter table public.payments enable row level security, force row level security;
create index payments_person on public.payments (user_id, created_at);
create index payments_look on public.payments (look_at) where look_at is not null;
create index payments_refunds on public.payments (paid_at) where refund_due;
create index payments_age on public.payments (created_at);
grant select (id, user_id, plan, amount, currency, provider, payment_id, status, method, created_at, paid_at, ended_at)
  on public.payments to authenticated;
grant select, insert, update, delete on public.payments to function_owner;
create policy "people see their own payments" on public.payments for select to authenticated using (user_id = (select auth.uid()));

-- Events of the provider's webhooks: ids only, because a body holds the payer's name and address. They lead to a look-up and prove nothing.
create table app.payment_events (
  event_id text primary key check (char_length(event_id) <= 100),
  type text not null check (char_length(type) <= 100),
  session_id text,
  payment_id text,
  reference uuid,
  received_at timestamptz not null default now(),
  -- The node that received the event works on it until then. Later any node does.
  due_at timestamptz not null default now() + interval '30 seconds',
  attempts integer not null default 0,
  done_at timestamptz
);
alter table app.payment_events enable row level security, force row level security;
create index payment_events_due on app.payment_events (due_at) where done_at is null;
create index payment_events_age on app.payment_events (received_at);
grant select, update, delete on app.payment_events to function_owner;

-- The months that one payment, one proof or one gift gave.
create table app.premium_terms (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  source text not null check (source in ('payment', 'proof', 'gift')),
  source_id uuid not null,
  months integer not null check (months between 1 and 120),
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint premium_terms_source unique (source, source_id)
);
alter table app.premium_terms enable row level security, force row level security;
create index premium_terms_person on app.premium_terms (user_id, granted_at);
grant select, insert, update on app.premium_terms to function_owner;
grant insert (id, email), update (is_premium, premium_until) on public.user_profiles to function_owner;

-- Calendar months in the Philippines: 31 January and one month is the last day of February, at the same time of day.
create function app.add_months(began timestamptz, months integer) returns timestamptz language sql immutable set search_path = ''
  return ((began at time zone 'Asia/Manila') + make_interval(months => months)) at time zone 'Asia/Manila';

-- Locks the account, then the profile, which may not exist yet. False: the account is gone, or its person is leaving.
create function app.lock_premium(person uuid) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users as u where u.id = person for no key update;
  if not found or exists (select from app.leavings as l where l.user_id = person) then return false; end if;
  insert into public.user_profiles (id, email) select u.id, u.email from auth.users as u where u.id = person on conflict do nothing;
  perform from public.user_profiles as p where p.id = person for no key update;
  return true;
end $$;
alter function app.lock_premium(uuid) owner to function_owner;

-- Writes is_premium and premium_until, and nothing else does. A term that is granted before the end of the chain adds its months to the chain's
-- beginning, so that 31 January and two terms of a month end on 31 March. A change reaches the person's open pages as an event.
create function app.count_terms(person uuid) returns void language plpgsql security definer set search_path = '' as $$
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
end $$;
alter function app.count_terms(uuid) owner to function_owner;

-- Grants the plan's months once for each source, however often it is called. 'granted', 'repeated', or 'gone' without an account.
create function app.grant_term(source text, source_id uuid, person uuid, plan text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if not app.lock_premium(person) then return 'gone'; end if;
  insert into app.premium_terms (user_id, source, source_id, months) values (person, source, source_id, app.months_of(plan))
    on conflict on constraint premium_terms_source do nothing;
  if not found then return 'repeated'; end if;
  perform app.count_terms(person);
  return 'granted';
end $$;
alter function app.grant_term(text, uuid, uuid, text) owner to function_owner;

-- Takes the term of a source back, or restores it with `revoked` false. False: there was nothing to change.
create function app.revoke_term(source text, source_id uuid, revoked boolean default true) returns boolean
language plpgsql security definer set search_path = '' as $$
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
end $$;
alter function app.revoke_term(text, uuid, boolean) owner to function_owner;

-- The caller's checkout for a plan. Null `session`: the row is new, and the server asks the provider for one. Two tabs and a double click get
-- the same checkout. Refusals: 'busy' (another request is asking the provider), 'far' (Premium is paid for five years).
create function app.reserve_checkout(
  plan text, provider text, out payment uuid, out amount integer, out session text, out url text, out refusal text)
language plpgsql security definer set search_path = '' as $$
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
end $$;
alter function app.reserve_checkout(text, text) owner to function_owner;

-- Applies one look-up. `outcome`: open, paid, refunded, disputed, expired or mismatch. Status, term and event change in one transaction. Returns
-- the status when it changed, and whether its account is gone.
create function app.settle_look(
  payment uuid, look integer, outcome text, paid_by text, paid_method text, paid_time timestamptz, event text,
  out status text, out is_orphan boolean)
language plpgsql security definer set search_path = '' as $$
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
end $$;
alter function app.settle_look(uuid, integer, text, text, text, timestamptz, text) owner to function_owner;

-- An open checkout is looked up after a quarter of an hour, one hour, six hours and a day, when it ends. A paid one is looked up each week
-- while a bank may still take the money back, because PayMongo's lists name no event of a dispute.
create function app.next_look(status text, created timestamptz, paid timestamptz) returns timestamptz
language sql stable set search_path = ''
  return case
    when status = 'open' then created + case
      when now() < created + interval '14 minutes' then interval '15 minutes'
      when now() < created + interval '1 hour' then interval '1 hour'
      when now() < created + interval '6 hours' then interval '6 hours'
      when now() < created + interval '1 day' then interval '1 day'
      else now() - created + interval '1 hour' end
    when status in ('paid', 'disputed') and now() < paid + interval '180 days' then now() + interval '7 days' end;
grant execute on function app.next_look(text, timestamptz, timestamptz) to function_owner, service_role;

-- Checkouts whose look-up is due. Nodes claim different ones. A claim of a node that stopped ends after five minutes.
create function app.claim_checkouts(at timestamptz, most integer, provider text) returns setof uuid
language sql security definer set search_path = ''
  begin atomic
    update public.payments as c set look_at = at + interval '5 minutes'
    where c.id in (
      select d.id from public.payments as d where d.provider = claim_checkouts.provider and d.look_at <= at
      order by d.look_at limit most for update skip locked)
    returning c.id;
  end;
alter function app.claim_checkouts(timestamptz, integer, text) owner to function_owner;

-- Stored events that are not done, with a back-off of one minute to an hour.
create function app.claim_payment_events(at timestamptz, most integer) returns setof text
language sql security definer set search_path = ''
  begin atomic
    update app.payment_events as e set
      attempts = e.attempts + 1, due_at = at + make_interval(secs => least(3600, 60 * 2 ^ least(e.attempts, 6)))
    where e.event_id in (
      select d.event_id from app.payment_events as d where d.done_at is null and d.due_at <= at
      order by d.due_at limit most for update skip locked)
    returning e.event_id;
  end;
alter function app.claim_payment_events(timestamptz, integer) owner to function_owner;

-- The checkout of a deleted account ends at the provider too, at the next round of the job.
create function app.leave_checkout() returns trigger language plpgsql set search_path = '' as $$
begin
  new.look_at := now();
  return new;
end $$;

-- Deletes events after thirty days, unpaid checkouts after ninety, and payments of deleted accounts after ten years. Returns the number of rows.
create function app.forget_payments(at timestamptz, most integer) returns bigint language sql security definer set search_path = ''
  begin atomic
    with old_events as (
      delete from app.payment_events where event_id in (
        select e.event_id from app.payment_events as e where e.received_at < at - interval '30 days' order by e.received_at limit most)
      returning 1),
    old_checkouts as (
      delete from public.payments where id in (
        select c.id from public.payments as c
        where c.created_at < at - interval '90 days' and (c.paid_at is null or c.user_id is null and c.created_at < at - interval '10 years')
        order by c.created_at limit most)
      returning 1)
    select (select count(*) from old_events) + (select count(*) from old_checkouts);
  end;
alter function app.forget_payments(timestamptz, integer) owner to function_owner;

grant execute on function app.months_of(text), app.amount_of(text), app.add_months(timestamptz, integer) to function_owner, service_role;
grant execute on function app.lock_premium(uuid), app.count_terms(uuid), app.grant_term(text, uuid, uuid, text),
  app.revoke_term(text, uuid, boolean) to function_owner, service_role;
grant execute on function app.reserve_checkout(text, text) to authenticated;
grant execute on function app.settle_look(uuid, integer, text, text, text, timestamptz, text),
  app.claim_checkouts(timestamptz, integer, text), app.claim_payment_events(timestamptz, integer),
  app.forget_payments(timestamptz, integer) to service_role;

-- Triggers in firing order.
-- payments
--   before_10_leave           update                    ends the checkout of a deleted account
create trigger before_10_leave before update of user_id on public.payments
  for each row when (new.user_id is null and old.user_id is not null and old.status = 'open') execute function app.leave_checkout();
