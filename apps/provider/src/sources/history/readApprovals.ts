import type { NetworkId } from '@latchkey/wire/caip'
import { readTokenCall } from '@latchkey/wire/rpc/tokenCall'
import { getAddress, type Hex } from 'viem'
import type { Tokens } from '../tokens/createTokens.js'
import type { Approval } from './HistoryItem.js'
import type { MinedTransaction } from './transactionSearch.js'

/** Approvals granted by the account's own calls to tokens. */
export async function readApprovals(
  { tokens }: { readonly tokens: Tokens },
  chain: NetworkId,
  account: Hex,
  entries: readonly { readonly tx: MinedTransaction }[],
): Promise<(tx: MinedTransaction) => Approval | undefined> {
  const callOf = ({ from, to, input }: MinedTransaction) => {
    const call = from === account ? readTokenCall(input) : undefined
    const contract = call?.kind === 'approve' ? (call.token?.toLowerCase() ?? to) : undefined
    return call?.kind === 'approve' && contract ? { ...call, contract } : undefined
  }
  const contracts = entries.flatMap(({ tx }) => callOf(tx)?.contract ?? [])
  const known = await tokens.find(chain, contracts)
  return (tx) => {
    const call = callOf(tx)
    return (
      call && {
        spender: getAddress(call.spender as Hex),
        limit: call.amount,
        token: known.get(call.contract),
      }
    )
  }
}
