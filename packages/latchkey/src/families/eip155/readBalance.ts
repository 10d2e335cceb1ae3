import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import type { TransferReading } from '../../core/connection/transfer.js'
import type { Endpoints } from '../shared/nodes.js'
import { balanceOfData } from './erc20.js'
import { askNode, nativeBalance } from './nodes.js'

type BalanceQuestion = Parameters<TransferReading['balance']>[0] & {
  readonly endpoints: Endpoints
}

export function readBalance({ address, token, ...place }: BalanceQuestion): Promise<bigint> {
  if (token.address === undefined) return nativeBalance({ address, ...place })
  const call = { to: token.address, data: balanceOfData(address) }
  return askNode({ ...place, method: 'eth_call', params: [call, 'latest'], parse: parseWord })
}

/** The number a call answers with; contracts that answer less have none to tell. */
export function parseWord(answer: unknown): bigint | undefined {
  const data = parseData(answer)
  return data && data.length >= 66 ? BigInt(data.slice(0, 66) as Hex) : undefined
}
