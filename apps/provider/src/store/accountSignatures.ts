import type { Sql } from 'postgres'
import {
  defaultLimits,
  type HistoryLimits,
  type HistoryRow,
  insertSize,
  openHistoryRow,
} from './accountHistory.js'

/** The place of a finalized transaction among those of an account. */
export type SignaturePosition = { readonly slot: number; readonly signature: string }

/** The transactions of one address that are stored: all from `oldest` to `newest`. */
export type SignatureRange = {
  /** The account or one of its token accounts. */
  readonly address: string
  /** Both undefined if it had none. */
  readonly newest?: SignaturePosition | undefined
  readonly oldest?: SignaturePosition | undefined
  /** When the node knew of nothing older, in milliseconds since 1970. */
  readonly endedAt?: number | undefined
  /** Whether it was open when it was last read. */
  readonly isOpen: boolean
}

export type StoredSignatures = {
  readonly id: string
  /** Increases when the ranges change. */
  readonly version: number
  readonly ranges: readonly SignatureRange[]
  readonly isFull: boolean
}

export type StoredSignature = SignaturePosition & {
  /** Null until somebody saw it. */
  readonly entry: string | null
}

export type AccountSignatureStore = {
  /** Also records that somebody asks for the account. */
  open(chain: string, account: string): Promise<StoredSignatures>
  /** Newest first, below `before` and above slot `floor`. */
  list(
    history: StoredSignatures,
    range: { readonly before: SignaturePosition | undefined; readonly floor: number },
    limit: number,
  ): Promise<readonly StoredSignature[]>
  /**
   * Replaces the ranges and adds transactions, or replaces these too. Undefined if another call has changed
   * the ranges since the history was opened.
   */
  save(
    history: StoredSignatures,
    change: {
      readonly ranges: readonly SignatureRange[]
      readonly added: readonly SignaturePosition[]
      readonly isNew: boolean
    },
  ): Promise<StoredSignatures | undefined>
  /** Keeps what happened in transactions. */
  describe(
    history: StoredSignatures,
    entries: readonly (SignaturePosition & { readonly entry: string })[],
  ): Promise<void>
}

/** A row without its entry. */
const signatureBytes = 120
const nowhere: SignaturePosition = { slot: Number.MAX_SAFE_INTEGER, signature: '' }

export function createAccountSignatureStore(
  sql: Sql,
  now: () => number,
  { accountBytes }: Pick<HistoryLimits, 'accountBytes'> = defaultLimits,
): AccountSignatureStore {
  const toHistory = ({
    id,
    version,
    ranges,
    bytes,
  }: HistoryRow<SignatureRange>): StoredSignatures => ({
    ...{ id, version: Number(version), ranges },
    isFull: Number(bytes) >= accountBytes,
  })

  return {
    async open(chain, account) {
      return toHistory(await openHistoryRow<SignatureRange>(sql, now(), chain, account))
    },
    list({ id }, { before = nowhere, floor }, limit) {
      return sql<StoredSignature[]>`
        select slot::float8 as slot, signature, entry from account_signatures
        where history_id = ${id} and slot > ${floor}
          and (slot, signature) < (${before.slot}, ${before.signature} collate "C")
        order by slot desc, signature desc limit ${limit}`
    },
    save({ id, version }, { ranges, added, isNew }) {
      return sql.begin(async (tx) => {
        const [row] = await tx<{ bytes: string }[]>`
          select bytes from account_histories where id = ${id} and version = ${version} for update`
        if (!row) return undefined
        if (isNew) await tx`delete from account_signatures where history_id = ${id}`
        for (let start = 0; start < added.length; start += insertSize) {
          const rows = added
            .slice(start, start + insertSize)
            .map(({ slot, signature }) => ({ history_id: id, slot, signature }))
          await tx`insert into account_signatures ${tx(rows)} on conflict do nothing`
        }
        const bytes = (isNew ? 0 : Number(row.bytes)) + added.length * signatureBytes
        const [changed] = await tx<[HistoryRow<SignatureRange>]>`
          update account_histories
          set ranges = ${tx.json(ranges)}, bytes = ${bytes}, version = version + 1
          where id = ${id}
          returning id, version, ranges, bytes`
        return toHistory(changed)
      }) as Promise<StoredSignatures | undefined>
    },
    async describe({ id }, entries) {
      if (entries.length === 0) return
      const bytes = entries.reduce((sum, { entry }) => sum + Buffer.byteLength(entry), 0)
      await sql.begin(async (tx) => {
        // First, in the order of `save`: otherwise two could wait for each other.
        await tx`update account_histories set bytes = bytes + ${bytes} where id = ${id}`
        await tx`
          update account_signatures as stored set entry = described.entry
          from (
            select * from unnest(
              ${entries.map(({ slot }) => slot)}::bigint[],
              ${entries.map(({ signature }) => signature)}::text[],
              ${entries.map(({ entry }) => entry)}::text[]
            ) as listed (slot, signature, entry)
          ) as described
          where stored.history_id = ${id} and stored.slot = described.slot
            and stored.signature = described.signature`
      })
    },
  }
}
