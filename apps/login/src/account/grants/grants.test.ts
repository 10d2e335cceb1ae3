import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { revocationExpiries } from '@latchkey/wire/http/sessions'
import { encodeRevokePermission, parseContext } from '@latchkey/wire/login/permissions'
import { accountContracts } from '@latchkey/wire/login/smartAccount'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountAddress } from '../accountCalls.js'
import type { CallsAction, GrantAction } from '../action.js'
import { createTestSigner } from '../testSigner.fixture.js'
import { createSiteParts } from '../walletParts.fixture.js'
import {
  chainId,
  createSiteKey,
  type GrantChain,
  never,
  openGrantWallet,
  startGrantChain,
  transfer,
} from './chain.fixture.js'

const friend: Address = '0x00000000000000000000000000000000000f71e4'
const usdc = localAddresses.usdc
const day = 86_400

let local: GrantChain
beforeAll(async () => {
  local = await startGrantChain()
}, 120_000)
afterAll(() => local?.stop())

type Wallet = Awaited<ReturnType<typeof openGrantWallet>>

/** A request of smart sessions for tokens. */
async function tokenRequest(key: Hex, more: object = {}) {
  const { timestamp } = await local.client.getBlock()
  return {
    chainId: '0x1',
    expiry: Number(timestamp) + day,
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: key }] } },
    permissions: [
      { type: 'erc20-token-allowance', data: { token: usdc, allowance: toHex(2_000_000n) } },
    ],
    policies: [{ type: 'call-limit', data: { count: 3 } }],
    ...more,
  }
}

const grant = async ({ run }: Wallet, key: Hex, more?: object) =>
  (await run('wallet_grantPermissions', [await tokenRequest(key, more)])) as {
    readonly context: Hex
    readonly expiry: number
  }

const tokensOf = (address: Address) =>
  local.client.readContract({
    address: usdc,
    abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
    functionName: 'balanceOf',
    args: [address],
  })

const read = ({ wallet }: Wallet, method: string, params: unknown = []) =>
  wallet.read({ method, params, chainId }, never)

describe('the version of an account', () => {
  it('decides its address, which wallets made before keep', async () => {
    const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    // As computed by the release before there was a second version.
    expect(accountAddress(owner, 1)).toBe('0x2E47E91b2Acb61CD40F32b1Fb7CD9f6712aD3851')
    const factory = parseAbi(['function getAddress(address, uint256) view returns (address)'])
    for (const version of [1, 2] as const) {
      const found = await local.client.readContract({
        address: accountContracts[version].factory,
        abi: factory,
        functionName: 'getAddress',
        args: [owner, 0n],
      })
      expect(accountAddress(owner, version)).toBe(found)
      const signer = createTestSigner({ accountVersion: version })
      const { smart } = await openGrantWallet(local, { signer, units: 0n })
      expect(smart).toBe(accountAddress(signer.addresses.eip155, version))
    }
  })

  it('without permissions still sends, and grants nothing', async () => {
    const signer = createTestSigner({ accountVersion: 1 })
    const old = await openGrantWallet(local, { signer })
    expect(await read(old, 'wallet_getCapabilities')).toMatchObject({
      '0x1': { permissions: { supported: false }, paymasterService: { supported: true } },
    })
    const site = createSiteKey(local)
    await expect(grant(old, site.publicKey)).rejects.toMatchObject({ failure: { rpcCode: 5700 } })
    expect(await read(old, 'wallet_getGrantedPermissions')).toEqual([])
    expect(await old.wallet.grantChains(never)).toEqual([])
    await old.run('wallet_sendCalls', [{ calls: [{ to: friend, value: '0x1' }] }])
  })
})

describe('a permission', () => {
  it('lets the key do what was granted and no more, until it is revoked', async () => {
    const wallet = await openGrantWallet(local)
    const site = createSiteKey(local)
    expect(await read(wallet, 'wallet_getCapabilities')).toMatchObject({
      '0x1': { permissions: { supported: true, signerTypes: expect.arrayContaining(['keys']) } },
    })
    const granted = await grant(wallet, site.publicKey)
    expect(granted).toMatchObject({
      chainId: '0x1',
      address: wallet.smart,
      accountMeta: { factory: accountContracts[2].factory },
    })
    const before = await tokensOf(friend)
    const pay = (units: bigint) =>
      site.send(granted.context, [{ to: usdc, value: 0n, data: transfer(friend, units) }])
    expect(await pay(1_500_000n)).toMatchObject({ success: true })
    expect(await tokensOf(friend)).toBe(before + 1_500_000n)
    await expect(pay(600_000n)).rejects.toThrow()

    const [stored] = await wallet.wallet.grants(never)
    if (!stored) throw new Error('It was not stored')
    expect(stored).toMatchObject({ origin: 'https://shop.test', account: wallet.smart })
    expect(await wallet.wallet.grantStatus(stored, never)).toMatchObject({
      enabled: true,
      revoked: false,
      callsUsed: 1n,
      spent: [1_500_000n],
    })
    expect(await read(wallet, 'wallet_getGrantedPermissions')).toMatchObject([
      { context: granted.context, permissions: [{ type: 'erc20-token-allowance' }] },
    ])

    const pci = crypto.randomUUID()
    const params = [{ pci, context: granted.context, permissions: [], expiry: 1, address: 'x' }]
    const signature = await wallet.run('wallet_revokePermissions', params)
    const verified = await Promise.all(
      revocationExpiries(Date.now()).map((expiresAt) => {
        const lines = [
          `Permission: ${pci}`,
          `Account: ${chainId}:${wallet.smart.toLowerCase()}`,
          'Project: shop',
          `Expires: ${new Date(expiresAt).toISOString()}`,
        ]
        return local.client.verifyMessage({
          address: wallet.smart,
          message: ['Revoke a permission.', '', ...lines].join('\n'),
          signature: signature as Hex,
        })
      }),
    )
    expect(verified).toContain(true)
    expect(await wallet.wallet.grantStatus(stored, never)).toMatchObject({ revoked: true })
    expect(await read(wallet, 'wallet_getGrantedPermissions')).toEqual([])
    await expect(pay(1n)).rejects.toThrow()
    expect(await tokensOf(friend)).toBe(before + 1_500_000n)
  })

  it('is revoked with all others, also if the server hides it', async () => {
    const wallet = await openGrantWallet(local)
    const [one, two] = [createSiteKey(local), createSiteKey(local)]
    const first = await grant(wallet, one.publicKey)
    const second = await grant(wallet, two.publicKey)
    const pay = (site: typeof one, { context }: typeof first) =>
      site.send(context, [{ to: usdc, value: 0n, data: transfer(friend, 1n) }])
    // The control: both work.
    expect(await pay(one, first)).toMatchObject({ success: true })
    wallet.site.stored.length = 0
    expect(await wallet.wallet.grants(never)).toEqual([])
    const options = { paysItself: false, signal: never }
    const revocation = await wallet.wallet.prepareRevocation({ chainId }, options)
    await revocation.execute(never)
    await expect(pay(one, first)).rejects.toThrow()
    await expect(pay(two, second)).rejects.toThrow()
    // A later one is for the new epoch.
    const third = await grant(wallet, one.publicKey)
    expect(await pay(one, third)).toMatchObject({ success: true })
  })

  it('can be revoked by an account without coins, because the provider pays', async () => {
    const wallet = await openGrantWallet(local, { ether: '0' })
    const site = createSiteKey(local)
    await grant(wallet, site.publicKey)
    const [stored] = await wallet.wallet.grants(never)
    if (!stored) throw new Error('It was not stored')
    const options = { paysItself: false, signal: never }
    const { action, execute } = await wallet.wallet.prepareRevocation(stored, options)
    expect(await (action as CallsAction).sponsorship).toMatchObject({ status: 'paid' })
    await execute(never)
    expect(await wallet.wallet.grantStatus(stored, never)).toMatchObject({ revoked: true })
  })

  it('names everything that was reduced', async () => {
    const wallet = await openGrantWallet(local, { ether: '0', units: 0n })
    const site = createSiteKey(local)
    const asked = await tokenRequest(site.publicKey, {
      expiry: Number((await local.client.getBlock()).timestamp) + 90 * day,
      policies: [
        { type: 'call-limit', data: { count: 1_000_000 } },
        { type: 'gas-limit', data: { limit: toHex(parseEther('9')) } },
      ],
    })
    const call = { method: 'wallet_grantPermissions', params: [asked], chainId }
    const { action, execute } = await wallet.wallet.prepare(call, never)
    const { changes, permission, now } = action as GrantAction
    expect(changes.map(({ what }) => what).sort()).toEqual(['calls', 'expiry', 'fee'])
    expect(permission).toMatchObject({ validUntil: now + 30 * day, maxCalls: 10_000 })
    const result = (await execute(never)) as { context: Hex; expiry: number; policies: unknown }
    // The site learns it, too.
    expect(result).toMatchObject({ expiry: now + 30 * day })
    expect(result.policies).toContainEqual({ type: 'call-limit', data: { count: 10_000 } })
    expect(parseContext(result.context)?.permission).toEqual(permission)
  })

  it('of another site is not listed to a site, nor one that the key did not sign', async () => {
    const wallet = await openGrantWallet(local)
    await grant(wallet, createSiteKey(local).publicKey)
    const { stored } = wallet.site
    const [own] = stored
    if (!own) throw new Error('It was not stored')
    const other = await openGrantWallet(local)
    await grant(other, createSiteKey(local).publicKey)
    // A hostile server moves one to another site, renames it, invents one and copies somebody else's.
    const forged = [
      { ...own, nonce: '0'.repeat(32) },
      { ...own, names: ['harmless()'] },
      { ...own, origin: 'https://other.test' },
      { ...own, context: `${own.context.slice(0, -64)}${'11'.repeat(32)}` },
      ...other.site.stored,
    ]
    stored.push(...forged)
    expect(await wallet.wallet.grants(never)).toMatchObject([
      { context: own.context, origin: 'https://shop.test', names: [] },
    ])
    // A frame of another site with the same wallet, and the same honest server.
    const elsewhere = createSiteParts('https://other.test')
    elsewhere.stored.push(own)
    const there = await openGrantWallet(local, { signer: wallet.signer, site: elsewhere })
    expect(await there.wallet.grants(never)).toHaveLength(1)
    expect(await read(there, 'wallet_getGrantedPermissions')).toEqual([])
    expect(await read(wallet, 'wallet_getGrantedPermissions')).toHaveLength(1)
  })
})

describe('sponsored calls', () => {
  const batch = (url: string, calls: object[]) => [
    { version: '2.0.0', chainId: '0x1', calls, capabilities: { paymasterService: { url } } },
  ]
  const pay = { to: usdc, data: transfer(friend, 1n) }

  it.each([1, 2] as const)(
    'are sent by an account of version %s without coins',
    async (version) => {
      const signer = createTestSigner({ accountVersion: version })
      const wallet = await openGrantWallet(local, { signer, ether: '0' })
      const params = batch(`${local.apiUrl}/v1/paymaster?projectId=somebody-else`, [pay])
      const call = { method: 'wallet_sendCalls', params, chainId }
      const { action, execute } = await wallet.wallet.prepare(call, never)
      expect(await (action as CallsAction).sponsorship).toMatchObject({ status: 'paid' })
      const before = await tokensOf(friend)
      await execute(never)
      await expect.poll(() => tokensOf(friend), { timeout: 60_000 }).toBe(before + 1n)
      expect(await local.client.getBalance({ address: wallet.smart })).toBe(0n)
    },
  )

  it('are paid by the visitor if the paymaster refuses, and nothing is lost', async () => {
    const wallet = await openGrantWallet(local)
    const url = `${local.apiUrl}/v1/paymaster`
    // No policy pays for this call.
    const params = batch(url, [{ to: friend, value: '0x7' }])
    const call = { method: 'wallet_sendCalls', params, chainId }
    const { action, execute } = await wallet.wallet.prepare(call, never)
    expect(await (action as CallsAction).sponsorship).toMatchObject({ status: 'refused' })
    expect(await (action as CallsAction).fee).toBeGreaterThan(0n)
    const before = await local.client.getBalance({ address: friend })
    await execute(never)
    await expect
      .poll(() => local.client.getBalance({ address: friend }), { timeout: 60_000 })
      .toBe(before + 7n)
  })

  it('ask no paymaster that is neither the provider’s nor the site’s', async () => {
    const wallet = await openGrantWallet(local)
    await expect(
      wallet.run('wallet_sendCalls', batch('https://evil.test/pm', [pay])),
    ).rejects.toMatchObject({ failure: { rpcCode: -32602 } })
  })
})

describe('orders to the own account', () => {
  const abi = parseAbi([
    'function upgradeTo(address)',
    'function execute(address,uint256,bytes)',
    'function executeBatch((address to,uint256 value,bytes data)[])',
    'function revokeAll()',
    'function somethingNew()',
  ])
  const evil: Address = '0x00000000000000000000000000000000000000e1'

  it('never replace the code of an account by any that the wallet does not know', async () => {
    const { smart, eoa, wallet } = await openGrantWallet(local)
    const upgrade = (to: Address) =>
      encodeFunctionData({ abi, functionName: 'upgradeTo', args: [to] })
    const nest = (data: Hex, to: Address = smart) =>
      encodeFunctionData({ abi, functionName: 'execute', args: [to, 0n, data] })
    const inBatch = (data: Hex) =>
      encodeFunctionData({
        abi,
        functionName: 'executeBatch',
        args: [[{ to: smart, value: 0n, data }]],
      })
    const unknown = encodeFunctionData({ abi, functionName: 'somethingNew' })
    const own = [smart, accountAddress(eoa, 1)] as const
    const bad = [
      upgrade(evil),
      nest(upgrade(evil)),
      inBatch(nest(upgrade(evil))),
      unknown,
      '0x1234',
    ]
    const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
    const prepare = (method: string, params: unknown) =>
      wallet.prepare({ method, params, chainId }, never)
    for (const data of bad as Hex[]) {
      for (const to of own) {
        const attacks: [string, unknown][] = [
          ['eth_sendTransaction', [{ from: eoa, to, data }]],
          ['eth_sendTransaction', [{ from: smart, to, data }]],
          ['wallet_sendCalls', [{ from: eoa, calls: [{ to, data }] }]],
          [
            'wallet_sendCalls',
            [
              {
                calls: [
                  { to: friend, value: '0x1' },
                  { to, data },
                ],
              },
            ],
          ],
          ['eth_sendUserOperation', [{ sender: smart, callData: nest(data, to) }, entryPoint]],
        ]
        for (const [method, params] of attacks) {
          await expect(prepare(method, params), `${method} ${data}`).rejects.toMatchObject({
            failure: { rpcCode: -32602 },
          })
        }
      }
      await expect(
        prepare('eth_sendUserOperation', [{ sender: smart, callData: data }, entryPoint]),
      ).rejects.toMatchObject({ failure: { rpcCode: -32602 } })
    }
    // The controls: what the wallet knows and can show.
    const known = [
      upgrade(accountContracts[2].implementation),
      encodeFunctionData({ abi, functionName: 'revokeAll' }),
      encodeRevokePermission(`0x${'12'.repeat(32)}`),
      nest('0x', friend),
    ]
    for (const data of known) {
      const { action } = await prepare('eth_sendTransaction', [{ from: eoa, to: smart, data }])
      expect(action).toMatchObject({ kind: 'calls' })
    }
  })
})
