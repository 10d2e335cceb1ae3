import {
  encodeFunctionData,
  encodePacked,
  type Hex,
  maxUint256,
  parseAbi,
  size,
  toFunctionSelector,
} from 'viem'
import type { Call } from '../../account/action.js'
import {
  apes,
  callsOf,
  type DrainerSample,
  dai,
  ether,
  evmAddress,
  family,
  permit2,
  thief,
  upTo,
  usdc,
  visitor,
} from './sample.fixture.js'

const abi = parseAbi([
  'function transfer(address to, uint256 units)',
  'function transferFrom(address from, address to, uint256 units)',
  'function approve(address spender, uint256 units)',
  'function increaseAllowance(address spender, uint256 units)',
  'function decreaseAllowance(address spender, uint256 units)',
  'function increaseApproval(address spender, uint256 units)',
  'function setApprovalForAll(address operator, bool yes)',
  'function authorizeOperator(address operator)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function transferFrom(address from, address to, uint160 units, address token)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 count, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] counts, bytes data)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'struct Call { address target; bytes callData; }',
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate(Call[] calls)',
  'function tryAggregate(bool requireSuccess, Call[] calls)',
  'function blockAndAggregate(Call[] calls)',
  'function tryBlockAndAggregate(bool requireSuccess, Call[] calls)',
  'function aggregate3(Call3[] calls)',
  'function aggregate3Value(Call3Value[] calls)',
  'function multiSend(bytes transactions)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
])
const daiPermit = parseAbi([
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
])
const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const multicalls = [
  parseAbi(['function multicall(bytes[] data)']),
  parseAbi(['function multicall(uint256 deadline, bytes[] data)']),
  parseAbi(['function multicall(bytes32 previousBlockhash, bytes[] data)']),
] as const

type Name = Extract<(typeof abi)[number], { type: 'function' }>['name']

export const encode = (functionName: Name, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as unknown as Parameters<
    typeof encodeFunctionData
  >[0])

export const multicall3: Hex = '0xca11bde05977b3631167028862be2a173976ca11'
const safe = evmAddress('safe')
const zero: Hex = `0x${'0'.repeat(40)}`
const word = `0x${'11'.repeat(32)}` as const
const signature = [27, word, word] as const

/** MultiSend and MultiSendCallOnly as deployed by Safe. */
const multiSends: readonly Hex[] = [
  '0x8d29be29923b68abfdd21e541b9374737b49cdad',
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
  '0x998739bfdaadde7c933b942a68053933098f9eda',
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
  '0x40a2accbd92bca938b02010e17a5b8929b49130d',
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b',
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
]

export function multiSend(...calls: readonly (Partial<Call> & { operation?: number })[]): Hex {
  const packed = calls.map(({ operation = 0, to = zero, value = 0n, data = '0x' }) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [operation, to, value, BigInt(size(data)), data],
    ).slice(2),
  )
  return encode('multiSend', `0x${packed.join('')}`)
}

const execute = (to: Hex, data: Hex, operation = 0): Partial<Call> => ({
  to: safe,
  data: encode('execTransaction', to, 0n, data, operation, 0n, 0n, 0n, zero, zero, '0x'),
})

/** Calls that give something away, each with the expected danger. */
const badCalls = [
  { to: apes, data: encode('setApprovalForAll', thief, true), danger: 'all-items' },
  { to: usdc, data: encode('approve', thief, maxUint256), danger: 'unlimited' },
  { to: usdc, data: encode('increaseAllowance', thief, 5_000_000n), danger: 'unknown-spender' },
  { to: usdc, data: '0xdeadbeef', danger: 'unknown-call' },
] as const

/** Every way to put calls into a call. */
export const containers: readonly ((...calls: readonly Call[]) => Partial<Call>)[] = [
  ...(['aggregate', 'blockAndAggregate'] as const).map((name) => (...calls: readonly Call[]) => ({
    to: multicall3,
    data: encode(
      name,
      calls.map(({ to, data }) => ({ target: to, callData: data })),
    ),
  })),
  ...(['tryAggregate', 'tryBlockAndAggregate'] as const).map(
    (name) =>
      (...calls: readonly Call[]) => ({
        to: multicall3,
        data: encode(
          name,
          false,
          calls.map(({ to, data }) => ({ target: to, callData: data })),
        ),
      }),
  ),
  ...(['aggregate3', 'aggregate3Value'] as const).map((name) => (...calls: readonly Call[]) => ({
    to: multicall3,
    data: encode(
      name,
      calls.map(({ to, data }) => ({ target: to, allowFailure: true, value: 0n, callData: data })),
    ),
  })),
  ...multicalls.map((contract, at) => (...calls: readonly Call[]) => ({
    to: calls[0]?.to,
    data: encodeFunctionData({
      abi: contract,
      args: [...([[], [99n], [word]][at] ?? []), calls.map(({ data }) => data)],
    } as unknown as Parameters<typeof encodeFunctionData>[0]),
  })),
]

const good: Call = { to: usdc, value: 0n, data: encode('transfer', evmAddress('shop'), 1n) }
const claims =
  'claim() claimReward() claimRewards(address) SecurityUpdate() connectWallet() mint(uint256) networkMerge() migrate() verify() airdrop(address,uint256)'

export const callDrainers: readonly DrainerSample[] = [
  ...family<bigint, DrainerSample>(
    'unlimited approval',
    [maxUint256, 2n ** 255n, 2n ** 200n, 2n ** 160n - 1n, 2n ** 128n - 1n, 2n ** 96n - 1n],
    (amount) => ({
      action: callsOf({ to: usdc, data: encode('approve', thief, amount) }),
      danger: 'unlimited',
    }),
  ),
  ...family<number, DrainerSample>('approval of an unknown spender', upTo(6), (at) => ({
    action: callsOf({
      to: dai,
      data: encode('approve', evmAddress(`spender ${at}`), 10n ** BigInt(at)),
    }),
    danger: 'unknown-spender',
  })),
  ...family<number, DrainerSample>('approval of a person', upTo(6), (at) => {
    const person = evmAddress(`person ${at}`)
    return {
      action: callsOf({ to: usdc, data: encode('approve', person, 5n) }),
      plain: [person],
      danger: 'plain-spender',
    }
  }),
  ...family<Name, DrainerSample>(
    'higher allowance',
    ['increaseAllowance', 'increaseApproval', 'increaseAllowance', 'increaseApproval'],
    (name, at) => ({
      action: callsOf({ to: usdc, data: encode(name, thief, at < 2 ? maxUint256 : 7n) }),
      danger: at < 2 ? 'unlimited' : 'unknown-spender',
    }),
  ),
  ...family<number, DrainerSample>('control of a collection', upTo(8), (at) => ({
    action: callsOf({
      to: evmAddress(`collection ${at}`),
      data: encode('setApprovalForAll', thief, true),
    }),
    danger: 'all-items',
  })),
  ...family<number, DrainerSample>('allowance in Permit2', upTo(4), (at) => ({
    action: callsOf({
      to: permit2,
      data: encodeFunctionData({
        abi: permit2Abi,
        args: [usdc, thief, 2n ** 160n - 1n, 2 ** 40 + at],
      }),
    }),
    danger: 'unlimited',
  })),
  ...family<number, DrainerSample>('permit sent as a call', upTo(6), (at) => ({
    action: callsOf(
      at % 2
        ? {
            to: dai,
            data: encodeFunctionData({
              abi: daiPermit,
              args: [visitor, thief, 0n, 99n, true, ...signature],
            }),
          }
        : { to: usdc, data: encode('permit', visitor, thief, maxUint256, 99n, ...signature) },
    ),
    danger: 'unlimited',
  })),
  ...family<number, DrainerSample>('operator of ERC-777', upTo(3), (at) => ({
    action: callsOf({ to: evmAddress(`777 ${at}`), data: encode('authorizeOperator', thief) }),
    danger: 'unlimited',
  })),
  ...family<string, DrainerSample>('false claim', claims.split(' '), (name, at) => ({
    action: callsOf({
      to: thief,
      value: BigInt(at) * ether,
      data: `${toFunctionSelector(`function ${name}`)}${'0'.repeat(64)}`,
    }),
    danger: 'unknown-call',
  })),
  ...family<(typeof containers)[number], DrainerSample>(
    'call within a call',
    badCalls.flatMap(() => containers),
    (contain, at) => {
      const { danger, ...bad } = badCalls[
        Math.floor(at / containers.length)
      ] as (typeof badCalls)[number]
      const harmless = { ...good, to: bad.to }
      return {
        action: callsOf(contain(harmless, { ...bad, value: 0n }, harmless)),
        danger,
      }
    },
  ),
  ...family<number, DrainerSample>('call three calls deep', upTo(4), (at) => {
    const { danger, ...bad } = badCalls[at % 3] as (typeof badCalls)[number]
    const [outer, inner] = [containers[at], containers[at + 1]] as [
      (typeof containers)[0],
      (typeof containers)[0],
    ]
    return { action: callsOf(outer(outer(inner({ ...bad, value: 0n }) as Call) as Call)), danger }
  }),
  ...family<Hex, DrainerSample>('transaction of a Safe through a multisend', multiSends, (to) => ({
    action: callsOf(
      execute(to, multiSend(good, { to: apes, data: encode('setApprovalForAll', thief, true) }), 1),
    ),
    danger: 'all-items',
  })),
  ...family<number, DrainerSample>('code run as a Safe', upTo(4), (at) => ({
    action: callsOf(
      at % 2
        ? execute(thief, '0x12345678', 1)
        : execute(multiSends[1] as Hex, multiSend(good, { to: thief, operation: 1 }), 1),
    ),
    danger: 'delegate-call',
  })),
  ...family<number, DrainerSample>('multisend called directly', upTo(2), (at) => ({
    action: callsOf({
      to: multiSends[at] as Hex,
      data: multiSend({ to: apes, data: badCalls[0].data }),
    }),
    danger: 'all-items',
  })),
  ...family<number, DrainerSample>('bad call in a batch of 20', upTo(20), (bad) => {
    const { danger, ...call } = badCalls[bad % 4] as (typeof badCalls)[number]
    return { action: callsOf(...upTo(20).map((at) => (at === bad ? call : good))), danger }
  }),
  ...family<number, DrainerSample>('several assets at once', upTo(4), (at) => ({
    action: callsOf(
      { to: thief, value: ether },
      { to: usdc, data: encode('transfer', thief, 5n) },
      at % 2
        ? { to: dai, data: encode('transfer', thief, 5n) }
        : { to: apes, data: encode('safeTransferFrom', visitor, thief, 5n) },
    ),
    danger: 'sweep',
  })),
  ...family<number, DrainerSample>('new contract', upTo(2), () => ({
    action: callsOf({ to: undefined, data: '0x600a600c' }),
    danger: 'unknown-call',
  })),
  ...family<number, DrainerSample>('look-alike of a known address', upTo(6), (at) => {
    const friend = evmAddress(`friend ${at}`)
    const twin = `${friend.slice(0, 5)}${thief.slice(5, 38)}${friend.slice(-4)}` as Hex
    const call = at % 2 ? { to: twin, value: 1n } : { to: usdc, data: encode('transfer', twin, 1n) }
    return { action: callsOf(call), known: [friend], danger: 'look-alike' }
  }),
  ...family<number, DrainerSample>('token that takes another', upTo(4), (at) => ({
    action: callsOf({ to: usdc, data: encode('transfer', thief, 1n) }),
    simulation: {
      status: 'succeeded',
      losesControl: false,
      changes: [
        { token: usdc, symbol: 'USDC', decimals: 6, units: -1n },
        at % 2
          ? { token: apes, symbol: undefined, decimals: undefined, isItems: true, units: -3n }
          : { token: dai, symbol: 'DAI', decimals: 18, units: -ether },
      ],
    },
    danger: 'hidden-outflow',
  })),
  ...family<bigint, DrainerSample>(
    'network fee',
    [ether / 19n, ether / 2n, ether, 2n * ether],
    (fee) => ({
      action: callsOf({ to: evmAddress('shop'), value: 1n }),
      fee,
      danger: 'high-fee',
    }),
  ),
]
