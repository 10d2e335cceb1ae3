import { base58 } from '@scure/base'
import type { ChainSession } from '../../core/connection/family.js'
import type { Transfer } from '../../core/connection/transfer.js'
import { TransferRefusedError } from '../../core/runtime/errors/transfer.js'
import { InvalidRequestError, WrongTransactionError } from '../../core/runtime/errors/wallet.js'
import { lazyImport } from '../shared/lazyImport.js'
import { requestOnce } from '../shared/requestOnce.js'
import { isSameBytes } from '../shared/sameBytes.js'
import { priceTransfer } from './priceTransfer.js'
import { enter, haveSent, placeOf, send } from './sendTransaction.js'
import type { SolanaConnection } from './session.js'
import { type ReadMessage, type ReadTransaction, readMessage } from './transactionBytes.js'

export { estimateFee, readTerms } from './priceTransfer.js'
export { tokenBalance } from './tokens.js'

/**
 * Has the wallet move coins or tokens. Tried out first, so that nobody is asked to sign what the
 * network would refuse, and asked for once per entry of the journal, in whichever tab.
 */
export async function sendTransfer(
  live: SolanaConnection,
  transfer: Transfer,
  { entryId, signal }: Parameters<NonNullable<ChainSession['transfer']>>[1],
): Promise<string> {
  return requestOnce(await lazyImport(live.journal()), entryId, async () => {
    const place = { ...placeOf(live), signal: AbortSignal.any([live.signal, signal]) }
    if (place.network.id !== transfer.network.id) throw new InvalidRequestError('network')
    if (live.state().active.address !== transfer.account.address) {
      throw new InvalidRequestError('account')
    }
    if (transfer.units <= 0n) throw new InvalidRequestError('parameters')
    const { transaction, lastBlock, coinInstruction } = await priceTransfer(place, transfer)
    const { token, receiver, units } = transfer
    const request =
      token.address === undefined
        ? { to: receiver, value: units.toString() }
        : { to: token.address, value: '0' }
    const entered = await enter(live, { entryId, request })
    const asked = { given: transaction, signal, lastBlock, coinInstruction }
    return live.hasMethod('solana_signTransaction')
      ? send(live, entered, { ...asked, check: (signed) => checkMoves(signed, transaction) })
      : haveSent(live, entered, asked)
  })
}

/** Wallets may add to a transaction and price it anew. What it moves must be as it was asked for. */
function checkMoves(signed: ReadTransaction, asked: ReadTransaction): void {
  const [now, before] = [readMessage(signed.message), readMessage(asked.message)]
  if (!now || !before) throw new TransferRefusedError()
  const done = movesOf(now)
  const isKept = movesOf(before).every((move) => done.some((one) => isSame(one, move)))
  if (!isKept || now.accounts[0] !== before.accounts[0]) {
    throw new WrongTransactionError(base58.encode(signed.signatures[0] ?? new Uint8Array()))
  }
}

const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'

function movesOf({ accounts, instructions }: ReadMessage) {
  return instructions
    .map(({ program, accounts: used, data }) => ({
      names: [program, ...used].map((index) => accounts[index]),
      data,
    }))
    .filter(({ names }) => names[0] !== computeBudgetProgram)
}

function isSame(one: ReturnType<typeof movesOf>[0], other: ReturnType<typeof movesOf>[0]): boolean {
  return one.names.join() === other.names.join() && isSameBytes(one.data, other.data)
}
