import { parseAddress, parseData, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { ChainSession } from '../../core/connection/family.js'
import type { Transfer } from '../../core/connection/transfer.js'
import type { Network } from '../../core/network/network.js'
import { TransferRefusedError } from '../../core/runtime/errors/transfer.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import { lazyImport } from '../shared/lazyImport.js'
import { requestOnce } from '../shared/requestOnce.js'
import { parseReceiver } from './address.js'
import { judgeTransfer, type TransferCall, transferCall } from './erc20.js'
import { askNode, isRevert } from './nodes.js'
import { sendTransaction } from './sendTransaction.js'
import type { EvmConnection } from './session.js'

/**
 * Has the wallet move coins or tokens. Tried out first, so that nobody is asked to sign what the
 * network would refuse, and asked for once per entry of the journal, in whichever tab.
 */
export async function sendTransfer(
  live: EvmConnection,
  transfer: Transfer,
  { entryId, signal }: Parameters<NonNullable<ChainSession['transfer']>>[1],
): Promise<string> {
  return requestOnce(await lazyImport(live.journal()), entryId, async () => {
    checkParameters(transfer)
    const call = transferCall(transfer)
    await tryOut(live, transfer, call, AbortSignal.any([live.signal, signal]))
    const { from, to, value, data } = call
    const chainId = toQuantity(BigInt(transfer.network.reference))
    const request = { from, to, value: toQuantity(value), data, chainId }
    return sendTransaction(live, request, { entryId, signal })
  })
}

function checkParameters({ receiver, token, units }: Transfer): void {
  const isToken = token.address === undefined || parseAddress(token.address) !== undefined
  if (!isToken || parseReceiver(receiver) === undefined || units <= 0n || units >= 2n ** 256n) {
    throw new InvalidRequestError('parameters')
  }
}

async function tryOut(
  live: EvmConnection,
  transfer: Transfer,
  { from, to, value, data }: TransferCall,
  signal: AbortSignal,
): Promise<void> {
  const active: Network | undefined = live.activeNetwork()
  if (active?.id !== transfer.network.id) throw new InvalidRequestError('network')
  const place = { endpoints: live.endpoints, network: active, signal, parse: parseData }
  const call = { from, to, value: toQuantity(value), ...(data !== '0x' && { data }) }
  try {
    const params = [call, 'latest']
    const answer = await askNode({ ...place, method: 'eth_call', params })
    if (transfer.token.address === undefined) return
    const verdict = judgeTransfer(transfer.token.address, answer)
    if (verdict === 'moves') return
    if (verdict === 'refuses') throw new TransferRefusedError()
    // Many tokens answer nothing; so does an address where there is no token at all.
    const code = await askNode({ ...place, method: 'eth_getCode', params: [to, 'latest'] })
    if (code === '0x') throw new TransferRefusedError()
  } catch (error) {
    throw isRevert(error) ? new TransferRefusedError({ cause: error }) : error
  }
}
