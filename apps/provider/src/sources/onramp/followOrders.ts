import { type Clock, skipWhileBusy } from '../../clock.js'
import { tokenIcon } from '../tokens/Token.js'
import type { Availability } from './availability.js'
import { formatMoney } from './money.js'
import type { OnrampDriver, OrderReport } from './OnrampDriver.js'
import type { Order, OrderStore } from './orderStore.js'
import { historyStatus, type Purchases } from './Purchases.js'
import { ServiceError } from './ServiceError.js'

/** Follows orders at hosted services until they arrive or fail. */
export type OrderFollower = {
  readonly purchases: Purchases
  /** A service's own report, already verified. Details it lacks are read from the service. */
  receive(id: string, report: OrderReport, signal: AbortSignal): Promise<void>
  /** Reads the orders that are due. */
  pollDue(signal: AbortSignal): Promise<void>
  /** Calls `pollDue` every few seconds, until the returned function is called. */
  watch(onFailure?: (error: unknown) => void): () => void
}

const watchIntervalMs = 10_000
/** While a page follows the purchase. */
const watchedPollMs = 3_000
/** An order without a payment counts as left; a later payment is still recorded. */
const unpaidMs = 3_600_000

export function followOrders({
  orders,
  drivers,
  availability,
  clock,
}: {
  readonly orders: OrderStore
  readonly drivers: readonly OnrampDriver[]
  readonly availability: Availability
  readonly clock: Clock
}): OrderFollower {
  async function poll(order: Order, signal: AbortSignal): Promise<void> {
    const driver = drivers.find(({ id }) => id === order.provider)
    const read = driver?.read
    if (!driver || !read) return
    try {
      const report = await availability.run(driver, (within) => read(order, within), signal)
      const isLeft = order.status === 'open' && order.createdAt + unpaidMs <= clock.now()
      if (report) await orders.report(order.id, report)
      else if (isLeft) await orders.report(order.id, { status: 'cancelled' })
    } catch (error) {
      // The next poll tries again.
      if (!(error instanceof ServiceError)) throw error
    }
  }

  async function pollById(id: string, interval: number, signal: AbortSignal): Promise<void> {
    if (!(await orders.claimPoll(id, interval))) return
    const order = await orders.find(id)
    if (order) await poll(order, signal)
  }

  const pollDue: OrderFollower['pollDue'] = async (signal) => {
    for (const id of await orders.findDue()) {
      if (signal.aborted) return
      await pollById(id, watchedPollMs, signal)
    }
  }

  return {
    purchases: {
      async list({ projectId, address, publicUrl }) {
        const found = await orders.list(projectId, address)
        return found.map((order) => toTransaction(order, labelOf(drivers, order), publicUrl))
      },
      async find(projectId, purchaseId, signal) {
        const order = await orders.findInProject(projectId, purchaseId)
        if (!order) return undefined
        await pollById(order.id, watchedPollMs, signal)
        return toState((await orders.findInProject(projectId, purchaseId)) ?? order)
      },
    },

    async receive(id, report, signal) {
      if (!(await orders.report(id, report))) return
      const order = await orders.find(id)
      if (order && (order.status === 'delivered' || order.status === 'pending')) {
        await poll(order, signal)
      }
    },

    pollDue,

    watch(onFailure = () => {}) {
      const stopped = new AbortController()
      // The database may be down; the next run tries again.
      const poll = skipWhileBusy(() => pollDue(stopped.signal), onFailure)
      const cancel = clock.every(watchIntervalMs, poll)
      return () => {
        cancel()
        stopped.abort()
      }
    },
  }
}

function labelOf(drivers: readonly OnrampDriver[], { provider }: Order): string {
  return drivers.find(({ id }) => id === provider)?.label ?? provider
}

function toState(order: Order) {
  const { id, provider, status, destination, chain, symbol, amount, hash } = order
  return {
    id,
    provider,
    status,
    destination,
    network: chain,
    ...(amount !== undefined && { purchaseAmount: { amount, currency: symbol } }),
    ...(hash !== undefined && { hash }),
    createdAt: new Date(order.createdAt).toISOString(),
    updatedAt: new Date(order.updatedAt).toISOString(),
  }
}

function toTransaction(order: Order, label: string, publicUrl: string) {
  const { id, status, destination, chain, name, symbol, amount, hash, subtotal } = order
  return {
    id,
    metadata: {
      operationType: 'buy',
      hash: hash ?? '',
      minedAt: new Date(order.updatedAt).toISOString(),
      sentFrom: label,
      sentTo: destination,
      status: historyStatus[status],
      nonce: 0,
      chain,
    },
    transfers: [
      {
        fungible_info: { name, symbol, icon: { url: tokenIcon(publicUrl, symbol) } },
        direction: 'in' as const,
        quantity: { numeric: amount ?? '0' },
        value: subtotal === undefined ? null : Number(formatMoney(subtotal)),
      },
    ],
  }
}
