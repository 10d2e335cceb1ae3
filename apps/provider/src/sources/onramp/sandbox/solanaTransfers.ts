import type { NetworkId } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import { parseBlockhash, parseCount, parseValue } from '@latchkey/wire/rpc/solana'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getProgramDerivedAddress,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/kit'
import { type Hex, hexToBytes } from 'viem'
import { ApiError } from '../../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../../nodes/Nodes.js'
import type { TransferOrder, Transfers } from './Transfers.js'

const systemProgram = address('11111111111111111111111111111111')
const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const associatedProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const memoProgram = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const commitment = 'confirmed'

export async function createSolanaTransfers({
  nodes,
  treasuryKey,
}: {
  readonly nodes: Nodes
  /** The 32 secret bytes of an Ed25519 key. */
  readonly treasuryKey: Hex
}): Promise<Transfers> {
  const treasury = await createKeyPairSignerFromPrivateKeyBytes(hexToBytes(treasuryKey))

  async function read<value>(
    chain: NetworkId,
    method: string,
    params: readonly unknown[],
    parse: (answer: unknown) => value | undefined,
    signal?: AbortSignal,
  ): Promise<value> {
    const answer = parse(await nodes.call(chain, method, params, signal))
    if (answer !== undefined) return answer
    throw new ApiError(503, 'chainId', 'The node sent an invalid response.')
  }

  async function build(order: TransferOrder, signal?: AbortSignal) {
    const { chain } = order
    const lifetime = await read(
      chain,
      'getLatestBlockhash',
      [{ commitment }],
      (answer) => parseValue(answer, parseBlockhash),
      signal,
    )
    const instructions = await instructionsFor(treasury, order)
    const message = pipe(
      createTransactionMessage({ version: 'legacy' }),
      (empty) => setTransactionMessageFeePayer(treasury.address, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime as Lifetime, paid),
      (timed) => appendTransactionMessageInstructions(instructions, timed),
    )
    const transaction = await signTransaction([treasury.keyPair], compileTransaction(message))
    return {
      signed: getBase64EncodedWireTransaction(transaction),
      hash: getSignatureFromTransaction(transaction) as string,
      lastBlock: Number(lifetime.lastValidBlockHeight),
    }
  }

  async function simulate(chain: NetworkId, signed: string, signal?: AbortSignal): Promise<void> {
    const options = { encoding: 'base64', commitment, sigVerify: false }
    const { err } = await read(
      chain,
      'simulateTransaction',
      [signed, options],
      (answer) => parseValue(answer, (value) => (isRecord(value) ? value : undefined)),
      signal,
    )
    if (err !== null)
      throw new ApiError(503, 'treasury', 'The sandbox does not have enough funds at the moment.')
  }

  return {
    sender: treasury.address,

    async check(order, signal) {
      const { signed } = await build(order, signal)
      await simulate(order.chain, signed, signal)
    },

    async sign(order, _nextNonce, signal) {
      const built = await build(order, signal)
      await simulate(order.chain, built.signed, signal)
      return { sender: treasury.address, ...built }
    },

    async send(chain, { signed, hash, lastBlock = 0 }, signal) {
      const readOutcome = () =>
        read(
          chain,
          'getSignatureStatuses',
          [[hash], { searchTransactionHistory: true }],
          (answer) => parseValue(answer, parseOutcome),
          signal,
        )
      const known = await readOutcome()
      if (known !== 'unknown') return known
      // Finalized, so that no fork can still execute it below this height.
      const height = await read(
        chain,
        'getBlockHeight',
        [{ commitment: 'finalized' }],
        parseCount,
        signal,
      )
      if (height > BigInt(lastBlock)) {
        // Read again: it may have been executed between the two reads.
        const last = await readOutcome()
        return last === 'unknown' ? 'lost' : last
      }
      try {
        const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0 }
        await nodes.call(chain, 'sendTransaction', [signed, options], signal)
      } catch (error) {
        // It may have been executed already; its status decides.
        if (!(error instanceof NodeRpcError)) throw error
      }
      const now = await readOutcome()
      return now === 'unknown' ? 'pending' : now
    },
  }
}

type Lifetime = Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0]

/** Only a confirmed transaction counts. */
function parseOutcome(value: unknown): 'unknown' | 'pending' | 'delivered' | 'failed' | undefined {
  if (!Array.isArray(value) || value.length !== 1) return undefined
  const [status] = value
  if (status === null) return 'unknown'
  if (!isRecord(status)) return undefined
  const { confirmationStatus, err } = status
  if (confirmationStatus !== 'confirmed' && confirmationStatus !== 'finalized') return 'pending'
  return err === null ? 'delivered' : 'failed'
}

async function instructionsFor(
  treasury: KeyPairSigner,
  { asset, destination, units, reference }: TransferOrder,
): Promise<Instruction[]> {
  const to = address(destination)
  const memo: Instruction = {
    programAddress: memoProgram,
    accounts: [],
    data: new TextEncoder().encode(reference),
  }
  if (asset === 'native') return [transferCoins(treasury.address, to, units), memo]
  const mint = address(asset)
  const [source, target] = await Promise.all([
    tokenAccount(treasury.address, mint),
    tokenAccount(to, mint),
  ])
  // Idempotent: does nothing if the account exists.
  const open: Instruction = {
    programAddress: associatedProgram,
    accounts: [
      signing(treasury.address),
      writable(target),
      reading(to),
      reading(mint),
      reading(systemProgram),
      reading(tokenProgram),
    ],
    data: Uint8Array.of(1),
  }
  const data = new Uint8Array(9)
  const view = new DataView(data.buffer)
  view.setUint8(0, 3)
  view.setBigUint64(1, units, true)
  const transfer: Instruction = {
    programAddress: tokenProgram,
    accounts: [writable(source), writable(target), signing(treasury.address)],
    data,
  }
  return [open, transfer, memo]
}

function transferCoins(from: Address, to: Address, units: bigint): Instruction {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, units, true)
  return { programAddress: systemProgram, accounts: [signing(from), writable(to)], data }
}

async function tokenAccount(owner: Address, mint: Address): Promise<Address> {
  const encode = getAddressEncoder().encode
  const [found] = await getProgramDerivedAddress({
    programAddress: associatedProgram,
    seeds: [encode(owner), encode(tokenProgram), encode(mint)],
  })
  return found
}

const writable = (one: Address) => ({ address: one, role: AccountRole.WRITABLE })
const reading = (one: Address) => ({ address: one, role: AccountRole.READONLY })
const signing = (one: Address) => ({ address: one, role: AccountRole.WRITABLE_SIGNER })
