import { listGrants, type StoredGrant, saltOf, storeGrant } from '@latchkey/wire/login/grants'
import {
  hashPermission,
  type PermissionContext,
  parseContext,
} from '@latchkey/wire/login/permissions'
import type { Sql } from 'postgres'
import { recoverAddress } from 'viem'
import type { Clock } from '../../clock.js'
import { loginError } from '../session/loginError.js'
import { type LoginRoute, sessionRoute } from '../session/loginRoute.js'
import type { Wallets } from './Wallets.js'

/** Together they fit in one response. */
const maxGrants = 50
const maxCharacters = 160_000

/** Permissions that the owner of a wallet signed. Whether they are still valid is on the chain. */
type Grants = {
  /** Throws `too-many` when the account has no room. Storing one again changes nothing. */
  add(accountId: string, grant: NewGrant): Promise<void>
  /** Newest first, without expired ones. */
  list(accountId: string): Promise<StoredGrant[]>
  sweep(): Promise<void>
}

type NewGrant = Omit<StoredGrant, 'createdAt'> & { readonly id: string; readonly expiresAt: number }

export function createGrants({ sql, clock }: { readonly sql: Sql; readonly clock: Clock }): Grants {
  return {
    async add(accountId, { id, context, nonce, names, origin, expiresAt }) {
      const now = clock.now()
      await sql.begin(async (tx) => {
        await tx`select 1 from login_wallets where account_id = ${accountId} for update`
        const [used] = await tx<{ count: number; characters: number }[]>`
          select count(*)::int as count, coalesce(sum(length(context)), 0)::int as characters
          from login_grants
          where account_id = ${accountId} and expires_at > ${now} and id <> ${id}`
        const { count = 0, characters = 0 } = used ?? {}
        if (count >= maxGrants || characters + context.length > maxCharacters) {
          throw loginError('too-many')
        }
        const row = { account_id: accountId, id, context, nonce, names: [...names], origin }
        await tx`
          insert into login_grants ${tx({ ...row, created_at: now, expires_at: expiresAt })}
          on conflict do nothing`
      })
    },
    async list(accountId) {
      const rows = await sql<(Omit<StoredGrant, 'createdAt'> & { createdAt: string })[]>`
        select context, nonce, names, origin, created_at as "createdAt" from login_grants
        where account_id = ${accountId} and expires_at > ${clock.now()}
        order by created_at desc, id limit ${maxGrants}`
      return rows.map((row) => ({ ...row, createdAt: Number(row.createdAt) }))
    },
    async sweep() {
      await sql`delete from login_grants where expires_at <= ${clock.now()}`
    },
  }
}

/** Stores permissions of the wallet and returns them to each of its devices. */
export function grantRoutes({
  wallets,
  grants,
}: {
  readonly wallets: Pick<Wallets, 'read'>
  readonly grants: Grants
}): readonly LoginRoute[] {
  return [
    sessionRoute(storeGrant, async (grant, { session, origin }) => {
      const context = parseContext(grant.context)
      if (!context) throw loginError('signature-wrong')
      const { addresses } = await wallets.read(session.accountId)
      const id = hashPermission(context.permission, context.account, context.chainId)
      const isOfSite = context.permission.salt === saltOf(origin, grant)
      if (!isOfSite || !(await isSignedBy(addresses.eip155, id, context))) {
        throw loginError('signature-wrong')
      }
      const expiresAt = context.permission.validUntil * 1_000
      await grants.add(session.accountId, { ...grant, origin, id, expiresAt })
      return undefined
    }),
    sessionRoute(listGrants, async (_, { session }) => ({
      grants: await grants.list(session.accountId),
    })),
  ]
}

async function isSignedBy(
  address: string,
  hash: `0x${string}`,
  { signature }: PermissionContext,
): Promise<boolean> {
  try {
    const signer = await recoverAddress({ hash, signature })
    return signer.toLowerCase() === address.toLowerCase()
  } catch {
    return false // not a signature
  }
}
