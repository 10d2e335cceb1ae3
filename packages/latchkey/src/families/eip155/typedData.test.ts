import fc from 'fast-check'
import * as viem from 'viem'
import { describe, expect, it } from 'vitest'
import { hashMessage, hashTypedData, parseTypedData } from './typedData.js'

const hash = (data: unknown) => viem.toHex(hashTypedData(parseTypedData(data)))

/** The example in EIP-712. */
const mail = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
} as const

describe('personal messages', () => {
  it('are hashed like another implementation does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const raw = viem.toHex(bytes)
        expect(viem.toHex(hashMessage(raw))).toBe(viem.hashMessage({ raw }))
      }),
      { seed: 191, numRuns: 300 },
    )
  })
})

describe('typed data', () => {
  it("hashes the standard's example to the standard's value", () => {
    const expected = '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2'
    expect(hash(mail)).toBe(expected)
    expect(hash(JSON.stringify(mail))).toBe(expected)
  })

  it('fills in the domain type from the domain', () => {
    const { EIP712Domain: _, ...types } = mail.types
    expect(hash({ ...mail, types })).toBe(hash(mail))
  })

  it('hashes random types like another implementation does', () => {
    fc.assert(
      fc.property(anyTypedData, (data) => {
        expect(hash(data)).toBe(viem.hashTypedData(data as never))
      }),
      { seed: 712, numRuns: 300 },
    )
  })

  it('hashes recursive types', () => {
    const types = {
      EIP712Domain: [],
      Node: [
        { name: 'label', type: 'string' },
        { name: 'children', type: 'Node[]' },
      ],
    }
    const leaf = { label: 'leaf', children: [] }
    const message = { label: 'root', children: [leaf, { label: 'mid', children: [leaf] }] }
    const data = { types, primaryType: 'Node', domain: {}, message }
    expect(hash(data)).toBe(viem.hashTypedData(data as never))
  })

  const field = (type: string, value: unknown) => ({
    types: { EIP712Domain: [], Thing: [{ name: 'x', type }] },
    primaryType: 'Thing',
    domain: {},
    message: { x: value },
  })

  it.each([
    ['uint8', 256],
    ['uint8', -1],
    ['int8', 128],
    ['int8', -129],
    ['uint7', 1],
    ['uint264', 1],
    ['uint256', 1.5],
    ['uint256', 2 ** 53],
    ['uint256', 'abc'],
    ['uint256', undefined],
    ['bytes4', '0x010203'],
    ['bytes33', `0x${'00'.repeat(33)}`],
    ['bytes', '0x123'],
    ['bytes', 'text'],
    ['string', 7],
    ['bool', 'true'],
    ['address', '0x1234'],
    ['uint8[2]', [1]],
    ['uint8[]', 'x'],
    ['Unknown', {}],
    ['constructor', {}],
    ['Thing', 'x'],
  ])('rejects %s with %s', (type, value) => {
    expect(() => hash(field(type, value))).toThrow(TypeError)
  })

  it.each([
    undefined,
    null,
    '',
    'x',
    '[]',
    {},
    { ...mail, types: null },
    { ...mail, types: { Mail: 'x' } },
    { ...mail, types: { Mail: [{ name: 'x' }] } },
    { ...mail, primaryType: 'Letter' },
    { ...mail, primaryType: 'toString' },
    { ...mail, domain: 'x' },
    { ...mail, message: null },
  ])('rejects %o', (data) => {
    expect(() => hash(data)).toThrow()
  })
})

const digits = (size: number) =>
  fc.uint8Array({ minLength: size, maxLength: size }).map((bytes) => viem.toHex(bytes))

/** A type with a value. Integers use all notations that sites use. */
const atom: fc.Arbitrary<readonly [type: string, value: unknown]> = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((value) => ['string', value] as const),
  fc.boolean().map((value) => ['bool', value] as const),
  fc.uint8Array().map((bytes) => ['bytes', viem.toHex(bytes)] as const),
  digits(20).map((value) => ['address', value] as const),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) => digits(size).map((value) => [`bytes${size}`, value] as const)),
  fc.integer({ min: 1, max: 32 }).chain((size) =>
    fc
      .bigInt({ min: 0n, max: 2n ** BigInt(size * 8) - 1n })
      .chain((value) => fc.constantFrom(value, value.toString(), viem.toHex(value)))
      .map((value) => [`uint${size * 8}`, value] as const),
  ),
  fc.integer({ min: 1, max: 32 }).chain((size) => {
    const most = 2n ** BigInt(size * 8 - 1)
    return fc
      .bigInt({ min: -most, max: most - 1n })
      .chain((value) => fc.constantFrom(value, value.toString()))
      .map((value) => [`int${size * 8}`, value] as const)
  }),
  fc.integer().map((value) => ['int256', value] as const),
)

type Kind = {
  readonly type: string
  readonly value: unknown
  readonly types: Record<string, { name: string; type: string }[]>
}

const { kind } = fc.letrec<{ kind: Kind; array: Kind; struct: Kind; atom: Kind }>((tie) => ({
  atom: atom.map(([type, value]) => ({ type, value, types: {} })),
  array: fc
    .tuple(tie('kind'), fc.integer({ min: 0, max: 3 }), fc.boolean())
    .map(([{ type, value, types }, length, fixed]) => ({
      type: `${type}[${fixed ? length : ''}]`,
      value: Array.from({ length }, () => value),
      types,
    })),
  struct: fc
    .tuple(
      fc.stringMatching(/^S[a-z]{6,9}$/),
      fc.array(tie('kind'), { maxLength: 4, depthIdentifier: 'kind' }),
    )
    .map(([name, fields]) => ({
      type: name,
      value: Object.fromEntries(fields.map(({ value }, index) => [`f${index}`, value])),
      types: {
        ...Object.assign({}, ...fields.map(({ types }) => types)),
        [name]: fields.map(({ type }, index) => ({ name: `f${index}`, type })),
      },
    })),
  kind: fc.oneof(
    { depthIdentifier: 'kind', maxDepth: 4 },
    tie('atom'),
    tie('array'),
    tie('struct'),
  ),
}))

const anyTypedData = kind.map(({ type, value, types }) => ({
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Root: [{ name: 'root', type }],
    ...types,
  },
  primaryType: 'Root',
  domain: { name: 'Test' },
  message: { root: value },
}))
