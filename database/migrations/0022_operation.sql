-- Guards against mistakes of an operator.

-- The secrets of the nodes, as a keyed hash. A node with others refuses to start. Only the owner's login reads and writes it.
create table app.node_secrets (
  single boolean primary key default true constraint node_secrets_single_check check (single),
  fingerprint bytea not null,
  known_at timestamptz not null default now()
);
alter table app.node_secrets enable row level security;
alter table app.node_secrets force row level security;
revoke all on app.node_secrets from service_role;

-- An existing PostgreSQL logs what its own settings say. Parameters, details of errors and plans hold people's words, so the pool's login
-- logs none of them. Just-in-time compilation costs more than our short statements take.
alter role authenticator set log_parameter_max_length = 0;
alter role authenticator set log_parameter_max_length_on_error = 0;
alter role authenticator set log_error_verbosity = terse;
alter role authenticator set log_min_messages = log;
alter role authenticator set log_min_error_statement = panic;
alter role authenticator set auto_explain.log_min_duration = -1;
alter role authenticator set jit = off;

-- Triggers: none.
