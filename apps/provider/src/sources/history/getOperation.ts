import { zeroAddress } from 'viem'
import type { Operation } from './HistoryItem.js'

const approvalSelectors = new Set(['0x095ea7b3', '0xa22cb465', '0x39509351', '0x87517c45'])
const transferSelectors = new Set([
  '0xa9059cbb',
  '0x23b872dd',
  '0x42842e0e',
  '0xb88d4fde',
  '0xf242432a',
  '0x2eb2c2d6',
])
const depositSelector = '0xd0e30db0'
const withdrawSelector = '0x2e1a7d4d'

/** The kind of a transaction from an account's point of view. All addresses in lower case. */
export function getOperation({
  account,
  from,
  to,
  value,
  input,
  transfers: moved,
  router,
  wrappedNative,
}: {
  readonly account: string
  readonly from: string
  readonly to: string | undefined
  readonly value: bigint
  readonly input: string
  readonly transfers: readonly { readonly from: string; readonly to: string }[]
  readonly router: string | undefined
  readonly wrappedNative: string | undefined
}): Operation {
  const selector = input.slice(0, 10)
  const received = moved.filter(({ from, to }) => to === account && from !== account)
  const sent = moved.filter(({ from, to }) => from === account && to !== account)
  const isOwn = from === account
  if (isOwn && to === undefined) return 'deploy'
  if (isOwn && to === wrappedNative && selector === depositSelector) return 'deposit'
  if (isOwn && to === wrappedNative && selector === withdrawSelector) return 'withdraw'
  if (isOwn && moved.length === 0) {
    // No transfers, or failed: the call shows the intent.
    if (approvalSelectors.has(selector)) return 'approve'
    if (transferSelectors.has(selector)) return 'send'
    if (to === router) return 'trade'
    if (input !== '0x') return 'execute'
    return to === account && value === 0n ? 'cancel' : 'send'
  }
  if (received.length > 0 && sent.length > 0) return to === router ? 'trade' : 'execute'
  if (sent.length > 0) return sent.every(({ to }) => to === zeroAddress) ? 'burn' : 'send'
  if (received.length > 0)
    return received.every(({ from }) => from === zeroAddress) ? 'mint' : 'receive'
  return moved.length > 0 ? 'send' : 'execute'
}
