import { isRecord } from '@latchkey/wire/json'
import { callNode } from '../../chain/rpc.js'
import { readHex } from '../../chain/shape.js'
import { balanceKey, type PhoneState } from './phoneState.js'

type Place = {
  readonly chain: string
  readonly url: string | undefined
  readonly address: string
}

/** Reads one account in every place; a chain that does not answer hides no other. */
export async function readBalances(
  places: readonly Place[],
  account: number,
): Promise<PhoneState['balances']> {
  const entries = places.map(async (place) => {
    const balance = await readBalance(place).catch(() => undefined)
    return [balanceKey(place.chain, account), balance ?? 'unavailable'] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function readBalance({ chain, url, address }: Place): Promise<bigint | undefined> {
  if (url === undefined) return undefined
  if (chain.startsWith('solana:')) {
    const answer = await callNode(url, 'getBalance', [address])
    const lamports = isRecord(answer) ? answer.value : undefined
    return Number.isSafeInteger(lamports) ? BigInt(lamports as number) : undefined
  }
  const balance = readHex(await callNode(url, 'eth_getBalance', [address, 'latest']))
  return balance === undefined ? undefined : BigInt(balance)
}
