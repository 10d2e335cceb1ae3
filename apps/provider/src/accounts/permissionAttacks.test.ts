import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { deployer } from '@latchkey/dev-stack/testAccounts'
import {
  encodeKeySignature,
  encodePermittedCalls,
  encodeRevokeAll,
  encodeRevokePermission,
  hashPermission,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import { entryPointAddress, implementationSlot } from '@latchkey/wire/login/smartAccount'
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hashTypedData,
  pad,
  parseAbi,
  zeroHash,
} from 'viem'
import { toPackedUserOperation } from 'viem/account-abstraction'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOperationHash } from '../bundler/operation.js'
import { allowanceOf, callProbe, coins, malleate, targetOf } from './permissionCalls.fixture.js'
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
const encodeUpgrade = (to: Hex) =>
  encodeFunctionData({ abi: sessionAccountAbi, functionName: 'upgradeTo', args: [to] })

describe('signatures', () => {
  it('V2, V5: refuses signatures of others, in other forms and lengths', async () => {
    const granted = await chain.grant(account)
    const operation = await chain.keyOperation(granted, [ping()])
    const hash = getOperationHash(operation, 1)
    const [byKey, byOwner] = [await granted.key.sign({ hash }), granted.signature]
    const stranger = newKey()
    const signatures: readonly Hex[] = [
      '0x',
      '0x01',
      encodeKeySignature(byKey),
      encodeKeySignature(await stranger.sign({ hash }), byOwner),
      encodeKeySignature(byKey, await stranger.sign({ hash: granted.id })),
      encodeKeySignature(byKey, await granted.key.sign({ hash: granted.id })),
      encodeKeySignature(malleate(byKey), byOwner),
      encodeKeySignature(byKey, malleate(byOwner)),
      encodeKeySignature(byKey, byOwner).replace('0x01', '0x02') as Hex,
      concat([encodeKeySignature(byKey, byOwner), '0x00']),
      encodeKeySignature(byKey, byOwner).slice(0, -2) as Hex,
      encodeKeySignature(`${byKey.slice(0, -2)}00` as Hex, byOwner),
      concat(['0x01', byOwner, byKey]),
      byKey,
      byOwner,
    ]
    for (const [index, signature] of signatures.entries()) {
      expect(await chain.submit({ ...operation, signature }), `${index}`).toEqual(['AA24'])
    }
    expect(await chain.submit(operation)).toEqual(['done'])
    // Enabled by now, it needs no signature of the owner.
    const next = await chain.keyOperation(granted, [ping()])
    const longer = concat([next.signature, '0x00'])
    expect(await chain.submit({ ...next, signature: longer })).toEqual(['AA24'])
    const short = next.signature.slice(0, -130) as Hex
    expect(short).toHaveLength(2 + 2 * 66)
    expect(await chain.submit({ ...next, signature: short })).toEqual(['done'])
  })

  it('V4: refuses permissions of other accounts and chains, and altered ones', async () => {
    const granted = await chain.grant(account)
    const { key, permission } = granted
    const sign = (hash: Hex) => account.owner.sign({ hash })
    const others: readonly Partial<Grant>[] = [
      {
        signature: await sign(hashPermission(permission, (await chain.createAccount()).address, 1)),
      },
      { signature: await sign(hashPermission(permission, account.address, 8453)) },
      { permission: { ...permission, maxCalls: 101 } },
      { permission: { ...permission, targets: [targetOf(probe, 'give')] } },
      { permission: { ...permission, allowances: [allowanceOf(localAddresses.usdc, 1n)] } },
    ]
    for (const [index, other] of others.entries()) {
      expect(await chain.use({ ...granted, ...other }, ping()), `${index}`).toBe('AA24')
    }
    const stranger = { ...granted, permission: { ...permission, key: newKey().address } }
    expect(await chain.use(stranger, ping())).toMatch(/AA24/)
    // Of the same owner, on the same chain, but of version 1, which knows no permissions.
    const first = await chain.createAccount(1, account.owner)
    const there = await chain.grant(first, {}, key).catch(() => undefined)
    expect(there).toBeUndefined()
    expect(await chain.use({ ...granted, account: first }, ping())).toBe('AA24')
    expect(await chain.use(granted, ping())).toBe('done')
  })

  it('V2: refuses everything for a key that nobody has', async () => {
    const nobody = { ...newKey(), address: zeroAddress }
    const granted = await chain.grant(account, {}, nobody)
    const operation = await chain.keyOperation(granted, [ping()])
    const invalid = encodeKeySignature(pad('0x', { size: 65 }), granted.signature)
    expect(await chain.submit(operation)).toEqual(['AA24'])
    expect(await chain.submit({ ...operation, signature: invalid })).toEqual(['AA24'])
    expect(await chain.use(await chain.grant(account), ping())).toBe('done')
  })

  it('V6: uses up no nonces of the owner or of other keys', async () => {
    const granted = await chain.grant(account)
    const other = BigInt(newKey().address) << 96n
    for (const nonce of [0n, 1n << 64n, other, 1n << 255n]) {
      const stolen = await chain.keyOperation(granted, [ping()], { nonce })
      expect(await chain.submit(stolen)).toEqual(['nonce'])
    }
    const lane = ((BigInt(granted.key.address) << 32n) | 0xffff_ffffn) << 64n
    const own = await chain.keyOperation(granted, [ping()], { nonce: lane })
    expect(await chain.submit(own)).toEqual(['done'])
    expect(await chain.submit(own)).toEqual(['AA25'])
  })

  it('O5: signs no messages', async () => {
    const granted = await chain.grant(account)
    expect(await chain.use(granted, ping())).toBe('done')
    const hash = hashMessage('hello')
    const bound = (version: string) =>
      hashTypedData({
        domain: {
          name: 'Latchkey Account',
          version,
          chainId: 1,
          verifyingContract: account.address as Address,
        },
        types: { AccountMessage: [{ name: 'hash', type: 'bytes32' }] },
        primaryType: 'AccountMessage',
        message: { hash },
      })
    const verify = async (signature: Hex) => {
      const data = encodeFunctionData({
        abi: sessionAccountAbi,
        functionName: 'isValidSignature',
        args: [hash, signature],
      })
      return (await chain.call(account.address, data)).slice(0, 10)
    }
    const byKey = await granted.key.sign({ hash: bound('2') })
    const byOwner = await account.owner.sign({ hash: bound('2') })
    for (const signature of [
      byKey,
      encodeKeySignature(byKey),
      encodeKeySignature(byKey, granted.signature),
      granted.signature,
      await account.owner.sign({ hash }),
      await account.owner.sign({ hash: bound('1') }),
      malleate(byOwner),
      concat([byOwner, '0x00']),
    ]) {
      expect(await verify(signature)).toBe('0xffffffff')
    }
    expect(await verify(byOwner)).toBe('0x1626ba7e')
  })
})

describe('functions of the account', () => {
  it('V3: lets a key call no other function', async () => {
    const granted = await chain.grant(account)
    const coinsOut = encodeExecute(probe, 1n)
    const calls: readonly Hex[] = [
      coinsOut,
      encodeFunctionData({
        abi: sessionAccountAbi,
        functionName: 'executeBatch',
        args: [[coins(probe, 1n)]],
      }),
      encodeUpgrade(localAddresses.usdc),
      encodeRevokePermission(zeroHash),
      encodeRevokeAll(),
      // `executeUserOp`, which the entry point passes the whole operation.
      concat(['0x8dd7712f', encodePermittedCalls(granted.permission, [ping()])]),
    ]
    for (const callData of calls) {
      const operation = await chain.keyOperation(granted, [ping()], { callData })
      expect(await chain.submit(operation)).toEqual(['target'])
    }
    for (const callData of ['0x', '0xfa778d', '0xfa778d97'] as const) {
      const operation = await chain.keyOperation(granted, [ping()], { callData })
      expect((await chain.submit(operation))[0]).toMatch(/^AA23$|^refused$/)
    }
    expect(await chain.use(granted, ping())).toBe('done')
    expect(await chain.asOwner(account, coinsOut)).toBe('done')
  })

  it('E1, O4: obeys only the entry point and the owner', async () => {
    const granted = await chain.grant(account)
    expect(await chain.use(granted, ping())).toBe('done')
    const permitted = encodePermittedCalls(granted.permission, [ping()])
    const own = [
      encodeRevokePermission(granted.id),
      encodeRevokeAll(),
      encodeExecute(probe, 1n),
      encodeUpgrade(await chain.deploy('SessionAccount')),
    ]
    for (const from of [granted.key.address, deployer.address, probe, account.address]) {
      for (const data of [permitted, ...own]) {
        await expect(chain.call(account.address, data, from)).rejects.toMatchObject({ code: 3 })
      }
    }
    await expect(chain.call(account.address, permitted, account.owner.address)).rejects.toThrow()
    for (const data of own) {
      await expect(chain.call(account.address, data, account.owner.address)).resolves.toBe('0x')
    }
    // Not even in a batch of the owner.
    for (const data of own) {
      const hidden = encodeExecute(account.address, 0n, data)
      expect(await chain.asOwner(account, hidden)).toBe('reverted')
    }
  })

  it('V1: validates for the entry point only', async () => {
    const granted = await chain.grant(account)
    const operation = await chain.keyOperation(granted, [ping()])
    const validate = encodeFunctionData({
      abi: chain.writer.contract('SessionAccount').abi,
      functionName: 'validateUserOp',
      args: [toPackedUserOperation(operation), getOperationHash(operation, 1), 1n],
    })
    for (const from of [granted.key.address, account.owner.address, probe]) {
      await expect(chain.call(account.address, validate, from)).rejects.toMatchObject({ code: 3 })
    }
    const answer = await chain.call(account.address, validate, entryPointAddress)
    expect(BigInt(answer) >> 160n).toBe(BigInt(granted.permission.validUntil))
  })

  it('E1: executes no permission that is not in force, also for the owner', async () => {
    const now = await chain.now()
    const granted = await chain.grant(account, { validUntil: now + 100 })
    const callData = encodePermittedCalls(granted.permission, [ping()])
    expect(await chain.asOwner(account, callData)).toBe('inactive')
    expect(await chain.use(granted, ping())).toBe('done')
    expect(await chain.asOwner(account, callData)).toBe('done')
    await chain.setTime(now + 101)
    expect(await chain.asOwner(account, callData)).toBe('time')
  })

  it('O3: replaces its code only for its owner, and only by code for it', async () => {
    const mine = await chain.createAccount()
    const implementation = await chain.deploy('SessionAccount')
    for (const bad of [localAddresses.usdc, newKey().address, probe]) {
      expect(await chain.asOwner(mine, encodeUpgrade(bad))).toBe('reverted')
    }
    const granted = await chain.grant(mine)
    expect(await chain.use(granted, ping())).toBe('done')
    expect(await chain.asOwner(mine, encodeUpgrade(implementation))).toBe('done')
    // The new code keeps owner and permissions.
    expect(await chain.use(granted, ping())).toBe('done')
    await chain.sendFromOwner(mine, mine.address, encodeRevokePermission(granted.id))
    expect(await chain.use(granted, ping())).toBe('inactive')
    expect(await chain.asOwner(mine, encodeExecute(probe, 1n))).toBe('done')
    // Other code is really used.
    const next = await chain.deploy('NextAccount')
    const version = encodeFunctionData({ abi: parseAbi(['function version()']) })
    await expect(chain.call(mine.address, version)).rejects.toMatchObject({ code: 3 })
    await chain.sendFromOwner(mine, mine.address, encodeUpgrade(next))
    expect(Number(await chain.call(mine.address, version))).toBe(3)
    const slot = await chain.rpc<Hex>(
      'eth_getStorageAt',
      mine.address,
      implementationSlot,
      'latest',
    )
    expect(slot).toBe(pad(next).toLowerCase())
    // An account of the same code that nobody upgraded stays as it is.
    await expect(chain.call(account.address, version)).rejects.toMatchObject({ code: 3 })
  })
})
