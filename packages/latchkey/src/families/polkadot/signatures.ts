import type { Hex } from '@latchkey/wire/rpc/polkadot'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Account } from '../../core/connection/family.js'
import { WrongSignerError } from '../../core/runtime/errors/wallet.js'
import { lazyImport } from '../shared/lazyImport.js'
import { swallowErrors } from '../shared/signatureChecks.js'

/** Each scheme is a chunk of its own, because an account uses only one. */
const loadScheme = {
  sr25519: async () => (await lazyImport(import('./sr25519.lazy.js'))).verifySr25519,
  ed25519: async () => (await lazyImport(import('./ed25519.lazy.js'))).verifyEd25519,
  ecdsa: async () => (await lazyImport(import('./ecdsa.lazy.js'))).verifyEcdsa,
}

/** Loads the scheme of most accounts. */
export async function loadUsualScheme(): Promise<void> {
  await loadScheme.sr25519()
}

/**
 * Checks that the account signed one of the messages. An account does not show its key type, so any
 * scheme that fits the signature may prove it, as on the chain. The scheme byte is optional.
 */
export async function checkSigner({
  messages,
  signature: given,
  account,
}: {
  readonly messages: readonly Uint8Array[]
  readonly signature: Hex
  readonly account: Account
}): Promise<void> {
  const signature = hexToBytes(given.slice(2))
  const publicKey = hexToBytes(account.publicKey?.slice(2) ?? '')
  for (const [scheme, bytes] of possibleSchemes(signature)) {
    const verify = await loadScheme[scheme]()
    const isProved = messages.some((message) =>
      swallowErrors(() => verify(message, bytes, publicKey)),
    )
    if (isProved) return
  }
  throw new WrongSignerError()
}

type Candidate = readonly [scheme: keyof typeof loadScheme, bytes: Uint8Array]

function possibleSchemes(signature: Uint8Array): readonly Candidate[] {
  const [scheme] = signature
  const rest = signature.subarray(1)
  switch (signature.length) {
    case 64:
      return [[isMarkedSr25519(signature) ? 'sr25519' : 'ed25519', signature]]
    case 65: {
      const ecdsa: Candidate = ['ecdsa', signature]
      if (scheme === 0 && !isMarkedSr25519(rest)) return [['ed25519', rest], ecdsa]
      if (scheme === 1 && isMarkedSr25519(rest)) return [['sr25519', rest], ecdsa]
      return [ecdsa]
    }
    case 66:
      return scheme === 2 ? [['ecdsa', rest]] : []
    default:
      return []
  }
}

/** The top bit of the last byte: always set in Sr25519 signatures, never in valid Ed25519 ones. */
function isMarkedSr25519(signature: Uint8Array): boolean {
  return ((signature[63] ?? 0) & 0x80) !== 0
}

const wrapStart = utf8ToBytes('<Bytes>')
const wrapEnd = utf8ToBytes('</Bytes>')

/** The bytes a wallet may sign for a message: wrapped in `<Bytes>`, or unchanged. */
export function toSignedForms(message: Uint8Array): readonly Uint8Array[] {
  const isWrapped =
    message.length >= wrapStart.length + wrapEnd.length &&
    wrapStart.every((byte, index) => message[index] === byte) &&
    wrapEnd.every((byte, index) => message[message.length - wrapEnd.length + index] === byte)
  return isWrapped ? [message] : [concatBytes(wrapStart, message, wrapEnd), message]
}
