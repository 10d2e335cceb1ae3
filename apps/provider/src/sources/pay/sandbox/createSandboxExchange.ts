import { createHash } from 'node:crypto'
import type { NetworkId } from '@latchkey/wire/caip'
import type { Sql } from 'postgres'
import type { Hex } from 'viem'
import { type Clock, skipWhileBusy } from '../../../clock.js'
import { ApiError } from '../../../errors/ApiError.js'
import type { Nodes } from '../../../nodes/Nodes.js'
import type { GasPrices } from '../../gas/createGasPrices.js'
import { createPayouts } from '../../onramp/sandbox/createPayouts.js'
import { createTreasury } from '../../onramp/sandbox/createTreasury.js'
import type { PayAsset, PayExchange, PayStatus } from '../PayExchange.js'
import { createPaymentStore, type Payment } from './paymentStore.js'

/** A payment as the checkout page shows it. */
export type PaymentCheckout = { readonly payment: Payment; readonly asset: PayAsset }

/** An exchange for chains on this machine: visitors pay nothing, recipients receive real tokens. */
export type SandboxExchange = {
  readonly exchange: PayExchange
  /** Undefined for an unknown id. */
  open(id: string, signal?: AbortSignal): Promise<PaymentCheckout | undefined>
  /** Pays out once, however often it is called. */
  confirm(id: string, signal?: AbortSignal): Promise<void>
  cancel(id: string): Promise<void>
  /** Continues unfinished payments once, and ends old ones. */
  resume(): Promise<void>
  /** Calls `resume` now and every few seconds, until the returned function is called. */
  watch(clock: Clock, onFailure?: (error: unknown) => void): () => void
}

const watchIntervalMs = 10_000
const id = 'sandbox'
const name = 'Sandbox Exchange'

export function createSandboxExchange({
  sql,
  nodes,
  clock,
  gasPrices,
  chains,
  treasuryKey,
  solanaTreasuryKey,
}: {
  readonly sql: Sql
  readonly nodes: Nodes
  readonly clock: { now(): number }
  readonly gasPrices: GasPrices
  /** Local test chains only. */
  readonly chains: readonly NetworkId[]
  readonly treasuryKey: Hex
  /** Needed if a chain is Solana. */
  readonly solanaTreasuryKey?: Hex | undefined
}): SandboxExchange {
  const store = createPaymentStore(sql, clock)
  const payouts = createPayouts({
    store,
    transfersOf: createTreasury({ nodes, gasPrices, chains, treasuryKey, solanaTreasuryKey }),
    toOrder: ({ id, chain, recipient, asset, units }: Payment) => ({
      chain,
      destination: recipient,
      asset,
      units,
      // The id itself opens the checkout.
      reference: createHash('sha256').update(`payment ${id}`).digest('hex').slice(0, 32),
    }),
  })

  async function resume(): Promise<void> {
    await payouts.resume()
    await store.sweep()
  }

  /** Undefined if the operator has removed the asset. */
  function assetOf(payment: Payment): PayAsset | undefined {
    const chain = nodes.settings(payment.chain)
    if (payment.asset === 'native') return { chain, address: undefined, ...chain.nativeCurrency }
    const token = chain.tokens.find(({ address }) => address === payment.asset)
    return token && { chain, ...token }
  }

  const exchange: PayExchange = {
    id,
    name,
    imageUrl: null,
    supports: ({ chain }) => chains.includes(chain.id),

    async createSession({ projectId, asset, units, recipient }, { publicUrl }) {
      const sessionId = await store.create({
        projectId,
        chain: asset.chain.id,
        asset: asset.address ?? 'native',
        recipient,
        units,
      })
      return { url: `${publicUrl}/pay/checkout?session=${sessionId}`, sessionId }
    },

    async readStatus({ projectId, sessionId }, signal) {
      const before = await store.findInProject(projectId, sessionId)
      if (!before) return { status: 'UNKNOWN' }
      const isUnfinished = before.state === 'paid' || before.state === 'sending'
      if (isUnfinished) await payouts.advance(sessionId, signal).catch(ignoreOutage)
      const payment = isUnfinished ? await store.findInProject(projectId, sessionId) : before
      return payment ? statusOf(payment, clock.now()) : { status: 'UNKNOWN' }
    },
  }

  return {
    exchange,

    async open(id, signal) {
      const before = await store.find(id)
      if (before?.state === 'paid' || before?.state === 'sending') {
        await payouts.advance(id, signal).catch(ignoreOutage)
      }
      const payment = before && (await store.find(id))
      const asset = payment && assetOf(payment)
      if (payment && !asset) throw new ApiError(503, 'asset', 'This asset is no longer offered.')
      return payment && asset && { payment, asset }
    },

    async confirm(id, signal) {
      const payment = await store.find(id)
      if (payment?.state !== 'open' || payment.expiresAt <= clock.now()) return
      await payouts.check(payment, signal)
      // Of several confirmations only one succeeds.
      if (!(await store.decide(id, 'paid'))) return
      await payouts.advance(id, signal).catch(ignoreOutage)
    },

    async cancel(id) {
      await store.decide(id, 'cancelled')
    },

    resume,

    watch(timers, onFailure = () => {}) {
      // The database may be down; the next run tries again.
      const run = skipWhileBusy(resume, onFailure)
      run()
      return timers.every(watchIntervalMs, run)
    },
  }
}

function statusOf({ state, transfer, expiresAt }: Payment, now: number): PayStatus {
  switch (state) {
    case 'delivered':
      return { status: 'SUCCESS', txHash: transfer?.hash ?? null }
    case 'failed':
    case 'cancelled':
      return { status: 'FAILED', txHash: transfer?.hash ?? null }
    case 'open':
      return { status: expiresAt <= now ? 'FAILED' : 'IN_PROGRESS' }
    default:
      return { status: 'IN_PROGRESS', txHash: transfer?.hash ?? null }
  }
}

/** The next status call, page load or run continues the payment. */
function ignoreOutage(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
