import type { Migration } from '../migrate.js'

/** The last settled block when an operation was reserved: it can only be included later. */
export const sponsorProofs: Migration = {
  version: 27,
  name: 'sponsor-proofs',
  async up(sql) {
    await sql`alter table sponsored_operations add column since_block bigint not null default 0`
    // What earlier blocks included is booked.
    await sql`select set_config('latchkey.every_project', 'on', true)`
    await sql`
      update sponsored_operations o set since_block = d.block
      from sponsor_deposits d
      where o.cost is null and o.chain = d.chain and o.paymaster = d.paymaster`
  },
}
