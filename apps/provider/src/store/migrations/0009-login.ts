import type { Migration } from '../migrate.js'

/**
 * Accounts and the shares of their keys. Accounts belong to no project; sessions and pending log-ins
 * belong to one project and site. Tokens and codes are stored as digests, shares as ciphertext.
 */
export const login: Migration = {
  version: 9,
  name: 'login',
  async up(sql) {
    await sql`
      create table login_accounts (
        id uuid primary key,
        email text,
        export_held_until bigint not null default 0,
        created_at bigint not null
      )`
    // Issuer and subject are the only key; accounts are never merged by email.
    await sql`
      create table login_identities (
        issuer text not null,
        subject text not null,
        account_id uuid not null references login_accounts on delete cascade,
        user_name text,
        created_at bigint not null,
        primary key (issuer, subject)
      )`
    await sql`create index login_identities_by_account on login_identities (account_id)`
    await sql`
      create table login_devices (
        account_id uuid not null references login_accounts on delete cascade,
        device_id uuid not null,
        created_at bigint not null,
        primary key (account_id, device_id)
      )`
    await sql`
      create table login_sessions (
        id uuid primary key,
        token_hash bytea not null unique,
        project_id text not null,
        origin text not null,
        account_id uuid not null references login_accounts on delete cascade,
        issuer text not null,
        user_name text,
        created_at bigint not null,
        last_used_at bigint not null,
        confirmed_at bigint not null,
        expires_at bigint not null
      )`
    await sql`create index login_sessions_by_account on login_sessions (account_id, created_at)`
    await sql`create index login_sessions_by_expiry on login_sessions (expires_at)`
    await sql`
      create table login_flows (
        id uuid primary key,
        project_id text not null,
        origin text not null,
        purpose text not null check (purpose in ('login', 'confirm', 'update')),
        method text not null,
        binding bytea not null,
        handle bytea unique,
        session_id uuid references login_sessions on delete cascade,
        state text not null,
        details jsonb not null,
        created_at bigint not null,
        expires_at bigint not null
      )`
    await sql`create index login_flows_by_binding on login_flows (binding)`
    await sql`create index login_flows_by_expiry on login_flows (expires_at)`
    // One row per attempt that counts against a limit; the caller is a keyed digest.
    await sql`
      create table login_tries (
        id bigint generated always as identity primary key,
        kind text not null,
        key bytea not null,
        at bigint not null,
        expires_at bigint not null
      )`
    await sql`create index login_tries_by_key on login_tries (kind, key, at)`
    await sql`create index login_tries_by_expiry on login_tries (expires_at)`
    await sql`
      create table login_streaks (
        kind text not null,
        key bytea not null,
        count integer not null,
        primary key (kind, key)
      )`
    await sql`
      create table login_wallets (
        account_id uuid primary key references login_accounts on delete cascade,
        eip155 text not null,
        solana text not null,
        has_passkey boolean not null default false,
        created_at bigint not null
      )`
    await sql`
      create table login_shares (
        account_id uuid not null references login_wallets on delete cascade,
        device_id uuid not null,
        server_key text not null,
        server_share bytea not null,
        recovery_kind text check (recovery_kind in ('server', 'passkey')),
        recovery_key text,
        recovery_share bytea,
        credential_id text,
        created_at bigint not null,
        primary key (account_id, device_id)
      )`
    for (const name of ['login_sessions', 'login_flows']) {
      const table = sql(name)
      await sql`alter table ${table} enable row level security`
      await sql`alter table ${table} force row level security`
      await sql`
        create policy own_project on ${table}
          using (project_id = current_setting('latchkey.project', true))`
      await sql`
        create policy every_project on ${table}
          using (current_setting('latchkey.every_project', true) = 'on')`
    }
  },
}
