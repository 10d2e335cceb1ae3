import type { Sql } from 'postgres'

/** One device's shares as they are stored. */
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
