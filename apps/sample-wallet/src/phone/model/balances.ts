import { isRecord } from '@latchkey/wire/json'
import { callNode } from '../../chain/rpc.js'
import { readHex } from '../../chain/shape.js'
import { balanceKey, type PhoneState } from './phoneState.js'

type ChainEndpoint = {
  readonly chain: string
  readonly url: string | undefined
  readonly address: string
}

/** Reads an account's balance on every chain; one failing chain affects no other. */
export async function readBalances(
  endpoints: readonly ChainEndpoint[],
  account: number,
): Promise<PhoneState['balances']> {
  const entries = endpoints.map(async (endpoint) => {
    const balance = await readBalance(endpoint).catch(() => undefined)
    return [balanceKey(endpoint.chain, account), balance ?? 'unavailable'] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function readBalance({ chain, url, address }: ChainEndpoint): Promise<bigint | undefined> {
  if (url === undefined) return undefined
  if (chain.startsWith('solana:')) {
    const answer = await callNode(url, 'getBalance', [address])
    const lamports = isRecord(answer) ? answer.value : undefined
    return Number.isSafeInteger(lamports) ? BigInt(lamports as number) : undefined
  }
  const balance = readHex(await callNode(url, 'eth_getBalance', [address, 'latest']))
  return balance === undefined ? undefined : BigInt(balance)
}
