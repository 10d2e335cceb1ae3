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
import { lazyImport } from '../shared/lazyImport.js'
import type { LiveConnection } from '../shared/liveConnection.js'
import { parseAddress } from './address.js'
import { toAccounts } from './opening.js'
import type { BitcoinProvider } from './provider.js'
import { type Psbt, readPsbt } from './psbt.js'

/** Anything at all: sites write these in plain JavaScript, too. */
type Given<call> = { readonly [field in keyof call]?: unknown }

/** What the wallet tells of its addresses now, of this network only. */
export async function getAccountAddresses(live: LiveConnection): Promise<readonly ListedAddress[]> {
  const { active, networkId } = live.state()
  const addresses = await live.ask({
    method: 'getAccountAddresses',
    params: { account: active.address },
    limit: limits.walletDecisionWait,
    parse: parseAddresses,
  })
  const accounts = toAccounts({ networkId, addresses })
  // Whoever is connected has some.
  if (accounts.length === 0) throw new MalformedAnswerError('getAccountAddresses')
  return accounts.map(({ address, publicKey, path, type }) => ({
    address,
    publicKey,
    path,
    purpose: type === 'ordinal' ? type : 'payment',
  }))
}

export async function signForSite(
  live: LiveConnection,
  call: Parameters<BitcoinProvider['signMessage']>[0],
): Promise<string> {
  const { message, address, protocol } = Object(call) as Given<typeof call>
  if (typeof message !== 'string') throw new InvalidRequestError('parameters')
  if (protocol !== undefined && protocol !== 'ecdsa' && protocol !== 'bip322') {
    throw new InvalidRequestError('parameters')
  }
  return signMessage(live, { message, address: ownAddress(live, address), protocol })
}

/** A signature under a message in base64, checked to be by that address. */
export async function signMessage(
  live: LiveConnection,
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
  const signer = parseAddress(address, referenceOf(live.state().networkId))
  // Of what needs several keys or a script, nobody here could tell a signature from any other.
  if (!signer || signer.kind === 'p2wsh') throw new UnsupportedMethodError('signMessage')
  // The curve comes before the wallet is asked: no signing in vain.
  const { checkSigner } = await lazyImport(import('./signatures.js'))
  const signature = await live.ask({
    method: 'signMessage',
    params: { message, account: address, address, ...(protocol && { protocol }) },
    limit: limits.walletDecisionWait,
    signal,
    parse: (answer) => decode(parseSignature(answer)),
  })
  checkSigner({ message, signature, signer, protocol })
  return base64.encode(signature)
}

export async function signPsbt(
  live: LiveConnection,
  call: Parameters<BitcoinProvider['signPSBT']>[0],
): Promise<{ readonly psbt: string; readonly txid?: string | undefined }> {
  const given = Object(call) as Given<typeof call>
  const bytes = decode(parsePsbt(given.psbt))
  const asked = bytes && readSafely(bytes)
  if (!bytes || !asked) throw new InvalidRequestError('parameters')
  const signInputs = readInputs(live, given.signInputs, asked)
  const broadcast = given.broadcast === true
  const { psbt, txid } = await live.ask({
    method: 'signPsbt',
    params: {
      account: live.state().active.address,
      psbt: base64.encode(bytes),
      signInputs,
      broadcast,
    },
    limit: limits.walletDecisionWait,
    parse: parseSignedPsbt,
  })
  const signed = decode(psbt)
  const answered = signed && readSafely(signed)
  if (!signed || !answered) throw new MalformedAnswerError('signPsbt')
  // Signatures may have been added. Another payment must not be.
  if (hex.encode(answered.unsigned) !== hex.encode(asked.unsigned)) {
    throw new WrongTransactionError(answered.txid)
  }
  if (broadcast && txid === undefined) throw new MalformedAnswerError('signPsbt')
  return { psbt: base64.encode(signed), txid }
}

export async function sendTransfer(
  live: LiveConnection,
  call: Parameters<BitcoinProvider['sendTransfer']>[0],
): Promise<string> {
  const { amount, recipient } = Object(call) as Given<typeof call>
  const { active, networkId } = live.state()
  // Most wallets pay from their payment address whatever is asked for, and ordinals are no coins.
  if (active.type !== 'payment') throw new InvalidRequestError('account')
  const satoshi = parseSatoshi(amount)
  const receiver =
    typeof recipient === 'string' ? parseAddress(recipient, referenceOf(networkId)) : undefined
  if (satoshi === undefined || !receiver) throw new InvalidRequestError('parameters')
  return live.ask({
    method: 'sendTransfer',
    params: {
      account: active.address,
      recipientAddress: receiver.address,
      amount: satoshi.toString(),
    },
    limit: limits.walletDecisionWait,
    parse: parseSentTransfer,
  })
}

function ownAddress(live: LiveConnection, given: unknown): string {
  if (given === undefined) return live.state().active.address
  if (typeof given !== 'string') throw new InvalidRequestError('parameters')
  const address = parseAddress(given, referenceOf(live.state().networkId))?.address ?? given
  return live.ownAccount({ address }).address
}

/** Inputs that exist, each once, to be signed by addresses of this connection. */
function readInputs(live: LiveConnection, given: unknown, { inputCount }: Psbt): InputToSign[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > inputCount) {
    throw new InvalidRequestError('parameters')
  }
  const inputs = given.map((entry) => readInput(live, entry, inputCount))
  const indexes = new Set(inputs.map(({ index }) => index))
  if (indexes.size < inputs.length) throw new InvalidRequestError('parameters')
  return inputs
}

function readInput(live: LiveConnection, given: unknown, inputCount: number): InputToSign {
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
    address: ownAddress(live, address),
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
