import type { Migration } from '../migrate.js'

/**
 * Operations whose gas the operator pays. A row is added before a signature is given out: it reserves
 * the maximum cost until `cost` is set, to what the chain charged or to 0 if the operation can no
 * longer be included. Amounts are in the chain's smallest unit, `valid_until` is in seconds.
 */
export const sponsorship: Migration = {
  version: 24,
  name: 'sponsorship',
  async up(sql) {
    await sql`
      create table sponsored_operations (
        chain text not null,
        hash text not null,
        paymaster text not null,
        project_id text not null,
        policy text not null,
        sender text not null,
        owner text not null,
        nonce numeric(78) not null,
        max_cost numeric(78) not null check (max_cost > 0),
        cost numeric(78) check (cost >= 0),
        valid_until bigint not null,
        transaction_hash text,
        created_at bigint not null,
        ended_at bigint,
        primary key (chain, hash)
      )`
    await sql`
      create index sponsored_operations_open on sponsored_operations (chain, paymaster, valid_until)
        where cost is null`
    await sql`
      create index sponsored_operations_by_policy
        on sponsored_operations (project_id, policy, chain, created_at)`
    await sql`
      create index sponsored_operations_by_nonce on sponsored_operations (chain, sender, nonce)`
    await sql`create index sponsored_operations_by_age on sponsored_operations (ended_at)`
    await sql`
      create table sponsor_totals (
        project_id text not null,
        policy text not null,
        chain text not null,
        operations bigint not null,
        reverted bigint not null,
        spent numeric(78) not null,
        primary key (project_id, policy, chain)
      )`
    for (const name of ['sponsored_operations', 'sponsor_totals']) {
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
    // What the last settled block of a chain shows. All later blocks are still to be read.
    await sql`
      create table sponsor_deposits (
        chain text not null,
        paymaster text not null,
        block bigint not null,
        block_time bigint not null,
        deposit numeric(78) not null,
        unknown_operations bigint not null,
        unknown_spent numeric(78) not null,
        primary key (chain, paymaster)
      )`
  },
}
