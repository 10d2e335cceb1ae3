import type { RecoveryShare } from '@latchkey/wire/login/session'
import type { Sql, TransactionSql } from 'postgres'
import type { Clock } from '../clock.js'
import type { LoginSecrets } from '../config/secrets.js'
import { loginRefusal } from './loginRefusal.js'

export interface WalletAddresses {
  readonly eip155: string
  readonly solana: string
}

/** Two of the three shares of one device. */
export interface DeviceShares {
  readonly accountId: string
  readonly deviceId: string
  readonly serverShare: string
  readonly recovery: RecoveryShare
  readonly addresses: WalletAddresses
}

/** Wallets, and their shares as ciphertext. Throws Refusals. */
export interface Wallets {
  /** Of many at once exactly one makes the wallet; the others are refused with `share-exists`. */
  make(shares: DeviceShares): Promise<void>
  /** Shares of another device of the same wallet, or new ones of the same device. */
  add(shares: DeviceShares): Promise<void>
  serverShare(
    accountId: string,
    deviceId: string,
  ): Promise<{
    serverShare: string
    addresses: WalletAddresses
    hasPasskey: boolean
    /** When another device got shares after this one did. */
    newDeviceAt?: number
  }>
  /** Both remote shares of one device, or `share-unknown`. */
  recover(accountId: string): Promise<Omit<DeviceShares, 'accountId' | 'deviceId'>>
  /** Keeps the recovery share in a form only a passkey opens, and no other. */
  sealRecovery(
    sealed: Pick<DeviceShares, 'accountId' | 'deviceId' | 'serverShare'> & {
      readonly sealed: string
      readonly credentialId: string
    },
  ): Promise<void>
  /** How many shares are under a key nobody has. */
  countLost(): Promise<number>
  /** Puts every share under the newest keys, while others read and write. Answers how many. */
  rewrap(): Promise<number>
}

type ShareRow = {
  accountId: string
  deviceId: string
  serverKey: string
  serverShare: Buffer
  recoveryKind: 'server' | 'passkey' | null
  recoveryKey: string | null
  recoveryShare: Buffer | null
  credentialId: string | null
}

const BATCH = 100

export function createWallets({
  sql,
  clock,
  serverKeys,
  recoveryKeys,
}: Omit<LoginSecrets, 'hashKey'> & { readonly sql: Sql; readonly clock: Clock }): Wallets {
  const columns = sql`
    account_id as "accountId", device_id as "deviceId", server_key as "serverKey",
    server_share as "serverShare", recovery_kind as "recoveryKind", recovery_key as "recoveryKey",
    recovery_share as "recoveryShare", credential_id as "credentialId"`

  async function sealedRow(shares: Omit<DeviceShares, 'addresses'>) {
    const { accountId, deviceId, serverShare, recovery } = shares
    const server = await serverKeys.seal(Buffer.from(serverShare), aboutServer(shares))
    const hidden =
      recovery.kind === 'server'
        ? await recoveryKeys.seal(Buffer.from(recovery.share), aboutRecovery(shares))
        : { keyId: null, box: Buffer.from(recovery.sealed) }
    return {
      account_id: accountId,
      device_id: deviceId,
      server_key: server.keyId,
      server_share: server.box,
      recovery_kind: recovery.kind,
      recovery_key: hidden.keyId,
      recovery_share: hidden.box,
      credential_id: recovery.kind === 'passkey' ? recovery.credentialId : null,
      created_at: clock.now(),
    }
  }

  async function put(
    tx: TransactionSql,
    row: Awaited<ReturnType<typeof sealedRow>>,
  ): Promise<void> {
    const { account_id: _, device_id: __, created_at: ___, ...changed } = row
    await tx`
      insert into login_shares ${tx(row)}
      on conflict (account_id, device_id) do update set ${tx(changed)}`
  }

  async function walletOf(tx: Sql | TransactionSql, accountId: string, isLocked = false) {
    const [wallet] = await tx<(WalletAddresses & { hasPasskey: boolean })[]>`
      select eip155, solana, has_passkey as "hasPasskey" from login_wallets
      where account_id = ${accountId} ${isLocked ? tx`for update` : tx``}`
    if (!wallet) throw loginRefusal('share-unknown')
    const { hasPasskey, ...addresses } = wallet
    return { hasPasskey, addresses }
  }

  async function openServer(row: ShareRow): Promise<string> {
    const sealed = { keyId: row.serverKey, box: row.serverShare }
    return (await serverKeys.open(sealed, aboutServer(row))).toString()
  }

  async function openRecovery(row: ShareRow): Promise<RecoveryShare> {
    const box = row.recoveryShare ?? Buffer.alloc(0)
    if (row.recoveryKind === 'passkey') {
      return { kind: 'passkey', sealed: box.toString(), credentialId: row.credentialId ?? '' }
    }
    const sealed = { keyId: row.recoveryKey ?? '', box }
    const share = await recoveryKeys.open(sealed, aboutRecovery(row))
    return { kind: 'server', share: share.toString() }
  }

  async function rewrapRow(row: ShareRow): Promise<number> {
    const server = await serverKeys.reseal(
      { keyId: row.serverKey, box: row.serverShare },
      aboutServer(row),
    )
    const recovery =
      row.recoveryKind === 'server' && row.recoveryKey !== null && row.recoveryShare !== null
        ? await recoveryKeys.reseal(
            { keyId: row.recoveryKey, box: row.recoveryShare },
            aboutRecovery(row),
          )
        : { keyId: row.recoveryKey, box: row.recoveryShare }
    // Whoever stored something else meanwhile wins; the next look takes that.
    const { count } = await sql`
      update login_shares set
        server_key = ${server.keyId}, server_share = ${server.box},
        recovery_key = ${recovery.keyId}, recovery_share = ${recovery.box}
      where account_id = ${row.accountId} and device_id = ${row.deviceId}
        and server_share = ${row.serverShare}
        and recovery_share is not distinct from ${row.recoveryShare}`
    return count
  }

  return {
    async make(shares) {
      const { accountId, addresses, recovery } = shares
      // Before the transaction: slow recovery keys must not hold connections others need.
      const row = await sealedRow(shares)
      await sql.begin(async (tx) => {
        const { count } = await tx`
          insert into login_wallets (account_id, eip155, solana, has_passkey, created_at)
          values (${accountId}, ${addresses.eip155}, ${addresses.solana},
            ${recovery.kind === 'passkey'}, ${clock.now()})
          on conflict do nothing`
        if (count === 0) throw loginRefusal('share-exists')
        await put(tx, row)
      })
    },
    async add(shares) {
      const row = await sealedRow(shares)
      await sql.begin(async (tx) => {
        const { addresses, hasPasskey } = await walletOf(tx, shares.accountId, true)
        // Shares of another key would lock the person out of this one.
        const isSame =
          addresses.eip155.toLowerCase() === shares.addresses.eip155.toLowerCase() &&
          addresses.solana === shares.addresses.solana
        const isReadable = hasPasskey && shares.recovery.kind === 'server'
        if (!isSame || isReadable) throw loginRefusal('share-exists')
        await put(tx, row)
      })
    },
    async serverShare(accountId, deviceId) {
      const wallet = await walletOf(sql, accountId)
      const [row] = await sql<ShareRow[]>`
        select ${columns} from login_shares
        where account_id = ${accountId} and device_id = ${deviceId}`
      if (!row) throw loginRefusal('share-unknown')
      const [newer] = await sql<{ at: string }[]>`
        select other.created_at as at from login_shares as other, login_shares as mine
        where other.account_id = ${accountId} and other.device_id <> ${deviceId}
          and mine.account_id = ${accountId} and mine.device_id = ${deviceId}
          and other.created_at > mine.created_at
        order by other.created_at desc limit 1`
      const news = newer && { newDeviceAt: Number(newer.at) }
      return { serverShare: await openServer(row), ...wallet, ...news }
    },
    async recover(accountId) {
      const { addresses } = await walletOf(sql, accountId)
      // The oldest are those the wallet was made with, before anybody could have stored others.
      const [row] = await sql<ShareRow[]>`
        select ${columns} from login_shares
        where account_id = ${accountId} and recovery_share is not null
        order by created_at, device_id limit 1`
      if (!row) throw loginRefusal('share-unknown')
      const recovery = await openRecovery(row)
      return { serverShare: await openServer(row), recovery, addresses }
    },
    async sealRecovery({ accountId, deviceId, serverShare, sealed, credentialId }) {
      const recovery: RecoveryShare = { kind: 'passkey', sealed, credentialId }
      const row = await sealedRow({ accountId, deviceId, serverShare, recovery })
      await sql.begin(async (tx) => {
        await walletOf(tx, accountId, true)
        await put(tx, row)
        // Also what an older passkey opens: that one may be lost.
        await tx`
          update login_shares set
            recovery_kind = null, recovery_key = null, recovery_share = null, credential_id = null
          where account_id = ${accountId} and device_id <> ${deviceId}`
        await tx`update login_wallets set has_passkey = true where account_id = ${accountId}`
      })
    },
    async countLost() {
      const rows = await sql<{ server: string; recovery: string | null; count: number }[]>`
        select server_key as server, recovery_key as recovery, count(*)::int as count
        from login_shares group by server_key, recovery_key`
      let lost = 0
      for (const { server, recovery, count } of rows) {
        const isKnown =
          (await serverKeys.has(server)) &&
          (recovery === null || (await recoveryKeys.has(recovery)))
        if (!isKnown) lost += count
      }
      return lost
    },
    async rewrap() {
      let done = 0
      for (;;) {
        const server = await serverKeys.currentId()
        const recovery = await recoveryKeys.currentId()
        const rows = await sql<ShareRow[]>`
          select ${columns} from login_shares
          where server_key <> ${server}
            or (recovery_kind = 'server' and recovery_key <> ${recovery})
          limit ${BATCH}`
        if (rows.length === 0) return done
        for (const count of await Promise.all(rows.map(rewrapRow))) done += count
      }
    },
  }
}

type Place = Pick<DeviceShares, 'accountId' | 'deviceId'>

/** A ciphertext moved to another row opens for nobody. */
function aboutServer({ accountId, deviceId }: Place): string {
  return `latchkey server share v1 ${accountId} ${deviceId}`
}

function aboutRecovery({ accountId, deviceId }: Place): string {
  return `latchkey recovery share v1 ${accountId} ${deviceId}`
}
