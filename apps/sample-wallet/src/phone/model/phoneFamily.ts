import { caip2Of, chainIdOf } from '../../chain/network.js'
import type { SampleFamily } from '../../families/sampleFamily.js'
import type { Keyring } from '../../keys/keyring.js'
import type { Local } from './local.js'

/** What the phone can grant per chain family, including eip155. */
export type PhoneFamily = Pick<SampleFamily, 'methods' | 'chains' | 'addresses'> & {
  readonly namespace: string
}

const evmMethods = [
  'eth_accounts',
  'eth_chainId',
  'eth_requestAccounts',
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_switchEthereumChain',
] as const

/** EVM chains: those whose node is known. */
export function evmFamily(keyring: Keyring, { nodes }: Local): PhoneFamily {
  return {
    namespace: 'eip155',
    methods: evmMethods,
    chains: [...nodes.keys()].flatMap((chain) => {
      const id = chainIdOf(chain)
      return id === undefined ? [] : caip2Of(id)
    }),
    addresses: (account) => [keyring.address(account)],
  }
}

/** The family that has a chain. */
export const familyOf = <family extends PhoneFamily>(
  families: readonly family[],
  chain: string,
): family | undefined => families.find((family) => family.chains.includes(chain))
