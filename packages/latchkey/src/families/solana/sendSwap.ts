import { hex } from '@scure/base'
import type { ChainSession } from '../../core/connection/family.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import { blockHeight } from './followTransaction.js'
import { sendOnce } from './sendOnce.js'
import type { SolanaConnection } from './session.js'
import { parseTransactionInput } from './transaction.js'
import { simulate } from './transfers.js'

type SendCalls = NonNullable<ChainSession['sendCalls']>

/** Blocks for which any blockhash is valid at most. */
const maxLifetime = 150n

/** Sends the transaction that `checkSwap` returned. It is simulated first, so that no failing one is signed. */
export function sendSwap(
  connection: SolanaConnection,
  { account, network, calls: [call, ...more] }: Parameters<SendCalls>[0],
  options: Parameters<SendCalls>[1],
): Promise<string> {
  return sendOnce(connection, { account, network }, options, async (context) => {
    if (more.length > 0) throw new InvalidRequestError('parameters')
    const { to, value, data } = call
    const given = parseTransactionInput(hex.decode(data.replace(/^0x/, '')))
    const [height] = await Promise.all([
      blockHeight(context, 'confirmed'),
      simulate(context, given),
    ])
    const request = { to, value: value.toString() }
    return { request, given, lastBlock: height + maxLifetime }
  })
}
