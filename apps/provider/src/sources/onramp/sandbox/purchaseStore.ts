import { randomBytes } from 'node:crypto'
import type { NetworkId } from '@latchkey/wire/caip'
import type { Sql, TransactionSql } from 'postgres'
import { inEveryProject, inProject } from '../../../store/projectScope.js'
import type { Quote } from '../createQuotes.js'
import { isSameAddress } from '../orderStore.js'
import type { Transfer } from './Transfers.js'

export type PurchaseState = 'open' | 'paid' | 'sending' | 'delivered' | 'failed' | 'cancelled'

/** A sandbox purchase. Its id opens the checkout page, so it must stay secret. */
export type Purchase = {
  readonly id: string
  /** Names the purchase without opening its checkout. */
  readonly publicId: string
  readonly projectId: string
  readonly state: PurchaseState
  readonly chain: NetworkId
  readonly destination: string
  /** A token's address, or `native`. */
  readonly asset: string
  /** The assets to choose from. */
  readonly assets: readonly string[]
  readonly currency: string
  readonly quote: (Quote & { readonly id: string; readonly until: number }) | undefined
  readonly transfer: Transfer | undefined
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
}

type NewPurchase = Pick<
  Purchase,
  'projectId' | 'chain' | 'destination' | 'asset' | 'assets' | 'currency'
>

/** Purchases in PostgreSQL. Each state change happens once, also with concurrent callers. */
export type PurchaseStore = {
  create(purchase: NewPurchase): Promise<string>
  find(id: string): Promise<Purchase | undefined>
  findByPublicId(projectId: string, publicId: string): Promise<Purchase | undefined>
  /** Paid purchases, newest first. */
  findPaid(projectId: string, destination: string): Promise<Purchase[]>
  /** Sets asset, currency and quote of an open purchase. */
  setQuote(id: string, choice: Pick<Purchase, 'asset' | 'currency'>, quote: Quote): Promise<void>
  /** False unless the purchase is open and the quote is valid. */
  pay(id: string, quoteId: string): Promise<boolean>
  /** Ends an open purchase: the buyer left, or the payment was taken back. */
  end(id: string, state: 'cancelled' | 'failed'): Promise<void>
  /** Signs the transfer of a paid purchase under a lock; `nextNonce` is the first unused nonce. */
  sign(
    id: string,
    sender: string,
    prepare: (purchase: Purchase, nextNonce: number) => Promise<Transfer>,
  ): Promise<void>
  finish(id: string, hash: string, state: 'delivered' | 'failed'): Promise<void>
  /** It can never be executed: removes the transfer, so that a new one is signed. */
  removeTransfer(id: string, hash: string): Promise<void>
  findUnfinished(): Promise<string[]>
}

const openMs = 30 * 60_000
/** How long an unpaid purchase is stored after it expires. */
const unpaidLifetimeMs = 86_400_000
const quoteLifetimeMs = 5 * 60_000
const maxPurchases = 100

type Row = {
  id: string
  public_id: string
  project_id: string
  state: PurchaseState
  chain: NetworkId
  destination: string
  asset: string
  assets: string[]
  payment_currency: string
  subtotal: string | null
  fee: string | null
  network_fee: string | null
  units: string | null
  quote_id: string | null
  quoted_until: string | null
  sender: string | null
  nonce: string | null
  last_block: string | null
  signed: string | null
  hash: string | null
  created_at: string
  updated_at: string
  expires_at: string
}

export function createPurchaseStore(sql: Sql, clock: { now(): number }): PurchaseStore {
  const randomId = () => randomBytes(16).toString('hex')
  /** Ids cannot be guessed, so a purchase is found without its project. */
  const byId = <result>(work: (tx: TransactionSql) => Promise<result>) => inEveryProject(sql, work)

  return {
    async create({ projectId, chain, destination, asset, assets, currency }) {
      const [id, now] = [randomId(), clock.now()]
      await inProject(sql, projectId, async (tx) => {
        await tx`
          delete from onramp_purchases where state = 'open' and expires_at < ${now - unpaidLifetimeMs}`
        await tx`
          insert into onramp_purchases
            (id, project_id, state, chain, destination, asset, assets, payment_currency,
             created_at, updated_at, expires_at)
          values (
            ${id}, ${projectId}, 'open', ${chain}, ${destination}, ${asset},
            ${tx.json([...assets])}, ${currency}, ${now}, ${now}, ${now + openMs})`
      })
      return id
    },

    async find(id) {
      const [row] = await byId((tx) => tx<Row[]>`select * from onramp_purchases where id = ${id}`)
      return row && toPurchase(row)
    },

    async findByPublicId(projectId, publicId) {
      const [row] = await inProject(
        sql,
        projectId,
        (tx) => tx<Row[]>`
          select * from onramp_purchases
          where public_id = ${publicId} and project_id = ${projectId}`,
      )
      return row && toPurchase(row)
    },

    async findPaid(projectId, destination) {
      const rows = await inProject(
        sql,
        projectId,
        (tx) => tx<Row[]>`
          select * from onramp_purchases
          where project_id = ${projectId} and lower(destination) = ${destination.toLowerCase()}
            and paid_at is not null
          order by paid_at desc limit ${maxPurchases}`,
      )
      return rows.filter((row) => isSameAddress(row.destination, destination)).map(toPurchase)
    },

    async setQuote(id, { asset, currency }, { subtotal, fee, networkFee, units }) {
      const now = clock.now()
      await byId(
        (tx) => tx`
          update onramp_purchases set
            asset = ${asset}, payment_currency = ${currency}, subtotal = ${subtotal.toString()},
            fee = ${fee.toString()}, network_fee = ${networkFee.toString()},
            units = ${units.toString()}, quote_id = ${randomId()}, quoted_until = ${now + quoteLifetimeMs},
            updated_at = ${now}
          where id = ${id} and state = 'open' and expires_at > ${now}`,
      )
    },

    async pay(id, quoteId) {
      const now = clock.now()
      const paid = await byId(
        (tx) => tx`
          update onramp_purchases set state = 'paid', paid_at = ${now}, updated_at = ${now}
          where id = ${id} and state = 'open' and quote_id = ${quoteId}
            and quoted_until > ${now} and expires_at > ${now}
          returning 1`,
      )
      return paid.length > 0
    },

    async end(id, state) {
      const now = clock.now()
      await byId(
        (tx) => tx`
          update onramp_purchases set
            state = ${state}, paid_at = ${state === 'failed' ? now : null}, updated_at = ${now}
          where id = ${id} and state = 'open'`,
      )
    },

    async sign(id, sender, prepare) {
      await byId(async (tx) => {
        const [row] = await tx<Row[]>`
          select * from onramp_purchases where id = ${id} and state = 'paid' for update`
        if (!row) return
        const nextNonce = await reserveNonce(tx, row.chain, sender)
        const { nonce, lastBlock, signed, hash } = await prepare(toPurchase(row), nextNonce)
        await tx`
          update onramp_purchases set
            state = 'sending', sender = ${sender}, nonce = ${nonce ?? null},
            last_block = ${lastBlock ?? null}, signed = ${signed}, hash = ${hash}, updated_at = ${clock.now()}
          where id = ${id}`
      })
    },

    async finish(id, hash, state) {
      await byId(
        (tx) => tx`
          update onramp_purchases set state = ${state}, updated_at = ${clock.now()}
          where id = ${id} and state = 'sending' and hash = ${hash}`,
      )
    },

    async removeTransfer(id, hash) {
      await byId(
        (tx) => tx`
          update onramp_purchases set
            state = 'paid', sender = null, nonce = null, last_block = null, signed = null, hash = null,
            updated_at = ${clock.now()}
          where id = ${id} and state = 'sending' and hash = ${hash}`,
      )
    },

    async findUnfinished() {
      const rows = await inEveryProject(
        sql,
        (tx) => tx<{ id: string }[]>`
          select id from onramp_purchases where state in ('paid', 'sending') order by paid_at`,
      )
      return rows.map(({ id }) => id)
    },
  }
}

/** Locks the sender for this transaction and returns its first unused nonce. */
async function reserveNonce(tx: TransactionSql, chain: NetworkId, sender: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`onramp ${chain} ${sender}`}, 0))`
  const [row] = await tx<{ next: string }[]>`
    select coalesce(max(nonce) + 1, 0) as next from onramp_purchases
    where chain = ${chain} and sender = ${sender} and state = 'sending'`
  return Number(row?.next ?? 0)
}

function toPurchase(row: Row): Purchase {
  return {
    id: row.id,
    publicId: row.public_id,
    projectId: row.project_id,
    state: row.state,
    chain: row.chain,
    destination: row.destination,
    asset: row.asset,
    assets: row.assets,
    currency: row.payment_currency,
    quote: row.quote_id === null ? undefined : toQuote(row, row.quote_id),
    transfer: toTransfer(row),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    expiresAt: Number(row.expires_at),
  }
}

function toQuote(row: Row, id: string): NonNullable<Purchase['quote']> {
  return {
    id,
    until: Number(row.quoted_until),
    subtotal: BigInt(row.subtotal ?? 0),
    fee: BigInt(row.fee ?? 0),
    networkFee: BigInt(row.network_fee ?? 0),
    units: BigInt(row.units ?? 0),
  }
}

function toTransfer({ sender, nonce, last_block, signed, hash }: Row): Transfer | undefined {
  if (sender === null || signed === null || hash === null) return undefined
  return {
    sender,
    signed,
    hash,
    ...(nonce !== null && { nonce: Number(nonce) }),
    ...(last_block !== null && { lastBlock: Number(last_block) }),
  }
}
