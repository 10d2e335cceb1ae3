import type { ChainFamily, Namespace, NetworkInput } from 'latchkey'
import { bip122 } from 'latchkey/bip122'
import { cosmos } from 'latchkey/cosmos'
import { eip155 } from 'latchkey/eip155'
import { polkadot } from 'latchkey/polkadot'
import { solana } from 'latchkey/solana'

/** Keplr-like objects have no name, so the page says where the sample wallet is. */
const cosmosOptions = { wallets: [{ name: 'Sample Wallet', path: 'samplewallet.keplr' }] }

type Family = {
  /** Display names. */
  readonly label: string
  readonly create: () => ChainFamily
  /** Parameters of `create`. */
  readonly options?: object
}

/** The chain families on offer, by the names under which `latchkey/<name>` has them. */
export const families = {
  eip155: { label: 'EVM', create: () => eip155() },
  solana: { label: 'Solana', create: () => solana() },
  bip122: { label: 'Bitcoin', create: () => bip122() },
  polkadot: { label: 'Polkadot', create: () => polkadot() },
  cosmos: { label: 'Cosmos', create: () => cosmos(cosmosOptions), options: cosmosOptions },
} as const satisfies Readonly<Record<string, Family>>

export type FamilyName = keyof typeof families

export const familyNames = Object.keys(families) as FamilyName[]

export const familyNamed = (name: FamilyName): Family => families[name]

/** Display name of a namespace. */
export function familyLabel(namespace: Namespace): string {
  const name = familyNames.find((one) => one === namespace)
  return name ? families[name].label : namespace
}

export const namespaceOf = ({ chainNamespace = 'eip155' }: NetworkInput): Namespace =>
  chainNamespace

/** The families that these networks need. */
export function familiesFor(networks: readonly NetworkInput[]): readonly FamilyName[] {
  const needed = networks.map(namespaceOf)
  return familyNames.filter((name) => needed.includes(name))
}
