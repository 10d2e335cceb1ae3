import {
  type AccountVersion,
  accountContracts,
  accountCreationCode,
  entryPointAddress,
} from '@latchkey/wire/login/smartAccount'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  getContractAddress,
  hashTypedData,
  parseAbi,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import type { Call } from './action.js'

/** The parts of the smart account's ABI that the wallet uses. */

/** Signatures of the key for this domain are orders to a smart account. */
export const accountDomainName = 'Latchkey Account'

const accountAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(address to, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
])
const batchSelectors = accountAbi
  .filter((item) => item.type === 'function')
  .map((item) => toFunctionSelector(item))

/** Whether call data makes an account make calls, readable or not. */
export function isBatchSelector(data: Hex): boolean {
  return batchSelectors.includes(data.slice(0, 10).toLowerCase() as Hex)
}

const factoryAbi = parseAbi(['function createAccount(address owner, uint256 salt)'])
const entryPointAbi = parseAbi([
  'function getNonce(address sender, uint192 key) view returns (uint256)',
])

/** Depends on owner and version only, so it is known before deployment. */
export function accountAddress(owner: Hex, version: AccountVersion): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: accountContracts[version].factory,
    salt: zeroHash,
    bytecode: accountCreationCode(owner, version),
  })
}

/** The smart accounts of a key in every version: it could also deploy the one it does not use. */
export function accountAddresses(owner: Hex): readonly Address[] {
  return [accountAddress(owner, 1), accountAddress(owner, 2)]
}

/** Deploys the account. */
export function accountCreation(
  owner: Hex,
  version: AccountVersion,
): { factory: Address; factoryData: Hex } {
  const factoryData = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'createAccount',
    args: [owner, 0n],
  })
  return { factory: accountContracts[version].factory, factoryData }
}

/** Call data of the account for these calls, which run as one atomic batch. */
export function encodeCalls(calls: readonly (Call & { readonly to: Hex })[]): Hex {
  const [only, another] = calls
  if (only && !another) {
    const args = [only.to, only.value, only.data] as const
    return encodeFunctionData({ abi: accountAbi, functionName: 'execute', args })
  }
  return encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [calls] })
}

/** Decodes call data of `execute` and `executeBatch`; undefined for any other. */
export function decodeCalls(data: Hex): readonly (Call & { readonly to: Hex })[] | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: accountAbi, data })
    const calls =
      functionName === 'execute' ? [{ to: args[0], value: args[1], data: args[2] }] : args[0]
    // Extra bytes would not be shown.
    return encodesTo(functionName, calls, data) ? calls : undefined
  } catch {
    return undefined
  }
}

function encodesTo(
  functionName: 'execute' | 'executeBatch',
  calls: readonly { to: Hex; value: bigint; data: Hex }[],
  data: Hex,
): boolean {
  const [only] = calls
  const encoded =
    functionName === 'execute' && only
      ? encodeCalls([only])
      : encodeFunctionData({ abi: accountAbi, functionName: 'executeBatch', args: [calls] })
  return encoded.toLowerCase() === data.toLowerCase()
}

/** The hash the owner signs for the account, bound to this account and chain. */
export function accountMessageHash(
  { address, version }: { readonly address: Address; readonly version: AccountVersion },
  chainId: number,
  hash: Hex,
): Hex {
  return hashTypedData({
    domain: {
      name: accountDomainName,
      version: String(version),
      chainId,
      verifyingContract: address,
    },
    types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
    primaryType: 'AccountMessage',
    message: { hash },
  })
}

export function nonceCall(account: Address): { to: Address; data: Hex } {
  const data = encodeFunctionData({
    abi: entryPointAbi,
    functionName: 'getNonce',
    args: [account, 0n],
  })
  return { to: entryPointAddress, data }
}
