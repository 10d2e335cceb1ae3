import { randomBytes } from 'node:crypto'
import type { NetworkId } from '@latchkey/wire/caip'
import type { Sql, TransactionSql } from 'postgres'
import { inEveryProject, inProject } from '../../../store/projectScope.js'
import type { PayoutStore } from '../../onramp/sandbox/createPayouts.js'
import type { Transfer } from '../../onramp/sandbox/Transfers.js'

type PaymentState = 'open' | 'paid' | 'sending' | 'delivered' | 'failed' | 'cancelled'

/** A payment by the sandbox exchange. Its id opens the checkout page, so it must stay secret. */
export type Payment = {
  readonly id: string
  readonly projectId: string
  readonly state: PaymentState
  readonly chain: NetworkId
  /** A token's address, or `native`. */
  readonly asset: string
  readonly recipient: string
  readonly units: bigint
  readonly transfer: Transfer | undefined
  readonly expiresAt: number
}

export type NewPayment = Pick<Payment, 'projectId' | 'chain' | 'asset' | 'recipient' | 'units'>

/** Payments in PostgreSQL. */
export type PaymentStore = PayoutStore<Payment> & {
  create(payment: NewPayment): Promise<string>
  /** Undefined also for a payment of another project. */
  findInProject(projectId: string, id: string): Promise<Payment | undefined>
  /** Confirms or cancels an open payment. False for one that is expired or not open. */
  decide(id: string, state: 'paid' | 'cancelled'): Promise<boolean>
  /** Fails what could not be sent for too long, and removes what is too old to ask about. */
  sweep(): Promise<void>
}

const openMs = 30 * 60_000
/** How long a confirmed payment waits for a transfer. */
const sendableMs = 60 * 60_000
const storedMs = 72 * 60 * 60_000

type Row = {
  id: string
  project_id: string
  state: PaymentState
  chain: NetworkId
  asset: string
  recipient: string
  units: string
  sender: string | null
  nonce: string | null
  last_block: string | null
  signed: string | null
  hash: string | null
  expires_at: string
}

export function createPaymentStore(sql: Sql, clock: { now(): number }): PaymentStore {
  /** Ids cannot be guessed, so a payment is found without its project. */
  const byId = <result>(work: (tx: TransactionSql) => Promise<result>) => inEveryProject(sql, work)

  return {
    async create({ projectId, chain, asset, recipient, units }) {
      const [id, now] = [randomBytes(16).toString('hex'), clock.now()]
      await inProject(
        sql,
        projectId,
        (tx) => tx`
          insert into exchange_payments
            (id, project_id, state, chain, asset, recipient, units,
             created_at, updated_at, expires_at)
          values (
            ${id}, ${projectId}, 'open', ${chain}, ${asset}, ${recipient}, ${units.toString()},
            ${now}, ${now}, ${now + openMs})`,
      )
      return id
    },

    async find(id) {
      const [row] = await byId((tx) => tx<Row[]>`select * from exchange_payments where id = ${id}`)
      return row && toPayment(row)
    },

    async findInProject(projectId, id) {
      const [row] = await inProject(
        sql,
        projectId,
        (tx) => tx<Row[]>`
          select * from exchange_payments where project_id = ${projectId} and id = ${id}`,
      )
      return row && toPayment(row)
    },

    async decide(id, state) {
      const now = clock.now()
      const decided = await byId(
        (tx) => tx`
          update exchange_payments set state = ${state}, decided_at = ${now}, updated_at = ${now}
          where id = ${id} and state = 'open' and expires_at > ${now}
          returning 1`,
      )
      return decided.length > 0
    },

    async sign(id, sender, prepare) {
      await byId(async (tx) => {
        const [row] = await tx<Row[]>`
          select * from exchange_payments where id = ${id} and state = 'paid' for update`
        if (!row) return
        const nextNonce = await reserveNonce(tx, row.chain, sender)
        const { nonce, lastBlock, signed, hash } = await prepare(toPayment(row), nextNonce)
        await tx`
          update exchange_payments set
            state = 'sending', sender = ${sender}, nonce = ${nonce ?? null},
            last_block = ${lastBlock ?? null}, signed = ${signed}, hash = ${hash},
            updated_at = ${clock.now()}
          where id = ${id}`
      })
    },

    async finish(id, hash, state) {
      await byId(
        (tx) => tx`
          update exchange_payments set state = ${state}, updated_at = ${clock.now()}
          where id = ${id} and state = 'sending' and hash = ${hash}`,
      )
    },

    async removeTransfer(id, hash) {
      await byId(
        (tx) => tx`
          update exchange_payments set
            state = 'paid', sender = null, nonce = null, last_block = null, signed = null,
            hash = null, updated_at = ${clock.now()}
          where id = ${id} and state = 'sending' and hash = ${hash}`,
      )
    },

    async findUnfinished() {
      const rows = await byId(
        (tx) => tx<{ id: string }[]>`
          select id from exchange_payments where state in ('paid', 'sending') order by decided_at`,
      )
      return rows.map(({ id }) => id)
    },

    async sweep() {
      const now = clock.now()
      await byId(async (tx) => {
        await tx`
          update exchange_payments set state = 'failed', updated_at = ${now}
          where state = 'paid' and decided_at < ${now - sendableMs}`
        await tx`
          delete from exchange_payments
          where state not in ('paid', 'sending') and updated_at < ${now - storedMs}`
      })
    },
  }
}

/** Locks the sender for this transaction and returns its first unused nonce. */
async function reserveNonce(tx: TransactionSql, chain: NetworkId, sender: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`pay ${chain} ${sender}`}, 0))`
  const [row] = await tx<{ next: string }[]>`
    select coalesce(max(nonce) + 1, 0) as next from exchange_payments
    where chain = ${chain} and sender = ${sender} and state = 'sending'`
  return Number(row?.next ?? 0)
}

function toPayment(row: Row): Payment {
  return {
    id: row.id,
    projectId: row.project_id,
    state: row.state,
    chain: row.chain,
    asset: row.asset,
    recipient: row.recipient,
    units: BigInt(row.units),
    transfer: toTransfer(row),
    expiresAt: Number(row.expires_at),
  }
}

function toTransfer({ sender, nonce, last_block, signed, hash }: Row): Transfer | undefined {
  if (sender === null || signed === null || hash === null) return undefined
  const toNumber = (text: string | null) => (text === null ? undefined : Number(text))
  return { sender, nonce: toNumber(nonce), lastBlock: toNumber(last_block), signed, hash }
}
