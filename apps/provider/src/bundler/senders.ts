import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { decodePermittedCalls, hashPermission } from '@latchkey/wire/login/permissions'
import {
  type AccountVersion,
  accountCode,
  accountContracts,
  implementationSlot,
  parseAccountCode,
} from '@latchkey/wire/login/smartAccount'
import { type Hex, parseData, parseHash } from '@latchkey/wire/rpc/eip155'
import { encodeAbiParameters, hexToBigInt, keccak256, size, toHex } from 'viem'
import type { Nodes } from '../nodes/Nodes.js'
import { findFactoryVersion, parseCreation } from '../nodes/parseCreation.js'
import { BundlerError, bundlerCodes, invalid, unavailable } from './BundlerError.js'
import type { Operation } from './operation.js'

/** The account of an operation. */
export type Sender = {
  readonly owner: Hex
  readonly version: AccountVersion
  readonly isDeployed: boolean
}

/**
 * Reads the sender of an operation. Throws unless it is one of our accounts: only their code is
 * known to pay and to have no side effects.
 */
export type ReadSender = (
  chain: NetworkId,
  operation: Operation,
  signal: AbortSignal,
) => Promise<Sender>

/** What to assume about the sender when its call is estimated alone, as `eth_estimateGas` takes it. */
export type ReadOverrides = (
  chain: NetworkId,
  operation: Operation,
  sender: Sender,
  signal: AbortSignal,
) => Promise<{ readonly code?: Hex; readonly stateDiff?: Readonly<Record<Hex, Hex>> } | undefined>

/** `statuses` in `SessionAccount.sol`, after `epoch`. */
const statusesSlot = 0x9363f7e0ffa5fd2979b5631bd42e4115a501dc982df308ef4bc286ca48281201n
/** With the owner's signature of the permission. */
const enablingSignatureBytes = 131

export function createReadSender(nodes: Nodes): ReadSender {
  async function readCode(chain: NetworkId, address: Hex, signal: AbortSignal): Promise<Hex> {
    const code = parseData(await nodes.call(chain, 'eth_getCode', [address, 'latest'], signal))
    if (code === undefined) throw unavailable('The node returned an invalid response.')
    return code
  }

  async function readDeployed(chain: NetworkId, address: Hex, signal: AbortSignal) {
    const code = await readCode(chain, address, signal)
    if (code === '0x') throw new BundlerError(bundlerCodes.rejected, 'AA20 account not deployed')
    const account = parseAccountCode(code)
    if (!account) throw invalid('The sender is not a supported account.')
    if (account.version === 1) return account
    const replaced = BigInt(await readSlot(nodes, chain, address, implementationSlot, signal))
    if (replaced !== 0n && replaced !== BigInt(accountContracts[account.version].implementation)) {
      throw invalid("The sender's owner has replaced its code by one that is not supported.")
    }
    return account
  }

  return async (chain, { sender, factory, factoryData }, signal) => {
    if (factory === undefined) {
      return { ...(await readDeployed(chain, sender, signal)), isDeployed: true }
    }
    if (!findFactoryVersion(factory)) throw invalid('This factory is not supported.')
    const created = parseCreation(factory, factoryData ?? '0x')
    if (created?.address !== sender) {
      throw new BundlerError(bundlerCodes.rejected, 'AA14 initCode must return sender')
    }
    if ((await readCode(chain, sender, signal)) !== '0x') {
      throw new BundlerError(bundlerCodes.rejected, 'AA10 sender already constructed')
    }
    return { owner: created.owner, version: created.version, isDeployed: false }
  }
}

export function createReadOverrides(nodes: Nodes): ReadOverrides {
  return async (chain, operation, { owner, version, isDeployed }, signal) => {
    const code = isDeployed ? {} : { code: accountCode(owner, version) }
    const used = decodePermittedCalls(operation.callData)
    // Its validation would enable the permission before the call; a sponsor is asked before it is signed.
    if (used && [0, enablingSignatureBytes].includes(size(operation.signature))) {
      const { sender } = operation
      const id = hashPermission(used.permission, sender, Number(referenceOf(chain)))
      const slot = keccak256(
        encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [id, statusesSlot]),
      )
      const status = hexToBigInt(await readSlot(nodes, chain, sender, slot, signal))
      return { ...code, stateDiff: { [slot]: toHex(status | 1n, { size: 32 }) } }
    }
    return isDeployed ? undefined : code
  }
}

async function readSlot(
  nodes: Nodes,
  chain: NetworkId,
  address: Hex,
  slot: Hex,
  signal: AbortSignal,
): Promise<Hex> {
  const params = [address, slot, 'latest']
  const value = parseHash(await nodes.call(chain, 'eth_getStorageAt', params, signal))
  if (value === undefined) throw unavailable('The node returned an invalid response.')
  return value
}
