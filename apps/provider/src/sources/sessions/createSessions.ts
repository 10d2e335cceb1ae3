import { randomUUID } from 'node:crypto'
import { type AccountId, parseAccountId, referenceOf } from '@latchkey/wire/caip'
import {
  revocationExpiries,
  revocationMessage,
  type SmartSession,
} from '@latchkey/wire/http/sessions'
import type { Sql } from 'postgres'
import { getAddress, type Hex, isAddress } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import type { Project } from '../../projects/Project.js'
import { inProject } from '../../store/projectScope.js'
import type { Signatures } from '../signatures/createSignatures.js'
import { readGrant } from './readGrant.js'

export type NewSession = Pick<SmartSession, 'expiry' | 'permissions' | 'policies'> & {
  /** Self-contained, see `encodeContext`. */
  readonly context: Hex
}

/** Permissions of sites for accounts, visible only to their project. */
export type Sessions = {
  /**
   * Stores a permission that the account's owner signed for this account and chain, for at most 30 days.
   * Returns its id; the same one when it is stored again. The account need not be deployed.
   */
  add(project: Project, account: AccountId, session: NewSession): Promise<string>
  /** Newest first, including revoked and expired ones. */
  list(project: Project, account: AccountId): Promise<SmartSession[]>
  /** Revokes a permission with the account's signature. */
  revoke(
    project: Project,
    account: AccountId,
    revocation: { readonly pci: string; readonly signature: Hex },
    signal?: AbortSignal,
  ): Promise<void>
}

const maxSessions = 255
const maxLifetimeSeconds = 30 * 86_400

type StoredRow = { pci: string; revoked_at: string | null }

type Row = {
  pci: string
  permissions: SmartSession['permissions']
  policies: SmartSession['policies']
  context: string | null
  created_at: string
  expiry: string
  revoked_at: string | null
}

export function createSessions({
  sql,
  clock,
  signatures,
}: {
  readonly sql: Sql
  readonly clock: { now(): number }
  readonly signatures: Signatures
}): Sessions {
  const now = () => Math.floor(clock.now() / 1_000)

  return {
    async add(project, account, { expiry, permissions, policies, context }) {
      const createdAt = now()
      if (expiry <= createdAt || expiry > createdAt + maxLifetimeSeconds) {
        throw new ApiError(400, 'expiry', 'A permission lasts at most 30 days.')
      }
      if (permissions.length === 0) {
        throw new ApiError(400, 'permissions', 'A permission must allow something.')
      }
      const { id, chain, address } = toChecksumAccount(account)
      const grant = await readGrant(context, { address, chainId: Number(referenceOf(chain)) })
      if (grant.validUntil !== expiry) {
        throw new ApiError(400, 'expiry', 'The permission ends at another time.')
      }
      const stored = await inProject(sql, project.id, async (tx) => {
        const isOwn = tx`
          project_id = ${project.id} and account = ${id} and permission_id = ${grant.id}`
        const [known] = await tx<StoredRow[]>`select * from sessions where ${isOwn}`
        if (known) return known
        const [count] = await tx<{ active: number }[]>`
          select count(*)::int as active from sessions
          where project_id = ${project.id} and account = ${id} and expiry > ${createdAt}`
        if ((count?.active ?? 0) >= maxSessions) {
          throw new ApiError(400, 'account', 'This account has too many permissions.')
        }
        await tx`
          insert into sessions
            (pci, project_id, account, permission_id, permissions, policies, context, created_at,
             expiry)
          values (
            ${randomUUID()}, ${project.id}, ${id}, ${grant.id}, ${sql.json(permissions as never)},
            ${sql.json(policies as never)}, ${context}, ${createdAt}, ${expiry})
          on conflict do nothing`
        // Of two calls at once, both get the row of the first.
        const [added] = await tx<StoredRow[]>`select * from sessions where ${isOwn}`
        if (!added) throw new TypeError('The permission was not stored.')
        return added
      })
      if (stored.revoked_at !== null) {
        throw new ApiError(400, 'context', 'This permission was revoked.')
      }
      return stored.pci
    },

    async list(project, account) {
      const { id } = toChecksumAccount(account)
      const rows = await inProject(
        sql,
        project.id,
        (tx) => tx<Row[]>`
          select pci, permissions, policies, context, created_at, expiry, revoked_at from sessions
          where project_id = ${project.id} and account = ${id}
          order by created_at desc, pci limit ${maxSessions}`,
      )
      return rows.map((row) => ({
        project: { id: project.id, name: project.name },
        pci: row.pci,
        expiry: Number(row.expiry),
        createdAt: Number(row.created_at),
        permissions: row.permissions,
        policies: row.policies,
        context: row.context,
        revokedAt: row.revoked_at === null ? null : Number(row.revoked_at),
      }))
    },

    async revoke(project, account, { pci, signature }, signal) {
      const { id, chain, address } = toChecksumAccount(account)
      const isActive = sql`
        pci = ${pci} and project_id = ${project.id} and account = ${id}
        and revoked_at is null and expiry > ${now()}`
      const [found] = await inProject(
        sql,
        project.id,
        (tx) => tx`select 1 from sessions where ${isActive}`,
      )
      if (!found) throw unknownPermission()
      const isSigned = async (expiresAt: number) => {
        const message = revocationMessage({ pci, account: id, projectId: project.id, expiresAt })
        return signatures.verify({ chain, address, message, signature }, signal)
      }
      let isValid = false
      for (const expiresAt of revocationExpiries(clock.now())) {
        isValid ||= await isSigned(expiresAt)
      }
      if (!isValid) {
        throw new ApiError(401, 'signature', 'The revocation was not signed by this account.')
      }
      const done = await inProject(
        sql,
        project.id,
        (tx) => tx`update sessions set revoked_at = ${now()} where ${isActive} returning 1`,
      )
      if (done.length === 0) throw unknownPermission()
    },
  }
}

function unknownPermission(): ApiError {
  return new ApiError(400, 'pci', 'This permission is unknown, expired or already revoked.')
}

/** The account with its checksum address. */
function toChecksumAccount(account: AccountId) {
  const parsed = parseAccountId(account)
  if (parsed?.namespace !== 'eip155' || !isAddress(parsed.address, { strict: false })) {
    throw new ApiError(400, 'account', 'Permissions are only available on EVM chains.')
  }
  const address = getAddress(parsed.address)
  return { id: `${parsed.networkId}:${address}` as AccountId, chain: parsed.networkId, address }
}
