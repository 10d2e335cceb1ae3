import { InvalidAmountError, parseAmount } from '@latchkey/wire/amount'
import type { TokenBalance } from '@latchkey/wire/http/balance'
import { isRecord } from '@latchkey/wire/json'
import { type Hex, parseAddress, parseChainId, toQuantity } from '@latchkey/wire/rpc/eip155'
import { listOf } from './evmRequests.js'
import { invalidParams } from './walletErrors.js'

/** ERC-7811. Type names are returned in the letter case of the request. */
export type AssetsRequest = {
  readonly account: Hex
  /** CAIP-2; undefined for every chain. */
  readonly chains: readonly string[] | undefined
  isRequested(chainId: string, asset: Asset): boolean
  readonly isLowerCase: boolean
}

export type Asset = {
  readonly address: string
  readonly type: 'NATIVE' | 'ERC20'
  readonly balance: Hex
  readonly metadata: Readonly<Record<string, unknown>>
}

const maxFilters = 500

export function readAssetsRequest(params: unknown): AssetsRequest {
  const [given] = listOf(params, 1, 1)
  if (!isRecord(given)) throw invalidParams('The parameters are no object')
  const account = parseAddress(given.account)
  if (account === undefined) throw invalidParams('`account` is no account')
  const { chainFilter, assetFilter, assetTypeFilter } = given
  const chains = optional(chainFilter, (list) => texts(list).map(toChain))
  const assets = optional(assetFilter, readAssetFilter)
  const types = optional(assetTypeFilter, texts)
  const upper = types?.map((type) => type.toUpperCase())
  return {
    account,
    // A filter by asset also names its chains.
    chains: assets ? [...assets.keys()] : chains,
    isLowerCase: types?.some((type) => type === type.toLowerCase()) ?? false,
    isRequested: (chainId, { address, type }) =>
      (!upper || upper.includes(type)) &&
      (!assets || (assets.get(chainId)?.has(address.toLowerCase()) ?? false)),
  }
}

function readAssetFilter(given: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  if (!isRecord(given)) throw invalidParams('`assetFilter` is no object')
  return new Map(
    Object.entries(given).map(([chain, list]) => {
      if (!Array.isArray(list) || list.length > maxFilters) {
        throw invalidParams('`assetFilter` has no list')
      }
      const addresses = list.map((item: unknown) => {
        const address = isRecord(item) ? item.address : item
        if (typeof address !== 'string') throw invalidParams('`assetFilter` names no asset')
        return address.toLowerCase()
      })
      return [toChain(chain), new Set(addresses)] as const
    }),
  )
}

function optional<value>(given: unknown, read: (given: unknown) => value): value | undefined {
  return given === undefined || given === null ? undefined : read(given)
}

function texts(list: unknown): string[] {
  const isFitting =
    Array.isArray(list) &&
    list.length <= maxFilters &&
    list.every((item): item is string => typeof item === 'string')
  if (!isFitting) throw invalidParams('A filter is no list of texts')
  return list
}

export function toChain(text: string): string {
  const number = parseChainId(text)
  if (number === undefined) throw invalidParams('A filter names no chain')
  return `eip155:${number}`
}

/** Converts a balance of the provider; undefined if its amount cannot be parsed. */
export function toAsset(balance: TokenBalance): Asset | undefined {
  const { name, symbol, price, value, iconUrl, quantity } = balance
  const decimals = Number(quantity.decimals)
  const address = balance.address?.split(':').at(-1)
  try {
    return {
      address: address ?? 'native',
      type: address === undefined ? 'NATIVE' : 'ERC20',
      balance: toQuantity(parseAmount(quantity.numeric, decimals)),
      metadata: { name, symbol, decimals, price, iconUrl, ...(value !== undefined && { value }) },
    }
  } catch (error) {
    if (error instanceof InvalidAmountError) return undefined
    throw error
  }
}
