import { referenceOf } from '@latchkey/wire/caip'
import {
  type EncodedBytes,
  type InputToSign,
  type ListedAddress,
  type MessageProtocol,
  parseAddresses,
  parsePsbt,
  parseSatoshi,
  parseSentTransfer,
  parseSignature,
  parseSignedPsbt,
} from '@latchkey/wire/rpc/bip122'
import { base64, hex } from '@scure/base'
import {
  InvalidRequestError,
  MalformedAnswerError,
  UnsupportedMethodError,
  WrongTransactionError,
} from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { BaseConnection } from '../shared/baseConnection.js'
import { lazyImport } from '../shared/lazyImport.js'
import { toAccounts } from './accounts.js'
import { parseAddress } from './address.js'
import type { BitcoinProvider } from './provider.js'
import { type Psbt, readPsbt } from './psbt.js'

/** Unchecked: the site may be written in JavaScript. */
type Given<call> = { readonly [field in keyof call]?: unknown }

/** The wallet's current addresses on this network. */
export async function getAccountAddresses(
  connection: BaseConnection,
): Promise<readonly ListedAddress[]> {
  const { active, networkId } = connection.state()
  const addresses = await connection.request({
    method: 'getAccountAddresses',
    params: { account: active.address },
    timeout: limits.walletDecisionWait,
    parse: parseAddresses,
  })
  const accounts = toAccounts({ networkId, addresses })
  // A connected wallet has at least one account.
  if (accounts.length === 0) throw new MalformedAnswerError('getAccountAddresses')
  return accounts.map(({ address, publicKey, path, type }) => ({
    address,
    publicKey,
    path,
    purpose: type === 'ordinal' ? type : 'payment',
  }))
}

export async function signSiteMessage(
  connection: BaseConnection,
  call: Parameters<BitcoinProvider['signMessage']>[0],
): Promise<string> {
  const { message, address, protocol } = Object(call) as Given<typeof call>
  if (typeof message !== 'string') throw new InvalidRequestError('parameters')
  if (protocol !== undefined && protocol !== 'ecdsa' && protocol !== 'bip322') {
    throw new InvalidRequestError('parameters')
  }
  return signMessage(connection, { message, address: ownAddress(connection, address), protocol })
}

/** Returns a base64 signature that is verified for the address. */
export async function signMessage(
  connection: BaseConnection,
  {
    message,
    address,
    protocol,
    signal,
  }: {
    readonly message: string
    readonly address: string
    readonly protocol?: MessageProtocol | undefined
    readonly signal?: AbortSignal | undefined
  },
): Promise<string> {
  const signer = parseAddress(address, referenceOf(connection.state().networkId))
  // Signatures of scripts or several keys cannot be verified here.
  if (!signer || signer.kind === 'p2wsh') throw new UnsupportedMethodError('signMessage')
  // Load the curve first: if that fails, the user has not signed in vain.
  const { checkSigner } = await lazyImport(import('./signatures.js'))
  const signature = await connection.request({
    method: 'signMessage',
    params: { message, account: address, address, ...(protocol && { protocol }) },
    timeout: limits.walletDecisionWait,
    signal,
    parse: (response) => decode(parseSignature(response)),
  })
  checkSigner({ message, signature, signer, protocol })
  return base64.encode(signature)
}

export async function signPsbt(
  connection: BaseConnection,
  call: Parameters<BitcoinProvider['signPSBT']>[0],
): Promise<{ readonly psbt: string; readonly txid?: string | undefined }> {
  const given = Object(call) as Given<typeof call>
  const bytes = decode(parsePsbt(given.psbt))
  const requested = bytes && readSafely(bytes)
  if (!bytes || !requested) throw new InvalidRequestError('parameters')
  const signInputs = readInputs(connection, given.signInputs, requested)
  const broadcast = given.broadcast === true
  const { psbt, txid } = await connection.request({
    method: 'signPsbt',
    params: {
      account: connection.state().active.address,
      psbt: base64.encode(bytes),
      signInputs,
      broadcast,
    },
    timeout: limits.walletDecisionWait,
    parse: parseSignedPsbt,
  })
  const signed = decode(psbt)
  const answered = signed && readSafely(signed)
  if (!signed || !answered) throw new MalformedAnswerError('signPsbt')
  // The wallet may add signatures but must not change the payment.
  if (hex.encode(answered.unsigned) !== hex.encode(requested.unsigned)) {
    throw new WrongTransactionError(answered.txid)
  }
  if (broadcast && txid === undefined) throw new MalformedAnswerError('signPsbt')
  return { psbt: base64.encode(signed), txid }
}

export async function sendTransfer(
  connection: BaseConnection,
  call: Parameters<BitcoinProvider['sendTransfer']>[0],
): Promise<string> {
  const { amount, recipient } = Object(call) as Given<typeof call>
  const { active, networkId } = connection.state()
  // Most wallets always pay from their payment address, and ordinals must not be spent as coins.
  if (active.type !== 'payment') throw new InvalidRequestError('account')
  const satoshi = parseSatoshi(amount)
  const parsed =
    typeof recipient === 'string' ? parseAddress(recipient, referenceOf(networkId)) : undefined
  if (satoshi === undefined || !parsed) throw new InvalidRequestError('parameters')
  return connection.request({
    method: 'sendTransfer',
    params: {
      account: active.address,
      recipientAddress: parsed.address,
      amount: satoshi.toString(),
    },
    timeout: limits.walletDecisionWait,
    parse: parseSentTransfer,
  })
}

function ownAddress(connection: BaseConnection, given: unknown): string {
  if (given === undefined) return connection.state().active.address
  if (typeof given !== 'string') throw new InvalidRequestError('parameters')
  const address = parseAddress(given, referenceOf(connection.state().networkId))?.address ?? given
  return connection.getAccount({ address }).address
}

/** Requires inputs that exist, without duplicates, to be signed by addresses of this connection. */
function readInputs(
  connection: BaseConnection,
  given: unknown,
  { inputCount }: Psbt,
): InputToSign[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > inputCount) {
    throw new InvalidRequestError('parameters')
  }
  const inputs = given.map((entry) => readInput(connection, entry, inputCount))
  const indexes = new Set(inputs.map(({ index }) => index))
  if (indexes.size < inputs.length) throw new InvalidRequestError('parameters')
  return inputs
}

function readInput(connection: BaseConnection, given: unknown, inputCount: number): InputToSign {
  const { address, index, sighashTypes, publicKey, disableTweakSigner, useTweakedSigner } = Object(
    given,
  ) as Given<InputToSign>
  const isIndex =
    Number.isInteger(index) && (index as number) >= 0 && (index as number) < inputCount
  const hasSighashes = Array.isArray(sighashTypes) && sighashTypes.every(Number.isInteger)
  if (!isIndex || (sighashTypes !== undefined && !hasSighashes)) {
    throw new InvalidRequestError('parameters')
  }
  return {
    address: ownAddress(connection, address),
    index: index as number,
    ...(hasSighashes && { sighashTypes: [...sighashTypes] }),
    ...(typeof publicKey === 'string' && { publicKey }),
    ...(typeof disableTweakSigner === 'boolean' && { disableTweakSigner }),
    ...(typeof useTweakedSigner === 'boolean' && { useTweakedSigner }),
  }
}

function decode(encoded: EncodedBytes | undefined): Uint8Array | undefined {
  if (!encoded) return undefined
  return 'hex' in encoded ? hex.decode(encoded.hex) : base64.decode(encoded.base64)
}

function readSafely(bytes: Uint8Array): Psbt | undefined {
  try {
    return readPsbt(bytes)
  } catch {
    return undefined
  }
}
