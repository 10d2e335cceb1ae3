import { delegateAddress, delegationCode } from '@latchkey/wire/login/smartAccount'
import { type Hex, parseEther, toHex } from 'viem'
import { callNode } from '../fixtures/chains.js'
import { openDelegations, openKeyAccount } from '../fixtures/delegations.js'
import { clickUntil, confirm, loginFrame } from '../fixtures/login.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { often, type Tab } from '../fixtures/tab.js'

test.use(still)

const codeOf = (address: string) => callNode('CHAIN_1', 'eth_getCode', address, 'latest')
const balanceOf = async (address: string) =>
  BigInt((await callNode('CHAIN_1', 'eth_getBalance', address, 'latest')) as Hex)

async function atomicOf(tab: Tab, address: string): Promise<unknown> {
  const { result } = await tab.request('wallet_getCapabilities', [address, ['0x1']])
  return (result as { '0x1': { atomic: unknown } })['0x1'].atomic
}

const batchOf = (from: string, friends: readonly string[]) => [
  {
    version: '2.0.0',
    from,
    chainId: '0x1',
    atomicRequired: true,
    calls: friends.map((to) => ({ to, value: toHex(parseEther('0.1')) })),
  },
]

async function closeModal(tab: Tab): Promise<void> {
  await tab.page.evaluate(() => window.latchkey.close())
  await expect(tab.card).toBeHidden()
}

async function openNetwork(tab: Tab, status: string) {
  await openDelegations(tab)
  await expect(networkOf(tab)).toHaveAttribute('data-status', status)
  await clickUntil(tab, 'delegation-change', 'delegation-confirm')
}

const networkOf = (tab: Tab) =>
  loginFrame(tab).getByTestId('delegation').filter({ hasText: 'Ethereum' })

test('an account of a key becomes smart, makes a batch, and becomes plain again', async ({
  site,
}) => {
  const { tab, address } = await openKeyAccount(site)
  const friends = [`0x${'e1'.repeat(20)}`, `0x${'e2'.repeat(20)}`]
  const before = await Promise.all(friends.map(balanceOf))
  expect(await atomicOf(tab, address)).toEqual({ status: 'unsupported' })
  const early = await tab.request('wallet_sendCalls', batchOf(address, friends))
  expect(early.code).toBe(5760)

  await openNetwork(tab, 'none')
  const frame = loginFrame(tab)
  await expect(frame.getByTestId('login-delegation')).toContainText('This is called a delegation')
  await expect(frame.getByTestId('delegation-unaudited')).toBeVisible()
  expect(await codeOf(address)).toBe('0x')
  await clickUntil(tab, 'delegation-confirm', 'login-delegations')
  await expect(networkOf(tab)).toHaveAttribute('data-status', 'own')
  expect(await codeOf(address)).toBe(delegationCode(delegateAddress))
  expect((await tab.account()).address).toBe(address)
  await closeModal(tab)

  expect(await atomicOf(tab, address)).toEqual({ status: 'supported' })
  const sending = tab.request('wallet_sendCalls', batchOf(address, friends))
  await confirm(tab)
  const { id } = (await sending).result as { id: Hex }
  await expect
    .poll(async () => {
      const { result } = await tab.request('wallet_getCallsStatus', [id])
      return result
    }, often)
    .toMatchObject({ status: 200, atomic: true })
  expect(await callNode('CHAIN_1', 'eth_getTransactionByHash', id)).toMatchObject({
    from: address.toLowerCase(),
    to: address.toLowerCase(),
  })
  const after = await Promise.all(friends.map(balanceOf))
  expect(after).toEqual(before.map((amount) => amount + parseEther('0.1')))

  await openNetwork(tab, 'own')
  await clickUntil(tab, 'delegation-confirm', 'login-delegations')
  await expect(networkOf(tab)).toHaveAttribute('data-status', 'none')
  expect(await codeOf(address)).toBe('0x')
  await closeModal(tab)
  expect(await atomicOf(tab, address)).toEqual({ status: 'unsupported' })
})

test('a page cannot have the account delegated', async ({ site }) => {
  const { tab, address } = await openKeyAccount(site)
  site.expectConsoleError(/Requested RPC call is not allowed/)
  const authorization = { chainId: '0x1', address: delegateAddress, nonce: '0x0' }
  const transaction = { from: address, to: address, authorizationList: [authorization] }
  const [batch] = batchOf(address, [address])
  for (const [method, params] of [
    ['eth_sendTransaction', { ...transaction, type: '0x4' }],
    ['eth_sendTransaction', transaction],
    ['wallet_sendCalls', { ...batch, authorizationList: [authorization] }],
    ['wallet_signAuthorization', authorization],
    ['eth_signTransaction', transaction],
  ] as const) {
    const answer = await tab.request(method, [params])
    expect(answer.result, method).toBeUndefined()
    expect(answer.code, method).toBeDefined()
    await expect(loginFrame(tab).getByTestId('login-confirm')).toBeHidden()
  }
  expect(await codeOf(address)).toBe('0x')
})
