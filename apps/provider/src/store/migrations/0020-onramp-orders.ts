import type { Migration } from '../migrate.js'

/**
 * Purchases at hosted payment services, followed until they arrive or fail. Sandbox purchases can be
 * cancelled, are on Solana too, and have an id that does not open their checkout.
 */
export const onrampOrders: Migration = {
  version: 20,
  name: 'onramp-orders',
  async up(sql) {
    await sql`
      alter table onramp_purchases
        drop constraint onramp_purchases_state_check,
        add constraint onramp_purchases_state_check check
          (state in ('open', 'paid', 'sending', 'delivered', 'failed', 'cancelled')),
        add column last_block bigint,
        add column public_id text generated always as
          (left(encode(sha256(('purchase ' || id)::bytea), 'hex'), 32)) stored`
    await sql`create unique index onramp_purchases_by_public_id on onramp_purchases (public_id)`
    // A Solana transfer is known by its signature; two purchases never share one.
    await sql`
      create unique index onramp_purchases_by_hash on onramp_purchases (chain, hash)
        where state = 'sending'`

    await sql`
      create table onramp_orders (
        id text primary key,
        project_id text not null,
        provider text not null,
        status text not null
          check (status in ('open', 'pending', 'delivered', 'failed', 'cancelled')),
        chain text not null,
        destination text not null,
        name text not null,
        symbol text not null,
        currency text not null,
        subtotal bigint,
        amount text,
        hash text,
        polled_at bigint not null,
        next_poll_at bigint,
        created_at bigint not null,
        updated_at bigint not null
      )`
    await sql`
      create index onramp_orders_by_destination
        on onramp_orders (project_id, lower(destination), created_at)`
    await sql`
      create index onramp_orders_due on onramp_orders (next_poll_at)
        where next_poll_at is not null`
    await sql`alter table onramp_orders enable row level security`
    await sql`alter table onramp_orders force row level security`
    await sql`
      create policy own_project on onramp_orders
        using (project_id = current_setting('latchkey.project', true))`
    await sql`
      create policy every_project on onramp_orders
        using (current_setting('latchkey.every_project', true) = 'on')`
  },
}
