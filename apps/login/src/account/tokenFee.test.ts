import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { openDatabase } from '@latchkey/provider/openDatabase'
import { developmentProjectId, startApi } from '@latchkey/provider/startApi'
import {
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  parseAbiParameters,
  parseEther,
  toHex,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createChains, type PaymasterCall } from '../api/chains.js'
import type { CallsAction } from './action.js'
import { createEmbeddedWallet } from './createEmbeddedWallet.js'
import { createTestSigner } from './testSigner.fixture.js'
import { createSiteParts } from './walletParts.fixture.js'

const chainId = 'eip155:1'
const never = new AbortController().signal
const friend: Hex = '0x00000000000000000000000000000000000f71e4'
const { usdc, usdt, sponsorPaymaster, tokenPaymaster } = localAddresses
const offer = { paymaster: tokenPaymaster, tokens: [usdc, usdt] }

let chain: Awaited<ReturnType<typeof startLocalEvm>>
let chains: ReturnType<typeof createChains>
let url: string
let stop: (() => Promise<void>)[] = []
const client = () => createPublicClient({ chain: mainnet, transport: http(chain.url) })

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-fees-'))
  const [started, database] = await Promise.all([
    startLocalEvm({ chainId: 1 }),
    openDatabase({ dataDir }),
  ])
  chain = started
  const api = await startApi({
    port: 0,
    database,
    chains: [chain.settings],
    bundler: { chains: [chainId], executorKey: chain.executor.privateKey },
    paymaster: {
      contracts: { [chainId]: sponsorPaymaster },
      policies: [],
      confirmations: { [chainId]: 0 },
      signerKey: chain.sponsor.privateKey,
      tokenFees: {
        contracts: { [chainId]: tokenPaymaster },
        tokens: { [chainId]: [usdc, usdt] },
        projects: [developmentProjectId],
        budget: { perAccountPerDay: '1', perDay: '1' },
      },
    },
  })
  stop = [api.stop, database.stop, chain.stop, () => rm(dataDir, { recursive: true, force: true })]
  chains = createChains({ fetch, apiUrl: api.url, projectId: developmentProjectId })
  url = `${api.url}/v1/paymaster?chainId=${chainId}&projectId=${developmentProjectId}`
})

afterAll(async () => {
  for (const end of stop) await end()
})

const balanceOf = (token: Hex, holder: Hex) =>
  client().readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  })

/** The second slot of the local tokens. */
async function setBalance(token: Hex, holder: Hex, amount: bigint): Promise<void> {
  const slot = keccak256(encodeAbiParameters(parseAbiParameters('address, uint256'), [holder, 1n]))
  await chain.rpc('anvil_setStorageAt', token, slot, toHex(amount, { size: 32 }))
}

async function newWallet({
  ether = '0',
  tokens = 100_000_000n,
  token = usdc as Hex,
  paymaster = chains.paymaster as PaymasterCall,
} = {}) {
  const signer = createTestSigner()
  const wallet = createEmbeddedWallet({
    ...createSiteParts(),
    signer: async () => signer,
    preferredType: () => 'smartAccount',
    chains: [
      { id: chainId, name: 'Ethereum', coin: { symbol: 'ETH', decimals: 18 }, hasBundler: true },
    ],
    ...chains,
    paymaster,
    paymasterOf: () => sponsorPaymaster,
    tokenFeesOf: () => offer,
    paymasterUrl: () => url,
  })
  const [first] = await wallet.accounts(chainId, never)
  const address = first?.address as Hex
  await chain.rpc('anvil_setBalance', address, toHex(parseEther(ether)))
  await setBalance(token, address, tokens)

  async function prepare(amount = 5_000_000n, paid: Hex = token) {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [friend, amount],
    })
    const params = [{ from: address, to: paid, data }]
    const { action, execute } = await wallet.prepare(
      { method: 'eth_sendTransaction', params, chainId },
      never,
    )
    const { payment, calls } = action as CallsAction
    if (!payment) throw new Error('no payment')
    return { payment, calls, choices: await payment.choices, execute }
  }

  return { wallet, address, prepare }
}

const mined = async (hash: unknown) => client().waitForTransactionReceipt({ hash: hash as Hex })

describe('the fee of a smart account', () => {
  it.each([
    ['USDC', usdc],
    ['USDT', usdt],
  ] as const)(
    'is paid in %s, more than once, and never above what was shown',
    async (symbol, token) => {
      const { address, prepare } = await newWallet({ token })
      for (const round of [1, 2]) {
        const before = await balanceOf(token, address)
        const { payment, calls, choices, execute } = await prepare()
        const [choice] = choices.tokens
        expect(choice).toMatchObject({ token, symbol, decimals: 6, isEnough: true })
        expect(choices.isCoinShort).toBe(true)
        // The visitor is shown what the site asked for.
        expect(calls).toHaveLength(1)
        payment.choose(choices.tokens[0]?.token)
        await mined(await execute(never))
        const fee = before - (await balanceOf(token, address)) - 5_000_000n
        expect(fee, `${round}`).toBeGreaterThan(0n)
        expect(fee).toBeLessThanOrEqual(choice?.max ?? 0n)
      }
      expect(await client().getBalance({ address })).toBe(0n)
    },
  )

  it('is paid in the coin unless a token is chosen', async () => {
    const { address, prepare } = await newWallet({ ether: '1' })
    const { choices, execute } = await prepare()
    expect(choices.tokens).toHaveLength(1)
    expect(choices.isCoinShort).toBe(false)
    await mined(await execute(never))
    expect(await balanceOf(usdc, address)).toBe(95_000_000n)
    expect(await client().getBalance({ address })).toBeLessThan(parseEther('1'))
  })

  it('cannot be paid in a token of which the account has none or too little', async () => {
    const none = await (await newWallet({ tokens: 0n })).prepare(0n)
    expect(none.choices).toEqual({ tokens: [], isCoinShort: true })
    expect(() => none.payment.choose(usdc)).toThrow(TypeError)
    const all = await (await newWallet()).prepare(99_999_999n)
    expect(all.choices).toMatchObject({ tokens: [{ isEnough: false }], isCoinShort: true })
  })
})

describe('nothing is sent', () => {
  it('when the tokens are gone before the operation is sent', async () => {
    const { address, prepare } = await newWallet()
    const { payment, choices, execute } = await prepare()
    payment.choose(choices.tokens[0]?.token)
    await setBalance(usdc, address, 5_000_000n)
    await expect(execute(never)).rejects.toMatchObject({ unpaidToken: 'USDC' })
    expect(await balanceOf(usdc, address)).toBe(5_000_000n)
    // The control: the same again with the tokens back.
    await setBalance(usdc, address, 100_000_000n)
    const again = await prepare()
    again.payment.choose(again.choices.tokens[0]?.token)
    await mined(await again.execute(never))
  })

  it('when the paymaster asks for more than was shown, for another token, or is another one', async () => {
    const change = (data: Hex, start: number, hex: string) =>
      `${data.slice(0, 2 + 2 * start)}${hex}${data.slice(2 + 2 * start + hex.length)}`
    const hostile = [
      ({ paymasterData, ...rest }: Fields) => ({
        ...rest,
        paymasterData: change(paymasterData, 32, 'f'.repeat(32)),
      }),
      ({ paymasterData, ...rest }: Fields) => ({
        ...rest,
        paymasterData: change(paymasterData, 12, usdt.slice(2)),
      }),
      (fields: Fields) => ({ ...fields, paymasterData: `${fields.paymasterData}00` }),
      (fields: Fields) => ({ ...fields, paymaster: friend }),
    ]
    for (const [index, alter] of hostile.entries()) {
      const paymaster = vi.fn<PaymasterCall>(async (at, method, params, signal) => {
        const answer = await chains.paymaster(at, method, params, signal)
        return method === 'pm_getPaymasterData' ? alter(answer as Fields) : answer
      })
      const { address, prepare } = await newWallet({ paymaster })
      const { payment, choices, execute } = await prepare()
      payment.choose(choices.tokens[0]?.token)
      await expect(execute(never), `${index}`).rejects.toMatchObject({ unpaidToken: 'USDC' })
      expect(paymaster).toHaveBeenCalledTimes(2)
      expect(await balanceOf(usdc, address)).toBe(100_000_000n)
    }
  })

  it('when a site names a token for the fee that it promised to pay', async () => {
    const { wallet, address } = await newWallet({ ether: '1' })
    const batch = {
      version: '2.0.0',
      from: address,
      chainId: '0x1',
      calls: [{ to: friend, value: '0x1' }],
      capabilities: { paymasterService: { url, context: { token: usdc } } },
    }
    async function send(): Promise<void> {
      const { action, execute } = await wallet.prepare(
        { method: 'wallet_sendCalls', params: [batch], chainId },
        never,
      )
      expect(await (action as CallsAction).sponsorship).toMatchObject({ status: 'refused' })
      await execute(never)
    }
    // The bundler limits the operations of a network until it knows that earlier ones are mined.
    await vi.waitFor(send, { timeout: 60_000, interval: 500 })
    await vi.waitFor(async () =>
      expect(await client().getBalance({ address })).toBeLessThan(parseEther('1') - 1n),
    )
    expect(await balanceOf(usdc, address)).toBe(100_000_000n)
  })
})

type Fields = { readonly paymaster: Hex; readonly paymasterData: Hex }
