import type { Hex } from '../rpc/eip155.js'

/**
 * Smart account contracts, with the same addresses on every chain. They depend on the compiled code of
 * `apps/provider/contracts/account`: changed code moves every account, so a test compares them.
 */

/** The published ERC-4337 0.8 entry point. */
export const entryPointAddress = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/** Version 1 can never change. Version 2 knows permissions, and its owner can replace its code. */
export type AccountVersion = 1 | 2

/** The factory of each version, and the contract that its accounts delegate to. */
export const accountContracts = {
  1: {
    factory: '0x7d763505B35C7c6da67475C5CC4586d8E9C11768',
    implementation: '0x37BB99add0A07efEC3F67440053720aBbC8b04c1',
  },
  2: {
    factory: '0xec5eC9ec36D82dEEe877cb9674f6883650211Be4',
    implementation: '0x3d5155b36Ac6A26cD61aB97430c7Af1d91a419cC',
  },
} as const satisfies Record<AccountVersion, { factory: Hex; implementation: Hex }>

/** ERC-1967: where an account of version 2 stores what it delegates to instead. Zero: nothing else. */
export const implementationSlot =
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/** keccak256 of the code of `SponsorPaymaster`, the same for all operators. */
export const sponsorPaymasterCodeHash: Hex =
  '0x4aca3e1fdd90bb35dc8e62b7383e2ad15d582ca88ee58e6a32aa18dac9e69976'

/** `DelegatedAccount`: the only contract that the wallet delegates a key's own account to (EIP-7702). */
export const delegateAddress = '0x586700A818cdEbc3CAfF2DB29DC152D23898b60d'

const delegationPrefix = '0xef0100'

/** The code of an account that is delegated to a contract (EIP-7702). */
export function delegationCode(contract: Hex): Hex {
  return `${delegationPrefix}${contract.slice(2).toLowerCase()}` as Hex
}

/** The contract that an account is delegated to, in lower case; undefined for any other code. */
export function parseDelegation(code: Hex): Hex | undefined {
  const isDelegation = code.length === 48 && code.toLowerCase().startsWith(delegationPrefix)
  return isDelegation ? `0x${code.slice(8).toLowerCase()}` : undefined
}

/** Around the implementation's address in the code of an account. */
const codeParts = {
  1: ['36600557005b363d3d373d3d3d363d73', '5af43d82803e903d91603157fd5bf3'],
  2: [
    `36600557005b363d3d373d3d3d363d7f${implementationSlot.slice(2)}5480604b575073`,
    '5b5af43d82803e903d91605957fd5bf3',
  ],
} as const

/** Runtime code of a deployed account. */
export function accountCode(owner: Hex, version: AccountVersion = 1): Hex {
  const [before, after] = codeParts[version]
  const implementation = accountContracts[version].implementation.slice(2)
  return `0x${`${before}${implementation}${after}${owner.slice(2)}`.toLowerCase()}`
}

/** Creation code of an account. */
export function accountCreationCode(owner: Hex, version: AccountVersion = 1): Hex {
  const code = accountCode(owner, version).slice(2)
  const bytes = (code.length / 2).toString(16)
  return `0x3d60${bytes}80600a3d3981f3${code}`
}

/** The owner and version of an account, from its code; undefined for any other code. */
export function parseAccountCode(
  code: Hex,
): { readonly owner: Hex; readonly version: AccountVersion } | undefined {
  const owner: Hex = `0x${code.slice(-40).toLowerCase()}`
  const version = ([1, 2] as const).find(
    (known) => accountCode(owner, known) === code.toLowerCase(),
  )
  return version && { owner, version }
}
