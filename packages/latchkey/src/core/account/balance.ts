import { formatAmount, parseAmount } from '@latchkey/wire/amount'
import { toAccountId } from '@latchkey/wire/caip'
import type { Network } from '../network/network.js'
import { createResource, type Resource } from '../runtime/createResource.js'
import { AdapterNotFoundError } from '../runtime/errors/network.js'
import * as limits from '../runtime/limits.js'
import { getOrCreate, type Widget } from '../widget.js'
import { readAccountCache, writeAccountCache } from './accountCache.js'

type BalanceKey = { readonly address: string; readonly network: Network }

/** Native balances in the smallest unit; absent for families that report none. */
export function getBalances(widget: Widget): Resource<BalanceKey, bigint> {
  return getOrCreate(widget, createBalances)
}

function createBalances(widget: Widget): Resource<BalanceKey, bigint> {
  return createResource({
    clock: widget.ports.clock,
    signal: widget.signal,
    key: ({ address, network }) => `${network.id}:${address}`,
    lifetime: limits.balanceLifetime,
    retryGap: limits.balanceRetryGap,
    recall: (key) => recallBalance(widget, key),
    async load({ address, network }, signal) {
      const family = widget.families.get(network.namespace)
      if (!family) throw new AdapterNotFoundError(network.namespace)
      const adapter = await family.loadAdapter()
      const units = await adapter.nativeBalance?.({ address, network, signal })
      if (units === undefined) return undefined
      const { decimals, symbol } = network.nativeCurrency
      const caipAddress = toAccountId(network.id, address)
      const entry = { caipAddress, balance: formatAmount(units, decimals), symbol }
      writeAccountCache(widget, 'native_balance_cache', caipAddress, entry)
      return units
    },
  })
}

function recallBalance(
  widget: Widget,
  { address, network }: BalanceKey,
): { readonly value: bigint; readonly at: number } | undefined {
  const entry = readAccountCache(widget, 'native_balance_cache', toAccountId(network.id, address))
  const { decimals, symbol } = network.nativeCurrency
  if (!entry || entry.symbol !== symbol || typeof entry.balance !== 'string') return undefined
  if (!/^\d{1,78}(\.\d{1,78})?$/.test(entry.balance)) return undefined
  return { value: parseAmount(entry.balance, decimals), at: entry.timestamp }
}
