import { formatAmount, parseAmount } from '@latchkey/wire/amount'
import type { Network } from '../network/network.js'
import { createResource, type Resource } from '../runtime/createResource.js'
import { AdapterNotFoundError } from '../runtime/errors/network.js'
import { getOrCreate } from '../runtime/getOrCreate.js'
import * as limits from '../runtime/limits.js'
import type { Widget } from '../widget.js'
import { keepEntry, keptEntry } from './portfolio/keptBalances.js'

type BalanceKey = { readonly address: string; readonly network: Network }

export type Resources = {
  /** Native balance in the smallest unit; absent for families that tell none. */
  readonly balance: Resource<BalanceKey, bigint>
}

/** A widget's resources, made when first asked for: no page pays for them before a connection. */
export function resourcesOf(widget: Widget): Resources {
  return getOrCreate(widget, createResources)
}

function createResources(widget: Widget): Resources {
  const { families, ports, signal } = widget
  return {
    balance: createResource({
      clock: ports.clock,
      signal,
      key: ({ address, network }) => `${network.id}:${address}`,
      lifetime: limits.balanceLifetime,
      retryGap: limits.balanceRetryGap,
      recall: (key) => recallBalance(widget, key),
      async load(key, ending) {
        const { address, network } = key
        const family = families.get(network.namespace)
        if (!family) throw new AdapterNotFoundError(network.namespace)
        const adapter = await family.loadAdapter()
        const units = await adapter.nativeBalance?.({ address, network, signal: ending })
        if (units === undefined) return undefined
        const { decimals, symbol } = network.nativeCurrency
        const balance = formatAmount(units, decimals)
        keepEntry(widget, 'native_balance_cache', key, { balance, symbol })
        return units
      },
    }),
  }
}

function recallBalance(
  widget: Widget,
  key: BalanceKey,
): { readonly value: bigint; readonly at: number } | undefined {
  const entry = keptEntry(widget, 'native_balance_cache', key)
  const { decimals, symbol } = key.network.nativeCurrency
  if (!entry || entry.symbol !== symbol || typeof entry.balance !== 'string') return undefined
  if (!/^\d{1,78}(\.\d{1,78})?$/.test(entry.balance)) return undefined
  return { value: parseAmount(entry.balance, decimals), at: entry.timestamp }
}
