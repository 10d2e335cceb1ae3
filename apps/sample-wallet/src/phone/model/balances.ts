import { callNode } from '../../chain/rpc.js'
import { readHex } from '../../chain/shape.js'
import { balanceKey, type PhoneState } from './phoneState.js'

/** Reads one account on every chain; a chain that does not answer hides no other. */
export async function readBalances(
  chains: ReadonlyMap<number, string>,
  account: number,
  address: string,
): Promise<PhoneState['balances']> {
  const entries = [...chains].map(async ([chainId, url]) => {
    const balance = await callNode(url, 'eth_getBalance', [address, 'latest']).then(
      readHex,
      () => undefined,
    )
    return [balanceKey(chainId, account), balance ? BigInt(balance) : 'unavailable'] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
