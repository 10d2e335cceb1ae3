import { namespaceOf, parseAccountId } from '@latchkey/wire/caip'
import {
  type PayError,
  type PayParams,
  type PayResult,
  parsePayAsset,
  payErrorCodes,
} from '@latchkey/wire/http/pay'
import { isAddress as isSolanaAddress } from '@solana/kit'
import { getAddress, isAddress } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { PayAsset, PayExchange } from './PayExchange.js'

/** A payment call failed in a way that the caller may know. */
export class PayCallError extends Error {
  override readonly name = 'PayCallError'
  readonly code: PayError['code']

  constructor(code: keyof typeof payErrorCodes, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = payErrorCodes[code]
  }
}

type Project = { readonly projectId: string; readonly signal: AbortSignal }

/** Payments by exchange. Throws a PayCallError. */
export type Pay = {
  /** What the exchange pays out. */
  getAssets(exchangeId: string): readonly PayAsset[]
  getExchanges(params: PayParams<'reown_getExchanges'>): PayResult<'reown_getExchanges'>
  createUrl(
    params: PayParams<'reown_getExchangePayUrl'>,
    at: Project & { readonly publicUrl: string },
  ): Promise<PayResult<'reown_getExchangePayUrl'>>
  readStatus(
    params: PayParams<'reown_getExchangeBuyStatus'>,
    at: Project,
  ): Promise<PayResult<'reown_getExchangeBuyStatus'>>
}

const pageSize = 20

export function createPay({
  nodes,
  exchanges,
}: {
  readonly nodes: Nodes
  readonly exchanges: readonly PayExchange[]
}): Pay {
  /** Undefined for a chain or token that the operator has not configured. */
  function findAsset(id: string): PayAsset | undefined {
    const parsed = parsePayAsset(id)
    const chain = nodes.chains.find((one) => one.id === parsed?.networkId)
    if (!parsed || !chain) return undefined
    const { address } = parsed
    if (address === undefined) return toNativeAsset(chain)
    // Only EVM addresses ignore case.
    const toKey = (text: string) => (text.startsWith('0x') ? text.toLowerCase() : text)
    const token = chain.tokens.find((one) => toKey(one.address) === toKey(address))
    return token && { chain, ...token }
  }

  function findExchange(id: string): PayExchange {
    const found = exchanges.find((exchange) => exchange.id === id)
    if (found) return found
    throw new PayCallError('exchangeNotFound', `There is no exchange ${id} here.`)
  }

  return {
    getAssets(exchangeId) {
      const exchange = findExchange(exchangeId)
      return nodes.chains
        .flatMap((chain) => [
          toNativeAsset(chain),
          ...chain.tokens.map((token) => ({ chain, ...token })),
        ])
        .filter((asset) => exchange.supports(asset))
    },

    getExchanges({ page, asset: id, amount, includeOnly, exclude }) {
      const asset = id === undefined ? undefined : findAsset(id)
      const found = exchanges.filter((exchange) => {
        if (includeOnly && !includeOnly.includes(exchange.id)) return false
        if (exclude?.includes(exchange.id)) return false
        if (id === undefined) return true
        if (!asset || !exchange.supports(asset)) return false
        return amount === undefined || toUnits(amount, asset) !== undefined
      })
      const shown = found.slice(page * pageSize, (page + 1) * pageSize)
      return {
        exchanges: shown.map(({ id, name, imageUrl }) => ({ id, name, imageUrl })),
        total: found.length,
      }
    },

    async createUrl({ exchangeId, asset: id, amount, recipient }, { projectId, ...at }) {
      const exchange = findExchange(exchangeId)
      const asset = findAsset(id)
      if (!asset || !exchange.supports(asset)) {
        throw new PayCallError(
          'assetNotSupported',
          `The asset is not supported by ${exchange.name}.`,
        )
      }
      const units = toUnits(amount, asset)
      if (units === undefined) {
        const text = `amount: ${asset.symbol} has ${asset.decimals} decimals.`
        throw new PayCallError('invalidParams', text)
      }
      const order = { projectId, asset, units, recipient: toRecipient(recipient, asset) }
      return translateOutage(exchange.createSession(order, at))
    },

    async readStatus({ exchangeId, sessionId }, { projectId, signal }) {
      const exchange = findExchange(exchangeId)
      return translateOutage(exchange.readStatus({ projectId, sessionId }, signal))
    },
  }
}

const toNativeAsset = (chain: ChainSettings): PayAsset => ({
  chain,
  address: undefined,
  ...chain.nativeCurrency,
})

/** Exact: undefined for an amount with more digits than the asset has. */
function toUnits(amount: string, { decimals }: PayAsset): bigint | undefined {
  const [whole = '', fraction = ''] = amount.split('.')
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

function toRecipient(accountId: string, { chain }: PayAsset): string {
  const address = parseAccountId(accountId)?.address ?? ''
  if (namespaceOf(chain.id) === 'solana') {
    if (isSolanaAddress(address)) return address
  } else if (isAddress(address, { strict: hasChecksum(address) })) {
    return getAddress(address)
  }
  throw new PayCallError('invalidParams', `recipient: not an address on ${chain.name}.`)
}

/** With letters of one case there is no checksum to compare. */
function hasChecksum(address: string): boolean {
  return /[a-f]/.test(address) && /[A-F]/.test(address)
}

async function translateOutage<value>(work: Promise<value>): Promise<value> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const code = error.status === 400 ? 'invalidParams' : 'unavailable'
    throw new PayCallError(code, error.message, { cause: error })
  }
}
