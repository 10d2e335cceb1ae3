import type { RecoveryShare } from '@latchkey/wire/login/shares'
import type { Sql } from 'postgres'
import type { LoginSecrets } from '../../keys/secrets.js'
import type { ShareSet } from './Wallets.js'

/** A row of `login_shares`. */
export type ShareRow = {
  readonly accountId: string
  readonly deviceId: string
  readonly serverKey: string
  readonly serverShare: Buffer
  readonly recoveryKind: 'server' | 'passkey' | null
  readonly recoveryKey: string | null
  readonly recoveryShare: Buffer | null
  readonly credentialId: string | null
  readonly frameKey: string | null
}

export const shareColumns = (sql: Sql) => sql`
  account_id as "accountId", device_id as "deviceId", server_key as "serverKey",
  server_share as "serverShare", recovery_kind as "recoveryKind", recovery_key as "recoveryKey",
  recovery_share as "recoveryShare", credential_id as "credentialId", frame_key as "frameKey"`

type RowKey = Pick<ShareRow, 'accountId' | 'deviceId'>

/** Encrypts share sets for the database, each share under its own key, and decrypts them. */
export function createShareCipher({
  serverKeys,
  recoveryKeys,
}: Pick<LoginSecrets, 'serverKeys' | 'recoveryKeys'>) {
  return {
    async seal(shares: ShareSet) {
      const { serverShare, recovery } = shares
      const server = await serverKeys.seal(Buffer.from(serverShare), toServerContext(shares))
      const sealedRecovery =
        recovery.kind === 'server'
          ? await recoveryKeys.seal(Buffer.from(recovery.share), toRecoveryContext(shares))
          : { keyId: null, box: Buffer.from(recovery.sealed) }
      return {
        server_key: server.keyId,
        server_share: server.box,
        recovery_kind: recovery.kind,
        recovery_key: sealedRecovery.keyId,
        recovery_share: sealedRecovery.box,
        credential_id: recovery.kind === 'passkey' ? recovery.credentialId : null,
      }
    },
    async openServer(row: ShareRow): Promise<string> {
      const sealed = { keyId: row.serverKey, box: row.serverShare }
      return (await serverKeys.open(sealed, toServerContext(row))).toString()
    },
    async openRecovery(row: ShareRow): Promise<RecoveryShare> {
      const box = row.recoveryShare ?? Buffer.alloc(0)
      if (row.recoveryKind === 'passkey') {
        return { kind: 'passkey', sealed: box.toString(), credentialId: row.credentialId ?? '' }
      }
      const sealed = { keyId: row.recoveryKey ?? '', box }
      const share = (await recoveryKeys.open(sealed, toRecoveryContext(row))).toString()
      return { kind: 'server', share }
    },
    /** Both shares under the newest keys. Shares sealed by a passkey stay as they are. */
    async reseal(row: ShareRow) {
      const { serverKey, serverShare, recoveryKind, recoveryKey, recoveryShare } = row
      const server = await serverKeys.reseal(
        { keyId: serverKey, box: serverShare },
        toServerContext(row),
      )
      const recovery =
        recoveryKind === 'server' && recoveryKey !== null && recoveryShare !== null
          ? await recoveryKeys.reseal(
              { keyId: recoveryKey, box: recoveryShare },
              toRecoveryContext(row),
            )
          : { keyId: recoveryKey, box: recoveryShare }
      return { server, recovery }
    },
    async hasKeys({ server, recovery }: { server: string; recovery: string | null }) {
      return (
        (await serverKeys.has(server)) && (recovery === null || (await recoveryKeys.has(recovery)))
      )
    },
    async currentKeys() {
      return { server: await serverKeys.currentId(), recovery: await recoveryKeys.currentId() }
    },
  }
}

export type ShareCipher = ReturnType<typeof createShareCipher>

/** Binds a ciphertext to its row: moved to another row, it does not open. */
function toServerContext({ accountId, deviceId }: RowKey): string {
  return `latchkey server share v1 ${accountId} ${deviceId}`
}

function toRecoveryContext({ accountId, deviceId }: RowKey): string {
  return `latchkey recovery share v1 ${accountId} ${deviceId}`
}
