import { type Hex, recoverTypedDataAddress, verifyMessage } from 'viem'
import { callNode } from '../fixtures/chains.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

const nobody = '0x000000000000000000000000000000000000dEaD'

// Each test sends from its own account, so that they can run in parallel.
const walletWith = (account: number) => [{ ...fox, accounts: [account] }]

test('signs a message with the account shown', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  const address = (await tab.account()).address as Hex
  const message = 'Enter the shop \u{1F6AA}'
  const raw = `0x${Buffer.from(message).toString('hex')}` as const
  const { result } = await tab.request('personal_sign', [raw, address])
  expect(await verifyMessage({ address, message, signature: result as Hex })).toBe(true)
  const direct = await tab.page.evaluate((text) => window.latchkey.signMessage(text), message)
  expect(await verifyMessage({ address, message, signature: direct as Hex })).toBe(true)
})

const order = {
  domain: { name: 'Shop', chainId: 1 },
  primaryType: 'Order',
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [
      { name: 'count', type: 'uint256' },
      { name: 'note', type: 'string' },
    ],
  },
  message: { count: '3', note: 'apples' },
} as const

test('signs typed data with the account shown', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  const address = (await tab.account()).address as Hex
  const { result } = await tab.request('eth_signTypedData_v4', [address, JSON.stringify(order)])
  const recovered = await recoverTypedDataAddress({
    ...order,
    domain: { ...order.domain, chainId: 1n },
    message: { ...order.message, count: 3n },
    signature: result as Hex,
  })
  expect(recovered).toBe(address)
})

test('rejects a signature by another account', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  const address = (await tab.account()).address
  await tab.wallet().setSigner(1)
  expect(await tab.request('personal_sign', ['0x6869', address])).toMatchObject({
    cause: 'wallet/wrong-signer',
  })
  expect(await tab.request('eth_signTypedData_v4', [address, JSON.stringify(order)])).toMatchObject(
    {
      cause: 'wallet/wrong-signer',
    },
  )
  await tab.wallet().setSigner()
  expect(await tab.request('personal_sign', ['0x6869', address])).toHaveProperty('result')
})

test('rejects an invalid signature', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  const address = (await tab.account()).address
  await tab.wallet().setScript('garbage', 'personal_sign')
  expect(await tab.request('personal_sign', ['0x6869', address])).toMatchObject({
    cause: 'wallet/malformed-answer',
  })
})

test('rejects a declined signature with the standard error', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  await tab.wallet().setScript('refuse')
  const address = (await tab.account()).address
  expect(await tab.request('personal_sign', ['0x6869', address])).toMatchObject({ code: 4001 })
})

test('rejects a request for another account before it reaches the wallet', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  const other = await tab.wallet().addressOf(1)
  expect(await tab.request('personal_sign', ['0x6869', other])).toMatchObject({ code: 4100 })
  expect(await tab.wallet().methods()).not.toContain('personal_sign')
})

test('sends a transaction as requested', async ({ site }) => {
  const tab = await site.open({ wallets: walletWith(7) })
  await tab.connect()
  const from = (await tab.account()).address
  const { result: hash } = await tab.request('eth_sendTransaction', [
    { from, to: nobody, value: '0x2a' },
  ])
  expect(await callNode('CHAIN_1', 'eth_getTransactionByHash', hash)).toMatchObject({
    from: from?.toLowerCase(),
    to: nobody.toLowerCase(),
    value: '0x2a',
  })
  // A node may return the hash before the block is mined.
  await expect
    .poll(() => callNode('CHAIN_1', 'eth_getTransactionReceipt', hash))
    .toMatchObject({ status: '0x1' })
})

test('reports a wallet that sends to another recipient', async ({ site }) => {
  const tab = await site.open({ wallets: walletWith(8) })
  await tab.connect()
  const from = (await tab.account()).address
  await tab.wallet().setSentTo('0x00000000000000000000000000000000DeaDBeef')
  await tab.page.evaluate(recordMismatches)
  const { result } = await tab.request('eth_sendTransaction', [{ from, to: nobody, value: '0x2a' }])
  await expect.poll(() => tab.page.evaluate(() => Object(window).mismatches)).toEqual([result])
})

/** Records hashes of transactions that differ from the request. */
function recordMismatches() {
  const mismatches: unknown[] = []
  Object.assign(window, { mismatches })
  window.latchkey.subscribeEvents(({ data: { event, properties } }) => {
    if (event === 'TRANSACTION_MISMATCH') mismatches.push(properties?.hash)
  })
}

test('reports a page script that swaps the recipient, 200 of 200 times @thorough', async ({
  site,
}) => {
  test.setTimeout(600_000)
  const tab = await site.open({ wallets: walletWith(8) })
  await tab.connect()
  const from = (await tab.account()).address
  const thief = '0x00000000000000000000000000000000deadbeef'
  await tab.page.evaluate(recordMismatches)
  const ends = await tab.page.evaluate(
    async ([sender, recipient, other]) => {
      type Call = { method: string; params?: { to?: string; data?: string }[] }
      type Provider = { request(call: Call): Promise<unknown> }
      // Like the scripts of compromised packages: changes server responses and wallet calls.
      const swap = (text: string) =>
        text.replaceAll(new RegExp(recipient.slice(2), 'gi'), other.slice(2))
      const { fetch } = window
      window.fetch = async (...request) => {
        const response = await fetch(...request)
        return new Response(swap(await response.text()), response)
      }
      addEventListener('eip6963:announceProvider', (event) => {
        const { provider } = (event as CustomEvent<{ provider: Provider }>).detail
        const request = provider.request.bind(provider)
        provider.request = (call) =>
          request(
            call.method === 'eth_sendTransaction' ? JSON.parse(swap(JSON.stringify(call))) : call,
          )
      })
      dispatchEvent(new Event('eip6963:requestProvider'))
      const ends: unknown[] = []
      for (let at = 0; at < 200; at += 1) {
        // In turn the recipient of coins and of tokens, which is in the call data.
        const data = `0xa9059cbb${recipient.slice(2).toLowerCase().padStart(64, '0')}${at.toString(16).padStart(64, '0')}`
        const call =
          at % 2 === 0
            ? { from: sender, to: recipient, value: '0x1' }
            : { from: sender, to: sender, data }
        const end = await (window.latchkey.getProvider() as Provider).request({
          method: 'eth_sendTransaction',
          params: [call],
        })
        ends.push(end)
      }
      return ends
    },
    [from ?? '', `0x${'5e'.repeat(20)}`, thief] as const,
  )
  expect(new Set(ends).size).toBe(200)
  await expect
    .poll(() => tab.page.evaluate(() => Object(window).mismatches.toSorted()), { timeout: 60_000 })
    .toEqual(ends.toSorted())
  console.log(`${ends.length} swapped recipients, ${ends.length} detected`)
})

test('rejects requests on a provider kept after disconnecting', async ({ site }) => {
  const tab = await site.open()
  await tab.connect()
  const code = await tab.page.evaluate(async () => {
    const stored = window.latchkey.getProvider() as { request(call: object): Promise<unknown> }
    const address = window.latchkey.getAddress()
    await window.latchkey.disconnect()
    return stored
      .request({ method: 'personal_sign', params: ['0x6869', address] })
      .catch((error: { code: number }) => error.code)
  })
  expect(code).toBe(4900)
})
