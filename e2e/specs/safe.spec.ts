import type { Frame, Page } from '@playwright/test'
import { createPublicClient, type Hex, hashTypedData, http, keccak256, toHex } from 'viem'
import { mainnet } from 'viem/chains'
import { callNode, urlOf } from '../fixtures/chains.js'
import { readJournal } from '../fixtures/journal.js'
import { expect, type Site, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { SafeHost, SafeHostSettings } from '../pages/safeHost.js'

test.use(still)

const nobody = '0x000000000000000000000000000000000000dEaD'

/** A host with its own origin; names below `localhost` are this machine. */
const localHost = (name: string) => urlOf('BASE_URL').replace('//localhost', `//${name}.localhost`)
/** The host that sites trust by default. */
const realHost = 'https://app.safe.global'

/** Our page instead of Safe's, with its own node: nothing leaves this machine. */
async function playSafe(page: Page) {
  // Browsers prompt before a public page may frame a local one.
  await page.context().grantPermissions(['local-network-access'], { origin: realHost })
  await page.route(`${realHost}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const isNode = pathname === '/node'
    const url = isNode ? urlOf('CHAIN_1') : `${urlOf('BASE_URL')}${pathname}${search}`
    await route.fulfill({ response: await route.fetch({ url }) })
  })
}

/** The site as an app in a Safe. */
async function openInSafe(
  site: Site,
  {
    host,
    owner,
    trusts,
    behaviours = {},
  }: {
    readonly host: string
    readonly owner: string
    /** Hosts the site allows. */
    readonly trusts?: readonly string[]
    readonly behaviours?: Partial<SafeHost>
  },
) {
  // Files of the host, not of the site.
  site.expectConsoleError(new RegExp(`foreign request: ${host}`))
  const { page } = await site.open({ page: 'connectors', wallets: [] })
  await playSafe(page)
  await page.addInitScript((given) => Object.assign(window, given), {
    __connectors: { safe: trusts ? { allowedDomains: trusts } : {} },
    __safeHost: {
      site: `${urlOf('BASE_URL')}/connectors.html`,
      node: host === realHost ? `${realHost}/node` : urlOf('CHAIN_1'),
      chainId: 1,
      ownerKey: keccak256(toHex(owner)),
    } satisfies SafeHostSettings,
  })
  await page.goto(`${host}/safeHost.html`)
  const app = await appIn(page)
  await page.evaluate((given) => Object.assign(window.safeHost, given), behaviours)
  return { page, app, ...describeApp(app), address: () => hostAddress(page) }
}

async function appIn(page: Page): Promise<Frame> {
  await expect.poll(() => page.frame({ url: /connectors\.html/ })).not.toBeNull()
  const frame = page.frame({ url: /connectors\.html/ }) as Frame
  await frame.waitForFunction(() => window.latchkey !== undefined)
  return frame
}

async function hostAddress(page: Page): Promise<Hex> {
  await page.waitForFunction(() => window.safeHost.address !== undefined)
  return page.evaluate(() => window.safeHost.address as Hex)
}

function describeApp(app: Frame) {
  const account = () => app.evaluate(() => window.latchkey.getAccount())
  return {
    account,
    expectConnected: () =>
      expect.poll(async () => (await account()).status, { timeout: 10_000 }).toBe('connected'),
    request: (method: string, params: readonly unknown[]) =>
      app.evaluate(
        async ([requested, given]) => {
          const provider = window.latchkey.getProvider() as {
            request(call: object): Promise<unknown>
          }
          try {
            return { result: await provider.request({ method: requested, params: given }) }
          } catch (caught) {
            const { code, message, cause } = caught as Error & { code: number }
            return { code, message, cause: (cause as { code?: string } | undefined)?.code }
          }
        },
        [method, params] as const,
      ) as Promise<{ result?: unknown; code?: number; cause?: string }>,
    journal: () => readJournal(app),
  }
}

test('connects to the Safe automatically, signs, and reconnects after a reload', async ({
  site,
}) => {
  const { page, app, request, account, expectConnected, address } = await openInSafe(site, {
    host: realHost,
    owner: 'signs',
  })
  await expectConnected()
  const safe = await address()
  expect(await account()).toMatchObject({
    address: safe,
    allAccounts: [{ address: safe, type: 'smartAccount' }],
  })
  expect(await app.evaluate(() => window.latchkey.getWalletInfo())).toMatchObject({ name: 'Safe' })

  const client = createPublicClient({ chain: mainnet, transport: http(urlOf('CHAIN_1')) })
  const message = 'Enter the shop \u{1F6AA}'
  const signature = (await app.evaluate(
    (text) => window.latchkey.signMessage(text),
    message,
  )) as Hex
  expect(await client.verifyMessage({ address: safe, message, signature })).toBe(true)

  const order = {
    domain: { name: 'Shop', chainId: 1 },
    primaryType: 'Order',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Order: [{ name: 'count', type: 'uint256' }],
    },
    message: { count: '3' },
  } as const
  await page.evaluate(() => Object.assign(window.safeHost, { signs: 'later' }))
  const { result } = await request('eth_signTypedData_v4', [safe, JSON.stringify(order)])
  const domain = { ...order.domain, chainId: 1n }
  const hash = hashTypedData({ ...order, domain, message: { count: 3n } })
  expect(await client.verifyHash({ address: safe, hash, signature: result as Hex })).toBe(true)

  // A host that signs only by transaction has no signature, and the error says so.
  await page.evaluate(() => Object.assign(window.safeHost, { signs: 'on the chain' }))
  expect(await request('personal_sign', ['0x6869', safe])).toMatchObject({
    cause: 'wallet/signed-on-chain',
  })
  await page.evaluate(() => Object.assign(window.safeHost, { behaviour: 'reject' }))
  expect(await request('personal_sign', ['0x6869', safe])).toMatchObject({ code: 4001 })
  expect(await request('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).toMatchObject({
    code: 4902,
  })

  await page.reload()
  const again = describeApp(await appIn(page))
  await again.expectConnected()
  expect(await again.account()).toMatchObject({ address: safe })
})

test('waits for the other owners and follows the transaction once they confirm', async ({
  site,
}) => {
  const { page, app, request, expectConnected, address, journal } = await openInSafe(site, {
    host: localHost('safe'),
    trusts: ['http://safe.localhost:*'],
    owner: 'sends',
    behaviours: { behaviour: 'propose' },
  })
  await expectConnected()
  const from = await address()
  const value = 1_234_567_890_123_456_789n
  const before = BigInt((await callNode('CHAIN_1', 'eth_getBalance', nobody, 'latest')) as Hex)
  const { result: hash } = await request('eth_sendTransaction', [
    { from, to: nobody, value: toHex(value), data: '0x1234' },
  ])
  expect(await page.evaluate(() => window.safeHost.proposed)).toEqual([
    [{ to: nobody.toLowerCase(), value: value.toString(), data: '0x1234' }],
  ])
  // Nothing is on the chain yet.
  expect((await request('eth_getTransactionReceipt', [hash])).result).toBeNull()
  expect(await journal()).toMatchObject([{ status: 'pending', proposal: hash }])
  expect((await journal())[0]).not.toHaveProperty('hash')

  // The app reloads before they approve; the new page follows the transaction.
  await app.evaluate(() => {
    Object.assign(window, { isOld: true })
    window.location.reload()
  })
  const isNew = () => app.evaluate(() => 'latchkey' in window && !('isOld' in window))
  await expect.poll(() => isNew().catch(() => false)).toBe(true)
  const { request: requestAgain, ...again } = describeApp(await appIn(page))
  await again.expectConnected()
  await page.evaluate(() => window.safeHost.agree())
  await expect
    .poll(async () => (await requestAgain('eth_getTransactionReceipt', [hash])).result)
    .toMatchObject({ transactionHash: hash, status: '0x1' })
  await expect
    .poll(async () => (await again.journal())[0]?.hash, { timeout: 15_000 })
    .toMatch(/^0x[0-9a-f]{64}$/)
  const after = BigInt((await callNode('CHAIN_1', 'eth_getBalance', nobody, 'latest')) as Hex)
  expect(after - before).toBeGreaterThanOrEqual(value)

  // Several calls are one transaction of the Safe.
  await page.evaluate(() => Object.assign(window.safeHost, { behaviour: 'approve' }))
  const calls = [
    { to: nobody, value: '0x1' },
    { to: nobody, value: '0x2' },
  ]
  const { result: batch } = await requestAgain('wallet_sendCalls', [
    { version: '2.0.0', from, chainId: '0x1', atomicRequired: true, calls },
  ])
  const { id } = batch as { id: string }
  expect((await requestAgain('wallet_getCallsStatus', [id])).result).toMatchObject({
    id,
    status: 200,
  })
  await page.evaluate(() => Object.assign(window.safeHost, { behaviour: 'reject' }))
  expect(
    await requestAgain('eth_sendTransaction', [{ from, to: nobody, value: '0x1' }]),
  ).toMatchObject({
    code: 4001,
  })
  expect(await again.journal()).toHaveLength(1)
})

test('tells nothing to a parent page that is not a Safe', async ({ site }) => {
  const { page, app, account, address } = await openInSafe(site, {
    host: localHost('stranger'),
    owner: 'stranger',
  })
  await address()
  await app.evaluate(() => window.latchkey.ready())
  // Much longer than a Safe needs.
  await page.waitForTimeout(1_500)
  expect((await account()).status).toBe('disconnected')
  expect(await page.evaluate(() => window.safeHost.requested)).toEqual([])

  // The same for a page without a frame.
  await page.goto(`${urlOf('BASE_URL')}/connectors.html`)
  await page.evaluate(() => window.latchkey.ready())
  await page.locator('latchkey-button').locator('button').click()
  await expect(page.getByTestId('w3m-modal-card')).toBeVisible()
  await expect(page.getByTestId('wallet-selector-safe')).toHaveCount(0)
})
