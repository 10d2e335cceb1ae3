import type { RecoveryShare } from '@latchkey/wire/login/shares'
import type { Sql, TransactionSql } from 'postgres'
import type { Clock } from '../clock.js'
import type { LoginSecrets } from '../config/secrets.js'
import { loginRefusal } from './loginRefusal.js'
import { sealToWallet, signerOf } from './shareProof.js'

export interface WalletAddresses {
  readonly eip155: string
  readonly solana: string
}

/** Two of the three shares of one device, signed by the wallet's own key. */
export interface DeviceShares {
  readonly accountId: string
  readonly deviceId: string
  readonly serverShare: string
  readonly recovery: RecoveryShare
  readonly addresses: WalletAddresses
  readonly signature: string
  /** Of the frame that stores them: by it the device is known again. */
  readonly frameKey: string | null
}

/** An earlier set of shares, which only the wallet's key opens. */
export interface ReplacedShares {
  readonly sealed: string
  readonly replacedAt: number
  readonly expiresAt: number
}

/** Wallets, and their shares as ciphertext. Throws Refusals. */
export interface Wallets {
  has(accountId: string, deviceId?: string): Promise<boolean>
  /** Whether this very frame has had the wallet on this device before. */
  isKnownFrame(accountId: string, deviceId: string, frameKey: string): Promise<boolean>
  /** Of many at once exactly one makes the wallet; the others are refused with `share-exists`. */
  make(shares: DeviceShares): Promise<void>
  /** Throws `signature-wrong` unless the wallet's own key signed the set. */
  assertSigned(shares: Omit<DeviceShares, 'addresses'>): Promise<void>
  /** Shares of another device of the same wallet, or new ones of the same device. */
  add(shares: DeviceShares): Promise<void>
  serverShare(
    accountId: string,
    deviceId: string,
  ): Promise<{
    serverShare: string
    addresses: WalletAddresses
    hasPasskey: boolean
  }>
  /** When another frame got the wallet after this one did. */
  newDeviceAt(
    frame: Pick<DeviceShares, 'accountId' | 'deviceId' | 'frameKey'>,
  ): Promise<number | undefined>
  /** The device whose set a recovery uses, or `share-unknown`. */
  recoverySet(
    accountId: string,
  ): Promise<{ readonly deviceId: string; readonly needsPasskey: boolean }>
  recoveryShare(accountId: string, deviceId: string): Promise<RecoveryShare>
  /** Before shares are released, so that other devices are told even if none are stored. */
  noteFrame(accountId: string, frameKey: string): Promise<void>
  /** Keeps the recovery share in a form only a passkey opens, and no other. */
  sealRecovery(
    shares: Omit<DeviceShares, 'addresses'> & {
      readonly recovery: Extract<RecoveryShare, { kind: 'passkey' }>
    },
  ): Promise<void>
  /** Puts a set in place that the wallet's key has signed, whatever was there. */
  restore(shares: Omit<DeviceShares, 'addresses'>): Promise<void>
  /** Newest first. */
  replaced(accountId: string): Promise<ReplacedShares[]>
  /** How many shares are under a key nobody has. */
  countLost(): Promise<number>
  /** Puts every share under the newest keys, while others read and write. Answers how many. */
  rewrap(): Promise<number>
  sweep(): Promise<void>
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
  frameKey: string | null
  createdAt: string
}

const BATCH = 100
const REPLACED_LIFE_MS = 30 * 86_400_000

export function createWallets({
  sql,
  clock,
  serverKeys,
  recoveryKeys,
}: Omit<LoginSecrets, 'hashKey'> & { readonly sql: Sql; readonly clock: Clock }): Wallets {
  const columns = sql`
    account_id as "accountId", device_id as "deviceId", server_key as "serverKey",
    server_share as "serverShare", recovery_kind as "recoveryKind", recovery_key as "recoveryKey",
    recovery_share as "recoveryShare", credential_id as "credentialId",
    frame_key as "frameKey", created_at as "createdAt"`

  async function sealedRow(shares: Omit<DeviceShares, 'addresses' | 'signature'>) {
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
      frame_key: shares.frameKey,
      created_at: clock.now(),
    }
  }

  /**
   * A signed set, ready to be stored, with what it replaces, encrypted to the wallet's key. Made before
   * the transaction: slow recovery keys must not hold connections others need.
   */
  async function prepare(
    shares: Omit<DeviceShares, 'addresses'>,
    addresses: WalletAddresses,
    replacesOthers = false,
  ) {
    const owner = await checkSigner(shares, addresses)
    const { accountId, deviceId, frameKey } = shares
    const rows = await sql<ShareRow[]>`
      select ${columns} from login_shares where account_id = ${accountId}`
    // A frame that splits its own set again takes nothing from anybody.
    const isReplaced = (row: ShareRow) =>
      row.deviceId === deviceId
        ? row.frameKey === null || row.frameKey !== frameKey
        : replacesOthers && row.recoveryKind !== null
    const replaced: Buffer[] = []
    for (const row of rows.filter(isReplaced)) {
      const serverShare = await openServer(row)
      const recovery = row.recoveryKind === null ? null : await openRecovery(row)
      const set = JSON.stringify({ deviceId: row.deviceId, serverShare, recovery })
      replaced.push(sealToWallet(owner, Buffer.from(set)))
    }
    return { row: await sealedRow(shares), replaced }
  }

  async function put(
    tx: TransactionSql,
    { row, replaced }: Awaited<ReturnType<typeof prepare>>,
  ): Promise<void> {
    const { account_id, device_id: _, created_at: __, ...changed } = row
    await tx`
      insert into login_shares ${tx(row)}
      on conflict (account_id, device_id) do update set ${tx({ account_id, ...changed })}`
    await noteFrame(tx, account_id, nameFrame(row.frame_key, row.device_id), row.created_at)
    const now = clock.now()
    for (const sealed of replaced) {
      await tx`
        insert into login_replaced_shares (account_id, sealed, replaced_at, expires_at)
        values (${account_id}, ${sealed}, ${now}, ${now + REPLACED_LIFE_MS})`
    }
  }

  /** The wallet's public key, if it signed this set. */
  async function checkSigner(
    shares: Omit<DeviceShares, 'addresses'>,
    { eip155 }: WalletAddresses,
  ): Promise<Buffer> {
    const signer = await signerOf(shares, shares.signature, eip155)
    if (!signer) throw loginRefusal('signature-wrong')
    return signer
  }

  /** The first time counts: a frame that comes back is no news, and does not hide any. */
  async function noteFrame(
    tx: Sql | TransactionSql,
    accountId: string,
    frame: string,
    since: number,
  ): Promise<void> {
    await tx`
      insert into login_wallet_frames (account_id, frame, since)
      values (${accountId}, ${frame}, ${since}) on conflict do nothing`
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
    const share = (await recoveryKeys.open(sealed, aboutRecovery(row))).toString()
    return { kind: 'server', share }
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

  async function rowOf(accountId: string, deviceId: string): Promise<ShareRow> {
    const [row] = await sql<ShareRow[]>`
      select ${columns} from login_shares
      where account_id = ${accountId} and device_id = ${deviceId}`
    if (!row) throw loginRefusal('share-unknown')
    return row
  }

  return {
    async has(accountId, deviceId) {
      const [row] =
        deviceId === undefined
          ? await sql`select 1 from login_wallets where account_id = ${accountId}`
          : await sql`
              select 1 from login_shares
              where account_id = ${accountId} and device_id = ${deviceId}`
      return row !== undefined
    },
    async isKnownFrame(accountId, deviceId, frameKey) {
      const [row] = await sql`
        select 1 from login_shares
        where account_id = ${accountId} and device_id = ${deviceId} and frame_key = ${frameKey}`
      return row !== undefined
    },
    async make(shares) {
      const { accountId, addresses, recovery } = shares
      const set = await prepare(shares, addresses)
      await sql.begin(async (tx) => {
        const { count } = await tx`
          insert into login_wallets (account_id, eip155, solana, has_passkey, created_at)
          values (${accountId}, ${addresses.eip155}, ${addresses.solana},
            ${recovery.kind === 'passkey'}, ${clock.now()})
          on conflict do nothing`
        if (count === 0) throw loginRefusal('share-exists')
        await put(tx, set)
      })
    },
    async assertSigned(shares) {
      const { addresses } = await walletOf(sql, shares.accountId)
      await checkSigner(shares, addresses)
    },
    async add(shares) {
      const { addresses } = await walletOf(sql, shares.accountId)
      const set = await prepare(shares, addresses)
      await sql.begin(async (tx) => {
        const { hasPasskey } = await walletOf(tx, shares.accountId, true)
        const isSame = addresses.solana === shares.addresses.solana
        const isReadable = hasPasskey && shares.recovery.kind === 'server'
        if (!isSame || isReadable) throw loginRefusal('share-exists')
        await put(tx, set)
      })
    },
    async serverShare(accountId, deviceId) {
      const wallet = await walletOf(sql, accountId)
      const row = await rowOf(accountId, deviceId)
      return { serverShare: await openServer(row), ...wallet }
    },
    async newDeviceAt({ accountId, deviceId, frameKey }) {
      const own = nameFrame(frameKey, deviceId)
      const [newest] = await sql<{ at: string | null }[]>`
        select max(since) as at from login_wallet_frames
        where account_id = ${accountId} and frame <> ${own} and since > coalesce(
          (select since from login_wallet_frames
            where account_id = ${accountId} and frame = ${own}),
          (select created_at from login_shares
            where account_id = ${accountId} and device_id = ${deviceId}),
          0)`
      return newest?.at ? Number(newest.at) : undefined
    },
    async recoverySet(accountId) {
      const { hasPasskey } = await walletOf(sql, accountId)
      // The oldest set is the one the wallet was made with; sets of a removed passkey come last.
      const [row] = await sql<ShareRow[]>`
        select ${columns} from login_shares
        where account_id = ${accountId} and recovery_share is not null
        order by (recovery_kind = 'passkey') <> ${hasPasskey}, created_at, device_id limit 1`
      if (!row) throw loginRefusal('share-unknown')
      return { deviceId: row.deviceId, needsPasskey: row.recoveryKind === 'passkey' }
    },
    async recoveryShare(accountId, deviceId) {
      const row = await rowOf(accountId, deviceId)
      if (row.recoveryKind === null) throw loginRefusal('share-unknown')
      return openRecovery(row)
    },
    noteFrame: (accountId, frameKey) => noteFrame(sql, accountId, frameKey, clock.now()),
    async sealRecovery(shares) {
      const { accountId, deviceId } = shares
      const { addresses } = await walletOf(sql, accountId)
      const set = await prepare(shares, addresses, true)
      await sql.begin(async (tx) => {
        await walletOf(tx, accountId, true)
        await put(tx, set)
        // Also what an older passkey opens: that one may be lost.
        await tx`
          update login_shares set
            recovery_kind = null, recovery_key = null, recovery_share = null, credential_id = null
          where account_id = ${accountId} and device_id <> ${deviceId}`
        await tx`update login_wallets set has_passkey = true where account_id = ${accountId}`
      })
    },
    async restore(shares) {
      const { accountId, recovery } = shares
      const { addresses } = await walletOf(sql, accountId)
      const set = await prepare(shares, addresses)
      await sql.begin(async (tx) => {
        await walletOf(tx, accountId, true)
        await put(tx, set)
        await tx`
          update login_wallets set has_passkey = ${recovery.kind === 'passkey'}
          where account_id = ${accountId}`
      })
    },
    async replaced(accountId) {
      const rows = await sql<{ sealed: Buffer; replacedAt: string; expiresAt: string }[]>`
        select sealed, replaced_at as "replacedAt", expires_at as "expiresAt"
        from login_replaced_shares
        where account_id = ${accountId} and expires_at > ${clock.now()}
        order by replaced_at desc, id desc limit ${BATCH}`
      return rows.map(({ sealed, replacedAt, expiresAt }) => ({
        sealed: sealed.toString('base64url'),
        replacedAt: Number(replacedAt),
        expiresAt: Number(expiresAt),
      }))
    },
    async sweep() {
      await sql`delete from login_replaced_shares where expires_at <= ${clock.now()}`
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

/** Sets stored before frames had keys are known by their device. */
function nameFrame(frameKey: string | null, deviceId: string): string {
  return frameKey ?? `device ${deviceId}`
}

type Place = Pick<DeviceShares, 'accountId' | 'deviceId'>

/** A ciphertext moved to another row opens for nobody. */
function aboutServer({ accountId, deviceId }: Place): string {
  return `latchkey server share v1 ${accountId} ${deviceId}`
}

function aboutRecovery({ accountId, deviceId }: Place): string {
  return `latchkey recovery share v1 ${accountId} ${deviceId}`
}
