import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { type Address, type Hex, hexToBytes, stringToHex, type TypedDataDefinition } from 'viem'
import { RpcError } from '../chain/rpcError.js'
import { readAddress, readChainId, readHex } from '../chain/shape.js'
import type { TransactionRequest } from '../chain/transaction.js'

/** A request that needs a prompt, parsed from untrusted parameters. */
export type WalletCall =
  | { readonly kind: 'connect' }
  | {
      readonly kind: 'message'
      readonly address: Address
      readonly raw: Hex
      readonly text?: string
    }
  | { readonly kind: 'typed-data'; readonly address: Address; readonly typedData: TypedData }
  | {
      readonly kind: 'transaction'
      readonly transaction: TransactionRequest
      readonly send: boolean
    }
  | { readonly kind: 'switch-chain'; readonly chainId: number }
  | {
      readonly kind: 'add-chain'
      readonly chainId: number
      readonly name: string
      readonly symbol: string
      readonly rpcUrl: string
    }

export type TypedData = TypedDataDefinition & {
  readonly domain: Record<string, unknown>
  readonly message: Record<string, unknown>
}

/** Undefined if the method needs no prompt; throws `RpcError` for invalid parameters. */
export function readCall(method: string, params: unknown): WalletCall | undefined {
  const list = Array.isArray(params) ? (params as readonly unknown[]) : []
  switch (method) {
    case 'eth_requestAccounts':
      return { kind: 'connect' }
    case 'wallet_requestPermissions':
      if (!isRecord(list[0]) || !('eth_accounts' in list[0]))
        throw RpcError.invalidParams('Only the permission eth_accounts exists.')
      return { kind: 'connect' }
    case 'personal_sign':
      return readMessage(list)
    case 'eth_signTypedData_v4':
    case 'eth_signTypedData':
      return readTypedData(list)
    case 'eth_sendTransaction':
    case 'eth_signTransaction':
      return {
        kind: 'transaction',
        transaction: readTransaction(list[0]),
        send: method === 'eth_sendTransaction',
      }
    case 'wallet_switchEthereumChain':
      return { kind: 'switch-chain', chainId: readChainOf(list[0]) }
    case 'wallet_addEthereumChain':
      return readNewChain(list[0])
    default:
      return undefined
  }
}

function readMessage([first, second]: readonly unknown[]): WalletCall {
  // The order is message, address; some pages swap them, which is accepted.
  const swapped = readAddress(second) === undefined && readAddress(first) !== undefined
  const [message, who] = swapped ? [second, first] : [first, second]
  const address = readAddress(who)
  if (typeof message !== 'string' || !address)
    throw RpcError.invalidParams('personal_sign takes a message and an address.')
  const raw = readWholeBytes(message) ?? stringToHex(message)
  const text = readableText(raw)
  return { kind: 'message', address, raw, ...(text !== undefined && { text }) }
}

function readWholeBytes(value: string): Hex | undefined {
  const hex = readHex(value)
  return hex && hex.length % 2 === 0 ? hex : undefined
}

/** The text of a message; undefined if it is binary. */
function readableText(raw: Hex): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(raw))
    // Control and direction-changing characters could make a message read as something else.
    return /[^\P{C}\n\r\t]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

function readTypedData([who, data]: readonly unknown[]): WalletCall {
  const address = readAddress(who)
  const parsed = typeof data === 'string' ? safeParseJson(data) : data
  if (!address || !isRecord(parsed))
    throw RpcError.invalidParams('eth_signTypedData_v4 takes an address and typed data.')
  const { types, primaryType, message } = parsed
  const domain = parsed.domain ?? {}
  if (
    !isRecord(types) ||
    typeof primaryType !== 'string' ||
    !isRecord(message) ||
    !isRecord(domain)
  )
    throw RpcError.invalidParams('Typed data needs types, primaryType, domain and message.')
  if (!Array.isArray(types[primaryType]))
    throw RpcError.invalidParams(`The type ${primaryType} is not described.`)
  return {
    kind: 'typed-data',
    address,
    typedData: { types, primaryType, domain, message } as unknown as TypedData,
  }
}

function readTransaction(value: unknown): TransactionRequest {
  if (!isRecord(value)) throw RpcError.invalidParams('A transaction is an object.')
  const from = readAddress(value.from)
  if (!from) throw RpcError.invalidParams('The transaction has no valid sender.')
  const to = readAddress(value.to)
  if (value.to != null && !to) throw RpcError.invalidParams('The recipient is not an address.')
  const data = readHex(value.data ?? value.input)
  if ((value.data ?? value.input) != null && (!data || data.length % 2 === 1))
    throw RpcError.invalidParams('The data is not hexadecimal.')
  if (!to && !data) throw RpcError.invalidParams('The transaction has no recipient.')
  const chainId = readChainId(value.chainId)
  if (value.chainId != null && chainId === undefined)
    throw RpcError.invalidParams('The chain id is not valid.')
  const nonce = readQuantity(value, 'nonce')
  return {
    from,
    ...(to && { to }),
    ...(data && { data }),
    ...(chainId !== undefined && { chainId }),
    ...(nonce !== undefined && { nonce: Number(nonce) }),
    ...quantities(value),
  }
}

function quantities(value: Record<string, unknown>) {
  const amount = readQuantity(value, 'value')
  const gas = readQuantity(value, 'gas') ?? readQuantity(value, 'gasLimit')
  const gasPrice = readQuantity(value, 'gasPrice')
  const maxFeePerGas = readQuantity(value, 'maxFeePerGas')
  const maxPriorityFeePerGas = readQuantity(value, 'maxPriorityFeePerGas')
  return {
    ...(amount !== undefined && { value: amount }),
    ...(gas !== undefined && { gas }),
    ...(gasPrice !== undefined && { gasPrice }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas }),
    ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
  }
}

function readQuantity(from: Record<string, unknown>, key: string): bigint | undefined {
  const value = from[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value))
    throw RpcError.invalidParams(`${key} is not a hexadecimal quantity.`)
  return BigInt(value)
}

function readChainOf(value: unknown): number {
  const chainId = isRecord(value) ? readChainId(value.chainId) : undefined
  if (chainId === undefined) throw RpcError.invalidParams('The chain id is not valid.')
  return chainId
}

function readNewChain(value: unknown): WalletCall {
  const chainId = readChainOf(value)
  const { chainName, nativeCurrency, rpcUrls } = value as Record<string, unknown>
  const rpcUrl = Array.isArray(rpcUrls) ? rpcUrls.find(isWebUrl) : undefined
  if (!rpcUrl) throw RpcError.invalidParams('A new chain needs at least one http(s) RPC URL.')
  if (typeof chainName !== 'string' || chainName.trim() === '')
    throw RpcError.invalidParams('A new chain needs a name.')
  const symbol = isRecord(nativeCurrency) ? nativeCurrency.symbol : 'ETH'
  if (typeof symbol !== 'string' || symbol.length < 1 || symbol.length > 8)
    throw RpcError.invalidParams('The currency symbol has one to eight characters.')
  return { kind: 'add-chain', chainId, name: chainName.trim().slice(0, 60), symbol, rpcUrl }
}

const isWebUrl = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
