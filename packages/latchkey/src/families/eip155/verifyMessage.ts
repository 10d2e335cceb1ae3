import { type Hex, parseAddress, parseData } from '@latchkey/wire/rpc/eip155'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { VerifyOutcome } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import type { Endpoints } from '../shared/nodes.js'
import type { SignedText } from '../shared/signatureChecks.js'
import { checksumAddress } from './address.js'
import { createContractReader, hashMessage, verifySignature } from './signatures.js'

type EvmSignedText = Omit<SignedText, 'networkId'>

/** Whether an account signed a message, asking its contract through the network's nodes. */
export function verifyMessage({
  endpoints,
  network,
  signal,
  ...signed
}: EvmSignedText & {
  readonly endpoints: Endpoints
  readonly network: Network | undefined
  readonly signal: AbortSignal
}): Promise<VerifyOutcome> {
  return verifyText(signed, createContractReader({ endpoints, network, signal }))
}

/**
 * Keys, contract accounts (ERC-1271) and contract accounts that are not deployed yet (ERC-6492). The address
 * has its checksum.
 */
export async function verifyText(
  { message, signature, address: given }: EvmSignedText,
  readChain: ((method: string, params: readonly unknown[]) => Promise<Hex>) | undefined,
): Promise<VerifyOutcome> {
  const address = parseAddress(given)
  const parsed = parseData(signature)
  if (!address || !parsed || checksumAddress(address) !== given) return 'invalid'
  const hash = hashMessage(`0x${bytesToHex(utf8ToBytes(message))}`)
  return verifySignature({ hash, signature: parsed, address, readChain })
}
