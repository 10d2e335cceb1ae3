import {
  encodeErrorResult,
  encodeFunctionData,
  encodeFunctionResult,
  hashTypedData,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { describe, expect, it } from 'vitest'
import type { Hex } from '../rpc/hex.js'
import {
  decodePermissionStatus,
  decodePermittedCalls,
  encodeContext,
  encodeKeySignature,
  encodePermissionEpoch,
  encodePermissionStatus,
  encodePermittedCalls,
  encodeRevokeAll,
  encodeRevokePermission,
  hashPermission,
  type Permission,
  type PermissionContext,
  parseContext,
  parseRejection,
  permissionNonceKey,
  rejectionReasons,
  sessionAccountSignatures,
  zeroAddress,
} from './permissions.js'

const abi = parseAbi(sessionAccountSignatures)
const account = `0x${'44'.repeat(20)}` as const
const id = `0x${'ab'.repeat(32)}` as const

const permission = {
  key: `0x${'11'.repeat(20)}`,
  validAfter: 5,
  validUntil: 281_474_976_710_655,
  epoch: 2n ** 64n - 1n,
  salt: id,
  paymaster: zeroAddress,
  feeLimit: 10n ** 18n,
  maxCalls: 4_294_967_295,
  rateCalls: 1,
  ratePeriod: 60,
  allowances: [
    { token: zeroAddress, amount: 5n, period: 0, start: 0 },
    { token: `0x${'22'.repeat(20)}`, amount: 2n ** 256n - 1n, period: 86_400, start: 7 },
  ],
  targets: [
    {
      to: `0x${'33'.repeat(20)}`,
      selector: '0x12345678',
      valueLimit: 1n,
      rules: [{ argument: 255, operator: 2, value: id }],
    },
    { to: `0x${'33'.repeat(20)}`, selector: '0x12345679', valueLimit: 0n, rules: [] },
  ],
} as const satisfies Permission

const calls = [
  { to: account, value: 3n, data: '0x1234' },
  { to: zeroAddress, value: 0n, data: '0x' },
] as const

const context: PermissionContext = {
  account,
  chainId: 8453,
  permission,
  signature: `0x${'11'.repeat(65)}`,
  factory: `0x${'55'.repeat(20)}`,
  factoryData: '0x1234',
}

/** EIP-712 types from the signatures that the contract is compared with. */
const types = Object.fromEntries(
  sessionAccountSignatures.flatMap((signature) => {
    const [, name = '', fields = ''] = /^struct (\w+) \{ (.*); \}$/.exec(signature) ?? []
    const parsed = fields.split('; ').map((field) => {
      const [type = '', label = ''] = field.split(' ')
      return { type, name: label }
    })
    return name && name !== 'Call' ? [[name, parsed]] : []
  }),
)

describe('a permission', () => {
  it('has the hash of its EIP-712 data, for one account and chain', () => {
    const hashed = hashTypedData({
      domain: {
        name: 'Latchkey Account',
        version: '2',
        chainId: 8453,
        verifyingContract: account,
      },
      types,
      primaryType: 'Permission',
      message: permission,
    })
    expect(hashPermission(permission, account, 8453)).toBe(hashed)
    expect(hashPermission(permission, account, 1)).not.toBe(hashed)
    expect(hashPermission(permission, zeroAddress, 8453)).not.toBe(hashed)
  })

  it('is not encoded with values that do not fit', () => {
    const changes: readonly Partial<Permission>[] = [
      { key: '0x11' },
      { validUntil: 2 ** 48 },
      { validUntil: 1.5 },
      { maxCalls: -1 },
      { maxCalls: Number.NaN },
      { epoch: 2n ** 64n },
      { feeLimit: -1n },
      { salt: '0x' },
      { targets: [{ ...permission.targets[1], selector: '0x123456' }] },
    ]
    for (const change of changes) {
      expect(() => encodePermittedCalls({ ...permission, ...change }, [])).toThrow(TypeError)
      expect(() => hashPermission({ ...permission, ...change }, account, 1)).toThrow(TypeError)
    }
  })
})

describe('call data', () => {
  it('is that of the contract', () => {
    const data = encodeFunctionData({
      abi,
      functionName: 'executeWithPermission',
      args: [permission, calls],
    })
    expect(encodePermittedCalls(permission, calls)).toBe(data)
    expect(decodePermittedCalls(data)).toEqual({ permission, calls })
    expect(encodePermissionStatus(permission)).toBe(
      encodeFunctionData({ abi, functionName: 'permissionStatus', args: [permission] }),
    )
    expect(encodeRevokePermission(id)).toBe(
      encodeFunctionData({ abi, functionName: 'revokePermission', args: [id] }),
    )
    expect(encodeRevokeAll()).toBe(toFunctionSelector('revokeAll()'))
    expect(encodePermissionEpoch()).toBe(toFunctionSelector('permissionEpoch()'))
  })

  it('is not decoded with anything more, less or elsewhere', () => {
    const data = encodePermittedCalls(permission, calls)
    expect(decodePermittedCalls(`${data}00`)).toBeUndefined()
    expect(decodePermittedCalls(data.slice(0, -64) as Hex)).toBeUndefined()
    expect(decodePermittedCalls('0x')).toBeUndefined()
    expect(decodePermittedCalls(data.replace('0xfa778d97', '0xfa778d98') as Hex)).toBeUndefined()
    // Every word of an encoding matters: none may be changed without a change of what is decoded.
    for (let at = 10; at < data.length; at += 64) {
      for (const word of ['f'.repeat(64), `${'0'.repeat(61)}fe0`]) {
        const changed = `${data.slice(0, at)}${word}${data.slice(at + 64)}` as Hex
        const decoded = decodePermittedCalls(changed)
        if (decoded) expect(encodePermittedCalls(decoded.permission, decoded.calls)).toBe(changed)
      }
    }
  })

  it('is refused before its lists are read many times over', () => {
    const word = (value: number) => value.toString(16).padStart(64, '0')
    const count = 20_000
    const head = encodePermittedCalls({ ...permission, allowances: [], targets: [] }, [])
    const beforeTargets = head.slice(0, 10 + 64 * 15)
    // Every target is the same one, whose rules would be read 400 million times.
    const targets = word(count) + word(32 * count).repeat(count)
    const target = word(0).repeat(3) + word(128) + word(count) + word(0).repeat(3 * count)
    expect(decodePermittedCalls(`${beforeTargets}${targets}${target}` as Hex)).toBeUndefined()
  })
})

describe('a context', () => {
  it('contains everything', () => {
    expect(parseContext(encodeContext(context))).toEqual(context)
    expect(parseContext(encodeContext(context).toUpperCase().replace('0X', '0x'))).toEqual(context)
  })

  it('is not parsed from anything else', () => {
    const encoded = encodeContext(context)
    const others = [
      undefined,
      null,
      1,
      {},
      '',
      '0x',
      '0x01',
      `${encoded}00`,
      encoded.slice(0, -2),
      encoded.replace('0x01', '0x02'),
      encodeContext({ ...context, signature: '0x' }),
      encodeContext({ ...context, signature: `0x${'11'.repeat(66)}` }),
      encodeContext({ ...context, chainId: 0 }),
    ]
    for (const other of others) expect(parseContext(other)).toBeUndefined()
  })
})

describe('answers of the contract', () => {
  it('are read as status', () => {
    const answer = encodeFunctionResult({
      abi,
      functionName: 'permissionStatus',
      result: [true, false, 1n, 2n, 3n, [4n, 5n]],
    })
    const used = { feesUsed: 1n, callsUsed: 2n, rateUsed: 3n, spent: [4n, 5n] }
    expect(decodePermissionStatus(permission, answer)).toEqual({
      enabled: true,
      revoked: false,
      ...used,
    })
    expect(decodePermissionStatus({ ...permission, allowances: [] }, answer)).toBeUndefined()
    expect(decodePermissionStatus(permission, `${answer}00`)).toBeUndefined()
    expect(decodePermissionStatus(permission, '0x')).toMatchObject({
      enabled: false,
      revoked: false,
      spent: [0n, 0n],
    })
  })

  it('are read as reasons of a rejection', () => {
    for (const [index, reason] of rejectionReasons.entries()) {
      const data = encodeErrorResult({ abi, errorName: 'NotPermitted', args: [index] })
      expect(parseRejection(data)).toBe(reason)
    }
    const unknown = encodeErrorResult({ abi, errorName: 'NotPermitted', args: [200] })
    expect(parseRejection(unknown)).toBeUndefined()
    expect(parseRejection('0x')).toBeUndefined()
    expect(parseRejection(encodeErrorResult({ abi, errorName: 'NotAllowed' }))).toBeUndefined()
  })
})

describe('an operation of a key', () => {
  it('has a signature that differs from those of the owner', () => {
    const signature = `0x${'11'.repeat(65)}` as const
    expect(encodeKeySignature(signature)).toBe(`0x01${'11'.repeat(65)}`)
    expect(encodeKeySignature(signature, signature)).toBe(`0x01${'11'.repeat(130)}`)
  })

  it('has nonces of its own', () => {
    expect(permissionNonceKey(permission)).toBe(BigInt(permission.key) << 32n)
    expect(permissionNonceKey(permission, 3)).toBe((BigInt(permission.key) << 32n) | 3n)
    expect(permissionNonceKey(permission, 2 ** 32)).toBe(BigInt(permission.key) << 32n)
  })
})
