import { type Hex, maxUint256 } from 'viem'
import type { WalletAction } from '../../account/action.js'
import type { Danger } from '../danger/danger.js'
import { encode, multiSend } from './calls.fixture.js'
import {
  apes,
  type DrainerSample,
  dai,
  ether,
  evmAddress,
  type Fields,
  family,
  permit2,
  seaport,
  thief,
  typedData,
  upTo,
  usdc,
  visitor,
} from './sample.fixture.js'

const at = (verifyingContract: Hex, chainId = 1) => ({ chainId, verifyingContract })
const deadline = 4_102_444_800n
const zero: Hex = `0x${'0'.repeat(40)}`
const word = `0x${'22'.repeat(32)}`

const tokenPermit: Fields = {
  owner: 'address',
  spender: 'address',
  value: 'uint256',
  nonce: 'uint256',
  deadline: 'uint256',
}
const details: Fields = {
  token: 'address',
  amount: 'uint160',
  expiration: 'uint48',
  nonce: 'uint48',
}
const permitted: Fields = { token: 'address', amount: 'uint256' }

const permits: readonly ((index: number) => WalletAction)[] = [
  (index) =>
    typedData(
      'Permit',
      { Permit: tokenPermit },
      {
        owner: visitor,
        spender: thief,
        value: [maxUint256, 5n][index % 2],
        nonce: index,
        deadline,
      },
    ),
  (index) =>
    typedData(
      'Permit',
      {
        Permit: {
          holder: 'address',
          spender: 'address',
          nonce: 'uint256',
          expiry: 'uint256',
          allowed: 'bool',
        },
      },
      { holder: visitor, spender: thief, nonce: index, expiry: 0, allowed: true },
      at(dai),
    ),
  (index) =>
    typedData(
      'Permit',
      { Permit: { spender: 'address', tokenId: 'uint256', nonce: 'uint256', deadline: 'uint256' } },
      { spender: thief, tokenId: index, nonce: 0, deadline },
      at(apes),
    ),
  (index) =>
    typedData(
      'PermitForAll',
      {
        PermitForAll: { owner: 'address', operator: 'address', approved: 'bool', nonce: 'uint256' },
      },
      { owner: visitor, operator: thief, approved: true, nonce: index },
      at(apes),
    ),
  (index) =>
    typedData(
      'PermitSingle',
      {
        PermitSingle: { details: 'PermitDetails', spender: 'address', sigDeadline: 'uint256' },
        PermitDetails: details,
      },
      {
        details: { token: usdc, amount: 2n ** 160n - 1n, expiration: index, nonce: 0 },
        spender: thief,
        sigDeadline: deadline,
      },
      at(permit2),
    ),
  (index) =>
    typedData(
      'PermitBatch',
      {
        PermitBatch: { details: 'PermitDetails[]', spender: 'address', sigDeadline: 'uint256' },
        PermitDetails: details,
      },
      {
        details: [usdc, dai].map((token) => ({ token, amount: 9n, expiration: index, nonce: 0 })),
        spender: thief,
        sigDeadline: deadline,
      },
      at(permit2),
    ),
  (index) =>
    typedData(
      'PermitTransferFrom',
      {
        PermitTransferFrom: {
          permitted: 'TokenPermissions',
          spender: 'address',
          nonce: 'uint256',
          deadline: 'uint256',
        },
        TokenPermissions: permitted,
      },
      { permitted: { token: usdc, amount: 10n ** 12n }, spender: thief, nonce: index, deadline },
      at(permit2),
    ),
  (index) =>
    typedData(
      'PermitBatchTransferFrom',
      {
        PermitBatchTransferFrom: {
          permitted: 'TokenPermissions[]',
          spender: 'address',
          nonce: 'uint256',
          deadline: 'uint256',
        },
        TokenPermissions: permitted,
      },
      { permitted: [{ token: dai, amount: ether }], spender: thief, nonce: index, deadline },
      at(permit2),
    ),
  (index) =>
    typedData(
      'PermitWitnessTransferFrom',
      {
        PermitWitnessTransferFrom: {
          permitted: 'TokenPermissions',
          spender: 'address',
          nonce: 'uint256',
          deadline: 'uint256',
          witness: 'Witness',
        },
        TokenPermissions: permitted,
        Witness: { to: 'address' },
      },
      {
        permitted: { token: usdc, amount: 10n ** 9n },
        spender: thief,
        nonce: index,
        deadline,
        witness: { to: thief },
      },
      at(permit2),
    ),
]

/** Dangers that depend on the spender and the amount. */
const readDanger = new Map<(typeof permits)[number], Danger>(
  permits.flatMap((build, index): [(typeof permits)[number], Danger][] => {
    if (index === 3) return []
    return [[build, index === 1 || index === 4 ? 'unlimited' : 'unknown-spender']]
  }),
)

const transfer = (name: string, index: number) =>
  typedData(
    name,
    {
      [name]: {
        from: 'address',
        to: 'address',
        value: 'uint256',
        validAfter: 'uint256',
        validBefore: 'uint256',
        nonce: 'bytes32',
      },
    },
    {
      from: visitor,
      to: thief,
      value: 10 ** index,
      validAfter: 0,
      validBefore: deadline,
      nonce: word,
    },
  )

const offerItem: Fields = {
  itemType: 'uint8',
  token: 'address',
  identifierOrCriteria: 'uint256',
  startAmount: 'uint256',
  endAmount: 'uint256',
}

/** Seaport: `items` apes for `price`, paid to `payee`. */
export function seaportOrder(items: number, price: bigint, payee: Hex): WalletAction {
  const item = (itemType: number, token: Hex, amount: bigint) => ({
    itemType,
    token,
    identifierOrCriteria: 7n,
    startAmount: amount,
    endAmount: amount,
  })
  return typedData(
    'OrderComponents',
    {
      OrderComponents: {
        offerer: 'address',
        offer: 'OfferItem[]',
        consideration: 'ConsiderationItem[]',
        conduitKey: 'bytes32',
      },
      OfferItem: offerItem,
      ConsiderationItem: { ...offerItem, recipient: 'address' },
    },
    {
      offerer: visitor,
      offer: upTo(items).map(() => item(2, apes, 1n)),
      consideration: [{ ...item(0, zero, price), recipient: payee }],
      conduitKey: word,
    },
    at(seaport),
  )
}

const order = (name: string, fields: Readonly<Record<string, [type: string, value: unknown]>>) =>
  typedData(
    name,
    { [name]: Object.fromEntries(Object.entries(fields).map(([field, [type]]) => [field, type])) },
    Object.fromEntries(Object.entries(fields).map(([field, [, value]]) => [field, value])),
    at(evmAddress(`market of ${name}`)),
  )

/** Orders that pay nothing, or pay the thief. */
const worthlessOrders: readonly ((price: number) => WalletAction)[] = [
  (price) => seaportOrder(1 + price, BigInt(price), visitor),
  () => seaportOrder(3, 9n * ether, thief),
  (price) =>
    order('Order', {
      trader: ['address', visitor],
      side: ['uint8', 1],
      collection: ['address', apes],
      tokenId: ['uint256', 7],
      paymentToken: ['address', zero],
      price: ['uint256', price],
    }),
  (price) =>
    order('MakerOrder', {
      isOrderAsk: ['bool', true],
      signer: ['address', visitor],
      collection: ['address', apes],
      price: ['uint256', price],
      currency: ['address', dai],
    }),
  (price) =>
    order('Maker', {
      quoteType: ['uint8', 1],
      signer: ['address', visitor],
      collection: ['address', apes],
      price: ['uint256', price],
      currency: ['address', zero],
    }),
  (price) =>
    order('Order', {
      sellToken: ['address', usdc],
      buyToken: ['address', dai],
      receiver: ['address', zero],
      sellAmount: ['uint256', 10n ** 12n],
      buyAmount: ['uint256', price],
    }),
  () =>
    order('Order', {
      sellToken: ['address', usdc],
      buyToken: ['address', dai],
      receiver: ['address', thief],
      sellAmount: ['uint256', 10n ** 12n],
      buyAmount: ['uint256', 10n ** 24n],
    }),
  (price) =>
    order('Order', {
      maker: ['address', visitor],
      receiver: ['address', zero],
      makerAsset: ['address', usdc],
      takerAsset: ['address', thief],
      makingAmount: ['uint256', 10n ** 12n],
      takingAmount: ['uint256', price],
    }),
  (price) =>
    order('LimitOrder', {
      makerToken: ['address', usdc],
      takerToken: ['address', dai],
      makerAmount: ['uint128', 10n ** 12n],
      takerAmount: ['uint128', price],
    }),
  (price) =>
    order('Order', {
      exchange: ['address', evmAddress('wyvern')],
      maker: ['address', visitor],
      side: ['uint8', 1],
      basePrice: ['uint256', price],
    }),
]

/** Orders that cannot be decoded. */
const otherOrders: readonly WalletAction[] = [
  order('BulkOrder', { tree: ['bytes32[2][2]', []] }),
  order('Root', { root: ['bytes32', word] }),
  order('RfqOrder', { maker: ['address', visitor], pool: ['bytes32', word] }),
  order('TakerBid', { maker: ['address', visitor], amount: ['uint256', 3] }),
  order('CollectionOffer', { maker: ['address', visitor], amount: ['uint256', 3] }),
]

const safeFields: Fields = { to: 'address', value: 'uint256', data: 'bytes', operation: 'uint8' }
const safeTransaction = (to: Hex, data: Hex, operation: number) =>
  typedData(
    'SafeTx',
    { SafeTx: safeFields },
    { to, value: 0, data, operation },
    at(evmAddress('safe')),
  )
const safeMultiSend: Hex = '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526'
const controlApes = encode('setApprovalForAll', thief, true)

const relayed: readonly WalletAction[] = [
  order('MetaTransaction', {
    nonce: ['uint256', 1],
    from: ['address', visitor],
    functionSignature: ['bytes', controlApes],
  }),
  order('ForwardRequest', {
    from: ['address', visitor],
    to: ['address', apes],
    value: ['uint256', 0],
    data: ['bytes', controlApes],
  }),
  order('ZeroExTransaction', { signerAddress: ['address', visitor], data: ['bytes', '0x12'] }),
  order('SafeMessage', { message: ['bytes', word] }),
  safeTransaction(usdc, encode('transfer', thief, 5n), 0),
]

/** Unknown types, for a contract that acts on them. */
const unknownShapes: readonly WalletAction[] = [
  order('Transfer', { to: ['address', thief], amount: ['uint256', 5] }),
  order('Withdraw', { wad: ['uint256', 5], nonce: ['uint256', 0] }),
  order('Claim', { claimer: ['address', thief] }),
  order('Verify', { hash: ['bytes32', word] }),
  order('Burn', { tokenId: ['uint256', 5] }),
  order('Login', { proof: ['bytes', '0x1234'] }),
]

/** Signatures that would give away the whole account. */
const handovers: readonly WalletAction[] = [
  order('UserOperation', { sender: ['address', visitor], callData: ['bytes', '0x'] }),
  order('PackedUserOperation', { sender: ['address', visitor], callData: ['bytes', '0x'] }),
  order('Authorization', {
    chainId: ['uint256', 1],
    address: ['address', thief],
    nonce: ['uint256', 0],
  }),
  order('SetCodeAuthorization', {
    chainId: ['uint256', 0],
    contractAddress: ['address', thief],
    nonce: ['uint64', 0],
  }),
  order('Delegation', {
    delegate: ['address', thief],
    delegator: ['address', visitor],
    authority: ['bytes32', word],
  }),
]

export const typedDataDrainers: readonly DrainerSample[] = [
  ...family<(typeof permits)[number], DrainerSample>(
    'permit',
    [...permits, ...permits, ...permits],
    (build, index) => ({
      action: build(Math.floor(index / permits.length)),
      danger: index < permits.length ? 'permit' : (readDanger.get(build) ?? 'permit'),
    }),
  ),
  ...family<string, DrainerSample>(
    'transfer that others send',
    upTo(6).map((index) => (index % 2 ? 'Transfer' : 'Receive')),
    (name, index) => ({
      action: transfer(`${name}WithAuthorization`, index),
      danger: 'later-transfer',
    }),
  ),
  ...family<(typeof worthlessOrders)[number], DrainerSample>(
    'order for nothing',
    [...worthlessOrders, ...worthlessOrders],
    (build, index) => ({
      action: build(index < worthlessOrders.length ? 0 : 1),
      danger: 'worthless-order',
    }),
  ),
  ...family<WalletAction, DrainerSample>('order', otherOrders, (action) => ({
    action,
    danger: 'order',
  })),
  ...family<WalletAction, DrainerSample>('call in a signature', relayed, (action) => ({
    action,
    danger: 'relayed-call',
  })),
  ...family<WalletAction, DrainerSample>(
    'signature for a Safe',
    [
      safeTransaction(apes, controlApes, 0),
      safeTransaction(safeMultiSend, multiSend({ to: apes, data: controlApes }), 1),
    ],
    (action) => ({ action, danger: 'all-items' }),
  ),
  ...family<WalletAction, DrainerSample>(
    'signature for code run as a Safe',
    [
      safeTransaction(thief, '0x12345678', 1),
      safeTransaction(safeMultiSend, multiSend({ to: thief, operation: 1 }), 1),
      safeTransaction(thief, multiSend({ to: apes, data: controlApes }), 1),
    ],
    (action) => ({ action, danger: 'delegate-call' }),
  ),
  ...family<WalletAction, DrainerSample>('unknown shape', unknownShapes, (action) => ({
    action,
    danger: 'unknown-data',
  })),
  ...family<number, DrainerSample>('more than can be shown', [500, 5_000], (count) => ({
    action: typedData('Note', { Note: { lines: 'string[]' } }, { lines: upTo(count).map(String) }),
    danger: 'too-long',
  })),
  ...family<WalletAction, DrainerSample>('whole account', handovers, (action) => ({
    action,
    danger: 'blocked',
  })),
  ...family<number, DrainerSample>('permit for another network', [137, 8453, 0], (chainId) => ({
    action: typedData('Permit', { Permit: tokenPermit }, {}, at(usdc, chainId)),
    danger: 'blocked',
  })),
]
