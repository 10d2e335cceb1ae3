import { type Hex, verifyMessage } from 'viem'
import { callNode } from '../fixtures/chains.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

const recipient = '0x000000000000000000000000000000000000dead'

function shopIn({ page }: Tab) {
  return {
    fact: (name: string) => page.getByTestId(`fact-${name}`),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
  }
}

/** The library sees the connection, signs, sends and switches networks like the widget. */
async function trade(tab: Tab, account: number): Promise<void> {
  const { fact, press } = shopIn(tab)
  const address = (await tab.wallet().addressOf(account)) as Hex
  await expect(fact('account')).toHaveText(address)
  await expect(fact('chain')).toHaveText('1')

  await press('Sign')
  await expect(fact('result')).toHaveText(/^0x[0-9a-f]{130}$/)
  const signature = (await fact('result').textContent()) as Hex
  expect(await verifyMessage({ address, message: 'Enter the shop', signature })).toBe(true)

  await callNode('CHAIN_1', 'anvil_setBalance', address, '0xde0b6b3a7640000')
  await press('Send')
  await expect(fact('result')).toHaveText(/^0x[0-9a-f]{64} success$/)
  const [hash] = (await fact('result').innerText()).split(' ')
  expect(await callNode('CHAIN_1', 'eth_getTransactionByHash', hash)).toMatchObject({
    from: address.toLowerCase(),
    to: recipient,
    value: '0x2a',
  })

  await press('To Base')
  await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  await expect(fact('chain')).toHaveText('8453')
  await tab.networkButton.click()
  await tab.networkRow('Ethereum').click()
  await expect(fact('chain')).toHaveText('1')
  await expect(tab.card).toBeHidden()

  await tab.wallet().setAccounts([account + 1])
  await expect(fact('account')).toHaveText(await tab.wallet().addressOf(account + 1))
  await tab.wallet().setAccounts([account])
  await expect(fact('account')).toHaveText(address)
}

async function reload(tab: Tab, account: number): Promise<void> {
  const { fact } = shopIn(tab)
  const address = await tab.wallet().addressOf(account)
  await tab.page.reload()
  await expect(fact('account')).toHaveText(address)
  expect(await tab.wallet().methods()).not.toContain('eth_requestAccounts')
}

// Each test sends from its own account, so that they can run in parallel.
const libraries = [
  { page: 'bridgeViem', account: 40 },
  { page: 'bridgeEthers', account: 42 },
  { page: 'bridgeEthers5', account: 44 },
] as const

for (const { page, account } of libraries) {
  test(`${page}: connects, signs, switches and disconnects`, async ({ site }) => {
    const tab = await site.open({ page, wallets: [{ ...fox, accounts: [account] }] })
    const { fact } = shopIn(tab)
    await expect(fact('account')).toHaveText('none')
    await tab.connect()
    await trade(tab, account)
    await reload(tab, account)
    await tab.button.click()
    await tab.disconnect.click()
    await expect(fact('account')).toHaveText('none')
  })
}

const hooks = [
  { page: 'bridgeWagmi', account: 46 },
  { page: 'bridgeWagmi2', account: 48 },
] as const

for (const { page, account } of hooks) {
  test(`${page}: connects, signs, switches and disconnects`, async ({ site }) => {
    const tab = await site.open({ page, wallets: [{ ...fox, accounts: [account] }] })
    const { fact, press } = shopIn(tab)
    await expect(fact('status')).toHaveText('disconnected')
    await expect(fact('connectors')).toHaveText('latchkey')
    await press('Enter')
    await expect(tab.card).toBeVisible()
    await tab.close.click()
    await expect(fact('rejection')).toHaveText('UserRejectedRequestError')

    await press('Enter')
    await tab.row().click()
    await expect(fact('status')).toHaveText('connected')
    await tab.expectConnected()
    await expect(fact('multicall')).toHaveText('true')
    await trade(tab, account)
    await reload(tab, account)

    // Until then wagmi shows its stored state and cannot disconnect.
    await expect(fact('status')).toHaveText('connected')
    await press('Leave')
    await tab.expectDisconnected()
    await expect(fact('status')).toHaveText('disconnected')
    await tab.connect()
    await expect(fact('status')).toHaveText('connected')
    await tab.button.click()
    await tab.disconnect.click()
    await expect(fact('status')).toHaveText('disconnected')
    await press('To Base')
    await expect.poll(() => tab.networkId()).toBe('eip155:8453')
  })
}
