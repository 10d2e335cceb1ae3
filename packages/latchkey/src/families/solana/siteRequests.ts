import { parseSignatureAnswer } from '@latchkey/wire/rpc/solana'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import { addressBytes, signatureBytes } from './address.js'
import type { SignInInput, SignInOutput } from './provider.js'
import type { SolanaConnection } from './session.js'
import { checkSigner } from './signatures.js'

export { sendTransaction, signAndSendTransaction } from './sendTransaction.js'
export { signAllTransactions, signTransaction } from './signTransactions.js'

/** Base58 takes quadratic time. */
const maxMessageLength = 8_192

/** Signs a text and verifies the signature. Returns it in base58. */
export async function signText(
  connection: SolanaConnection,
  {
    text,
    address,
    signal,
  }: { readonly text: string; readonly address: string; readonly signal: AbortSignal },
): Promise<string> {
  return base58.encode(await sign(connection, { message: utf8ToBytes(text), address, signal }))
}

/** Signs the site's bytes with the active account. */
export function signBytes(connection: SolanaConnection, message: Uint8Array): Promise<Uint8Array> {
  if (!(message instanceof Uint8Array)) throw new InvalidRequestError('parameters')
  return sign(connection, {
    message: Uint8Array.from(message),
    address: connection.state().active.address,
  })
}

async function sign(
  connection: SolanaConnection,
  {
    message,
    address,
    signal,
  }: {
    readonly message: Uint8Array
    readonly address: string
    readonly signal?: AbortSignal
  },
): Promise<Uint8Array> {
  if (message.length > maxMessageLength) throw new InvalidRequestError('parameters')
  const signature = await connection.request({
    method: 'solana_signMessage',
    params: { message: base58.encode(message), pubkey: address },
    timeout: limits.walletDecisionWait,
    signal,
    parse: (response) => parseSignatureBytes(parseSignatureAnswer(response)),
  })
  checkSigner({ address, signature, message })
  return signature
}

/** Signs in with an account of this connection. The site has to verify the message. */
export function signIn(connection: SolanaConnection, input: SignInInput): Promise<SignInOutput> {
  return connection
    .request({
      method: 'solana_signIn',
      params: input,
      timeout: limits.walletDecisionWait,
      parse: parseSignIn,
    })
    .then(({ address, signature, signedMessage }) => {
      const own = connection.getAccount({ address })
      checkSigner({ address: own.address, signature, message: signedMessage })
      const publicKey = addressBytes(address) ?? new Uint8Array()
      return { account: { address, publicKey }, signature, signedMessage }
    })
}

function parseSignIn(response: unknown) {
  const { pubkey, signedMessage: text } = Object(response)
  const signature = parseSignatureBytes(parseSignatureAnswer(response))
  if (!addressBytes(pubkey) || !signature || typeof text !== 'string') return undefined
  return { address: pubkey as string, signature, signedMessage: base64.decode(text) }
}

function parseSignatureBytes(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : signatureBytes(text)
}
