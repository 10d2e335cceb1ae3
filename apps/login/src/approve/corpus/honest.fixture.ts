import {
  memo,
  openTokenAccount,
  programs,
  sendCoins,
  sendTokens,
  type TestInstruction,
  testKey,
  u64,
} from '../../account/solanaTransaction.fixture.js'
import { containers, encode } from './calls.fixture.js'
import { signInTo } from './messages.fixture.js'
import {
  apes,
  callsOf,
  dai,
  ether,
  evmAddress,
  family,
  messageOf,
  permit2,
  type Sample,
  seaport,
  sol,
  solanaRequest,
  typedData,
  upTo,
  usdc,
  visitor,
} from './sample.fixture.js'
import {
  bytesOf,
  mint,
  own,
  ownTokens,
  priorityFee,
  system,
  theirTokens,
  token,
} from './solana.fixture.js'

const shop = (index: number) => evmAddress(`shop ${index}`)
const spenders = [
  permit2,
  seaport,
  '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
  '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
  '0x111111125421ca6dc452d289314280a0f8842a65',
  '0xdef1c0ded9bec7f1a1670819833240f027b25eff',
  '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2',
] as const
const sentence = (index: number) =>
  ['I agree to the terms', 'Hello', 'My vote counts', 'gm', 'Order 7 has arrived'][index % 5] +
  '.'.repeat(index % 4)
const wrapped = 'So11111111111111111111111111111111111111112'
const payee = (index: number) => testKey(100 + index)
const coins = (units: bigint) => ({
  token: undefined,
  symbol: 'SOL',
  decimals: 9,
  units,
  before: 20n * sol,
})

const evm: readonly Sample[] = [
  ...family<number, Sample>('coins', upTo(30), (at) => ({
    action: callsOf({ to: shop(at), value: (ether * BigInt(at + 1)) / 7n }),
    fee: (ether * BigInt(at + 1)) / 1_000n,
  })),
  ...family<number, Sample>('tokens', upTo(30), (at) => {
    const [token, units] = [at % 2 ? dai : usdc, 10n ** BigInt(at % 12)]
    const change = { token, symbol: 'X', decimals: 6, units: -units }
    return {
      action: callsOf({ to: token, data: encode('transfer', shop(at), units) }),
      ...(at % 3 === 0 && {
        simulation: { status: 'succeeded', changes: [change], losesControl: false } as const,
      }),
    }
  }),
  ...family<number, Sample>('items', upTo(15), (at) => ({
    action: callsOf({ to: apes, data: encode('safeTransferFrom', visitor, shop(at), BigInt(at)) }),
  })),
  ...family<`0x${string}`, Sample>(
    'transfer of another kind',
    [
      encode('transferFrom', visitor, shop(1), 5n),
      encode('safeTransferFrom', visitor, shop(1), 5n, '0x12'),
      encode('safeTransferFrom', visitor, shop(1), 5n, 2n, '0x'),
    ],
    (data) => ({ action: callsOf({ to: usdc, data }) }),
  ),
  ...family<number, Sample>('transfer through Permit2', upTo(2), (at) => ({
    action: callsOf({ to: permit2, data: encode('transferFrom', visitor, shop(at), 5n, usdc) }),
  })),
  ...family<number, Sample>('several items', upTo(8), (at) => ({
    action: callsOf({
      to: apes,
      data: encode('safeBatchTransferFrom', visitor, shop(at), [1n, BigInt(at)], [2n, 3n], '0x'),
    }),
  })),
  ...family<number, Sample>('permission taken back', upTo(18), (at) => ({
    action: callsOf(
      [
        { to: usdc, data: encode('approve', shop(at), 0n) },
        { to: apes, data: encode('setApprovalForAll', shop(at), false) },
        { to: usdc, data: encode('decreaseAllowance', shop(at), 5n) },
      ][at % 3] ?? {},
    ),
  })),
  ...family<number, Sample>('allowance for a known app', upTo(28), (at) => ({
    action: callsOf({
      to: at % 2 ? usdc : dai,
      data: encode('approve', spenders[at % spenders.length], 1_000_000n * BigInt(at + 1)),
    }),
  })),
  ...family<number, Sample>('payments in one batch', upTo(10), (at) => ({
    action: callsOf(
      ...upTo(at + 2).map((nth) => ({ to: usdc, data: encode('transfer', shop(nth), 5n) })),
    ),
  })),
  ...family<number, Sample>('payments in one call', upTo(9), (at) => {
    const pay = (to: number) => ({ to: usdc, value: 0n, data: encode('transfer', shop(to), 5n) })
    return { action: callsOf(containers[at]?.(pay(1), pay(2)) ?? {}) }
  }),
]

const signed: readonly Sample[] = [
  ...family<number, Sample>('sign-in', upTo(15), (at) => ({
    action: messageOf(signInTo('app.example', at)),
  })),
  ...family<number, Sample>('sign-in on Solana', upTo(10), (at) => ({
    action: messageOf(
      `app.example wants you to sign in with your Solana account:\n${own}\n\nHi ${at}.\n\nURI: https://app.example\nVersion: 1\nChain ID: mainnet\nNonce: abcdefgh${at}`,
      { kind: 'solana-message', account: own },
    ),
  })),
  ...family<number, Sample>('text', upTo(25), (at) => ({ action: messageOf(sentence(at)) })),
  ...family<number, Sample>('vote', upTo(12), (at) => ({
    action: typedData(
      'Vote',
      {
        Vote: {
          from: 'address',
          space: 'string',
          timestamp: 'uint64',
          proposal: 'bytes32',
          choice: 'uint32',
          reason: 'string',
        },
      },
      { from: visitor, space: 'dao.eth', timestamp: at, proposal: '0x11', choice: 1, reason: '' },
      { name: 'snapshot', version: '0.1.4' },
    ),
  })),
  ...family<number, Sample>('ballot', upTo(8), (at) => ({
    action: typedData(
      'Ballot',
      { Ballot: { proposalId: 'uint256', support: 'uint8' } },
      { proposalId: at, support: 1 },
      { name: 'Governor', chainId: 1, verifyingContract: shop(1) },
    ),
  })),
  ...family<number, Sample>('terms', upTo(12), (at) => ({
    action: typedData(
      'Terms',
      { Terms: { text: 'string', version: 'uint256', isAdult: 'bool' } },
      { text: sentence(at), version: at, isAdult: true },
      { name: 'App', chainId: 1 },
    ),
  })),
]

const solana: readonly Sample[] = [
  ...family<number, Sample>('coins on Solana', upTo(25), (at) => ({
    action: solanaRequest(own, [
      [...priorityFee(BigInt(at) * 200_000n), sendCoins(own, payee(at), sol * BigInt(at + 1))],
    ]),
    simulation: {
      status: 'succeeded',
      losesControl: false,
      changes: [coins(-sol * BigInt(at + 1) - 5_000n - BigInt(at) * 200_000n)],
    },
  })),
  ...family<number, Sample>('tokens on Solana', upTo(15), (at) => ({
    action: solanaRequest(own, [[sendTokens(ownTokens, mint, payee(at), own, 5n)]]),
  })),
  ...family<number, Sample>('tokens to someone new', upTo(12), (at) => ({
    action: solanaRequest(own, [
      [
        openTokenAccount(own, theirTokens, payee(at), mint),
        sendTokens(ownTokens, mint, theirTokens, own, 5n),
        ...(at % 2 ? [memo('Thank you')] : []),
      ],
    ]),
  })),
  ...family<number, Sample>('wrapping', upTo(8), (at) => ({
    action: solanaRequest(own, [
      [
        openTokenAccount(own, ownTokens, own, wrapped),
        sendCoins(own, ownTokens, BigInt(at + 1)),
        { program: programs.token, accounts: [ownTokens], data: [17] },
      ],
    ]),
  })),
  ...family<number, Sample>('unwrapping', upTo(4), () => ({
    action: solanaRequest(own, [
      [{ program: programs.token, accounts: [ownTokens, own, own], data: [9] }],
    ]),
  })),
  ...family<readonly TestInstruction[], Sample>(
    'account of one’s own',
    [
      [token([5], ownTokens, own)],
      [system(5, [theirTokens, own], ...u64(5n))],
      [system(11, [theirTokens, own, own], ...u64(5n), ...u64(1n), 65, ...bytesOf(0))],
      ...[
        token([1], theirTokens, mint, own),
        token([16, ...bytesOf(201)], theirTokens, mint),
        token([18, ...bytesOf(201)], theirTokens, mint),
      ].map((initialize) => [
        system(0, [own, theirTokens], ...u64(2_039_280n), ...u64(165n), ...bytesOf(7)),
        token([22], theirTokens),
        initialize,
      ]),
    ],
    (instructions) => ({ action: solanaRequest(own, [instructions]) }),
  ),
  ...family<number, Sample>('several transactions', [3, 5, 8], (count) => ({
    action: solanaRequest(
      own,
      upTo(count).map((at) => [sendCoins(own, payee(at), 5n)]),
    ),
  })),
]

/** Honest, but looks the same as a theft. */
const flagged: readonly Sample[] = [
  {
    name: 'Mail of EIP-712',
    action: typedData(
      'Mail',
      { Mail: { to: 'Person', contents: 'string' }, Person: { name: 'string', wallet: 'address' } },
      { to: { name: 'Bob', wallet: shop(1) }, contents: 'Hello' },
      { name: 'Ether Mail', chainId: 1, verifyingContract: shop(2) },
    ),
  },
  {
    name: 'votes given to someone',
    action: typedData(
      'Delegation',
      { Delegation: { delegatee: 'address', nonce: 'uint256', expiry: 'uint256' } },
      { delegatee: shop(1), nonce: 0, expiry: 99 },
      { name: 'Compound', chainId: 1, verifyingContract: shop(3) },
    ),
  },
  {
    name: 'dollars of Token-2022',
    action: solanaRequest(own, [
      [sendTokens(ownTokens, mint, theirTokens, own, 5n, programs.token2022)],
    ]),
  },
]

export const honest: readonly Sample[] = [...evm, ...signed, ...solana, ...flagged]
