import { localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { faucet } from '@latchkey/dev-stack/testAccounts'
import { zeroAddress } from '@latchkey/wire/login/permissions'
import { delegateAddress, delegationCode } from '@latchkey/wire/login/smartAccount'
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  parseTransaction,
  toHex,
} from 'viem'
import { mainnet } from 'viem/chains'
import { recoverAuthorizationAddress } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChainCall, ChainError } from '../api/chains.js'
import { encodeCalls } from './accountCalls.js'
import type { CallsAction } from './action.js'
import { createEmbeddedWallet } from './createEmbeddedWallet.js'
import { createTestSigner } from './testSigner.fixture.js'
import { createSiteParts } from './walletParts.fixture.js'

const chainId = 'eip155:1'
const never = new AbortController().signal
const friend: Hex = '0x00000000000000000000000000000000000f71e6'
/** A contract with code that is not the wallet's. */
const foreign: Hex = localAddresses.wrappedNative

let chain: Awaited<ReturnType<typeof startLocalEvm>>

beforeAll(async () => {
  chain = await startLocalEvm({ chainId: 1 })
})

afterAll(() => chain?.stop())

const nodeError = (fault: { code?: number; message: string; data?: unknown }) =>
  new ChainError({ ...fault, code: fault.code ?? -32000, message: fault.message })

/** A wallet whose node can be made to answer otherwise. */
async function createWallet({ ether = '1' } = {}) {
  const signer = createTestSigner()
  const { account } = signer
  const answers = new Map<string, (params: readonly unknown[]) => unknown>()
  const sent: Hex[] = []
  const rpc: ChainCall = async (_chain, method, params) => {
    const list = params as readonly unknown[]
    const answer = answers.get(method)?.(list)
    if (answer !== undefined) return answer
    if (method === 'eth_sendRawTransaction') sent.push(list[0] as Hex)
    return chain.rpc(method, ...list).catch((fault) => {
      throw nodeError(fault)
    })
  }
  await chain.rpc('anvil_setBalance', account.address, toHex(parseEther(ether)))
  const wallet = createEmbeddedWallet({
    ...createSiteParts(),
    signer: async () => signer,
    preferredType: () => 'eoa',
    chains: [
      { id: chainId, name: 'One', coin: { symbol: 'ETH', decimals: 18 }, hasBundler: false },
      { id: 'solana:1', name: 'Two', coin: { symbol: 'SOL', decimals: 9 }, hasBundler: false },
    ],
    rpc,
    bundler: rpc,
    balances: async () => [],
  })
  const call = (method: string, params: unknown) => ({ method, params, chainId })
  return {
    wallet,
    account,
    answers,
    sent,
    prepare: (method: string, params: unknown) => wallet.prepare(call(method, params), never),
    read: (method: string, params: unknown) => wallet.read(call(method, params), never),
    async change(change: 'start' | 'end') {
      await (await wallet.prepareDelegation(chainId, change, never)).execute(never)
    },
    async atomic() {
      const found = await wallet.read(call('wallet_getCapabilities', [account.address]), never)
      return (found as { '0x1': { atomic: { status: string } } })['0x1'].atomic.status
    },
    async status() {
      const [found] = await wallet.delegations(never)
      return found?.delegation?.status
    },
    /** Another wallet with the same key delegates the account. */
    async delegateElsewhere(contractAddress: Hex): Promise<void> {
      const count = await chain.rpc<Hex>('eth_getTransactionCount', account.address, 'latest')
      const nonce = Number(count)
      const signed = await account.signTransaction({
        type: 'eip7702',
        chainId: 1,
        nonce,
        gas: 200_000n,
        maxFeePerGas: 100_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        to: friend,
        authorizationList: [
          await account.signAuthorization({ chainId: 1, nonce: nonce + 1, contractAddress }),
        ],
      })
      await chain.rpc('eth_sendRawTransactionSync', signed)
    },
  }
}

const codeOf = (address: Hex) => chain.rpc<Hex>('eth_getCode', address, 'latest')
const balanceOf = async (address: Hex) =>
  BigInt(await chain.rpc<Hex>('eth_getBalance', address, 'latest'))

const batchOf = (from: Hex, calls: readonly unknown[]) => [
  { version: '2.0.0', chainId: '0x1', from, atomicRequired: true, calls },
]
const pay = (value: Hex, to = friend) => ({ to, value })

describe('a delegation of the key’s own account', () => {
  it('starts, makes batches in one transaction of the same address, and ends', async () => {
    const { wallet, account, prepare, read, change, atomic, status, sent } = await createWallet()
    expect(await status()).toBe('none')
    expect(await atomic()).toBe('unsupported')
    const before = await balanceOf(account.address)
    const starting = await wallet.prepareDelegation(chainId, 'start', never)
    expect(starting.isPayable).toBe(true)
    expect(sent).toEqual([])
    await starting.execute(never)
    expect(before - (await balanceOf(account.address))).toBeLessThanOrEqual(starting.fee)
    expect(await codeOf(account.address)).toBe(delegationCode(delegateAddress))
    expect(await status()).toBe('own')
    expect(await atomic()).toBe('supported')

    const received = await balanceOf(friend)
    const { action, execute } = await prepare(
      'wallet_sendCalls',
      batchOf(account.address, [pay('0x5'), pay('0x6')]),
    )
    expect(action).toMatchObject({ account: account.address, calls: [{ to: friend }, {}] })
    const { id } = (await execute(never)) as { id: Hex }
    await vi.waitFor(async () =>
      expect(await read('wallet_getCallsStatus', [id])).toMatchObject({
        status: 200,
        atomic: true,
        receipts: [{ transactionHash: id }],
      }),
    )
    expect(await balanceOf(friend)).toBe(received + 11n)
    expect(parseTransaction(sent.at(-1) as Hex)).toMatchObject({
      type: 'eip1559',
      to: account.address.toLowerCase(),
    })

    await change('end')
    expect(await codeOf(account.address)).toBe('0x')
    expect(await atomic()).toBe('unsupported')
    await expect(
      prepare('wallet_sendCalls', batchOf(account.address, [pay('0x5'), pay('0x6')])),
    ).rejects.toMatchObject({ failure: { rpcCode: 5760 } })
  })

  it('makes all calls of a batch or none', async () => {
    const { account, prepare, change } = await createWallet()
    await change('start')
    const received = await balanceOf(friend)
    const tokens = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [friend, 1n],
    })
    const calls = [pay('0x5'), { to: localAddresses.usdc, data: tokens }]
    const failing = await prepare('wallet_sendCalls', batchOf(account.address, calls))
    await expect(failing.execute(never)).rejects.toMatchObject({
      failure: { code: 'chain-fault' },
    })
    expect(await balanceOf(friend)).toBe(received)

    const args = [account.address, 1n] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    await chain.rpc('anvil_impersonateAccount', faucet.address)
    await chain.rpc('eth_sendTransaction', { from: faucet.address, to: localAddresses.usdc, data })
    await vi.waitFor(async () => {
      const { execute, action } = await prepare('wallet_sendCalls', batchOf(account.address, calls))
      await (action as CallsAction).fee
      await execute(never)
    })
    await vi.waitFor(async () => expect(await balanceOf(friend)).toBe(received + 5n))
  })

  it('signs messages and transactions that are as valid as before', async () => {
    const { account, prepare, change } = await createWallet()
    const client = createPublicClient({ chain: mainnet, transport: http(chain.url) })
    await change('start')
    const signing = await prepare('personal_sign', [toHex('hello'), account.address])
    const signature = (await signing.execute(never)) as Hex
    expect(signature).toBe(await account.signMessage({ message: 'hello' }))
    const { address } = account
    expect(await client.verifyMessage({ address, message: 'hello', signature })).toBe(true)
    expect(await client.verifyMessage({ address, message: 'other', signature })).toBe(false)
    const received = await balanceOf(friend)
    const transaction = { from: address, to: friend, value: '0x9' }
    await (await prepare('eth_sendTransaction', [transaction])).execute(never)
    await vi.waitFor(async () => expect(await balanceOf(friend)).toBe(received + 9n))
  })

  it('is authorized for one contract, one chain and one nonce', async () => {
    const { account, change, sent } = await createWallet()
    await change('start')
    await change('end')
    const signed = sent.map((one) => parseTransaction(one))
    expect(signed.map(({ type }) => type)).toEqual(['eip7702', 'eip7702'])
    const lists = signed.map(({ authorizationList = [] }) => authorizationList)
    expect(lists).toMatchObject([
      [{ address: delegateAddress.toLowerCase(), chainId: 1, nonce: 1 }],
      [{ chainId: 1, nonce: 3 }],
    ])
    expect(BigInt(lists[1]?.[0]?.address ?? zeroAddress)).toBe(0n)
    for (const [authorization] of lists) {
      if (!authorization) throw new Error('There is no authorization')
      expect(await recoverAuthorizationAddress({ authorization })).toBe(account.address)
    }
  })

  it('is offered only where the chain runs the contract', async () => {
    const { wallet, answers, sent } = await createWallet()
    const listed = () => wallet.delegations(never)
    expect(await listed()).toEqual([{ chainId, delegation: { status: 'none' } }])
    const failures: readonly ((params: readonly unknown[]) => unknown)[] = [
      // Without EIP-7702, code that begins with 0xef is invalid.
      () => {
        throw nodeError({ message: 'opcode 0xef not defined' })
      },
      // A node that ignores the override, and a chain without the contract.
      () => '0x',
      () => `0x${'0'.repeat(64)}`,
      () => `0x${delegateAddress.slice(2).padStart(64, '0')}`,
    ]
    for (const fail of failures) {
      answers.set('eth_call', fail)
      expect(await listed()).toEqual([])
      await expect(wallet.prepareDelegation(chainId, 'start', never)).rejects.toMatchObject({
        failure: { code: 'invalid-request' },
      })
    }
    answers.delete('eth_call')
    answers.set('eth_getBlockByNumber', () => ({ number: '0x1' }))
    await expect(wallet.prepareDelegation(chainId, 'start', never)).rejects.toMatchObject({
      failure: { message: 'The account cannot be delegated on this network' },
    })
    answers.clear()
    answers.set('eth_getCode', () => {
      throw new TypeError('offline')
    })
    expect(await listed()).toEqual([{ chainId, delegation: undefined }])
    await expect(wallet.prepareDelegation('solana:1', 'start', never)).rejects.toBeDefined()
    expect(sent).toEqual([])
  })

  it('says when the account cannot pay, and refuses an absurd fee', async () => {
    const { wallet, answers } = await createWallet({ ether: '0.000000001' })
    expect(await wallet.prepareDelegation(chainId, 'start', never)).toMatchObject({
      isPayable: false,
    })
    answers.set('eth_maxPriorityFeePerGas', () => toHex(parseEther('1')))
    await expect(wallet.prepareDelegation(chainId, 'start', never)).rejects.toMatchObject({
      failure: { message: 'The network fee is too high' },
    })
  })

  it('is not started or ended twice', async () => {
    const { wallet, change, sent } = await createWallet()
    await expect(change('end')).rejects.toMatchObject({ failure: { code: 'invalid-request' } })
    const [first, second] = await Promise.all([
      wallet.prepareDelegation(chainId, 'start', never),
      wallet.prepareDelegation(chainId, 'start', never),
    ])
    await first.execute(never)
    await expect(second.execute(never)).rejects.toMatchObject({
      failure: { message: 'The account is delegated differently by now' },
    })
    await expect(change('start')).rejects.toMatchObject({ failure: { code: 'invalid-request' } })
    expect(sent).toHaveLength(1)
  })
})

describe('a delegation that another wallet changed', () => {
  it('is shown and can be removed; until then batches are refused', async () => {
    const { wallet, account, prepare, change, atomic, delegateElsewhere } = await createWallet()
    await change('start')
    const batch = batchOf(account.address, [pay('0x5'), pay('0x6')])
    const prepared = await prepare('wallet_sendCalls', batch)
    await (prepared.action as CallsAction).fee
    const received = await balanceOf(friend)
    await delegateElsewhere(foreign)
    expect(await wallet.delegations(never)).toEqual([
      { chainId, delegation: { status: 'foreign', contract: foreign.toLowerCase() } },
    ])
    expect(await atomic()).toBe('unsupported')
    // Also the one that was confirmed before.
    await expect(prepared.execute(never)).rejects.toMatchObject({ failure: { rpcCode: 5760 } })
    await expect(prepare('wallet_sendCalls', batch)).rejects.toMatchObject({
      failure: { rpcCode: 5760 },
    })
    expect(await balanceOf(friend)).toBe(received)
    await expect(change('start')).rejects.toMatchObject({ failure: { code: 'invalid-request' } })
    await change('end')
    expect(await codeOf(account.address)).toBe('0x')
  })

  it('ends batches with an error, not with calls that did nothing', async () => {
    const { account, prepare, change, delegateElsewhere, sent } = await createWallet()
    await change('start')
    const batch = batchOf(account.address, [pay('0x5'), pay('0x6')])
    const prepared = await prepare('wallet_sendCalls', batch)
    await (prepared.action as CallsAction).fee
    await delegateElsewhere(zeroAddress)
    await expect(prepared.execute(never)).rejects.toMatchObject({ failure: { rpcCode: 5760 } })
    expect(sent).toHaveLength(1)
  })
})

describe('a hostile site', () => {
  it('cannot have the account delegated, to any contract', async () => {
    const { account, prepare, sent, status, change } = await createWallet()
    const { address } = account
    for (const isSmart of [false, true]) {
      if (isSmart) await change('start')
      const sentBefore = sent.length
      for (const contract of [foreign, delegateAddress, zeroAddress]) {
        const fields = { chainId: '0x1', nonce: '0x1' }
        const authorization = { ...fields, address: contract, yParity: '0x0', r: '0x1', s: '0x1' }
        const transaction = { from: address, to: address, value: '0x0' }
        const authorizationList = [authorization]
        const [batch] = batchOf(address, [pay('0x1')])
        const refused = [
          ['eth_sendTransaction', { ...transaction, type: '0x4' }],
          ['eth_sendTransaction', { ...transaction, type: '0x04', authorizationList }],
          ['eth_sendTransaction', { ...transaction, type: 4 }],
          ['eth_sendTransaction', { ...transaction, type: 'eip7702' }],
          ['eth_sendTransaction', { ...transaction, type: '0x2', authorizationList }],
          ['eth_sendTransaction', { ...transaction, authorizationList: [] }],
          ['wallet_sendCalls', { ...batch, authorizationList }],
          ['wallet_sendCalls', { ...batch, authorization }],
          ['wallet_signAuthorization', authorization],
          ['eth_signAuthorization', authorization],
          ['wallet_prepareCalls', { ...batch, authorizationList }],
          ['eth_signTransaction', { ...transaction, type: '0x4', authorizationList }],
          ['eth_signRawTransaction', { ...transaction, type: '0x4', authorizationList }],
        ] as const
        for (const [method, params] of refused) {
          await expect(prepare(method, [params]), method).rejects.toMatchObject({
            failure: { code: 'not-allowed', rpcCode: 4200 },
          })
        }
        await expect(
          prepare('wallet_sendCalls', [{ ...batch, capabilities: { eip7702Auth: authorization } }]),
        ).rejects.toMatchObject({ failure: { rpcCode: 5700 } })
      }
      expect(sent).toHaveLength(sentBefore)
      expect(await status()).toBe(isSmart ? 'own' : 'none')
    }
  })

  it('cannot hide a batch in a call of the account to itself', async () => {
    const { account, prepare, change, sent } = await createWallet()
    const { address } = account
    const stolen = { to: friend, value: parseEther('0.5'), data: '0x' } as const
    const orders: readonly Hex[] = [
      encodeCalls([stolen]),
      encodeCalls([stolen, stolen]),
      `${encodeCalls([stolen, stolen])}00`,
      encodeCalls([stolen]).slice(0, 10) as Hex,
    ]
    // Before the start, too: it could be sent later.
    for (const isSmart of [false, true]) {
      if (isSmart) await change('start')
      const count = sent.length
      for (const data of orders) {
        const hidden = { to: address, data }
        const requests = [
          ['eth_sendTransaction', [{ from: address, ...hidden }]],
          ['wallet_sendCalls', batchOf(address, [hidden])],
          ...(isSmart ? [['wallet_sendCalls', batchOf(address, [pay('0x1'), hidden])]] : []),
        ] as const
        for (const [method, params] of requests) {
          await expect(prepare(String(method), params)).rejects.toMatchObject({
            failure: { code: 'invalid-request', rpcCode: -32602 },
          })
        }
      }
      expect(sent).toHaveLength(count)
    }
    // The control: other data to itself does nothing.
    const note = { from: address, to: address, data: '0x6e6f7465' }
    await (await prepare('eth_sendTransaction', [note])).execute(never)
  })
})
