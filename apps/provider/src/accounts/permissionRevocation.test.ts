import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import {
  encodePermittedCalls,
  encodeRevokeAll,
  encodeRevokePermission,
} from '@latchkey/wire/login/permissions'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { encodeFunctionData, type Hex, parseEventLogs } from 'viem'
import { entryPoint08Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowanceOf, callProbe, coins, probeAbi, targetOf } from './permissionCalls.fixture.js'
import {
  type Account,
  type Grant,
  newKey,
  openPermissionChain,
  type PermissionChain,
  sessionAccountAbi,
} from './permissionChain.fixture.js'

let chain: PermissionChain
let account: Account
let probe: Hex

beforeAll(async () => {
  chain = await openPermissionChain()
  account = await chain.createAccount()
  probe = chain.probe
})

afterAll(() => chain?.stop())

const ping = () => callProbe(chain.probe, 'ping', [0n, 0n])
const encodeExecute = (to: Hex, value: bigint, data: Hex = '0x') =>
  encodeFunctionData({ abi: sessionAccountAbi, functionName: 'execute', args: [to, value, data] })
describe('revocation', () => {
  const replay = (granted: Grant) => chain.use(granted, ping())

  it.each(['an operation', 'a transaction'])(
    'O1: ends a permission by %s, for ever',
    async (way) => {
      const [used, unused, other] = await Promise.all([
        chain.grant(account),
        chain.grant(account),
        chain.grant(account),
      ])
      expect(await replay(used)).toBe('done')
      for (const { id } of [used, unused]) {
        const data = encodeRevokePermission(id)
        if (way === 'an operation') expect(await chain.asOwner(account, data)).toBe('done')
        else await chain.sendFromOwner(account, account.address, data)
      }
      expect(await replay(used)).toBe('inactive')
      expect(await replay(unused)).toBe('inactive')
      expect(await replay(other)).toBe('done')
    },
  )

  it('O2: ends all permissions, also those signed for epochs nobody can know', async () => {
    const mine = await chain.createAccount()
    const [used, unused] = [await chain.grant(mine), await chain.grant(mine)]
    const later = await chain.grant(mine, { epoch: 1n })
    expect(await replay(used)).toBe('done')
    expect(await replay(later)).toBe('inactive')
    await chain.sendFromOwner(mine, mine.address, encodeRevokeAll())
    for (const granted of [used, unused, later]) expect(await replay(granted)).toBe('inactive')
    const again = await chain.grant(mine)
    expect(again.permission.epoch).toBeGreaterThan(1n)
    expect(await replay(again)).toBe('done')
    await chain.sendFromOwner(mine, mine.address, encodeRevokeAll())
    expect(await replay(again)).toBe('inactive')
    expect((await chain.grant(mine)).permission.epoch).toBeGreaterThan(again.permission.epoch)
  })

  it('E1: holds for a key operation behind it in the same transaction', async () => {
    for (const data of [encodeRevokeAll(), undefined]) {
      const granted = await chain.grant(account)
      const revoke = await chain.ownerOperation(account, data ?? encodeRevokePermission(granted.id))
      const use = await chain.keyOperation(granted, [ping()])
      const calls = await chain.probeCalls()
      expect(await chain.submit(revoke, use)).toEqual(['done', 'inactive'])
      expect(await chain.probeCalls()).toBe(calls)
    }
    const granted = await chain.grant(account)
    const use = await chain.keyOperation(granted, [ping()])
    const revoke = await chain.ownerOperation(account, encodeRevokePermission(granted.id))
    expect(await chain.submit(use, revoke)).toEqual(['done', 'done'])
  })
})

describe('a bundle', () => {
  it('E2, V7: counts operations together that are validated before any is executed', async () => {
    const granted = await chain.grant(account, { maxCalls: 3 })
    const lanes = [0n, 1n].map((lane) => ((BigInt(granted.key.address) << 32n) | lane) << 64n)
    const both = await Promise.all(
      lanes.map((nonce) => chain.keyOperation(granted, [ping(), ping()], { nonce })),
    )
    expect(await chain.submit(...both)).toEqual(['done', 'calls'])
    const feeLimit = 2n * 1_600_000n * 3_000_000_000n - 1n
    const poor = await chain.grant(account, { feeLimit })
    const twice = await Promise.all(
      lanes.map((lane) => {
        const nonce = ((BigInt(poor.key.address) << 32n) | ((lane >> 64n) & 1n)) << 64n
        return chain.keyOperation(poor, [ping()], { nonce })
      }),
    )
    expect(await chain.submit(...twice)).toEqual(['fee'])
    const [first] = twice
    expect(await chain.submit(...(first ? [first] : []))).toEqual(['done'])
  })
})

describe('a called contract', () => {
  it('E1: cannot make the account do more while it is called', async () => {
    const granted = await chain.grant(account, {
      targets: [targetOf(probe, 'ping'), targetOf(probe, 'attempt')],
    })
    expect(await chain.use(granted, ping())).toBe('done')
    const permitted = encodePermittedCalls(granted.permission, [ping()])
    const owned = encodeExecute(probe, 1n)
    const inner = await chain.keyOperation(await chain.grant(account), [ping()])
    const bundle = encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: 'handleOps',
      args: [[toPackedUserOperation(inner)], probe],
    })
    const delegated = encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: 'delegateAndRevert',
      args: [
        probe,
        encodeFunctionData({
          abi: probeAbi,
          functionName: 'attempt',
          args: [account.address, owned],
        }),
      ],
    })
    const attempts = [
      [account.address, permitted],
      [account.address, owned],
      [account.address, encodeRevokeAll()],
      [entryPointAddress, bundle],
      [entryPointAddress, delegated],
    ] as const
    const before = await chain.balanceOf(localAddresses.usdc, account.address)
    for (const [to, data] of attempts) {
      const calls = await chain.probeCalls()
      expect(await chain.use(granted, callProbe(probe, 'attempt', [to, data]))).toBe('done')
      const { logs } = await lastReceipt()
      const [tried] = parseEventLogs({ abi: probeAbi, logs, eventName: 'Tried' })
      expect(tried?.args.succeeded).toBe(false)
      expect(await chain.probeCalls()).toBe(calls + 1)
    }
    // The attempts themselves work where they may.
    const control = callProbe(probe, 'attempt', [probe, ping().data])
    const calls = await chain.probeCalls()
    expect(await chain.use(granted, control)).toBe('done')
    expect(await chain.probeCalls()).toBe(calls + 2)
    expect(await chain.balanceOf(localAddresses.usdc, account.address)).toBe(before)
  })

  it('E13: undoes all calls if one fails', async () => {
    const granted = await chain.grant(account, {
      targets: [targetOf(probe, 'ping'), targetOf(probe, 'fail')],
      allowances: [allowanceOf('0x0000000000000000000000000000000000000000', 10n)],
    })
    const to = newKey().address
    const calls = await chain.probeCalls()
    const failing = callProbe(probe, 'fail', [])
    expect(await chain.use(granted, ping(), coins(to, 10n), failing)).toBe('reverted')
    expect(await chain.probeCalls()).toBe(calls)
    expect(await chain.use(granted, ping(), coins(to, 10n))).toBe('done')
    expect(await chain.probeCalls()).toBe(calls + 1)
  })
})

async function lastReceipt(): Promise<{ logs: [] }> {
  const block = await chain.rpc<{ transactions: readonly Hex[] }>(
    'eth_getBlockByNumber',
    'latest',
    false,
  )
  return chain.rpc('eth_getTransactionReceipt', block.transactions[0])
}
