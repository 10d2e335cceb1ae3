import { lookUpName, type NameRecord } from '@latchkey/wire/http/profile'
import type { Network } from '../../core/network/network.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import { InvalidReceiverError, NameNotResolvedError } from '../../core/runtime/errors/send.js'
import { providerImage } from '../../core/wallets/providerImage.js'
import type { Widget } from '../../core/widget.js'
import { canHaveName } from './canHaveName.js'

export type ResolvedName = {
  /** Normalised. */
  readonly name: string
  /** As the record has it; unchecked. */
  readonly addresses: readonly string[]
  readonly image?: string | undefined
}

/** The name in the one spelling that counts (ENSIP-15), or a refusal. The rules are fetched on first use. */
export async function normaliseName(text: string): Promise<string> {
  const { ens_normalize } = await import('@adraffy/ens-normalize')
  try {
    return ens_normalize(text)
  } catch (cause) {
    throw new InvalidReceiverError('name-characters', { cause })
  }
}

/** Asks the provider whose name it is. */
export async function lookUp(
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
      addresses: addressesFor(record, network),
      image: providerImage(widget, record.attributes?.avatar),
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new NameNotResolvedError(error.reasons[0]?.description, { cause: error })
  }
}

const ethereum = '60'
const evmBit = 0x8000_0000n

/** The network's own entry first (ENSIP-11), then that of Ethereum, then whatever the record begins with. */
function addressesFor({ addresses }: NameRecord, { reference }: Network): readonly string[] {
  const own = (evmBit | BigInt(reference)).toString()
  const coins = reference === '1' ? [ethereum, own] : [own, ethereum]
  const [first] = Object.values(addresses)
  return [...coins.map((coin) => addresses[coin]), first].flatMap((entry) => entry?.address ?? [])
}
