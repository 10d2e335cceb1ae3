import type { Hex } from '../rpc/eip155.js'

/**
 * Smart account contracts, with the same addresses on every chain. They depend on the compiled code of
 * `apps/provider/contracts/account`: changed code moves every account, so a test compares them.
 */

/** The published ERC-4337 0.8 entry point. */
export const entryPointAddress = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

export const accountFactoryAddress = '0x7d763505B35C7c6da67475C5CC4586d8E9C11768'

/** The contract that all accounts delegate to. */
export const accountImplementationAddress = '0x37BB99add0A07efEC3F67440053720aBbC8b04c1'

const beforeImplementation = '36600557005b363d3d373d3d3d363d73'
const afterImplementation = '5af43d82803e903d91603157fd5bf3'

/** Runtime code of a deployed account. */
export function accountCode(owner: Hex): Hex {
  const implementation = accountImplementationAddress.slice(2)
  const code = `${beforeImplementation}${implementation}${afterImplementation}${owner.slice(2)}`
  return `0x${code.toLowerCase()}`
}

/** Creation code of an account. */
export function accountCreationCode(owner: Hex): Hex {
  return `0x3d604780600a3d3981f3${accountCode(owner).slice(2)}`
}

/** The owner of an account, from its code; undefined for any other code. */
export function accountOwner(code: Hex): Hex | undefined {
  const owner: Hex = `0x${code.slice(-40).toLowerCase()}`
  return accountCode(owner) === code.toLowerCase() ? owner : undefined
}
