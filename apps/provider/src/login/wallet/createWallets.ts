import type { Sql, TransactionSql } from 'postgres'
import type { Clock } from '../../clock.js'
import type { LoginSecrets } from '../../keys/secrets.js'
import { loginError } from '../session/loginError.js'
import { createReplacedShares } from './replacedShares.js'
import { createRewrap } from './rewrapShares.js'
import { createShareCipher, type ShareRow, shareColumns } from './shareCipher.js'
import { recoverSigner, sealToWallet } from './shareProof.js'
import type { SignedShares, StoredWallet, WalletAddresses, Wallets } from './Wallets.js'
import { createWalletFrames, recordFrame } from './walletFrames.js'

export function createWallets({
  sql,
  clock,
  ...keys
}: Omit<LoginSecrets, 'hashKey'> & { readonly sql: Sql; readonly clock: Clock }): Wallets {
  const columns = shareColumns(sql)
  const cipher = createShareCipher(keys)
  const replacedShares = createReplacedShares(sql, clock)

  /**
   * Encrypts a signed set, and the sets it replaces to the wallet's key. Runs before the
   * transaction, because slow recovery keys must not block database connections.
   */
  async function prepare(
    shares: SignedShares,
    addresses: WalletAddresses,
    { replacesOthers = false } = {},
  ) {
    const owner = await assertSigner(shares, addresses)
    const { accountId, deviceId, frameKey } = shares
    const rows = await sql<ShareRow[]>`
      select ${columns} from login_shares where account_id = ${accountId}`
    // A frame that renews its own set replaces no other frame's.
    const isReplaced = (row: ShareRow) =>
      row.deviceId === deviceId
        ? row.frameKey === null || row.frameKey !== frameKey
        : replacesOthers && row.recoveryKind !== null
    const replaced: Buffer[] = []
    for (const row of rows.filter(isReplaced)) {
      const serverShare = await cipher.openServer(row)
      const recovery = row.recoveryKind === null ? null : await cipher.openRecovery(row)
      const set = JSON.stringify({ deviceId: row.deviceId, serverShare, recovery })
      replaced.push(sealToWallet(owner, Buffer.from(set)))
    }
    return { shares, sealed: await cipher.seal(shares), replaced }
  }

  async function store(
    tx: TransactionSql,
    { shares, sealed, replaced }: Awaited<ReturnType<typeof prepare>>,
  ): Promise<void> {
    const { accountId, deviceId, frameKey } = shares
    const now = clock.now()
    const values = { ...sealed, frame_key: frameKey }
    const row = { account_id: accountId, device_id: deviceId, created_at: now, ...values }
    await tx`
      insert into login_shares ${tx(row)}
      on conflict (account_id, device_id) do update set ${tx(values)}`
    await recordFrame(tx, shares, now)
    await replacedShares.add(tx, accountId, replaced)
  }

  /** Returns the wallet's public key if it signed this set. */
  async function assertSigner(shares: SignedShares, { eip155 }: WalletAddresses): Promise<Buffer> {
    const signer = await recoverSigner(shares, shares.signature, eip155)
    if (!signer) throw loginError('signature-wrong')
    return signer
  }

  async function readWallet(
    tx: Sql | TransactionSql,
    accountId: string,
    isLocked = false,
  ): Promise<StoredWallet> {
    const [wallet] = await tx<(WalletAddresses & Omit<StoredWallet, 'addresses'>)[]>`
      select eip155, solana, account_version as "accountVersion", has_passkey as "hasPasskey"
      from login_wallets
      where account_id = ${accountId} ${isLocked ? tx`for update` : tx``}`
    if (!wallet) throw loginError('share-unknown')
    const { hasPasskey, accountVersion, ...addresses } = wallet
    return { hasPasskey, accountVersion, addresses }
  }

  async function readRow(accountId: string, deviceId: string): Promise<ShareRow> {
    const [row] = await sql<ShareRow[]>`
      select ${columns} from login_shares
      where account_id = ${accountId} and device_id = ${deviceId}`
    if (!row) throw loginError('share-unknown')
    return row
  }

  return {
    ...createWalletFrames(sql),
    ...createRewrap(sql, cipher),
    listReplaced: replacedShares.list,
    sweep: replacedShares.sweep,
    recordFrame: (accountId, frameKey) => recordFrame(sql, { accountId, frameKey }, clock.now()),
    async has(accountId, deviceId) {
      const [row] =
        deviceId === undefined
          ? await sql`select 1 from login_wallets where account_id = ${accountId}`
          : await sql`
              select 1 from login_shares
              where account_id = ${accountId} and device_id = ${deviceId}`
      return row !== undefined
    },
    async create(shares) {
      const { accountId, addresses, accountVersion, recovery } = shares
      const set = await prepare(shares, addresses)
      await sql.begin(async (tx) => {
        const { count } = await tx`
          insert into login_wallets
            (account_id, eip155, solana, account_version, has_passkey, created_at)
          values (${accountId}, ${addresses.eip155}, ${addresses.solana}, ${accountVersion},
            ${recovery.kind === 'passkey'}, ${clock.now()})
          on conflict do nothing`
        if (count === 0) throw loginError('share-exists')
        await store(tx, set)
      })
    },
    async assertSigned(shares) {
      const { addresses } = await readWallet(sql, shares.accountId)
      await assertSigner(shares, addresses)
    },
    async add(shares) {
      const { addresses } = await readWallet(sql, shares.accountId)
      const set = await prepare(shares, addresses)
      await sql.begin(async (tx) => {
        const { hasPasskey } = await readWallet(tx, shares.accountId, true)
        const isSame = addresses.solana === shares.addresses.solana
        const isReadable = hasPasskey && shares.recovery.kind === 'server'
        if (!isSame || isReadable) throw loginError('share-exists')
        await store(tx, set)
      })
    },
    read: (accountId) => readWallet(sql, accountId),
    async readServerShare(accountId, deviceId) {
      const wallet = await readWallet(sql, accountId)
      const row = await readRow(accountId, deviceId)
      return { serverShare: await cipher.openServer(row), ...wallet }
    },
    async findRecoverySet(accountId) {
      const { hasPasskey } = await readWallet(sql, accountId)
      // The oldest set is the one the wallet was created with; sets of a removed passkey come last.
      const [row] = await sql<ShareRow[]>`
        select ${columns} from login_shares
        where account_id = ${accountId} and recovery_share is not null
        order by (recovery_kind = 'passkey') <> ${hasPasskey}, created_at, device_id limit 1`
      if (!row) throw loginError('share-unknown')
      return { deviceId: row.deviceId, needsPasskey: row.recoveryKind === 'passkey' }
    },
    async readRecoveryShare(accountId, deviceId) {
      const row = await readRow(accountId, deviceId)
      if (row.recoveryKind === null) throw loginError('share-unknown')
      return cipher.openRecovery(row)
    },
    async sealRecovery(shares) {
      const { accountId, deviceId } = shares
      const { addresses } = await readWallet(sql, accountId)
      const set = await prepare(shares, addresses, { replacesOthers: true })
      await sql.begin(async (tx) => {
        await readWallet(tx, accountId, true)
        await store(tx, set)
        // Also sets of an older passkey, which may be lost.
        await tx`
          update login_shares set
            recovery_kind = null, recovery_key = null, recovery_share = null, credential_id = null
          where account_id = ${accountId} and device_id <> ${deviceId}`
        await tx`update login_wallets set has_passkey = true where account_id = ${accountId}`
      })
    },
    async restore(shares) {
      const { accountId, recovery } = shares
      const { addresses } = await readWallet(sql, accountId)
      const set = await prepare(shares, addresses)
      await sql.begin(async (tx) => {
        await readWallet(tx, accountId, true)
        await store(tx, set)
        await tx`
          update login_wallets set has_passkey = ${recovery.kind === 'passkey'}
          where account_id = ${accountId}`
      })
    },
  }
}
