import { readFileSync } from 'node:fs'
import { parseContext, zeroAddress } from '@latchkey/wire/login/permissions'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'
import { createWalletClient, custom, type Hex, parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { grantPermissions } from 'viem/experimental'
import { describe, expect, it } from 'vitest'
import { assessRisk, noFacts } from '../../approve/assessRisk.js'
import { explain } from '../../approve/explain.js'
import { accountAddress } from '../accountCalls.js'
import type { GrantAction } from '../action.js'
import { evm, now, openFakeWallet, paymaster } from './fakeChain.fixture.js'
import { tokenMoves } from './tokenMoves.js'

const day = 86_400
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const game: Hex = '0x00000000000000000000000000000000000906e5'
const site = privateKeyToAccount(generatePrivateKey())
const key = site.address.toLowerCase()
const keys = { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: site.publicKey }] } }

const abi = [
  {
    type: 'function',
    name: 'play',
    inputs: [
      { type: 'tuple', components: [{ type: 'uint256' }, { type: 'uint256' }] },
      { type: 'address' },
      { type: 'bytes4' },
      { type: 'string' },
      { type: 'uint256' },
    ],
  },
  { type: 'function', name: 'mint', inputs: [{ type: 'uint256' }] },
  { type: 'function', name: 'mint', inputs: [{ type: 'address' }] },
]

const coins = { type: 'native-token-allowance', data: { allowance: toHex(parseEther('0.5')) } }
const tokens = { type: 'erc20-token-allowance', data: { token: usdc, allowance: '0x64' } }
const calls = (data: object) => ({ type: 'contract-call', data: { address: game, abi, ...data } })
const play = calls({ functions: [{ functionName: 'play' }] })

const request = (more: object = {}) => ({
  chainId: '0x1',
  expiry: now + day,
  signer: keys,
  permissions: [coins],
  policies: [],
  ...more,
})

async function prepared(params: object, method = 'wallet_grantPermissions') {
  const wallet = await openFakeWallet()
  const { action, execute } = await wallet.prepare(method, [params])
  return { ...wallet, action: action as GrantAction, execute }
}

describe('requests for permissions', () => {
  it('of smart sessions are read with all their limits', async () => {
    const asked = request({
      permissions: [
        coins,
        {
          type: 'erc20-recurring-allowance',
          data: { token: usdc, allowance: '1000', start: (now + 60) * 1_000, period: 3_600 },
        },
        calls({
          functions: [
            {
              functionName: 'play',
              valueLimit: '0x5',
              args: [
                null,
                { operator: 'EQUAL', value: usdc },
                { operator: 'EQUAL', value: '0xaabbccdd' },
                null,
                { operator: 'LESS_THAN', value: '0x10' },
              ],
            },
            { functionName: 'mint(uint256)' },
          ],
        }),
      ],
      policies: [
        { type: 'call-limit', data: { count: 7 } },
        { type: 'gas-limit', data: { limit: '0x9' } },
        { type: 'rate-limit', data: { count: 2, interval: 60 } },
      ],
    })
    const {
      action,
      execute,
      smart,
      site: { stored },
    } = await prepared(asked)
    expect(action.changes).toEqual([])
    expect(action.permission).toMatchObject({
      key,
      validUntil: now + day,
      epoch: 0n,
      paymaster,
      feeLimit: 9n,
      maxCalls: 7,
      rateCalls: 2,
      ratePeriod: 60,
      allowances: [
        { token: zeroAddress, amount: parseEther('0.5'), period: 0, start: 0 },
        { token: usdc, amount: 1_000n, period: 3_600, start: now + 60 },
      ],
    })
    const [first, second] = action.permission.targets
    // The struct takes two words, the text one.
    expect(first?.rules.map(({ argument, operator }) => [argument, operator])).toEqual([
      [2, 0],
      [3, 0],
      [5, 2],
    ])
    expect(first?.rules.map(({ value }) => value)).toEqual([
      `0x${'0'.repeat(24)}${usdc.slice(2)}`,
      `0xaabbccdd${'0'.repeat(56)}`,
      toHex(16n, { size: 32 }),
    ])
    expect(second).toMatchObject({ to: game, selector: '0xa0712d68', valueLimit: 0n, rules: [] })
    expect(action.names).toEqual([
      'play((uint256,uint256),address,bytes4,string,uint256)',
      'mint(uint256)',
    ])
    expect(stored).toEqual([])
    const result = (await execute(new AbortController().signal)) as { context: Hex }
    expect(result).toMatchObject({ chainId: '0x1', address: smart, signer: keys })
    expect(stored).toMatchObject([{ context: result.context }])
    expect(parseContext(result.context)).toMatchObject({ account: smart.toLowerCase(), chainId: 1 })
  })

  it('of the first drafts get a list', async () => {
    const compressed = secp256k1.Point.fromHex(site.publicKey.slice(2)).toBytes(true)
    const id = `did:key:z${base58.encode(new Uint8Array([0xe7, 0x01, ...compressed]))}`
    const { permissions: _, ...rest } = request({
      signer: { type: 'key', data: { id } },
      permission: tokens,
    })
    const { action, execute } = await prepared(rest)
    expect(action.permission).toMatchObject({ key, allowances: [{ token: usdc, amount: 100n }] })
    expect(await execute(new AbortController().signal)).toMatchObject([{ permission: tokens }])
  })

  it('of viem get its result', async () => {
    const wallet = await openFakeWallet()
    const client = createWalletClient({
      chain: mainnet,
      transport: custom({ request: ({ method, params }) => wallet.run(method, params) }),
    })
    const result = await grantPermissions(client, {
      expiry: now + day,
      signer: { type: 'account', data: { id: site.address } },
      permissions: [
        {
          type: 'native-token-transfer',
          data: { ticker: 'ETH' },
          policies: [{ type: 'token-allowance', data: { allowance: 5n } }],
          required: true,
        },
        { type: 'contract-call', data: { address: game, calls: ['play()'] }, policies: [] },
        { type: { custom: 'fly' }, data: {}, policies: [], required: false },
      ],
    })
    expect(result).toMatchObject({
      expiry: now + day,
      factory: expect.any(String),
      grantedPermissions: [
        { type: 'native-token-transfer', policies: [{ data: { allowance: 5n } }, {}, {}] },
        { type: 'contract-call' },
      ],
    })
    expect(parseContext(result.permissionsContext)?.permission).toMatchObject({
      key,
      allowances: [{ amount: 5n }],
      targets: [{ to: game, selector: '0x93e84cd9' }],
    })
  })

  it('of the current draft name the key in `to`, and are reduced only if they allow it', async () => {
    const ask = (expiry: number, isAdjustmentAllowed: boolean) => ({
      chainId: '0x1',
      to: site.address,
      permission: {
        type: 'erc20-token-periodic',
        isAdjustmentAllowed,
        data: { tokenAddress: usdc, periodAmount: '0x64', periodDuration: day },
      },
      rules: [{ type: 'expiry', data: { timestamp: expiry } }],
    })
    const method = 'wallet_requestExecutionPermissions'
    const { action, execute, smart } = await prepared(ask(now + 40 * day, true), method)
    expect(action).toMatchObject({ changes: [{ what: 'expiry', asked: BigInt(now + 40 * day) }] })
    expect(await execute(new AbortController().signal)).toMatchObject([
      {
        from: smart,
        to: key,
        rules: [{ type: 'expiry', data: { timestamp: now + 30 * day } }],
        dependencies: [{ factory: expect.any(String) }],
      },
    ])
    await expect(prepared(ask(now + 40 * day, false), method)).rejects.toMatchObject({
      failure: { rpcCode: -32602 },
    })
    expect((await prepared(ask(now + day, false), method)).action.changes).toEqual([])
  })
})

describe('over-broad requests', () => {
  const signature = 'transferOwnership(address)'
  const rpcCodes = [-32602, 4100, 4901, 5700]

  /** Each asks for something that no key may have, or that the account cannot enforce. */
  const refused: Record<string, object> = {
    'no expiry': request({ expiry: undefined }),
    'null expiry': request({ expiry: null }),
    expired: request({ expiry: now }),
    'expiry as text': request({ expiry: 'never' }),
    'negative expiry': request({ expiry: -1 }),
    'infinite expiry': request({ expiry: Number.MAX_SAFE_INTEGER }),
    'no signer': request({ signer: undefined }),
    'wallet signer': request({ signer: { type: 'wallet', data: {} } }),
    'unknown signer': request({ signer: { type: 'passkey', data: { id: 'x' } } }),
    'no key': request({ signer: { type: 'keys', data: { keys: [] } } }),
    'two keys': request({
      signer: { type: 'keys', data: { keys: [keys.data.keys[0], keys.data.keys[0]] } },
    }),
    'a P-256 key': request({
      signer: { type: 'keys', data: { keys: [{ type: 'secp256r1', publicKey: '0x04' }] } },
    }),
    'no point': request({
      signer: {
        type: 'keys',
        data: { keys: [{ type: 'secp256k1', publicKey: `0x04${'11'.repeat(64)}` }] },
      },
    }),
    'zero key': request({ signer: { type: 'account', data: { address: zeroAddress } } }),
    'an Ed25519 did:key': request({
      signer: {
        type: 'key',
        data: { id: 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' },
      },
    }),
    'the entry point as key': request({
      signer: { type: 'account', data: { address: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108' } },
    }),
    'another chain': request({ chainId: '0xa' }),
    'every chain': request({ chainId: '0x0' }),
    'no permissions': request({ permissions: [] }),
    'permissions as object': request({ permissions: {} }),
    'unknown permission': request({ permissions: [{ type: 'all', data: {} }] }),
    items: request({
      permissions: [{ type: 'erc721-token-transfer', data: { address: game, tokenIds: ['0x1'] } }],
    }),
    'many items': request({
      permissions: [{ type: 'erc1155-token-transfer', data: { address: game, allowances: {} } }],
    }),
    'a stream': request({
      permissions: [{ type: 'native-token-stream', data: { amountPerSecond: '0x1' } }],
    }),
    custom: request({ permissions: [{ type: { custom: 'everything' }, data: {} }] }),
    'no amount of coins': request({
      permissions: [{ type: 'native-token-transfer', data: { ticker: 'ETH' } }],
    }),
    'zero coins': request({ permissions: [{ ...coins, data: { allowance: '0x0' } }] }),
    'negative coins': request({ permissions: [{ ...coins, data: { allowance: '-1' } }] }),
    'more coins than fit': request({
      permissions: [{ ...coins, data: { allowance: `0x1${'0'.repeat(64)}` } }],
    }),
    'fractions of a coin': request({ permissions: [{ ...coins, data: { allowance: '0.5' } }] }),
    'no period': request({
      permissions: [
        { type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: now } },
      ],
    }),
    'period of zero': request({
      permissions: [
        {
          type: 'native-token-recurring-allowance',
          data: { allowance: '0x1', start: now, period: 0 },
        },
      ],
    }),
    'start after the end': request({
      permissions: [{ ...tokens, data: { ...tokens.data, start: now + 2 * day } }],
    }),
    'any token': request({ permissions: [{ ...tokens, data: { allowance: '0x1' } }] }),
    'the zero token': request({
      permissions: [{ ...tokens, data: { token: zeroAddress, allowance: '0x1' } }],
    }),
    'token of stars': request({
      permissions: [{ ...tokens, data: { token: '*', allowance: '0x1' } }],
    }),
    'no amount of a token': request({ permissions: [{ ...tokens, data: { token: usdc } }] }),
    'the entry point as token': request({
      permissions: [
        {
          ...tokens,
          data: { token: '0x4337084d9e255ff0702461cf8895ce9e3b5ff108', allowance: '0x1' },
        },
      ],
    }),
    'any contract': request({
      permissions: [
        { type: 'contract-call', data: { abi, functions: [{ functionName: 'play' }] } },
      ],
    }),
    'the zero contract': request({
      permissions: [calls({ address: zeroAddress, functions: [{ functionName: 'play' }] })],
    }),
    'all functions': request({ permissions: [calls({ functions: [] })] }),
    'functions left out': request({ permissions: [calls({})] }),
    'a function of stars': request({
      permissions: [calls({ functions: [{ functionName: '*' }] })],
    }),
    'unknown function': request({
      permissions: [calls({ functions: [{ functionName: 'stop' }] })],
    }),
    'overloaded function': request({
      permissions: [calls({ functions: [{ functionName: 'mint' }] })],
    }),
    'delegate call': request({
      permissions: [calls({ functions: [{ functionName: 'play', operation: 'DelegateCall' }] })],
    }),
    'delegate call by number': request({
      permissions: [calls({ functions: [{ functionName: 'play', operation: 1 }] })],
    }),
    'coins along without an allowance': request({
      permissions: [calls({ functions: [{ functionName: 'play', valueLimit: '0x1' }] })],
    }),
    'rule for a text': request({
      permissions: [
        calls({
          functions: [{ functionName: 'play', args: [null, null, null, { value: '0x00' }] }],
        }),
      ],
    }),
    'order of addresses': request({
      permissions: [
        calls({
          functions: [
            { functionName: 'play', args: [null, { operator: 'GREATER_THAN', value: game }] },
          ],
        }),
      ],
    }),
    'unknown operator': request({
      permissions: [
        calls({
          functions: [
            { functionName: 'play', args: [null, { operator: 'NOT_EQUAL', value: game }] },
          ],
        }),
      ],
    }),
    'rule for a struct': request({
      permissions: [calls({ functions: [{ functionName: 'play', args: [{ value: '0x1' }] }] })],
    }),
    'too many arguments': request({
      permissions: [calls({ functions: [{ functionName: 'mint(uint256)', args: [null, null] }] })],
    }),
    'calls on the entry point': request({
      permissions: [
        calls({
          address: '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
          calls: ['withdrawTo(address,uint256)'],
        }),
      ],
    }),
    'calls on Permit2': request({
      permissions: [
        calls({
          address: '0x000000000022d473030f116ddee9f6b43ac78ba3',
          calls: ['lockdown((address,address)[])'],
        }),
      ],
    }),
    'calls on the paymaster': request({
      permissions: [calls({ address: paymaster, calls: ['setOwner(address)'] })],
    }),
    'no signatures': request({
      permissions: [{ type: 'contract-call', data: { address: game, calls: [] } }],
    }),
    'a broken signature': request({
      permissions: [{ type: 'contract-call', data: { address: game, calls: ['play('] } }],
    }),
    'an event as signature': request({
      permissions: [{ type: 'contract-call', data: { address: game, calls: ['event Played()'] } }],
    }),
    'too many functions': request({
      permissions: [
        {
          type: 'contract-call',
          data: { address: game, calls: Array.from({ length: 25 }, (_, index) => `f${index}()`) },
        },
      ],
    }),
    'too many functions in all': request({
      permissions: [0, 1].map((at) => ({
        type: 'contract-call',
        data: {
          address: game,
          calls: Array.from({ length: 13 }, (_, index) => `f${at}${index}()`),
        },
      })),
    }),
    'too many tokens': request({ permissions: Array.from({ length: 17 }, () => tokens) }),
    'too many permissions': request({ permissions: Array.from({ length: 33 }, () => coins) }),
    'unknown policy': request({ policies: [{ type: 'anything', data: {} }] }),
    'policies as object': request({ policies: { type: 'call-limit' } }),
    'calls of zero': request({ policies: [{ type: 'call-limit', data: { count: 0 } }] }),
    'calls of a text': request({ policies: [{ type: 'call-limit', data: { count: 'many' } }] }),
    'endless calls': request({ policies: [{ type: 'call-limit', data: { count: 2 ** 40 } }] }),
    'rate without interval': request({ policies: [{ type: 'rate-limit', data: { count: 1 } }] }),
    'rate of zero': request({
      policies: [{ type: 'rate-limit', data: { count: 0, interval: 60 } }],
    }),
    'two rates': request({
      policies: [
        { type: 'rate-limit', data: { count: 1, interval: 60 } },
        { type: 'rate-limit', data: { count: 9, interval: 60 } },
      ],
    }),
    'fees of a text': request({ policies: [{ type: 'gas-limit', data: { limit: 'all' } }] }),
    'fees left out': request({ policies: [{ type: 'gas-limit', data: {} }] }),
    'a token policy without a token': request({
      policies: [{ type: 'token-allowance', data: { allowance: '0x1' } }],
    }),
    'another account': request({ address: game }),
  }

  it('are all refused with a typed error', async () => {
    const wallet = await openFakeWallet()
    const own = [wallet.smart, wallet.eoa, accountAddress(wallet.eoa, 1)]
    const cases = Object.entries(refused)
    for (const [index, address] of own.entries()) {
      cases.push(
        [
          `own account ${index} as key`,
          request({ signer: { type: 'account', data: { address } } }),
        ],
        [
          `calls on own account ${index}`,
          request({ permissions: [calls({ address, calls: [signature] })] }),
        ],
        [
          `own account ${index} as token`,
          request({ permissions: [{ ...tokens, data: { token: address, allowance: '0x1' } }] }),
        ],
      )
    }
    const moves = [
      'transfer(address,uint256)',
      'transferFrom(address,address,uint256)',
      'approve(address,uint256)',
      'increaseAllowance(address,uint256)',
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      'setApprovalForAll(address,bool)',
      'safeTransferFrom(address,address,uint256)',
      'safeTransferFrom(address,address,uint256,uint256,bytes)',
      'burn(uint256)',
      'approveAndCall(address,uint256,bytes)',
      'transferAndCall(address,uint256)',
      'operatorSend(address,address,uint256,bytes,bytes)',
    ]
    for (const move of moves) {
      const listed = { type: 'contract-call', data: { address: game, calls: [move] } }
      cases.push([`${move} without an allowance`, request({ permissions: [coins, listed] })])
      if (/^(transfer|approve)\(/.test(move)) continue
      const onToken = { type: 'contract-call', data: { address: usdc, calls: [move] } }
      cases.push([`${move} beside an allowance`, request({ permissions: [tokens, onToken] })])
    }
    expect(cases.length).toBeGreaterThan(100)
    for (const [name, params] of cases) {
      const code = await wallet.prepare('wallet_grantPermissions', [params]).then(
        () => 'granted',
        (error: { failure?: { rpcCode?: number } }) => error.failure?.rpcCode,
      )
      expect(rpcCodes, name).toContain(code)
    }
    // The control: what is limited and enforceable is shown.
    for (const permissions of [[coins], [tokens], [play], [coins, tokens, play]]) {
      await wallet.prepare('wallet_grantPermissions', [request({ permissions })])
    }
    for (const several of [[request(), request()], [], [request(), {}]]) {
      await expect(wallet.prepare('wallet_grantPermissions', several)).rejects.toMatchObject({
        failure: { rpcCode: -32602 },
      })
    }
    expect(wallet.site.stored).toEqual([])
  })

  it('that cannot be enforced and are optional are dropped visibly', async () => {
    const permissions = [coins, { type: 'erc721-token-transfer', data: {}, required: false }]
    const { action } = await prepared(request({ permissions }))
    expect(action.changes).toEqual([{ what: 'dropped', type: 'erc721-token-transfer' }])
    expect(explain(action, 'https://shop.test').steps[0]).toMatchObject({ kind: 'grant-changes' })
  })

  it('need a second step if they are unlimited or above what the account has', async () => {
    const dangersOf = async (permissions: object[]) => {
      const { action } = await prepared(request({ permissions }))
      const evidence = {
        facts: { ...noFacts, tokens: new Map([[usdc, { symbol: 'USDC', decimals: 6 }]]) },
        chainId: evm,
        account: action.account,
        coin: { symbol: 'ETH', decimals: 18 },
        holdings: await action.holdings,
      }
      return assessRisk(explain(action, 'https://shop.test'), evidence)
    }
    const ofCoins = (allowance: string) => ({ ...coins, data: { allowance } })
    const eachHour = (allowance: string) => ({
      type: 'native-token-recurring-allowance',
      data: { allowance, start: now, period: 3_600 },
    })
    expect(await dangersOf([coins])).toEqual([])
    expect(await dangersOf([ofCoins(toHex(2n ** 256n - 1n))])).toEqual(['unlimited'])
    expect(await dangersOf([ofCoins(toHex(parseEther('1')))])).toEqual(['over-balance'])
    // All periods count together: 25 in a day.
    expect(await dangersOf([eachHour(toHex(parseEther('0.03')))])).toEqual([])
    expect(await dangersOf([eachHour(toHex(parseEther('0.05')))])).toEqual(['over-balance'])
    expect(await dangersOf([eachHour(toHex(2n ** 158n))])).toEqual(['unlimited'])
    // A total limit beside the recurring one counts.
    expect(await dangersOf([eachHour(toHex(parseEther('0.05'))), coins])).toEqual([])
    expect(await dangersOf([play])).toEqual(['granted-call'])
  })
})

it('refuses the functions that the contract refuses', () => {
  const path = '../../../../provider/contracts/account/TokenSelectors.sol'
  const source = readFileSync(new URL(path, import.meta.url), 'utf8')
  const listed = source.match(/0x[0-9a-f]{8}/g) ?? []
  expect([...tokenMoves].sort()).toEqual([...new Set(listed)].sort())
})
