import { lookUpName, type NameRecord } from '@latchkey/wire/http/profile'
import { getRecentRecipients } from '../../core/account/recipients/recentRecipients.js'
import type { Network } from '../../core/network/network.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import { InvalidReceiverError, NameNotResolvedError } from '../../core/runtime/errors/send.js'
import { toProviderImageUrl } from '../../core/wallets/toProviderImageUrl.js'
import type { Widget } from '../../core/widget.js'
import type { ResolvedRecipient, ResolveRecipientParameters } from './resolveRecipient.lazy.js'
import { canHaveName } from './sendContext.js'

/** Why a name deserves a second look. */
export type NameWarning =
  | { readonly kind: 'rewritten'; readonly typed: string }
  | { readonly kind: 'foreign-letters' }
  | { readonly kind: 'look-alike'; readonly known: string }

/** What could deceive about a normalised name; `known` are names the visitor has dealt with. */
export function getNameWarning(
  typed: string,
  name: string,
  known: readonly string[],
): NameWarning | undefined {
  if (!known.includes(name)) {
    const shape = toShape(name)
    const twin = known.find((one) => toShape(one) === shape)
    if (twin !== undefined) return { kind: 'look-alike', known: twin }
  }
  // Plain capitals are only a habit; anything else that was changed was meant to be seen differently.
  if (typed.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase()) !== name) {
    return { kind: 'rewritten', typed: typed.trim() }
  }
  return /^[\u0021-\u007e]*$/.test(name) ? undefined : { kind: 'foreign-letters' }
}

/** Letters that many fonts draw similarLetters, as one of them. */
const similarLetters: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1i|]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/2/g, 'z'],
  [/8/g, 'b'],
  [/9/g, 'g'],
  [/[-_]/g, ''],
]

/** How a name looks at a glance. */
function toShape(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return similarLetters.reduce((text, [letters, letter]) => text.replace(letters, letter), plain)
}

type ResolvedName = {
  /** Normalised. */
  readonly name: string
  /** As the record has it; unchecked. */
  readonly addresses: readonly string[]
  readonly image?: string | undefined
}

/** The name in the one spelling that counts (ENSIP-15), or a transferError. The rules are fetched on first use. */
export async function normalizeName(text: string): Promise<string> {
  const { ens_normalize } = await import('@adraffy/ens-normalize')
  try {
    return ens_normalize(text)
  } catch (cause) {
    throw new InvalidReceiverError('name-characters', { cause })
  }
}

/** Asks the provider whose name it is. */
async function fetchNameRecord(
  widget: Widget,
  name: string,
  network: Network,
  signal: AbortSignal,
): Promise<ResolvedName> {
  const { provider } = widget.ports
  if (!provider || !canHaveName(network)) throw new InvalidReceiverError('no-names')
  try {
    const record = await provider.call(lookUpName, { name, apiVersion: '2' }, { signal })
    if (!('name' in record)) throw new InvalidReceiverError('name-unknown')
    return {
      name,
      addresses: getAddresses(record, network),
      image: toProviderImageUrl(widget, record.attributes?.avatar),
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new NameNotResolvedError(error.reasons[0]?.description, { cause: error })
  }
}

const ethereum = '60'
const evmBit = 0x8000_0000n

/** The network's own entry first (ENSIP-11), then that of Ethereum, then whatever the record begins with. */
function getAddresses({ addresses }: NameRecord, { reference }: Network): readonly string[] {
  const own = (evmBit | BigInt(reference)).toString()
  const coins = reference === '1' ? [ethereum, own] : [own, ethereum]
  const [first] = Object.values(addresses)
  return [...coins.map((coin) => addresses[coin]), first].flatMap((entry) => entry?.address ?? [])
}

/** Whose name it is right now. */
export async function resolveName(
  widget: Widget,
  { text, network, reading, signal }: ResolveRecipientParameters,
): Promise<ResolvedRecipient & { readonly name: string }> {
  // What spells names is fetched only where there are any.
  if (!canHaveName(network)) throw new InvalidReceiverError('no-names')
  const name = await normalizeName(text)
  const record = await fetchNameRecord(widget, name, network, signal)
  const [address] = record.addresses.flatMap((one) => reading.parseRecipient(one) ?? [])
  if (address === undefined) throw new InvalidReceiverError('name-unknown')
  const known = getRecentRecipients(widget, network.namespace).flatMap((one) => one.name ?? [])
  return {
    address: assertNotZero(address),
    name,
    image: record.image,
    warning: getNameWarning(text, name, known),
  }
}

/** What is sent there noRecipient can take out. */
export function assertNotZero(address: string): string {
  if (/^(?:0x0+|1{32})$/.test(address)) throw new InvalidReceiverError('zero')
  return address
}
