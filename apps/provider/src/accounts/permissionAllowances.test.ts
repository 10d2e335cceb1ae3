import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { type PermittedCall, zeroAddress } from '@latchkey/wire/login/permissions'
import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allowanceOf,
  callProbe,
  callToken,
  coins,
  targetOf,
  wordOf,
} from './permissionCalls.fixture.js'
import {
  type Account,
  expectRefused,
  newKey,
  openPermissionChain,
  type PermissionChain,
  sessionAccountAbi,
} from './permissionChain.fixture.js'

const { usdc, dai } = localAddresses

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
const pull = (token: Hex, amount: bigint) => callProbe(probe, 'pull', [token, amount])

/** Another call with the same first bytes. */
const withData = (call: PermittedCall, data: Hex): PermittedCall => ({ ...call, data })

describe('coins', () => {
  it('E5, E6, E11: spends no more than the allowance, in transfers and calls together', async () => {
    const to = newKey().address
    await expectRefused(
      chain,
      account,
      {
        allowances: [allowanceOf(zeroAddress, 10n)],
        targets: [{ ...targetOf(probe, 'ping'), valueLimit: 100n }],
      },
      [
        [coins(to, 11n)],
        [ping(0n, 0n, 11n)],
        [coins(to, 6n), ping(0n, 0n, 5n)],
        [coins(to, 2n ** 256n - 1n)],
      ],
      'allowance',
      [coins(to, 6n), ping(0n, 0n, 4n)],
    )
    expect(await chain.balanceOf(zeroAddress, to)).toBe(6n)
  })

  it('E5, E6: sends nothing without an allowance, and no empty call', async () => {
    await expectRefused(chain, account, {}, [[coins(probe, 1n)], [ping(0n, 0n, 1n)]], 'allowance', [
      ping(),
    ])
    const allowances = [allowanceOf(zeroAddress, 10n)]
    await expectRefused(chain, account, { allowances }, [[coins(probe, 0n)]], 'target', [
      coins(probe, 1n),
    ])
  })

  it('E11: spends an amount again in each period, and nothing before its start', async () => {
    const start = (await chain.now()) + 1_000
    const granted = await chain.grant(account, {
      allowances: [allowanceOf(zeroAddress, 10n, 100, start), allowanceOf(zeroAddress, 25n)],
    })
    const use = async (at: number, value: bigint) => {
      await chain.setTime(start + at)
      return chain.use(granted, coins(probe, value))
    }
    expect(await use(-50, 1n)).toBe('allowance')
    expect(await use(0, 10n)).toBe('done')
    expect(await use(90, 1n)).toBe('allowance')
    expect(await use(101, 11n)).toBe('allowance')
    expect(await use(110, 10n)).toBe('done')
    // The second allowance is for all periods together.
    expect(await use(300, 6n)).toBe('allowance')
    expect(await use(310, 5n)).toBe('done')
  })
})

describe('tokens', () => {
  it('E8, E9: transfers no more than the allowance, and no other token', () =>
    expectRefused(
      chain,
      account,
      { allowances: [allowanceOf(usdc, 100n)] },
      [
        [callToken(usdc, 'transfer', probe, 101n)],
        [callToken(usdc, 'transfer', probe, 60n), callToken(usdc, 'transfer', probe, 41n)],
        [callToken(usdc, 'transfer', probe, 2n ** 256n - 1n)],
        [callToken(usdc, 'approve', probe, 101n)],
        [callToken(usdc, 'approve', probe, 2n ** 256n - 1n)],
        [callToken(usdc, 'approve', probe, 60n), callToken(usdc, 'transfer', probe, 41n)],
        [callToken(usdc, 'approve', probe, 60n), callToken(usdc, 'approve', usdc, 41n)],
      ],
      'allowance',
      [callToken(usdc, 'transfer', probe, 60n), callToken(usdc, 'approve', probe, 40n)],
    ))

  it('E9: counts approvals of each token and spender', async () => {
    const other = newKey().address
    await expectRefused(
      chain,
      account,
      { allowances: [allowanceOf(usdc, 100n), allowanceOf(dai, 100n)] },
      [
        [callToken(usdc, 'approve', other, 1n), callToken(dai, 'approve', other, 101n)],
        [callToken(usdc, 'approve', other, 60n), callToken(usdc, 'approve', newKey().address, 41n)],
      ],
      'allowance',
      [callToken(usdc, 'approve', other, 100n), callToken(dai, 'approve', other, 100n)],
    )
  })

  it('E9: counts what is lost of one token in a transfer of another', async () => {
    const greedy = await chain.deploy('GreedyToken', [usdc])
    const victim = await chain.createAccount()
    const approve = callToken(usdc, 'approve', greedy, 2n ** 256n - 1n)
    const args = [usdc, 0n, approve.data] as const
    const data = encodeFunctionData({ abi: sessionAccountAbi, functionName: 'execute', args })
    await chain.sendFromOwner(victim, victim.address, data)
    const use = async (amount: bigint) => {
      const allowances = [allowanceOf(greedy, 1_000n), allowanceOf(usdc, amount)]
      const granted = await chain.grant(victim, { allowances })
      return chain.use(granted, callToken(greedy, 'transfer', probe, 1_000n))
    }
    expect(await use(59n)).toBe('allowance')
    expect(await use(60n)).toBe('done')
  })

  it('E11: counts up to 2^208 - 1, also for an unlimited allowance', () =>
    expectRefused(
      chain,
      account,
      { allowances: [allowanceOf(usdc, 2n ** 256n - 1n)] },
      [
        [callToken(usdc, 'approve', newKey().address, 2n ** 208n)],
        [callToken(usdc, 'approve', newKey().address, 2n ** 256n - 1n)],
        [
          callToken(usdc, 'approve', newKey().address, 2n ** 208n - 1n),
          callToken(usdc, 'approve', newKey().address, 1n),
        ],
      ],
      'allowance',
      [callToken(usdc, 'approve', newKey().address, 2n ** 208n - 1n)],
    ))

  it('E8: calls no other function of a listed token, and no unclean arguments', async () => {
    const transfer = callToken(usdc, 'transfer', probe, 1n)
    const approve = callToken(usdc, 'approve', newKey().address, 1n)
    const dirty = `${transfer.data.slice(0, 10)}01${transfer.data.slice(12)}` as Hex
    const increase = approve.data.replace('0x095ea7b3', '0x39509351') as Hex
    await expectRefused(
      chain,
      account,
      {
        allowances: [allowanceOf(usdc, 100n), allowanceOf(zeroAddress, 5n)],
        targets: [{ ...targetOf(usdc, 'ping'), selector: '0x39509351', valueLimit: 5n }],
      },
      [
        [withData(transfer, dirty)],
        [withData(transfer, transfer.data.slice(0, -2) as Hex)],
        [withData(transfer, `${transfer.data}00`)],
        [withData(transfer, transfer.data.slice(0, 10) as Hex)],
        [{ ...transfer, value: 1n }],
        [withData(approve, increase)],
        [callToken(dai, 'transfer', probe, 1n)],
      ],
      'target',
      [transfer, approve],
    )
  })

  it('E8: restricts recipients if targets list the function', () =>
    expectRefused(
      chain,
      account,
      {
        allowances: [allowanceOf(usdc, 100n)],
        targets: [
          {
            to: usdc,
            selector: '0xa9059cbb',
            valueLimit: 0n,
            rules: [{ argument: 0, operator: 0, value: wordOf(probe) }],
          },
        ],
      },
      [[callToken(usdc, 'transfer', newKey().address, 1n)]],
      'target',
      [callToken(usdc, 'transfer', probe, 1n), callToken(usdc, 'approve', newKey().address, 1n)],
    ))

  it('E9: counts what a target takes by an approval that it had before', async () => {
    const [rich, other] = [await chain.createAccount(), await chain.createAccount()]
    const approve = callToken(usdc, 'approve', probe, 2n ** 256n - 1n)
    for (const { owner, address } of [rich, other]) {
      const args = [usdc, 0n, approve.data] as const
      const data = encodeFunctionData({ abi: sessionAccountAbi, functionName: 'execute', args })
      await chain.sendFromOwner({ owner, address }, address, data)
    }
    const targets = [targetOf(probe, 'pull'), targetOf(probe, 'give')]
    const allowances = [allowanceOf(usdc, 100n)]
    const limited = await chain.grant(rich, { targets, allowances })
    const give = callProbe(probe, 'give', [usdc, 50n])
    expect(await chain.use(limited, pull(usdc, 101n))).toBe('allowance')
    // What comes back by another call does not make up for it.
    expect(await chain.use(limited, pull(usdc, 90n), give, pull(usdc, 11n))).toBe('allowance')
    // Neither does an approval that someone else can still use.
    const approval = callToken(usdc, 'approve', newKey().address, 60n)
    expect(await chain.use(limited, approval, pull(usdc, 41n))).toBe('allowance')
    expect(await chain.use(limited, pull(usdc, 60n), approval)).toBe('allowance')
    expect(await chain.use(limited, pull(usdc, 40n), approval)).toBe('done')
    // Unlimited only where the permission lists no allowance for the token.
    const unlisted = await chain.grant(other, { targets })
    expect(await chain.use(unlisted, pull(usdc, 500_000n))).toBe('done')
  })

  it('E9: counts an approval that is used in the same operation once', async () => {
    const holder = await chain.createAccount()
    const granted = await chain.grant(holder, {
      targets: [targetOf(probe, 'pull')],
      allowances: [allowanceOf(usdc, 100n)],
    })
    const swap = (amount: bigint) => [callToken(usdc, 'approve', probe, amount), pull(usdc, amount)]
    expect(await chain.use(granted, ...swap(60n))).toBe('done')
    expect(await chain.use(granted, ...swap(41n))).toBe('allowance')
    expect(await chain.use(granted, ...swap(20n), ...swap(20n))).toBe('done')
    expect(await chain.balanceOf(usdc, holder.address)).toBe(1_000_000n - 100n)
  })
})
