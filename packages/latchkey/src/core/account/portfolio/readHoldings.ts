import { parseAccountId } from '@latchkey/wire/caip'
import type { TokenBalance } from '@latchkey/wire/http/balance'
import type { Network } from '../../network/network.js'
import * as limits from '../../runtime/limits.js'
import { foldAddress, isSameAddress } from '../recipients/lookAlike.js'
import { coinAddresses, type Holding, isNative } from './holding.js'

/** The most any token counts: 256 bits. */
const mostUnits = 2n ** 256n - 1n
/** Dollars for one whole unit beyond which a price is a mistake. */
const highestPrice = 1e12

/** A provider's answer as holdings on one network, its own coin first. What makes no sense is left out. */
export function readHoldings(
  balances: readonly TokenBalance[],
  network: Network,
): readonly Holding[] {
  const found = new Map<string, Holding>()
  for (const balance of balances) {
    const holding = readHolding(balance, network)
    const key = foldAddress(holding?.address ?? '')
    if (holding && !found.has(key)) found.set(key, holding)
  }
  const all = [...found.values()]
  return [...all.filter(isNative), ...all.filter((holding) => !isNative(holding))]
}

function readHolding(balance: TokenBalance, network: Network): Holding | undefined {
  const address = readAddress(balance, network)
  const decimals = Number(balance.quantity.decimals)
  // Specification §5: tokens without decimals are no money.
  const isSensible = decimals > 0 && decimals <= limits.tokenDecimals
  if (!address || balance.chainId !== network.id || !isSensible) return undefined
  const units = readUnits(balance.quantity.numeric, decimals)
  const label = readLabel(balance, network, address.value)
  if (units === undefined || !label) return undefined
  const { price, iconUrl } = balance
  return {
    networkId: network.id,
    address: address.value,
    ...label,
    decimals,
    units,
    ...(price > 0 && price < highestPrice && { price }),
    ...(iconUrl && { icon: iconUrl }),
  }
}

/** Undefined inside for the network's own coin; undefined itself for what is no token of this network. */
function readAddress(
  { address }: TokenBalance,
  network: Network,
): { readonly value: string | undefined } | undefined {
  if (address === undefined) return { value: undefined }
  const coin = coinAddresses[network.namespace]
  const token = parseAccountId(address)
  const plain = token?.address ?? address
  if (coin !== undefined && isSameAddress(plain, coin)) return { value: undefined }
  return token?.networkId === network.id ? { value: token.address } : undefined
}

/** Digits beyond the smallest unit are cut: nobody is shown more than they have. */
function readUnits(numeric: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(numeric) ?? []
  if (whole === undefined) return undefined
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return units <= mostUnits ? units : undefined
}

/** The network tells what its own coin is called; a token is taken at its word, within bounds. */
function readLabel(
  balance: TokenBalance,
  { nativeCurrency }: Network,
  address: string | undefined,
): Pick<Holding, 'name' | 'symbol'> | undefined {
  if (address === undefined) {
    const isSame = Number(balance.quantity.decimals) === nativeCurrency.decimals
    return isSame ? { name: nativeCurrency.name, symbol: nativeCurrency.symbol } : undefined
  }
  const symbol = plain(balance.symbol)
  const name = plain(balance.name) || symbol
  const fits = name.length <= limits.tokenNameLength && symbol.length <= limits.tokenSymbolLength
  return symbol && fits ? { name, symbol } : undefined
}

/** Control and direction characters could disguise one token as another. */
function plain(text: string): string {
  return text.replace(/\p{C}/gu, '').trim()
}
