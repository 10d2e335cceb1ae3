import { parseContext } from '@latchkey/wire/login/permissions'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test, vi } from 'vitest'
import { createFakeLoginSite, rightCode } from '../../fixtures/fakeLoginSite.js'
import { openTestFrame, settings } from '../../fixtures/testFrame.js'
import type { CallsAction } from '../account/action.js'

const email = 'ann@mail.test'
const now = 1_800_000_000
const paymaster = '0x00000000000000000000000000000000000face5'
const key = privateKeyToAccount(generatePrivateKey()).address
const friend = '0x00000000000000000000000000000000000f71e4'
const word = `0x${'0'.repeat(63)}1`
const rpc = { chainNamespace: 'eip155' as const, chainId: 10 }

/** A logged-in frame on a chain with smart accounts and a paymaster. */
async function openFrame({
  site = createFakeLoginSite(),
  parentOrigin = 'https://shop.test',
} = {}) {
  const chains = settings.chains.map((chain) =>
    chain.hasBundler ? { ...chain, paymaster } : chain,
  )
  const origins = ['https://shop.test', 'https://market.test']
  const page = await openTestFrame({ site, parentOrigin, project: { chains, origins } })
  Object.assign(site.chain, {
    eth_getBlockByNumber: {
      number: '0x1',
      hash: word,
      timestamp: `0x${now.toString(16)}`,
      transactions: [],
      baseFeePerGas: '0x7',
    },
    eth_maxPriorityFeePerGas: '0x1',
    eth_getBalance: '0xde0b6b3a7640000',
    eth_call: word,
    eth_estimateUserOperationGas: {
      callGasLimit: '0x1',
      verificationGasLimit: '0x1',
      preVerificationGas: '0x1',
    },
    eth_sendUserOperation: word,
    eth_getUserOperationByHash: { transactionHash: word },
  })
  page.fake.codes.push(rightCode)
  await page.handlers.CONNECT_EMAIL({ email })
  await page.handlers.CONNECT_OTP({})
  const user = await page.handlers.GET_USER({ chainId: 10 })
  return { ...page, smart: user.address as Hex }
}

type Frame = Awaited<ReturnType<typeof openFrame>>

const request = (frame: Frame, method: string, params: unknown) =>
  frame.handlers.RPC_REQUEST({ ...rpc, method, params })

const permission = {
  chainId: '0xa',
  expiry: now + 86_400,
  signer: { type: 'account', data: { address: key } },
  permissions: [{ type: 'native-token-allowance', data: { allowance: '0x1' } }],
  policies: [],
}

/** The newest confirmation. */
const shown = (frame: Frame, count: number) =>
  vi.waitFor(() => {
    const confirm = frame.fake.confirms[count - 1]
    if (!confirm) throw new Error('Nothing is shown')
    return confirm
  })

describe('permissions', () => {
  test('are signed only after the confirmation, and are on the other device', async () => {
    const frame = await openFrame()
    const rejected = request(frame, 'wallet_grantPermissions', [permission])
    rejected.catch(() => undefined)
    const first = await shown(frame, 1)
    expect(first.request).toMatchObject({
      origin: 'https://shop.test',
      action: { kind: 'grant', account: frame.smart, permission: { key: key.toLowerCase() } },
    })
    first.decide(false)
    await expect(rejected).rejects.toMatchObject({ failure: { rpcCode: 4001 } })
    const account = [...frame.site.accounts.values()].at(0)
    expect(account?.grants).toEqual([])

    const granted = request(frame, 'wallet_grantPermissions', [permission])
    ;(await shown(frame, 2)).decide(true)
    const { context } = (await granted) as { context: string }
    expect(parseContext(context)).toMatchObject({ account: frame.smart.toLowerCase(), chainId: 10 })
    expect(account?.grants).toMatchObject([{ context, origin: 'https://shop.test' }])

    // Another device of the same person, on another site.
    const other = await openFrame({ site: frame.site, parentOrigin: 'https://market.test' })
    expect(other.smart).toBe(frame.smart)
    // A chain where the account is not deployed: nothing is used of it.
    frame.site.chain.eth_call = '0x'
    void other.handlers.OPEN_ACCOUNT(undefined).catch(() => undefined)
    const pages = await vi.waitFor(() => {
      const [opened] = other.fake.accounts
      if (!opened) throw new Error('The pages are not open')
      return opened
    })
    const { signal } = new AbortController()
    const [listed] = await pages.grants.list(signal)
    if (!listed) throw new Error('It is not listed')
    expect(listed).toMatchObject({ origin: 'https://shop.test', context })
    expect(await pages.grants.status(listed, signal)).toMatchObject({
      revoked: false,
      callsUsed: 0n,
    })
    // The site there learns nothing of it.
    expect(await request(other, 'wallet_getGrantedPermissions', [])).toEqual([])
    expect(await request(frame, 'wallet_getGrantedPermissions', [])).toMatchObject([{ context }])
  })

  test('are not handed over if they cannot be stored for the other devices', async () => {
    const frame = await openFrame()
    const granted = request(frame, 'wallet_grantPermissions', [permission])
    const confirm = await shown(frame, 1)
    frame.site.isDown = true
    confirm.decide(true)
    await expect(granted).rejects.toMatchObject({ failure: { code: 'unreachable' } })
  })

  test('of a frame for another page are refused before anything is shown', async () => {
    const frame = await openFrame()
    const attempts: [string, unknown][] = [
      ['wallet_grantPermissions', [{ ...permission, expiry: undefined }]],
      ['wallet_grantPermissions', [{ ...permission, address: friend }]],
      ['wallet_revokePermissions', [{ permissionContext: '0x1234' }]],
      ['wallet_revokePermissions', { pci: crypto.randomUUID() }],
      ['wallet_revokeExecutionPermission', [{}]],
    ]
    for (const [method, params] of attempts) {
      await expect(request(frame, method, params), method).rejects.toMatchObject({
        failure: { code: 'invalid-request' },
      })
    }
    expect(frame.fake.confirms).toEqual([])
  })
})

describe('sponsored calls', () => {
  const sponsored = {
    paymaster,
    paymasterData: `0x${'11'.repeat(77)}`,
    paymasterVerificationGasLimit: '0x9c40',
    paymasterPostOpGasLimit: '0x0',
    sponsor: { name: 'Shop' },
  }
  const params = [
    {
      version: '2.0.0',
      chainId: '0xa',
      calls: [{ to: friend, value: '0x1' }],
      capabilities: { paymasterService: { url: 'https://api.test/v1/paymaster' } },
    },
  ]

  test('say who pays, and send what the paymaster signed', async () => {
    const frame = await openFrame()
    Object.assign(frame.site.chain, {
      pm_getPaymasterStubData: sponsored,
      pm_getPaymasterData: sponsored,
    })
    const sending = request(frame, 'wallet_sendCalls', params)
    const { request: asked, decide } = await shown(frame, 1)
    expect(await (asked.action as CallsAction).sponsorship).toEqual({
      status: 'paid',
      name: 'Shop',
    })
    decide(true)
    expect(await sending).toMatchObject({ id: expect.any(String) })
    expect(frame.fake.confirms).toHaveLength(1)
  })

  test.each<[string, object | null]>([
    ['runs dry', null],
    ['names another contract', { ...sponsored, paymaster: friend }],
    ['wants too much gas', { ...sponsored, paymasterVerificationGasLimit: '0xffffffff' }],
    ['answers too much', { ...sponsored, paymasterData: `0x${'11'.repeat(4_000)}` }],
    ['answers no data', { ...sponsored, paymasterData: 'yes' }],
  ])('are offered to the visitor when the paymaster %s at the last moment', async (_, answer) => {
    const frame = await openFrame()
    Object.assign(frame.site.chain, {
      pm_getPaymasterStubData: sponsored,
      pm_getPaymasterData: answer,
    })
    const sending = request(frame, 'wallet_sendCalls', params)
    sending.catch(() => undefined)
    const first = await shown(frame, 1)
    expect(await (first.request.action as CallsAction).sponsorship).toMatchObject({
      status: 'paid',
    })
    first.decide(true)
    const second = await shown(frame, 2)
    const action = second.request.action as CallsAction
    expect(await action.sponsorship).toMatchObject({ status: 'refused' })
    expect(action.calls).toEqual((first.request.action as CallsAction).calls)
    second.decide(answer === null)
    if (answer === null) expect(await sending).toMatchObject({ id: expect.any(String) })
    else await expect(sending).rejects.toMatchObject({ failure: { rpcCode: 4001 } })
    expect(frame.fake.confirms).toHaveLength(2)
  })

  test('ask only the provider, for this project, or the site itself', async () => {
    const frame = await openFrame()
    const withUrl = (url: string) => [{ ...params[0], capabilities: { paymasterService: { url } } }]
    for (const url of [
      'https://evil.test/v1/paymaster',
      'https://api.test.evil.test/v1/paymaster',
      'https://api.test/v1/bundler',
      'https://user@shop.test/pay',
      'http://shop.test/pay',
      'javascript:alert(1)',
      '/v1/paymaster',
    ]) {
      await expect(request(frame, 'wallet_sendCalls', withUrl(url)), url).rejects.toMatchObject({
        failure: { rpcCode: -32602 },
      })
    }
    expect(frame.fake.confirms).toEqual([])
    Object.assign(frame.site.chain, { pm_getPaymasterStubData: sponsored })
    const asked: string[] = []
    const { fetch } = frame.site
    frame.site.fetch = ((input: string | URL, init?: RequestInit) => {
      if (String(init?.body).includes('pm_')) asked.push(String(input))
      return fetch(input, init)
    }) as typeof fetch
    const own = await openFrame({ site: frame.site })
    for (const url of [
      'https://api.test/v1/paymaster?projectId=somebody-else&chainId=eip155:1',
      'https://shop.test/pay?x=1',
    ]) {
      const sending = request(own, 'wallet_sendCalls', withUrl(url))
      sending.catch(() => undefined)
      const { request: shownRequest, decide } = await shown(own, own.fake.confirms.length + 1)
      await (shownRequest.action as CallsAction).sponsorship
      decide(false)
      await expect(sending).rejects.toMatchObject({ failure: { rpcCode: 4001 } })
    }
    expect(asked).toEqual([
      'https://api.test/v1/paymaster?chainId=eip155%3A10&projectId=shop',
      'https://shop.test/pay?x=1',
    ])
  })
})
