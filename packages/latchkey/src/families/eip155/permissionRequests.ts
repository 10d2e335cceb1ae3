import { isRecord } from '@latchkey/wire/json'
import {
  type Hex,
  parseAddress,
  parseChainId,
  parseData,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import type { PermissionRequests } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import * as limits from '../../core/runtime/limits.js'
import { isTerms, type PermissionGrant } from '../../core/sessions/permissionRequest.js'
import type { PermissionSupport } from '../../core/sessions/sessionGrant.js'
import type { EvmConnection } from './session.js'

/** Longer than any context of a wallet. */
const maxContextLength = 65_536

/** Requests about permissions (ERC-7715) to the connected wallet. */
export function createPermissionRequests(connection: EvmConnection): PermissionRequests {
  const address = () => connection.state().active.address

  return {
    async support(network, signal) {
      const isApproved = connection.hasMethod('wallet_grantPermissions')
      if (isApproved === false) return undefined
      const announced = await readCapability(connection, network, signal)
      // A paired wallet announces the method itself; a wallet in the page only its capabilities.
      return announced ?? (isApproved ? {} : undefined)
    },

    list: (network, signal) =>
      connection.request({
        method: 'wallet_getGrantedPermissions',
        params: [],
        network: network.id,
        timeout: limits.walletSilentWait,
        signal,
        parse: parseGrants,
      }),

    grant: (request, network) =>
      connection.request({
        method: 'wallet_grantPermissions',
        params: [{ ...request, address: request.address ?? address(), version: 2 }],
        network: network.id,
        timeout: limits.walletDecisionWait,
        parse: parseGrant,
      }),

    revoke: (params, network) =>
      connection.request({
        method: 'wallet_revokePermissions',
        params: [params],
        network: network.id,
        timeout: limits.walletDecisionWait,
        parse: parseData,
      }),
  }
}

/** EIP-5792: the capability on this network, or on all of them. */
async function readCapability(
  connection: EvmConnection,
  { id, reference }: Network,
  signal: AbortSignal,
): Promise<PermissionSupport | undefined> {
  try {
    return await connection
      .request({
        method: 'wallet_getCapabilities',
        params: [connection.state().active.address, [toQuantity(BigInt(reference))]],
        network: id,
        timeout: limits.walletSilentWait,
        signal,
        parse: (response) => ({ found: parseCapability(response, reference) }),
      })
      .then(({ found }) => found)
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

function parseCapability(response: unknown, reference: string): PermissionSupport | undefined {
  if (!isRecord(response)) return undefined
  for (const [chain, capabilities] of Object.entries(response)) {
    const isHere = chain === '0x0' || parseChainId(chain) === reference
    if (!isHere || !isRecord(capabilities) || !isRecord(capabilities.permissions)) continue
    const { supported, signerTypes, permissionTypes, policyTypes } = capabilities.permissions
    if (supported !== true) continue
    return {
      signerTypes: parseNames(signerTypes),
      permissionTypes: parseNames(permissionTypes),
      policyTypes: parseNames(policyTypes),
    }
  }
  return undefined
}

function parseNames(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.filter((name) => typeof name === 'string')
}

/** Drops entries that cannot be read. */
function parseGrants(response: unknown): readonly PermissionGrant[] | undefined {
  if (!Array.isArray(response)) return undefined
  return response.flatMap((one) => parseGrant(one) ?? [])
}

/** The parts that wire-protocols 8.3 requires. */
function parseGrant(response: unknown): PermissionGrant | undefined {
  if (!isRecord(response)) return undefined
  const { permissions, expiry, context: given, chainId: chain, address: account } = response
  const reference = parseChainId(chain)
  const context = parseData(given)
  const address = account === undefined ? undefined : parseAddress(account)
  const isComplete =
    isTerms(permissions) &&
    permissions.length > 0 &&
    Number.isSafeInteger(expiry) &&
    isRecord(response.signer) &&
    context !== undefined &&
    context.length > 2 &&
    context.length <= maxContextLength
  if (!isComplete || reference === undefined || (account !== undefined && !address)) {
    return undefined
  }
  const chainId: Hex = toQuantity(BigInt(reference))
  return { chainId, address, expiry: expiry as number, permissions, context }
}
