import { unsafeMethods } from '@latchkey/wire/frame/methodPolicy'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseTransaction,
  toHex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import type { ChainCall } from '../api/chains.js'
import { describeStep } from '../approve/describeStep.js'
import { explain } from '../approve/explain.js'
import { formatTokenAmount } from '../approve/formatValues.js'
import type { Step } from '../approve/steps.js'
import { encodeCalls } from './accountCalls.js'
import { createEmbeddedWallet } from './createEmbeddedWallet.js'
import { createTestSigner } from './testSigner.fixture.js'
import { createSiteParts } from './walletParts.fixture.js'

const evm = 'eip155:1'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const never = new AbortController().signal
const word = `0x${'11'.repeat(32)}`

/** A wallet on a chain that accepts everything. */
async function createWallet(signer = createTestSigner()) {
  const sent: string[] = []
  const rpc: ChainCall = async (_chain, method, params) => {
    switch (method) {
      case 'eth_getBlockByNumber':
        return { baseFeePerGas: '0x7' }
      case 'eth_getCode':
        return '0x'
      case 'eth_call':
        return `0x${'0'.repeat(64)}`
      case 'eth_estimateGas':
        return '0x5208'
      case 'eth_sendRawTransaction':
      case 'sendTransaction':
        sent.push(String((params as unknown[])[0]))
        return word
      case 'eth_simulateV1':
        return []
      default:
        return '0x1'
    }
  }
  const bundler: ChainCall = async (_chain, method) => {
    const gas = { callGasLimit: '0x1', verificationGasLimit: '0x1', preVerificationGas: '0x1' }
    return method === 'eth_estimateUserOperationGas' ? gas : { transactionHash: word }
  }
  const coin = { symbol: 'X', decimals: 9 }
  const wallet = createEmbeddedWallet({
    ...createSiteParts(),
    signer: async () => signer,
    preferredType: () => 'smartAccount',
    chains: [
      { id: evm, name: 'One', coin, hasBundler: true },
      { id: solana, name: 'Two', coin, hasBundler: false },
    ],
    rpc,
    bundler,
    balances: async () => [],
  })
  const [smart, eoa] = (await wallet.accounts(evm, never)).map(({ address }) => address as Hex)
  if (!smart || !eoa) throw new Error('There are no accounts.')
  const run = async (method: string, params: unknown, chainId = evm) =>
    (await wallet.prepare({ method, params, chainId }, never)).execute(never)
  return { wallet, signer, sent, smart, eoa, run }
}

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => toHex(bytes))
const data = fc.uint8Array({ maxLength: 80 }).map((bytes) => toHex(bytes))
const amount = fc.bigInt({ min: 0n, max: 2n ** 96n })
const runs = (numRuns: number) => ({ numRuns, seed: 5 })
const [rounds, requests] = process.env.THOROUGH === 'true' ? [500, 10_000] : [50, 1_500]

describe('signatures', () => {
  it('match another library for typed data', async () => {
    const { signer, eoa, run } = await createWallet()
    const typed = fc.record({
      name: fc.string({ maxLength: 20 }),
      note: fc.record({
        to: address,
        amount: amount.map(String),
        data,
        lines: fc.array(fc.string(), { maxLength: 3 }),
        isLast: fc.boolean(),
        more: fc.array(fc.record({ key: data.map((text) => text), size: fc.integer() }), {
          maxLength: 2,
        }),
      }),
    })
    await fc.assert(
      fc.asyncProperty(typed, async ({ name, note }) => {
        const types = {
          Entry: [
            { name: 'key', type: 'bytes' },
            { name: 'size', type: 'int64' },
          ],
          Note: [
            { name: 'to', type: 'address' },
            { name: 'amount', type: 'uint256' },
            { name: 'data', type: 'bytes' },
            { name: 'lines', type: 'string[]' },
            { name: 'isLast', type: 'bool' },
            { name: 'more', type: 'Entry[]' },
          ],
        } as const
        const given = { types, primaryType: 'Note', domain: { name, chainId: 1 }, message: note }
        const signed = await run('eth_signTypedData_v4', [eoa, JSON.stringify(given)])
        expect(signed).toBe(await signer.account.signTypedData(given as never))
      }),
      runs(rounds),
    )
  })

  it('match another library for transactions and messages', async () => {
    const { signer, eoa, run, sent } = await createWallet()
    const call = fc.record({ to: address, value: amount, data })
    await fc.assert(
      fc.asyncProperty(call, fc.string(), async ({ to, value, data: bytes }, message) => {
        const nonce = sent.length === 0 ? 1 : sent.length + 1
        await run('eth_sendTransaction', [
          { from: eoa, to, value: toHex(value), data: bytes, nonce: '0x63', gasPrice: '0xffffff' },
        ])
        const expected = await signer.account.signTransaction({
          type: 'eip1559',
          chainId: 1,
          nonce,
          gas: 21_000n,
          maxFeePerGas: 15n,
          maxPriorityFeePerGas: 1n,
          to,
          value,
          data: bytes,
        })
        expect(sent.at(-1)).toBe(expected)
        const signed = await run('personal_sign', [toHex(message), eoa])
        expect(signed).toBe(await signer.account.signMessage({ message }))
      }),
      runs(rounds),
    )
  })

  it('cover the recipient and amount shown, even if a page swaps them', async () => {
    const { wallet, sent, eoa } = await createWallet()
    const coin = { symbol: 'X', decimals: 9 }
    const requested = fc.record({ to: address, units: amount, token: fc.option(address) })
    await fc.assert(
      fc.asyncProperty(requested, async ({ to, units, token }) => {
        const call =
          token === null
            ? { to, value: toHex(units) }
            : { to: token, data: encodeFunctionData({ ...transfer, args: [to, units] }) }
        const params = [{ from: eoa, ...call }]
        const request = { method: 'eth_sendTransaction', params, chainId: evm }
        const { action, execute } = await wallet.prepare(request, never)
        const { steps } = explain(action, 'https://shop.example')
        expect(steps).toHaveLength(1)
        const facts = {
          tokens: new Map(token === null ? [] : [[token, coin]]),
          plain: new Set<string>(),
        }
        const shown = describeStep(steps[0] as Step, { chainId: evm, coin, facts, known: [] })
        await execute(never)
        const { to: called, value = 0n, data: bytes } = parseTransaction(sent.at(-1) as Hex)
        const [recipient, moved] =
          bytes === undefined
            ? [called, value]
            : decodeFunctionData({ abi: erc20Abi, data: bytes }).args
        expect(shown.rows[0]).toMatchObject({ label: 'To', value: getAddress(recipient as Hex) })
        expect(shown.amount).toBe(formatTokenAmount(moved as bigint, coin))
        expect(recipient?.toString().toLowerCase()).toBe(to)
      }),
      runs(200),
    )
  })
})

const transfer = { abi: erc20Abi, functionName: 'transfer' } as const

/** A second, independent model of the requests that may reach the signer. */
function isAllowed(own: readonly string[], operation: object, method: unknown, params: unknown) {
  const isHex = (value: unknown) => typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)
  const isAddress = (value: unknown) => isHex(value) && String(value).length === 42
  const isNumber = (value: unknown) =>
    typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)
  const isOwn = (value: unknown) =>
    isAddress(value) && own.slice(0, 2).includes(String(value).toLowerCase())
  const isOne = (value: unknown) => ['0x1', '0x01', '1', 'eip155:1', 1].includes(value as string)
  const none = [undefined, null] as unknown[]
  const isPlain = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const list = Array.isArray(params) ? params : []
  const [first, second] = list
  const keysOf = (value: object, allowed: string) =>
    Object.keys(value).every((key) => allowed.split(' ').includes(key))

  if (method === 'personal_sign') {
    if (list.length < 2 || list.length > 3 || typeof first !== 'string') return false
    return isOwn(second) && (isHex(first) || !/^0x/i.test(first))
  }
  if (method === 'eth_signTypedData_v4') {
    if (list.length !== 2 || !isOwn(first)) return false
    let value = second
    if (typeof second === 'string') {
      try {
        value = JSON.parse(second)
      } catch {
        return false
      }
    }
    if (!isPlain(value) || !isPlain(value.types) || !isPlain(value.domain)) return false
    const { primaryType, domain, message, types } = value
    const [field, ...others] = Array.isArray(types.Note) ? types.Note : []
    const isNote =
      others.length === 0 &&
      field?.name === 'to' &&
      field.type === 'address' &&
      Object.values(types).every(
        (fields) => Array.isArray(fields) && Array.from(fields).every(isPlain),
      )
    const isHere =
      domain.chainId === undefined || [1, '1', '0x1', '0x01'].includes(domain.chainId as 1)
    const isNamed = Object.entries(domain).every(
      ([key, given]) =>
        given === undefined || key === 'chainId' || (key === 'name' && typeof given === 'string'),
    )
    return (
      primaryType === 'Note' &&
      isNote &&
      isHere &&
      isNamed &&
      isPlain(message) &&
      isAddress(message.to)
    )
  }
  if (method === 'eth_sendTransaction') {
    if (list.length !== 1 || !isPlain(first)) return false
    const fields =
      'from to value data input chainId type gas gasLimit gasPrice maxFeePerGas maxPriorityFeePerGas nonce accessList'
    const { from, to, value, data: bytes, input, chainId, type } = first
    const isBytes = (one: unknown) => none.includes(one) || isHex(one)
    return (
      keysOf(first, fields) &&
      (none.includes(from) || isOwn(from)) &&
      isAddress(to) &&
      (none.includes(value) || isNumber(value)) &&
      isBytes(bytes) &&
      isBytes(input) &&
      (none.includes(bytes) || none.includes(input) || bytes === input) &&
      (none.includes(chainId) || isOne(chainId)) &&
      [undefined, '0x0', '0x1', '0x2', '0x00', '0x01', '0x02'].includes(type as string)
    )
  }
  if (method === 'wallet_sendCalls') {
    if (list.length !== 1 || !isPlain(first)) return false
    const { version, id, from, chainId, atomicRequired, calls, capabilities } = first
    const areFree = (given: unknown) =>
      given === undefined ||
      (isPlain(given) && Object.values(given).every((one) => isPlain(one) && one.optional === true))
    const isCall = (one: unknown) =>
      isPlain(one) &&
      keysOf(one, 'to data value capabilities') &&
      isAddress(one.to) &&
      (one.data === undefined || isHex(one.data)) &&
      (one.value === undefined || isNumber(one.value)) &&
      areFree(one.capabilities)
    const isAlone = String(from).toLowerCase() !== own[1] || (calls as unknown[])?.length === 1
    return (
      keysOf(first, 'version id from chainId atomicRequired calls capabilities') &&
      (version === undefined || /^[12](\.0){0,2}$/.test(String(version))) &&
      (id === undefined || (typeof id === 'string' && id !== '' && id.length < 8_000)) &&
      (from === undefined || isOwn(from)) &&
      (chainId === undefined || isOne(chainId)) &&
      (atomicRequired === undefined || typeof atomicRequired === 'boolean') &&
      Array.isArray(calls) &&
      calls.length > 0 &&
      calls.length <= 64 &&
      Array.from(calls).every(isCall) &&
      areFree(capabilities) &&
      isAlone
    )
  }
  if (method === 'eth_sendUserOperation') {
    if (list.length !== 2 || !isPlain(first)) return false
    if (String(second).toLowerCase() !== entryPointAddress.toLowerCase()) return false
    const { sender, callData, nonce } = first
    return (
      keysOf(first, Object.keys(operation).join(' ')) &&
      typeof sender === 'string' &&
      sender.toLowerCase() === own[0] &&
      callData === Object(operation).callData &&
      (nonce === undefined || isNumber(nonce))
    )
  }
  return false
}

describe('transactions', () => {
  const to = `0x${'ab'.repeat(20)}`
  const authorization = {
    chainId: '0x1',
    address: to,
    nonce: '0x0',
    yParity: '0x0',
    r: word,
    s: word,
  }

  it('are rejected when they delegate the account or carry blobs', async () => {
    const { run, eoa, sent } = await createWallet()
    const transaction = { from: eoa, to, value: '0x1' }
    const batch = { from: eoa, calls: [{ to }] }
    const rejected: [string, unknown][] = [
      ['eth_sendTransaction', [{ ...transaction, type: '0x3' }]],
      ['eth_sendTransaction', [{ ...transaction, blobVersionedHashes: [word] }]],
      ['eth_sendTransaction', [{ ...transaction, maxFeePerBlobGas: '0x1' }]],
      ['eth_sendTransaction', [{ ...transaction, type: '0x4' }]],
      ['eth_sendTransaction', [{ ...transaction, authorizationList: [authorization] }]],
      ['eth_sendTransaction', [{ ...transaction, authorizationList: [] }]],
      ['wallet_sendCalls', [{ ...batch, capabilities: { eip7702Auth: {} } }]],
      ['wallet_sendCalls', [{ ...batch, authorizationList: [authorization] }]],
      ['eth_signAuthorization', [authorization]],
      ['wallet_signAuthorization', [authorization]],
      ['eth_signTransaction', [transaction]],
      ['eth_sign', [eoa, word]],
    ]
    for (const [method, params] of rejected) {
      await expect(run(method, params), method).rejects.toMatchObject({ name: 'LoginError' })
    }
    expect(sent).toEqual([])
  })

  it('are signed without their access list', async () => {
    const { run, eoa, sent } = await createWallet()
    const accessList = [{ address: to, storageKeys: [word] }]
    await run('eth_sendTransaction', [{ from: eoa, to, value: '0x1', type: '0x1', accessList }])
    const { accessList: signed, type } = parseTransaction(sent[0] as Hex)
    expect([signed, type]).toEqual([undefined, 'eip1559'])
  })
})

describe('requests', () => {
  it('reach the signer only when a separate model allows it', async () => {
    const { smart, eoa, run } = await createWallet({
      ...createTestSigner(),
      // Counts its calls; the signature does not matter.
      async signSecp256k1() {
        count += 1
        return { r: 1n, s: 1n, yParity: 0 }
      },
    })
    const own = [smart.toLowerCase(), eoa.toLowerCase()]
    let count = 0
    const foreign = `0x${'ab'.repeat(20)}`
    const typed = {
      types: { Note: [{ name: 'to', type: 'address' }] },
      primaryType: 'Note',
      domain: { name: 'x', chainId: 1 },
      message: { to: foreign },
    }
    const call = { to: foreign as Hex, value: 1n, data: '0x12' as Hex }
    const operation = {
      sender: smart,
      nonce: '0x0',
      callData: encodeCalls([call]),
      signature: '0x',
    }
    const good: [string, unknown][] = [
      ['personal_sign', ['0x68656c6c6f', eoa]],
      ['personal_sign', ['hello', smart]],
      ['eth_signTypedData_v4', [smart, typed]],
      ['eth_signTypedData_v4', [eoa, JSON.stringify(typed)]],
      [
        'eth_sendTransaction',
        [{ from: eoa, to: foreign, value: '0x1', data: '0x', chainId: '0x1' }],
      ],
      ['eth_sendTransaction', [{ from: smart, to: foreign, value: '0x1', type: '0x2' }]],
      [
        'wallet_sendCalls',
        [
          {
            version: '2.0.0',
            from: smart,
            chainId: '0x1',
            calls: [{ to: foreign }, { to: foreign }],
          },
        ],
      ],
      ['wallet_sendCalls', [{ from: eoa, atomicRequired: true, calls: [{ to: foreign }] }]],
      ['eth_sendUserOperation', [operation, entryPointAddress]],
      ['wallet_grantPermissions', [{}]],
      ['wallet_revokePermissions', [{}]],
      ['solana_signMessage', { message: base58.encode(new Uint8Array(5)), pubkey: eoa }],
      ['eth_sign', [eoa, word]],
      ['eth_signTransaction', [{ from: eoa, to: foreign }]],
      ['eth_accounts', []],
    ]
    const junk: unknown[] = [
      null,
      undefined,
      1,
      -1,
      0.5,
      true,
      '',
      '0x',
      '0x1',
      '0x2105',
      'eip155:8453',
      1,
      8453,
      foreign,
      smart,
      eoa,
      smart.toUpperCase(),
      own[1],
      word,
      'hello',
      [],
      {},
      [[]],
      { optional: true },
      'latest',
      '0xzz',
      '2.0.0',
      entryPointAddress,
    ]
    const fields = [
      'authorizationList',
      'blobs',
      'nonce',
      'gas',
      'chainId',
      'capabilities',
      'paymaster',
    ]
    const names = [...fields, 'id', 'factory', 'type', 'input', 'value', '__proto__', 'constructor']
    const methods: string[] = [
      ...unsafeMethods,
      'eth_sign',
      'PERSONAL_SIGN',
      'personal_sign ',
      '__proto__',
      'constructor',
      'eth_signTypedData',
    ]
    const change = fc.record({
      kind: fc.constantFrom('set', 'set', 'add', 'drop', 'wrap', 'method', 'none'),
      at: fc.nat(),
      value: fc.constantFrom(...junk),
      name: fc.constantFrom(...names),
      method: fc.constantFrom(...methods),
    })
    const changedRequest = fc.tuple(fc.constantFrom(...good), fc.array(change, { maxLength: 3 }))
    let signedCount = 0
    await fc.assert(
      fc.asyncProperty(changedRequest, async ([[startMethod, startParams], changes]) => {
        let method = startMethod
        let params: unknown = structuredClone(startParams)
        for (const { kind, at, name, method: other, ...given } of changes) {
          const value = structuredClone(given.value)
          const slots = findSlots(params)
          const slot = slots[at % Math.max(1, slots.length)]
          if (kind === 'method') method = other
          else if (kind === 'wrap') params = [params]
          else if (slot && kind === 'set') slot.holder[slot.key] = value
          else if (slot && kind === 'drop') delete slot.holder[slot.key]
          else if (slot && kind === 'add' && !Array.isArray(slot.holder)) {
            Object.defineProperty(slot.holder, name, {
              value,
              enumerable: true,
              configurable: true,
              writable: true,
            })
          }
        }
        const before = count
        const expected = isAllowed(own, operation, method, params)
        await run(method, params).catch((fault: Error) => {
          if (fault.name !== 'LoginError') throw fault
        })
        const isSigned = count > before
        if (isSigned) signedCount += 1
        expect(isSigned, `${method} ${JSON.stringify(params)}`).toBe(expected)
      }),
      runs(requests),
    )
    expect(signedCount).toBeGreaterThan(requests / 10)
  })
})

type Holder = Record<string, unknown>

/** Every path in a value that a test can change. */
function findSlots(value: unknown): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...findSlots(holder[key])])
}
