import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import {
  encodeRevokeAll,
  encodeRevokePermission,
  type PermittedCall,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  concat,
  encodeFunctionData,
  type Hex,
  parseEther,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allowanceOf,
  callProbe,
  coins,
  targetOf,
  tokenFunctions,
  wordOf,
} from './permissionCalls.fixture.js'
import {
  type Account,
  expectRefused,
  openPermissionChain,
  type PermissionChain,
} from './permissionChain.fixture.js'

const { usdc } = localAddresses

let chain: PermissionChain
let account: Account
let probe: Hex

beforeAll(async () => {
  chain = await openPermissionChain()
  account = await chain.createAccount()
  probe = chain.probe
})

afterAll(() => chain?.stop())

const ping = (first = 0n, second = 0n, value = 0n) =>
  callProbe(probe, 'ping', [first, second], value)

/** Another call with the same first bytes. */
const withData = (call: PermittedCall, data: Hex): PermittedCall => ({ ...call, data })

describe('targets', () => {
  it('E10: refuses other contracts and functions, also beside a permitted call', () =>
    expectRefused(
      chain,
      account,
      {},
      [
        [{ ...ping(), to: usdc }],
        [callProbe(probe, 'give', [usdc, 0n])],
        [ping(), callProbe(probe, 'give', [usdc, 0n])],
      ],
      'target',
      [ping(), ping()],
    ))

  it('E7: refuses data that is shorter than a selector', () =>
    expectRefused(
      chain,
      account,
      {
        allowances: [allowanceOf(zeroAddress, 5n)],
        targets: [{ ...targetOf(probe, 'ping'), selector: '0x11223300', valueLimit: 5n }],
      },
      (['0x11', '0x1122', '0x112233'] as const).map((data) => [{ to: probe, value: 1n, data }]),
      'target',
      [{ to: probe, value: 1n, data: '0x11223300' }],
    ))

  it('E12: refuses arguments that break a rule, are cut off or unknown', async () => {
    const rules = [
      { argument: 0, operator: 0, value: wordOf(7n) },
      { argument: 1, operator: 1, value: wordOf(10n) },
      { argument: 1, operator: 2, value: wordOf(20n) },
    ]
    await expectRefused(
      chain,
      account,
      { targets: [targetOf(probe, 'ping', rules)] },
      [
        [ping(8n, 15n)],
        [ping(7n, 10n)],
        [ping(7n, 20n)],
        [ping(2n ** 255n + 7n, 15n)],
        [ping(7n, 2n ** 256n - 1n)],
        [withData(ping(), ping(7n, 15n).data.slice(0, -2) as Hex)],
        [withData(ping(), ping().data.slice(0, 10) as Hex)],
      ],
      'target',
      [ping(7n, 15n), ping(7n, 11n), ping(7n, 19n)],
    )
    const unknown = await chain.grant(account, {
      targets: [targetOf(probe, 'ping', [{ argument: 0, operator: 3, value: wordOf(7n) }])],
    })
    expect(await chain.use(unknown, ping(7n))).toBe('target')
    const beyond = await chain.grant(account, {
      targets: [targetOf(probe, 'ping', [{ argument: 255, operator: 0, value: wordOf(0n) }])],
    })
    expect(await chain.use(beyond, ping())).toBe('target')
  })

  it('E12: meets one target as a whole, not parts of two', () =>
    expectRefused(
      chain,
      account,
      {
        targets: [
          targetOf(probe, 'ping', [{ argument: 0, operator: 0, value: wordOf(1n) }]),
          {
            ...targetOf(probe, 'ping', [{ argument: 0, operator: 0, value: wordOf(2n) }]),
            valueLimit: 3n,
          },
        ],
        allowances: [allowanceOf(zeroAddress, 10n)],
      },
      [[ping(1n, 0n, 3n)], [ping(2n, 0n, 4n)]],
      'target',
      [ping(1n), ping(2n, 0n, 3n)],
    ))

  it('E4: calls neither the account nor the entry point, whatever the owner signed', async () => {
    const withdraw = encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: 'withdrawTo',
      args: [probe, 1n],
    })
    const own = [
      { to: account.address, data: encodeRevokeAll() },
      { to: account.address, data: encodeRevokePermission(zeroHash) },
      { to: entryPointAddress, data: withdraw },
    ] as const
    await expectRefused(
      chain,
      account,
      {
        allowances: [allowanceOf(zeroAddress, 10n)],
        targets: [
          targetOf(probe, 'ping'),
          ...own.map(({ to, data }) => ({
            ...targetOf(to, 'ping'),
            selector: data.slice(0, 10) as Hex,
          })),
        ],
      },
      [
        ...own.map((call) => [{ ...call, value: 0n }]),
        [coins(account.address, 1n)],
        [coins(entryPointAddress, 1n)],
      ],
      'target',
      [ping()],
    )
  })

  it('E10: moves no token without an allowance, even if the owner listed the function', async () => {
    const selectors = tokenFunctions.map((signature) => toFunctionSelector(signature))
    await expectRefused(
      chain,
      account,
      {
        targets: [
          targetOf(probe, 'ping'),
          ...selectors.map((selector) => ({ ...targetOf(probe, 'ping'), selector })),
        ],
      },
      selectors.map((selector) => [{ to: probe, value: 0n, data: concat([selector, wordOf(1n)]) }]),
      'target',
      [ping()],
    )
  })
})

it('E8, E10: takes the coin of an allowance for no token', async () => {
  const granted = await chain.grant(account, {
    allowances: [allowanceOf(zeroAddress, 10n)],
    targets: [{ ...targetOf(zeroAddress, 'ping'), valueLimit: 10n }],
  })
  expect(await chain.use(granted, { ...ping(0n, 0n, 10n), to: zeroAddress })).toBe('done')
  expect(await chain.use(granted, { ...ping(0n, 0n, 1n), to: zeroAddress })).toBe('allowance')
})

describe('numbers and times', () => {
  it('E2: makes no more calls than permitted, and at least one', () =>
    expectRefused(
      chain,
      account,
      { maxCalls: 3 },
      [[], [ping(), ping(), ping(), ping()]],
      'calls',
      [ping(), ping(), ping()],
    ))

  it('E2, E13: counts no calls of an operation that fails', async () => {
    const granted = await chain.grant(account, {
      maxCalls: 2,
      targets: [targetOf(probe, 'ping'), targetOf(probe, 'fail')],
    })
    const before = await chain.probeCalls()
    expect(await chain.use(granted, ping(), callProbe(probe, 'fail', []))).toBe('reverted')
    expect(await chain.probeCalls()).toBe(before)
    expect(await chain.use(granted, ping(), ping())).toBe('done')
    expect(await chain.use(granted, ping())).toBe('calls')
  })

  it('E3: makes no more calls in a period than the rate', async () => {
    const validAfter = (await chain.now()) + 100
    const changes = { validAfter, validUntil: validAfter + 10_000 }
    const granted = await chain.grant(account, { ...changes, rateCalls: 2, ratePeriod: 60 })
    await chain.setTime(validAfter + 10)
    expect(await chain.use(granted, ping(), ping(), ping())).toBe('rate')
    expect(await chain.use(granted, ping())).toBe('done')
    expect(await chain.use(granted, ping())).toBe('done')
    expect(await chain.use(granted, ping())).toBe('rate')
    await chain.setTime(validAfter + 60)
    expect(await chain.use(granted, ping(), ping())).toBe('done')
    const endless = await chain.grant(account, { rateCalls: 2, ratePeriod: 0 })
    expect(await chain.use(endless, ping())).toBe('rate')
  })

  it('V9: does nothing before and after its time', async () => {
    const start = (await chain.now()) + 1_000
    const granted = await chain.grant(account, { validAfter: start, validUntil: start + 100 })
    const use = async (at: number) => {
      await chain.setTime(start + at)
      return chain.use(granted, ping())
    }
    expect(await use(-100)).toBe('AA22')
    expect(await use(0)).toBe('AA22')
    expect(await use(1)).toBe('done')
    expect(await use(100)).toBe('done')
    expect(await use(101)).toBe('AA22')
    const endless = await chain.grant(account, { validUntil: 0 })
    expect(await chain.use(endless, ping())).toBe('time')
  })

  it('V7: takes no more for fees than permitted, also by hostile limits and prices', async () => {
    const poor = await chain.createAccount()
    // One operation of the fixture costs at most 1.6 million gas at 3 gwei.
    const feeLimit = 2n * 1_600_000n * 3_000_000_000n
    const granted = await chain.grant(poor, { feeLimit })
    const use = async (changes: object) =>
      (await chain.submit(await chain.keyOperation(granted, [ping()], changes))).join()
    const before = await chain.balanceOf(zeroAddress, poor.address)
    expect(await use({ preVerificationGas: 5_000_000n })).toBe('fee')
    expect(await use({ maxFeePerGas: 10_000_000_000n })).toBe('fee')
    expect(await use({ callGasLimit: 6_000_000n })).toBe('fee')
    expect(await use({ verificationGasLimit: 6_000_000n })).toBe('fee')
    expect(await use({ preVerificationGas: 2n ** 119n })).toBe('fee')
    expect(await use({})).toBe('done')
    expect(await use({})).toBe('done')
    expect(await use({})).toBe('fee')
    expect(await use({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })).toBe('done')
    const paid = before - (await chain.balanceOf(zeroAddress, poor.address))
    expect(paid).toBeGreaterThan(0n)
    expect(paid).toBeLessThanOrEqual(feeLimit)
    expect(paid).toBeLessThan(parseEther('0.01'))
  })
})
