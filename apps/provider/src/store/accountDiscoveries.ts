import type { Sql } from 'postgres'
import type { BlockId } from './accountHistory.js'

/** Assets that an account has received, between two blocks. */
export type StoredDiscovery = {
  readonly to: number
  readonly toHash: string
  readonly from: number
  /** Blocks by which a reorganisation is noticed, newest first. */
  readonly checkpoints: readonly BlockId[]
  /** The block range that the nodes accepted last. */
  readonly range: number | undefined
  readonly tokens: readonly string[]
  readonly pieces: readonly StoredPiece[]
}

export type StoredPiece = {
  readonly contract: string
  /** Decimal digits. */
  readonly tokenId: string
  readonly standard: 'erc721' | 'erc1155'
  readonly hash: string
  readonly block: number
  readonly logIndex: number
  readonly batchIndex: number
}

export type AccountDiscoveryStore = {
  /** Also records that somebody asks for the account. */
  find(chain: string, account: string): Promise<StoredDiscovery | undefined>
  save(chain: string, account: string, found: StoredDiscovery): Promise<void>
  /** Drops accounts that nobody asks for any more, and the longest unasked ones beyond the maximum. */
  sweep(): Promise<void>
}

const unaskedMs = 30 * 86_400_000
/** At most 200 tokens and 1,000 NFTs each, a few hundred bytes usually. */
const maxAccounts = 100_000

export function createAccountDiscoveryStore(
  sql: Sql,
  now: () => number,
  limits: { readonly accounts?: number } = {},
): AccountDiscoveryStore {
  const { accounts = maxAccounts } = limits
  return {
    async find(chain, account) {
      const [row] = await sql<{ found: StoredDiscovery }[]>`
        update account_discoveries set asked_at = ${now()}
        where chain = ${chain} and account = ${account} returning found`
      return row?.found
    },
    async save(chain, account, found) {
      await sql`
        insert into account_discoveries (chain, account, found, asked_at)
        values (${chain}, ${account}, ${sql.json(found)}, ${now()})
        on conflict (chain, account) do update
          set found = excluded.found, asked_at = excluded.asked_at`
    },
    async sweep() {
      await sql`delete from account_discoveries where asked_at < ${now() - unaskedMs}`
      await sql`
        delete from account_discoveries where (chain, account) in (
          select chain, account from account_discoveries
          order by asked_at desc offset ${accounts})`
    },
  }
}
