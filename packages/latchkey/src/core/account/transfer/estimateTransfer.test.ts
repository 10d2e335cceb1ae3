import { expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createFakeChain, withTransfers } from '../../../../fixtures/fakeTransfers.js'
import { createTestWidget, testNetworks } from '../../../../fixtures/testWidget.js'
import { connect } from '../../connection/actions/connect.js'
import { estimateTransfer, fundsOf, isFunded } from './estimateTransfer.js'

const usdc = `0x${'a0'.repeat(20)}`
const dai = `0x${'da'.repeat(20)}`
const fee = 100n

/** What an account with 50 USDC can do with its coins, and whether its wallet was asked for tokens. */
async function tryTransfer({
  coins,
  type = 'smartAccount',
  feeTokens = [],
  isFeeUnknown = false,
}: {
  readonly coins: bigint
  readonly type?: 'eoa' | 'smartAccount'
  readonly feeTokens?: readonly string[]
  readonly isFeeUnknown?: boolean
}) {
  const family = createFakeFamily('eip155')
  const chain = createFakeChain()
  const { widget } = createTestWidget({
    options: { networks: [testNetworks.mainnet], families: [withTransfers(family, chain)] },
  })
  family.announce({ id: 'fox' })
  await connect(widget, { connectorId: 'fox' })
  const [network] = widget.stores.network.get().networks
  if (!network) throw new Error('no network')
  chain.balances.set('', coins).set(usdc, 50n)
  chain.fee = isFeeUnknown ? new Error('insufficient funds for gas') : fee
  chain.feeTokens = feeTokens
  const token = { address: usdc, symbol: 'USDC', decimals: 6 }
  const account = { namespace: 'eip155', address: `0x${'11'.repeat(20)}`, type } as const
  const transfer = { account, network, token, recipient: `0x${'22'.repeat(20)}`, units: 10n }
  const estimate = await estimateTransfer(widget, transfer, new AbortController().signal)
  const parameters = { token, units: 10n, estimate }
  return [fundsOf(parameters), isFunded(parameters)]
}

it.each([
  ['the coins suffice', { coins: fee, feeTokens: [usdc] }, ['enough', true]],
  [
    'its wallet takes a token it has',
    { coins: 0n, feeTokens: [dai, usdc] },
    ['fee-in-token', true],
  ],
  ['its wallet takes a token it lacks', { coins: 0n, feeTokens: [dai] }, ['short-of-fee', false]],
  ['its wallet takes no tokens', { coins: fee - 1n }, ['short-of-fee', false]],
  ['it has a key only', { coins: 0n, type: 'eoa', feeTokens: [usdc] }, ['short-of-fee', false]],
  ['no node says what it costs', { coins: 0n, isFeeUnknown: true }, ['short-of-fee', false]],
] as const)('knows whether a smart account can pay the fee: %s', async (_, given, expected) => {
  expect(await tryTransfer(given)).toEqual(expected)
})
