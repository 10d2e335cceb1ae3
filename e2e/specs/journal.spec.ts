import { randomBytes } from 'node:crypto'
import { callNode } from '../fixtures/chains.js'
import { readJournal } from '../fixtures/journal.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

const stranger = () => `0x${randomBytes(20).toString('hex')}`
const ether = 10n ** 18n

const entryFor = async (tab: Tab, to: string) =>
  (await readJournal(tab.page)).find(({ request }) => request?.to === to)

/** Opens the page with its own account of 10 ether. */
async function openRich(site: Site, account: number) {
  const tab = await site.open({ wallets: [{ ...fox, accounts: [account] }] })
  const address = await tab.wallet().addressOf(account)
  await callNode('CHAIN_1', 'anvil_setBalance', address, `0x${(10n * ether).toString(16)}`)
  await tab.connect()
  return { tab, address }
}

const mineOne = () => callNode('CHAIN_1', 'anvil_mine', '0x1')

test("a site's own transaction is followed across a reload, and the balance with it", async ({
  site,
}) => {
  const { tab } = await openRich(site, 41_001)
  await expect(tab.button).toContainText('10 ETH')
  const to = stranger()
  const { result: hash } = await tab.request('eth_sendTransaction', [
    { to, value: `0x${(4n * ether).toString(16)}` },
  ])
  expect(await entryFor(tab, to)).toMatchObject({
    hash,
    request: { to, value: (4n * ether).toString() },
  })
  await tab.page.reload()
  await tab.ready()
  expect(await entryFor(tab, to)).toMatchObject({ hash })
  await mineOne()
  await expect.poll(async () => (await entryFor(tab, to))?.status).toBe('included')
  expect(BigInt((await callNode('CHAIN_1', 'eth_getBalance', to, 'latest')) as string)).toBe(
    4n * ether,
  )
  await expect(tab.button).toContainText('5.9')
})

test('leaves no entry for a declined transaction', async ({ site }) => {
  const { tab } = await openRich(site, 41_002)
  await tab.wallet().setScript('delay', 'eth_sendTransaction')
  const to = stranger()
  const pending = tab.request('eth_sendTransaction', [{ to, value: '0x1' }])
  await expect.poll(async () => (await entryFor(tab, to))?.status).toBe('requested')
  await tab.wallet().settle('refuse')
  expect(await pending).toMatchObject({ code: 4001 })
  expect(await entryFor(tab, to)).toBeUndefined()
})

test('records a transaction that is sent after the connection ended', async ({ site }) => {
  const { tab } = await openRich(site, 41_003)
  await tab.wallet().setScript('delay', 'eth_sendTransaction')
  const to = stranger()
  const pending = tab.request('eth_sendTransaction', [{ to, value: '0x7' }])
  await expect.poll(async () => (await entryFor(tab, to))?.status).toBe('requested')
  await tab.wallet().emit('disconnect', { code: 4900 })
  expect(await pending).toMatchObject({ code: 4900 })
  expect(await entryFor(tab, to)).toMatchObject({ status: 'unclear' })
  await tab.wallet().settle('approve')
  await expect.poll(async () => (await entryFor(tab, to))?.hash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(await entryFor(tab, to)).toMatchObject({ isLate: true })
  await mineOne()
  await expect.poll(async () => (await entryFor(tab, to))?.status).toBe('included')
  expect(await callNode('CHAIN_1', 'eth_getBalance', to, 'latest')).toBe('0x7')
})

test('finds the transaction on chain when the page was closed during the request', async ({
  site,
}) => {
  const { tab, address: from } = await openRich(site, 41_004)
  await tab.wallet().setScript('never', 'eth_sendTransaction')
  const to = stranger()
  void tab.request('eth_sendTransaction', [{ to, value: '0x9' }]).catch(() => undefined)
  await expect.poll(async () => (await entryFor(tab, to))?.status).toBe('requested')
  await tab.page.reload()
  // The user approved while no page was open.
  await callNode('CHAIN_1', 'anvil_impersonateAccount', from)
  const hash = await callNode('CHAIN_1', 'eth_sendTransaction', { from, to, value: '0x9' })
  await callNode('CHAIN_1', 'anvil_stopImpersonatingAccount', from)
  await expect.poll(async () => entryFor(tab, to)).toMatchObject({ hash, isLate: true })
})
