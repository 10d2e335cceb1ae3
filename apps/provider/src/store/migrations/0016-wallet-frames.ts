import type { Migration } from '../migrate.js'

/**
 * The frames that have had a wallet, and since when. A recovery only claims its device but proves its
 * frame key, so notices about new devices compare frames.
 */
export const walletFrames: Migration = {
  version: 16,
  name: 'wallet-frames',
  async up(sql) {
    await sql`
      create table login_wallet_frames (
        account_id uuid not null references login_wallets on delete cascade,
        frame text not null,
        since bigint not null,
        primary key (account_id, frame)
      )`
    await sql`
      insert into login_wallet_frames (account_id, frame, since)
      select account_id, coalesce(frame_key, 'device ' || device_id), min(created_at)
      from login_shares group by 1, 2`
    // Recoveries that stored no shares are known by their device only.
    await sql`
      insert into login_wallet_frames (account_id, frame, since)
      select account_id, 'device ' || recovered_device, recovered_at
      from login_wallets where recovered_device is not null
      on conflict do nothing`
    await sql`alter table login_wallets drop column recovered_at, drop column recovered_device`
  },
}
