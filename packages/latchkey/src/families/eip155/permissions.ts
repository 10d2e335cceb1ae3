import {
  decodePermissionStatus,
  encodePermissionStatus,
  type Permission,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import { type Hex, parseData, parseHash } from '@latchkey/wire/rpc/eip155'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { Point } from '@noble/secp256k1'
import * as limits from '../../core/runtime/limits.js'
import { toSessionLimits } from '../../core/sessions/limits.js'
import type { GrantStatus, PermissionReading } from '../../core/sessions/sessionGrant.js'
import type { Endpoints } from '../shared/nodes.js'
import type { ReadContext as NodeContext } from './chainReader.js'
import { requestNode } from './nodes.js'
import { isSignedByOwner, readContext } from './permissionContext.js'

/** Permissions of Latchkey accounts, read from their contracts. */
export function createPermissionReading(endpoints: Endpoints): PermissionReading {
  return {
    parseContext(value) {
      const context = readContext(value)
      if (!context) return undefined
      const { id, account, chainId, permission } = context
      const { key, validAfter, validUntil } = permission
      return { id, account, networkId: `eip155:${chainId}`, key, validAfter, validUntil }
    },

    toKeyAddress(publicKey) {
      const data = parseData(publicKey)
      return data && parseKeyAddress(data)
    },

    async status({ context: value, network, signal }) {
      const context = readContext(value)
      if (!context) throw new TypeError('The context is not of a Latchkey account')
      const { account, permission } = context
      const node = { endpoints, network, signal }
      const [status, tokens] = await Promise.all([
        requestNode({
          ...node,
          method: 'eth_call',
          params: [{ to: account, data: encodePermissionStatus(permission) }, 'latest'],
          parse(result) {
            const data = parseData(result)
            return data && decodePermissionStatus(permission, data)
          },
        }),
        readTokens(node, permission),
      ])
      const now = Math.floor(Date.now() / 1_000)
      const isGranted = status.enabled || isSignedByOwner(context)
      return {
        state: status.revoked ? 'revoked' : isGranted ? 'active' : 'invalid',
        limits: toSessionLimits(permission, status, now),
        tokens,
      }
    },
  }
}

/** The last 20 bytes of the hash of an uncompressed key; undefined for bytes that are no point. */
function parseKeyAddress(publicKey: Hex): Hex | undefined {
  try {
    const point = Point.fromBytes(hexToBytes(publicKey.slice(2))).toBytes(false)
    return `0x${bytesToHex(keccak_256(point.slice(1)).slice(12))}`
  } catch {
    return undefined
  }
}

/** Tokens that do not say what they are called, or cannot be read, are left out. */
async function readTokens(
  node: NodeContext,
  { allowances }: Permission,
): Promise<GrantStatus['tokens']> {
  const addresses = new Set(
    allowances.map(({ token }) => token).filter((one) => one !== zeroAddress),
  )
  const entries = await Promise.all(
    [...addresses].map(async (address) => {
      const [symbol, decimals] = await Promise.all([
        readToken(node, address, symbolSelector, parseSymbol),
        readToken(node, address, decimalsSelector, parseDecimals),
      ])
      if (symbol === undefined || decimals === undefined) return []
      return [[address.toLowerCase(), { symbol, decimals }] as const]
    }),
  )
  return Object.fromEntries(entries.flat())
}

const symbolSelector = '0x95d89b41'
const decimalsSelector = '0x313ce567'

async function readToken<value>(
  node: NodeContext,
  to: string,
  data: Hex,
  parse: (result: unknown) => value | undefined,
): Promise<value | undefined> {
  try {
    return await requestNode({
      ...node,
      method: 'eth_call',
      params: [{ to, data }, 'latest'],
      parse,
    })
  } catch {
    node.signal.throwIfAborted()
    return undefined
  }
}

const wordDigits = 64

function parseDecimals(result: unknown): number | undefined {
  const decimals = Number.parseInt(parseHash(result) ?? '', 16)
  return decimals <= limits.tokenDecimals ? decimals : undefined
}

/** A string, or 32 bytes as some old tokens return. Without control characters. */
function parseSymbol(result: unknown): string | undefined {
  const digits = parseData(result)?.slice(2) ?? ''
  const isBytes = digits.length === wordDigits
  const length = isBytes ? digits.length : 2 * Number.parseInt(digits.slice(64, 128) || '0', 16)
  const bytes = isBytes ? digits.replace(/(00)+$/, '') : digits.slice(128, 128 + length)
  if (bytes.length > 4 * limits.tokenSymbolLength || bytes.length % 2 !== 0) return undefined
  const text = new TextDecoder().decode(hexToBytes(bytes))
  const isPlain =
    text !== '' && text.length <= limits.tokenSymbolLength && !/[\p{C}\p{Z}]/u.test(text)
  return isPlain ? text : undefined
}
