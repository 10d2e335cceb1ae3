import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import type { CallsAction, TypedDataAction, WalletAction } from '../account/action.js'
import { assessRisk, type Facts } from './assessRisk.js'
import { explain } from './explain.js'

const origin = 'https://app.example'
const account = '0x2222222222222222222222222222222222222222'
const token = '0x1111111111111111111111111111111111111111'
const other = '0x3333333333333333333333333333333333333333'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const abi = parseAbi([
  'function transfer(address to, uint256 units)',
  'function transferFrom(address from, address to, uint256 units)',
  'function approve(address spender, uint256 units)',
  'function increaseAllowance(address spender, uint256 units)',
  'function setApprovalForAll(address operator, bool yes)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] counts, bytes data)',
])
const facts: Facts = {
  tokens: new Map([[token, { symbol: 'USDC', decimals: 6 }]]),
  plain: new Set(),
}

type Data = CallsAction['calls'][number]['data']

function calls(...list: (Data | { value: bigint })[]): WalletAction {
  return {
    kind: 'calls',
    chainId: 'eip155:1',
    account,
    calls: list.map((item) =>
      typeof item === 'string'
        ? { to: token, value: 0n, data: item }
        : { to: other, value: item.value, data: '0x' },
    ),
    ownAccounts: [],
    fee: Promise.resolve(0n),
    simulation: Promise.resolve({ status: 'unavailable' }),
  }
}

const data = (functionName: (typeof abi)[number]['name'], args: readonly unknown[]) =>
  encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])

const coin = { symbol: 'ETH', decimals: 18 }
const dangersOf = (action: WalletAction, known = facts) =>
  assessRisk(explain(action, origin), { facts: known, chainId: action.chainId, account, coin })

function typed(
  primaryType: string,
  fields: string,
  message: Record<string, unknown>,
  domain: Record<string, unknown> = { chainId: 1, verifyingContract: token },
): TypedDataAction {
  const members = fields.split(',').map((field) => {
    const [type = '', name = ''] = field.trim().split(' ')
    return { type, name }
  })
  return {
    kind: 'typed-data',
    chainId: 'eip155:1',
    account,
    data: { domain, primaryType, types: { [primaryType]: members }, message },
  }
}

function message(text: string, over: Partial<WalletAction> = {}): WalletAction {
  const bytes = new TextEncoder().encode(text)
  return { kind: 'message', chainId: 'eip155:1', account, bytes, text, ...over } as WalletAction
}

describe('calls', () => {
  test('need a second step for 1,000 of 1,000 look-alike addresses', () => {
    const hex = (bytes: number) =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')
    const sending = (to: string): WalletAction => ({
      ...(calls() as CallsAction),
      calls: [{ to: to as `0x${string}`, value: 1n, data: '0x' }],
    })
    const known = Array.from({ length: 50 }, () => `0x${hex(20)}` as const)
    for (let at = 0; at < 1_000; at += 1) {
      const victim = known[at % known.length] as string
      const twin = `${victim.slice(0, 5)}${hex(20).slice(0, 33)}${victim.slice(-4)}`
      const isWarned = (to: string) =>
        explain(sending(to), origin, known).dangers[0] === 'look-alike'
      expect([twin, isWarned(twin), isWarned(victim)]).toEqual([twin, true, false])
    }
  })

  test('are described with the exact amounts', () => {
    expect(explain(calls({ value: 15n }), origin).steps).toEqual([
      { kind: 'send-coin', to: other, units: 15n },
    ])
    expect(explain(calls(data('transfer', [other, 7n])), origin)).toMatchObject({
      steps: [{ kind: 'send-token', token, to: other, units: 7n }],
      dangers: [],
    })
    expect(explain(calls(data('transferFrom', [account, other, 7n])), origin).steps).toEqual([
      { kind: 'send-token', token, from: account, to: other, units: 7n },
    ])
    expect(explain(calls(data('safeTransferFrom', [account, other, 9n])), origin).steps).toEqual([
      {
        kind: 'send-items',
        collection: token,
        from: account,
        to: other,
        items: [{ id: 9n, count: 1n }],
      },
    ])
    expect(
      explain(
        calls(data('safeBatchTransferFrom', [account, other, [1n, 2n], [3n, 4n], '0x'])),
        origin,
      ).steps[0],
    ).toMatchObject({
      items: [
        { id: 1n, count: 3n },
        { id: 2n, count: 4n },
      ],
    })
  })

  test('need no second step for an ordinary transfer or a revoked permission', () => {
    expect(dangersOf(calls({ value: 1n }))).toEqual([])
    expect(dangersOf(calls(data('transfer', [other, 7n])))).toEqual([])
    expect(dangersOf(calls(data('approve', [other, 0n])))).toEqual([])
    expect(dangersOf(calls(data('setApprovalForAll', [other, false])))).toEqual([])
    expect(dangersOf(calls(data('approve', [permit2, 10n])))).toEqual([])
  })

  test('need a second step for permissions', () => {
    expect(dangersOf(calls(data('approve', [permit2, maxUint256])))).toEqual(['unlimited'])
    expect(dangersOf(calls(data('approve', [permit2, 2n ** 96n - 1n])))).toEqual(['unlimited'])
    expect(dangersOf(calls(data('increaseAllowance', [other, 5n])))).toEqual(['unknown-spender'])
    expect(dangersOf(calls(data('setApprovalForAll', [other, true])))).toEqual(['all-items'])
    expect(
      dangersOf(calls(data('approve', [other, 5n])), { ...facts, plain: new Set([other]) }),
    ).toEqual(['plain-spender'])
    expect(
      dangersOf(calls(data('approve', [permit2, 5n])), { ...facts, tokens: new Map() }),
    ).toEqual(['unknown-token'])
  })

  test('are unknown when the method or its arguments cannot be decoded', () => {
    const cases: Data[] = ['0xdeadbeef', '0xa9', `0xa9059cbb${'ff'.repeat(64)}`, '0x095ea7b300']
    for (const unreadable of cases) {
      expect(explain(calls(unreadable), origin)).toMatchObject({
        steps: [{ kind: 'call' }],
        dangers: ['unknown-call'],
      })
    }
    expect(
      explain(
        { ...calls(), calls: [{ to: undefined, value: 0n, data: '0x60' }] } as WalletAction,
        origin,
      ),
    ).toMatchObject({ steps: [{ kind: 'create', bytes: 1 }], dangers: ['unknown-call'] })
  })

  test('are all counted, and one bad call of twenty is found at any index', () => {
    const good = data('transfer', [other, 1n])
    const bad = data('setApprovalForAll', [other, true])
    for (let index = 0; index < 20; index++) {
      const list = Array.from({ length: 20 }, (_, at) => (at === index ? bad : good))
      const read = explain(calls(...list), origin)
      expect(read.steps).toHaveLength(20)
      expect(read.dangers).toEqual(['all-items'])
    }
  })

  test('are decoded only to a nesting depth that can be shown', () => {
    const multicall = parseAbi(['function multicall(bytes[] data)'])
    const nest = (inner: Data, count: number) =>
      encodeFunctionData({ abi: multicall, args: [Array.from({ length: count }, () => inner)] })
    const send = data('transfer', [other, 1n])
    expect(explain(calls(nest(send, 200)), origin).steps).toHaveLength(200)
    const tooMany = explain(calls(nest(nest(send, 20), 20)), origin)
    expect(tooMany.steps.length).toBeLessThan(250)
    expect(tooMany.dangers).toContain('unknown-call')
    expect(explain(calls(nest(send, 201)), origin)).toMatchObject({
      steps: [{ kind: 'call' }],
      dangers: ['unknown-call'],
    })
    expect(dangersOf(calls(nest(send, 0)))).toEqual(['unknown-call'])
  })

  test('count coins passed to an inner call once', () => {
    const abi = parseAbi([
      'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
      'function aggregate3Value(Call[] calls)',
    ])
    const inner = { target: other, allowFailure: false, value: 3n, callData: '0x' } as const
    const call = {
      to: '0xca11bde05977b3631167028862be2a173976ca11',
      value: 5n,
      data: encodeFunctionData({ abi, args: [[inner]] }),
    }
    expect(explain({ ...calls(), calls: [call] } as WalletAction, origin).steps).toEqual([
      { kind: 'send-coin', to: other, units: 3n },
      { kind: 'send-coin', to: call.to, units: 2n },
    ])
  })

  test('always list coins sent along with a call', () => {
    const action = {
      ...calls(),
      calls: [{ to: token, value: 3n, data: data('transfer', [other, 1n]) }],
    } as WalletAction
    expect(explain(action, origin).steps).toMatchObject([
      { kind: 'send-token' },
      { kind: 'send-coin', units: 3n },
    ])
  })
})

describe('typed data', () => {
  const permit = 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline'

  test.each<[string, TypedDataAction, object]>([
    [
      'ERC-2612',
      typed('Permit', permit, { owner: account, spender: other, value: '5', deadline: 99 }),
      { kind: 'allow', token, spender: other, amount: 5n, way: 'permit', expires: 99n },
    ],
    [
      'an amount nobody can read',
      typed('Permit', permit, { owner: account, spender: other, value: 'all' }),
      { kind: 'allow', amount: 'unlimited' },
    ],
    [
      'DAI',
      typed('Permit', 'address holder, address spender, bool allowed', {
        spender: other,
        allowed: true,
        expiry: 0,
      }),
      { kind: 'allow', token, amount: 'unlimited' },
    ],
    [
      'Permit2 single',
      typed(
        'PermitSingle',
        'PermitDetails details, address spender',
        { details: { token, amount: String(2n ** 160n - 1n), expiration: 5 }, spender: other },
        { chainId: 1, verifyingContract: permit2 },
      ),
      { kind: 'allow', token, spender: other, amount: 'unlimited', expires: 5n },
    ],
    [
      'Permit2 transfer',
      typed('PermitTransferFrom', 'TokenPermissions permitted', {
        permitted: { token, amount: 8 },
        spender: other,
        deadline: '0x10',
      }),
      { kind: 'allow', token, amount: 8n, expires: 16n },
    ],
    [
      'ERC-3009',
      typed('TransferWithAuthorization', 'address to, uint256 value', { to: other, value: 4 }),
      { kind: 'send-token', token, to: other, units: 4n, isLater: true },
    ],
    [
      'a market order',
      typed('OrderComponents', 'address offerer, bytes32 conduitKey', {}),
      { kind: 'order' },
    ],
    [
      'an order that pays someone else',
      typed('Order', 'uint256 sellAmount', {
        sellToken: token,
        buyToken: other,
        sellAmount: 7,
        buyAmount: 9,
        receiver: other,
      }),
      { kind: 'order', trade: { gives: [{ token, units: 7n }], gets: [], recipient: other } },
    ],
    [
      'a transaction of a Safe',
      typed('SafeTx', 'address to, uint256 value, bytes data', {}),
      { kind: 'order', what: 'relayed-call' },
    ],
  ])('recognises %s', (_, action, step) => {
    const read = explain(action, origin)
    expect(read.steps).toMatchObject([step])
    expect(dangersOf(action).length).toBeGreaterThan(0)
  })

  test('is a revoked permission only when `allowed` is false', () => {
    const dai = (allowed: unknown) =>
      explain(typed('Permit', 'address spender, bool allowed', { spender: other, allowed }), origin)
        .steps
    expect(dai(false)).toEqual([{ kind: 'revoke', token, spender: other }])
    for (const allowed of [true, 'true', 0, null]) {
      expect(dai(allowed)).toMatchObject([{ kind: 'allow', amount: 'unlimited' }])
    }
  })

  test('lists every token of a Permit2 batch', () => {
    const details = [
      { token, amount: 1, expiration: 1 },
      { token: other, amount: 2, expiration: 1 },
    ]
    const action = typed('PermitBatch', 'PermitDetails[] details', { details, spender: other })
    expect(explain(action, origin).steps).toMatchObject([
      { token, amount: 1n },
      { token: other, amount: 2n },
    ])
  })

  test('shows no danger for harmless data', () => {
    const mail = typed('Mail', 'string contents', { contents: 'Hello' }, { name: 'Ether Mail' })
    const vote = typed('Vote', 'uint256 proposal, string choice', { proposal: 1, choice: 'yes' })
    expect([dangersOf(mail), dangersOf(vote)]).toEqual([[], []])
  })

  test('needs a second step when it is too long to be shown', () => {
    const list = Array.from({ length: 1_000 }, () => 'x')
    expect(dangersOf(typed('Note', 'string[] lines', { lines: list }))).toEqual(['too-long'])
  })

  test('is rejected for another chain or control over the whole account', () => {
    const away = typed('Permit', permit, {}, { chainId: 137, verifyingContract: token })
    expect(explain(away, origin).block).toEqual({ why: 'other-chain', chainId: '137' })
    const operation = typed('PackedUserOperation', 'address sender, bytes callData', {})
    expect(explain(operation, origin).block).toEqual({ why: 'whole-account' })
  })
})

describe('messages', () => {
  const fields = {
    domain: 'app.example',
    address: account,
    uri: 'https://app.example/login',
    version: '1',
    chainId: 1,
    nonce: 'abcdefgh12345678',
    issuedAt: new Date('2030-01-01T00:00:00Z'),
  } as const
  const blockOf = (text: string, at = origin) => explain(message(text), at).block?.why

  test('are recognised as a sign-in for this page', () => {
    for (const extra of [{}, { statement: 'Hi.' }, { statement: 'Hi.', resources: ['ipfs://a'] }]) {
      expect(explain(message(createSiweMessage({ ...fields, ...extra })), origin)).toMatchObject({
        kind: 'sign-in',
        signIn: { domain: 'app.example', chainId: '1' },
        dangers: [],
      })
    }
  })

  test('are rejected when a sign-in is for another site or malformed', () => {
    const text = createSiweMessage(fields)
    for (const domain of [
      'evil.example',
      'app.example:444',
      'user@app.example',
      'app.example.evil',
    ]) {
      expect(blockOf(text.replace('app.example wants', `${domain} wants`))).toBe(
        'sign-in-elsewhere',
      )
    }
    expect(blockOf(text.replace('https://app.example/', 'https://evil.example/'))).toBe(
      'sign-in-elsewhere',
    )
    expect(blockOf(text.replace(account, other))).toBe('sign-in-other-account')
    expect(blockOf(`${text}\nand more`)).toBe('sign-in-malformed')
    expect(blockOf(`\n${text}`)).toBe('sign-in-malformed')
    expect(blockOf(text.replace('Nonce: ', 'Nonce:  '))).toBe('sign-in-malformed')
    expect(blockOf(text.replaceAll('https://', 'http://'), 'http://app.example')).toBe(
      'sign-in-insecure',
    )
  })

  test('accept an account in capitals when the chain ignores case', () => {
    const address = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01'
    const text = createSiweMessage(fields).replace(account, address)
    const signIn = message(text, { account: address.toLowerCase() } as Partial<WalletAction>)
    expect(explain(signIn, origin).kind).toBe('sign-in')
  })

  test('are rejected when they are too long to be shown', () => {
    const withResources = (resources: string[]) => createSiweMessage({ ...fields, resources })
    const many = Array.from({ length: 21 }, (_, at) => `ipfs://${at}`)
    expect(blockOf(withResources(many.slice(1)))).toBeUndefined()
    expect(blockOf(withResources(many))).toBe('sign-in-malformed')
    expect(blockOf(withResources([`ipfs://${'a'.repeat(200)}`]))).toBe('sign-in-malformed')
    expect(blockOf(createSiweMessage({ ...fields, statement: 'a'.repeat(301) }))).toBe(
      'sign-in-malformed',
    )
  })

  test('follow the same rules on Solana', () => {
    const key = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'
    const text = (domain: string) =>
      `${domain} wants you to sign in with your Solana account:\n${key}\n\nHi.\n\nURI: https://app.example\nVersion: 1\nChain ID: mainnet\nNonce: abcdefgh1`
    const on = (logged: string) => message(logged, { kind: 'solana-message', account: key })
    expect(explain(on(text('app.example')), origin).kind).toBe('sign-in')
    expect(explain(on(text('evil.example')), origin).block?.why).toBe('sign-in-elsewhere')
    const shouted = text('app.example').replace(key, key.toUpperCase())
    expect(explain(on(shouted), origin).block?.why).toBe('sign-in-other-account')
    expect(explain(on(text('app.example').split('\n\n')[0] ?? ''), origin).kind).toBe('sign-in')
  })

  test('need a second step for 32 bytes and for bytes that are not readable text', () => {
    expect(explain(message('Hello'), origin)).toMatchObject({ kind: 'message', dangers: [] })
    expect(explain(message('a'.repeat(32)), origin).dangers).toEqual(['hash'])
    const bytes = message('x', { text: undefined } as Partial<WalletAction>)
    expect(explain(bytes, origin)).toMatchObject({ dangers: ['unreadable'] })
    expect(explain(message('pay \u202Eeno'), origin)).toMatchObject({ dangers: ['unreadable'] })
  })
})
