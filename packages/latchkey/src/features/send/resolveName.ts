import { lookUpName, type NameRecord } from '@latchkey/wire/http/profile'
import { getRecentRecipients } from '../../core/account/recipients/recentRecipients.js'
import type { Network } from '../../core/network/network.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import { InvalidReceiverError, NameNotResolvedError } from '../../core/runtime/errors/send.js'
import { toProviderImageUrl } from '../../core/wallets/toProviderImageUrl.js'
import type { Widget } from '../../core/widget.js'
import type { ResolvedRecipient, ResolveRecipientParameters } from './resolveRecipient.lazy.js'
import { canHaveName } from './sendContext.js'

/** Resolves a name to an address of the network's family. */
export async function resolveName(
  widget: Widget,
  { text, network, reading, signal }: ResolveRecipientParameters,
): Promise<ResolvedRecipient & { readonly name: string }> {
  // Checked first: normalizing fetches a large table.
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

/** Funds sent to the zero address are lost. */
export function assertNotZero(address: string): string {
  if (/^(?:0x0+|1{32})$/.test(address)) throw new InvalidReceiverError('zero')
  return address
}

/** Normalizes by ENSIP-15. The rules are fetched on first use. */
export async function normalizeName(text: string): Promise<string> {
  const { ens_normalize } = await import('@adraffy/ens-normalize')
  try {
    return ens_normalize(text)
  } catch (cause) {
    throw new InvalidReceiverError('name-characters', { cause })
  }
}

type ResolvedName = {
  /** As in the record, not validated. */
  readonly addresses: readonly string[]
  readonly image?: string | undefined
}

async function fetchNameRecord(
  widget: Widget,
  name: string,
  network: Network,
  signal: AbortSignal,
): Promise<ResolvedName> {
  const { provider } = widget.ports
  if (!provider) throw new InvalidReceiverError('no-names')
  try {
    const record = await provider.call(lookUpName, { name, apiVersion: '2' }, { signal })
    if (!('name' in record)) throw new InvalidReceiverError('name-unknown')
    return {
      addresses: getAddresses(record, network),
      image: toProviderImageUrl(widget, record.attributes?.avatar),
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new NameNotResolvedError(error.reasons[0]?.description, { cause: error })
  }
}

const ethereumCoinType = '60'
const solanaCoinType = '501'
const evmBit = 0x8000_0000n

/** On EVM the network's own address first (ENSIP-11), then that of Ethereum, then any other. */
function getAddresses(
  { addresses }: NameRecord,
  { namespace, reference }: Network,
): readonly string[] {
  if (namespace === 'solana') return toList(addresses[solanaCoinType])
  const own = (evmBit | BigInt(reference)).toString()
  const coinTypes = reference === '1' ? [ethereumCoinType, own] : [own, ethereumCoinType]
  const [first] = Object.values(addresses)
  return [...coinTypes.map((type) => addresses[type]), first].flatMap(toList)
}

const toList = (entry: { readonly address: string } | undefined) => (entry ? [entry.address] : [])

/** Why the visitor should check a name. */
export type NameWarning =
  | { readonly kind: 'rewritten'; readonly typed: string }
  | { readonly kind: 'foreign-letters' }
  | { readonly kind: 'look-alike'; readonly known: string }

/** `name` is normalized; `known` are names the visitor has sent to. */
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
  // Capital letters are harmless. Any other change means that the name looked different.
  if (typed.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase()) !== name) {
    return { kind: 'rewritten', typed: typed.trim() }
  }
  return /^[\u0021-\u007e]*$/.test(name) ? undefined : { kind: 'foreign-letters' }
}

/** Letters that look the same in many fonts, and one that stands for them. */
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

/** The same for names that look alike. */
function toShape(name: string): string {
  const base = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return similarLetters.reduce((text, [letters, letter]) => text.replace(letters, letter), base)
}
