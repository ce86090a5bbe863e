-- Mails to the operator (a message of the contact page, a proof of payment), and the outcome of a payment. A message of the contact page may
-- have 5,000 letters, so a sealed mail may be longer.
alter table auth.mails drop constraint mails_kind_check, drop constraint mails_sealed_check;
alter table auth.mails
  add constraint mails_kind_check check (kind in ('asked', 'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'already_here',
    'password_changed', 'email_changed', 'contact', 'proof', 'payment_outcome')),
  add constraint mails_sealed_check check (octet_length(sealed) <= 65536);
