import { referenceOf } from '@latchkey/wire/caip'
import {
  type Hex,
  parseBytes,
  parseGenesis,
  parseSignature,
  parseSignedPayload,
  parseSignerPayload,
  type SignedPayload,
} from '@latchkey/wire/rpc/polkadot'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Account } from '../../core/connection/family.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { lazyImport } from '../shared/lazyImport.js'
import type { LiveConnection } from '../shared/liveConnection.js'
import { publicKeyOf } from './keys.js'
import { payloadBytes } from './payload.js'
import type { RawMessage } from './provider.js'
import { signedForms } from './signedForms.js'

/** A signature under a text, checked to be by that account. */
export function signText(
  live: LiveConnection,
  parameters: {
    readonly text: string
    readonly account: Account
    readonly signal?: AbortSignal | undefined
  },
): Promise<Hex> {
  return signBytes(live, { ...parameters, bytes: utf8ToBytes(parameters.text) })
}

/** The same for the site's own request. */
export async function signRaw(
  live: LiveConnection,
  { address, data, type }: RawMessage,
): Promise<Hex> {
  // What wallets sign as it is, unwrapped, could be a transaction.
  if (typeof data !== 'string' || type === 'payload') throw new InvalidRequestError('parameters')
  const hex = parseBytes(data)
  const bytes = hex ? hexToBytes(hex.slice(2)) : utf8ToBytes(data)
  return signBytes(live, { bytes, account: accountFor(live, address) })
}

/**
 * A signature under a transaction of the active network, checked to be by that account. Two are handed on
 * unchecked, for the chain to check: those for chains with extensions of their own, about which only their
 * metadata tells, and those that come with the transaction as the wallet has changed it.
 */
export async function signPayload(live: LiveConnection, given: unknown): Promise<SignedPayload> {
  const payload = readPayload(given)
  const { networkId } = live.state()
  if (parseGenesis(payload.genesisHash) !== referenceOf(networkId)) {
    throw new InvalidRequestError('network')
  }
  const account = accountFor(live, payload.address)
  const { address } = account
  const { checkSigner } = await loadSignatures()
  const answer = await live.ask({
    method: 'polkadot_signTransaction',
    params: { address, transactionPayload: { ...payload, address } },
    limit: limits.walletDecisionWait,
    parse: parseSignedPayload,
  })
  const bytes = answer.signedTransaction ? undefined : payloadBytes(payload)
  if (bytes) checkSigner({ messages: [bytes], signature: answer.signature, account })
  return answer
}

async function signBytes(
  live: LiveConnection,
  {
    bytes,
    account,
    signal,
  }: {
    readonly bytes: Uint8Array
    readonly account: Account
    readonly signal?: AbortSignal | undefined
  },
): Promise<Hex> {
  const { checkSigner } = await loadSignatures()
  const signature = await live.ask({
    method: 'polkadot_signMessage',
    params: { address: account.address, message: writeMessage(bytes) },
    limit: limits.walletDecisionWait,
    signal,
    parse: parseSignature,
  })
  checkSigner({ messages: signedForms(bytes), signature, account })
  return signature
}

/** The curves come before the wallet is asked: no signing in vain. */
function loadSignatures() {
  return lazyImport(import('./signatures.js'))
}

/** The account with that address, whatever network the address is written for. */
function accountFor(live: LiveConnection, address: unknown): Account {
  const publicKey = typeof address === 'string' ? publicKeyOf(address) : undefined
  const own = live.state().accounts.find((account) => account.publicKey === publicKey)
  if (!publicKey || !own) throw new InvalidRequestError('account')
  return own
}

function readPayload(given: unknown) {
  let payload: ReturnType<typeof parseSignerPayload>
  try {
    payload = parseSignerPayload(given)
  } catch (cause) {
    throw new InvalidRequestError('parameters', { cause })
  }
  if (!payload) throw new InvalidRequestError('parameters')
  return payload
}

/** As text where wallets read it as that text, and in hex where they do not. */
function writeMessage(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.startsWith('0x')) return text
  } catch {
    // No text at all.
  }
  return `0x${bytesToHex(bytes)}`
}
