import type { NetworkId } from '@latchkey/wire/caip'
import {
  accountCreationCode,
  accountFactoryAddress,
  accountOwner,
} from '@latchkey/wire/login/smartAccount'
import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import { decodeFunctionData, getContractAddress, pad, parseAbi, toHex } from 'viem'
import type { Nodes } from '../nodes/Nodes.js'
import { BundlerError, bundlerCodes, invalid, unavailable } from './BundlerError.js'
import type { Operation } from './operation.js'

const factoryAbi = parseAbi(['function createAccount(address owner, uint256 salt)'])

/** The account of an operation. */
export type Sender = {
  readonly owner: Hex
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

export function createReadSender(nodes: Nodes): ReadSender {
  async function readCode(chain: NetworkId, address: Hex, signal: AbortSignal): Promise<Hex> {
    const code = parseData(await nodes.call(chain, 'eth_getCode', [address, 'latest'], signal))
    if (code === undefined) throw unavailable('The node returned an invalid response.')
    return code
  }

  return async (chain, { sender, factory, factoryData }, signal) => {
    const code = await readCode(chain, sender, signal)
    if (factory === undefined) {
      if (code === '0x') {
        throw new BundlerError(bundlerCodes.rejected, 'AA20 account not deployed')
      }
      const owner = accountOwner(code)
      if (owner === undefined) throw invalid('The sender is not a supported account.')
      return { owner, isDeployed: true }
    }
    if (factory !== accountFactoryAddress.toLowerCase()) {
      throw invalid('This factory is not supported.')
    }
    const created = parseCreation(factoryData ?? '0x')
    if (created?.address.toLowerCase() !== sender) {
      throw new BundlerError(bundlerCodes.rejected, 'AA14 initCode must return sender')
    }
    if (code !== '0x') {
      throw new BundlerError(bundlerCodes.rejected, 'AA10 sender already constructed')
    }
    return { owner: created.owner, isDeployed: false }
  }
}

/** The owner and address of the account that the factory creates. */
function parseCreation(data: Hex): { readonly owner: Hex; readonly address: Hex } | undefined {
  try {
    const { args } = decodeFunctionData({ abi: factoryAbi, data })
    const [owner, salt] = args
    const address = getContractAddress({
      opcode: 'CREATE2',
      from: accountFactoryAddress,
      salt: pad(toHex(salt)),
      bytecode: accountCreationCode(owner),
    })
    return { owner, address }
  } catch {
    return undefined
  }
}
