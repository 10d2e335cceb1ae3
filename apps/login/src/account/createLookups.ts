import type { FrameSettings } from '@latchkey/wire/login/page'
import { parseDelegation } from '@latchkey/wire/login/smartAccount'
import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import { decodeAbiParameters } from 'viem/utils'
import { type ChainCall, ChainError } from '../api/chains.js'
import type { Lookups } from '../screens/screens.js'
import { readableText } from './text.js'

const symbolSelector = '0x95d89b41'
const decimalsSelector = '0x313ce567'
const maxSymbolLength = 32
const maxDecimals = 77

/** Facts about addresses, cached after the first response of the chain. */
export function createLookups({
  chains,
  rpc,
}: {
  readonly chains: FrameSettings['chains']
  readonly rpc: ChainCall
}): Lookups {
  const tokens = new Map<string, Awaited<ReturnType<Lookups['token']>>>()

  /** Undefined if the call reverts. */
  async function read(chainId: string, to: Hex, data: Hex, signal: AbortSignal) {
    const response = rpc(chainId, 'eth_call', [{ to, data }, 'latest'], signal)
    return parseData(await response.catch(ignoreChainError))
  }

  async function readToken(chainId: string, address: Hex, signal: AbortSignal) {
    const [name, decimalsData] = await Promise.all([
      read(chainId, address, symbolSelector, signal),
      read(chainId, address, decimalsSelector, signal),
    ])
    const symbol = readSymbol(name)
    const decimals = decimalsData?.length === 66 ? BigInt(decimalsData) : undefined
    if (symbol === undefined || decimals === undefined || decimals > maxDecimals) return undefined
    return { symbol, decimals: Number(decimals) }
  }

  return {
    chain(chainId) {
      const found = chains.find(({ id }) => id === chainId)
      return found && { name: found.name, ...found.coin }
    },

    async token(chainId, address, signal) {
      const key = `${chainId} ${address.toLowerCase()}`
      if (tokens.has(key)) return tokens.get(key)
      const found = await readToken(chainId, address, signal)
      tokens.set(key, found)
      return found
    },

    async isContract(chainId, address, signal) {
      const response = rpc(chainId, 'eth_getCode', [address, 'latest'], signal).catch(
        ignoreChainError,
      )
      const code = parseData(await response)
      if (code === undefined) return undefined
      // A delegated account is still a key's, which can do with a permission what it wants.
      return code !== '0x' && parseDelegation(code) === undefined
    },
  }
}

function ignoreChainError(fault: unknown): undefined {
  if (!(fault instanceof ChainError)) throw fault
}

/** A string, or 32 bytes as in early tokens. */
function readSymbol(data: Hex | undefined): string | undefined {
  if (data === undefined) return undefined
  const text =
    data.length === 66 ? readableText(fromHex(data).filter((byte) => byte !== 0)) : readString(data)
  const symbol = text?.trim()
  return symbol && symbol.length <= maxSymbolLength ? symbol : undefined
}

function readString(data: Hex): string | undefined {
  try {
    const [text] = decodeAbiParameters([{ type: 'string' }], data)
    return readableText(new TextEncoder().encode(text))
  } catch {
    return undefined
  }
}

function fromHex(data: Hex): Uint8Array {
  return Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
