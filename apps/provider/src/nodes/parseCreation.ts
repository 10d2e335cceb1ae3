import {
  type AccountVersion,
  accountContracts,
  accountCreationCode,
} from '@latchkey/wire/login/smartAccount'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import { decodeFunctionData, getContractAddress, pad, parseAbi, toHex } from 'viem'

const factoryAbi = parseAbi(['function createAccount(address owner, uint256 salt)'])

/** A smart account as its factory creates it. Its address depends on its owner. */
export type CreatedAccount = {
  readonly version: AccountVersion
  readonly owner: Hex
  readonly address: Hex
}

/** The version whose accounts a contract creates; undefined for any other contract. */
export function findFactoryVersion(factory: Hex): AccountVersion | undefined {
  return ([1, 2] as const).find(
    (version) => accountContracts[version].factory.toLowerCase() === factory.toLowerCase(),
  )
}

/** The account that a call of a factory creates, with addresses in lower case. */
export function parseCreation(factory: Hex, data: Hex): CreatedAccount | undefined {
  const version = findFactoryVersion(factory)
  if (version === undefined) return undefined
  try {
    const [owner, salt] = decodeFunctionData({ abi: factoryAbi, data }).args
    const address = getContractAddress({
      opcode: 'CREATE2',
      from: accountContracts[version].factory,
      salt: pad(toHex(salt)),
      bytecode: accountCreationCode(owner, version),
    })
    return {
      version,
      owner: owner.toLowerCase() as Hex,
      address: address.toLowerCase() as Hex,
    }
  } catch {
    return undefined
  }
}
