import type { Migration } from '../migrate.js'

/**
 * Purchases in the sandbox checkout: `open` until paid, `paid` until a transfer is signed, `sending`
 * while it is pending, then `delivered` or `failed`.
 */
export const onramp: Migration = {
  version: 5,
  name: 'onramp',
  async up(sql) {
    await sql`
      create table onramp_purchases (
        id text primary key,
        project_id text not null,
        state text not null check (state in ('open', 'paid', 'sending', 'delivered', 'failed')),
        chain text not null,
        destination text not null,
        asset text not null,
        assets jsonb not null,
        payment_currency text not null,
        subtotal bigint,
        fee bigint,
        network_fee bigint,
        units numeric(78),
        quote_id text,
        quoted_until bigint,
        paid_at bigint,
        sender text,
        nonce bigint,
        signed text,
        hash text,
        created_at bigint not null,
        updated_at bigint not null,
        expires_at bigint not null
      )`
    await sql`
      create index onramp_purchases_by_destination
        on onramp_purchases (project_id, lower(destination), created_at)`
    // Two pending transfers never share a nonce.
    await sql`
      create unique index onramp_purchases_by_nonce
        on onramp_purchases (chain, sender, nonce) where state = 'sending'`
    await sql`
      create index onramp_purchases_unfinished on onramp_purchases (state)
        where state in ('paid', 'sending')`
    await sql`create index onramp_purchases_open on onramp_purchases (expires_at) where state = 'open'`
  },
}
