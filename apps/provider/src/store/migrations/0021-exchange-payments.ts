import type { Migration } from '../migrate.js'

/**
 * Payments by the sandbox exchange: `open` until confirmed or cancelled, `paid` until a transfer is
 * signed, `sending` while it is pending, then `delivered` or `failed`.
 */
export const exchangePayments: Migration = {
  version: 21,
  name: 'exchange-payments',
  async up(sql) {
    await sql`
      create table exchange_payments (
        id text primary key,
        project_id text not null,
        state text not null check
          (state in ('open', 'paid', 'sending', 'delivered', 'failed', 'cancelled')),
        chain text not null,
        asset text not null,
        recipient text not null,
        units numeric(78) not null check (units > 0),
        decided_at bigint,
        sender text,
        nonce bigint,
        last_block bigint,
        signed text,
        hash text,
        created_at bigint not null,
        updated_at bigint not null,
        expires_at bigint not null
      )`
    // Two pending transfers never share a nonce, and two payments never a transaction.
    await sql`
      create unique index exchange_payments_by_nonce
        on exchange_payments (chain, sender, nonce) where state = 'sending'`
    await sql`
      create unique index exchange_payments_by_hash
        on exchange_payments (chain, hash) where hash is not null`
    await sql`
      create index exchange_payments_unfinished on exchange_payments (state)
        where state in ('paid', 'sending')`
    await sql`create index exchange_payments_by_age on exchange_payments (updated_at)`
    await sql`alter table exchange_payments enable row level security`
    await sql`alter table exchange_payments force row level security`
    await sql`
      create policy own_project on exchange_payments
        using (project_id = current_setting('latchkey.project', true))`
    await sql`
      create policy every_project on exchange_payments
        using (current_setting('latchkey.every_project', true) = 'on')`
  },
}
