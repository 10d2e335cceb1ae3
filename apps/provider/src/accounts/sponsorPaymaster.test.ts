import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { deployer, sponsor } from '@latchkey/dev-stack/testAccounts'
import { zeroAddress } from '@latchkey/wire/login/permissions'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { concat, encodeFunctionData, type Hex, pad, parseAbi, parseEther, toHex } from 'viem'
import { entryPoint08Abi, toPackedUserOperation } from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOperationHash, type Operation } from '../bundler/operation.js'
import { callProbe, malleate } from './permissionCalls.fixture.js'
import {
  type Account,
  type Grant,
  newKey,
  openPermissionChain,
  type PermissionChain,
  sessionAccountAbi,
} from './permissionChain.fixture.js'
import { type Sponsorship, signSponsorship } from './sponsorship.fixture.js'

const paymasterAbi = parseAbi([
  'function owner() view returns (address)',
  'function signer() view returns (address)',
  'function setSigner(address signer)',
  'function withdraw(address recipient, uint256 amount)',
  'function addStake(uint32 delay) payable',
  'function unlockStake()',
  'function withdrawStake(address recipient)',
])
let chain: PermissionChain
let paymaster: Hex

beforeAll(async () => {
  chain = await openPermissionChain()
  paymaster = localAddresses.sponsorPaymaster
})

afterAll(() => chain?.stop())

const ping = () => callProbe(chain.probe, 'ping', [0n, 0n])

const sponsorOperation = (operation: Operation, options: Sponsorship = {}) =>
  signSponsorship(chain, operation, options)

const signAs = async (owner: PrivateKeyAccount, operation: Operation): Promise<Operation> => ({
  ...operation,
  signature: await owner.sign({ hash: getOperationHash(operation, 1) }),
})

async function draftPing({ address }: Account): Promise<Operation> {
  const { to, value, data } = ping()
  const args = [to, value, data] as const
  const callData = encodeFunctionData({ abi: sessionAccountAbi, functionName: 'execute', args })
  return chain.draft(address, 0n, callData)
}

async function createPoorAccount(): Promise<Account> {
  const account = await chain.createAccount()
  await chain.rpc('anvil_setBalance', account.address, '0x0')
  return account
}

const depositOf = async (holder: Hex) =>
  BigInt(
    await chain.call(
      entryPointAddress,
      encodeFunctionData({ abi: entryPoint08Abi, functionName: 'balanceOf', args: [holder] }),
    ),
  )

describe('a sponsored operation', () => {
  it('is paid by the paymaster, once', async () => {
    const account = await createPoorAccount()
    const before = await depositOf(paymaster)
    const drafted = await draftPing(account)
    expect(await chain.submit(await signAs(account.owner, drafted))).toEqual(['AA21'])
    const operation = await signAs(account.owner, await sponsorOperation(drafted))
    expect(await chain.submit(operation)).toEqual(['done'])
    expect(await depositOf(paymaster)).toBeLessThan(before)
    expect(await chain.submit(operation)).toEqual(['AA25'])
  })

  it('is refused with signatures of others, or in other forms', async () => {
    const account = await createPoorAccount()
    const drafted = await draftPing(account)
    const good = await sponsorOperation(drafted)
    const data = good.paymasterData ?? '0x'
    const otherForm = concat([data.slice(0, 26) as Hex, malleate(`0x${data.slice(26)}`)])
    const bad = [
      await sponsorOperation(drafted, { signer: newKey() }),
      await sponsorOperation(drafted, { signer: account.owner }),
      await sponsorOperation(drafted, { chainId: 8453 }),
      { ...good, paymasterData: otherForm },
      { ...good, paymasterData: concat([data, '0x00']) },
      { ...good, paymasterData: data.slice(0, -2) as Hex },
      { ...good, paymasterData: '0x' as Hex },
      { ...good, paymasterData: pad('0x', { size: 77 }) },
    ]
    for (const [index, operation] of bad.entries()) {
      const signed = await signAs(account.owner, operation)
      expect(await chain.submit(signed), `${index}`).toEqual(['AA34'])
    }
    expect(await chain.submit(await signAs(account.owner, good))).toEqual(['done'])
  })

  it('is refused if anything else was signed for', async () => {
    const account = await createPoorAccount()
    const other = await createPoorAccount()
    const good = await sponsorOperation(await draftPing(account))
    const data = good.paymasterData ?? '0x'
    const changes: readonly Partial<Operation>[] = [
      { callData: `${good.callData}00` },
      { callGasLimit: good.callGasLimit + 1n },
      { verificationGasLimit: good.verificationGasLimit + 1n },
      { preVerificationGas: good.preVerificationGas + 1n },
      { maxFeePerGas: good.maxFeePerGas + 1n },
      { maxPriorityFeePerGas: good.maxPriorityFeePerGas + 1n },
      { paymasterVerificationGasLimit: 100_001n },
      { paymasterPostOpGasLimit: 1n },
      { nonce: good.nonce + (1n << 64n) },
      { paymasterData: concat(['0xffffffffffff', `0x${data.slice(14)}`]) },
      {
        paymasterData: concat([data.slice(0, 14) as Hex, '0x000000000001', `0x${data.slice(26)}`]),
      },
    ]
    for (const [index, change] of changes.entries()) {
      const signed = await signAs(account.owner, { ...good, ...change })
      expect(await chain.submit(signed), `${index}`).toEqual(['AA34'])
    }
    const theirs = await signAs(other.owner, { ...good, sender: other.address })
    expect(await chain.submit(theirs)).toEqual(['AA34'])
    expect(await chain.submit(await signAs(account.owner, good))).toEqual(['done'])
  })

  it('is refused before and after its time', async () => {
    const account = await createPoorAccount()
    const start = (await chain.now()) + 1_000
    const times = { validAfter: start, validUntil: start + 100 }
    const drafted = await sponsorOperation(await draftPing(account), times)
    const operation = await signAs(account.owner, drafted)
    expect(await chain.submit(operation)).toEqual(['AA32'])
    await chain.setTime(start + 101)
    expect(await chain.submit(operation)).toEqual(['AA32'])
    const again = await sponsorOperation(drafted)
    expect(await chain.submit(await signAs(account.owner, again))).toEqual(['done'])
  })

  it('is refused if the paymaster has no signer', async () => {
    const account = await createPoorAccount()
    const unsigned = await chain.deploy('SponsorPaymaster', [deployer.address, zeroAddress])
    await chain.writer.send(deployer, { to: unsigned, value: parseEther('1') })
    const operation = await sponsorOperation(await draftPing(account), { paymaster: unsigned })
    const times = operation.paymasterData?.slice(0, 26) as Hex
    const nobody = { ...operation, paymasterData: concat([times, pad('0x', { size: 65 })]) }
    expect(await chain.submit(await signAs(account.owner, nobody))).toEqual(['AA34'])
    expect(await chain.submit(await signAs(account.owner, operation))).toEqual(['AA34'])
    const data = encodeFunctionData({
      abi: paymasterAbi,
      functionName: 'setSigner',
      args: [sponsor.address],
    })
    await chain.writer.send(deployer, { to: unsigned, data })
    expect(await chain.submit(await signAs(account.owner, operation))).toEqual(['done'])
  })

  it('changes nothing when the deposit is used up', async () => {
    const account = await createPoorAccount()
    const dry = await deployPaymaster()
    const drafted = await draftPing(account)
    const operation = await sponsorOperation(drafted, { paymaster: dry })
    const signed = await signAs(account.owner, operation)
    expect(await chain.submit(signed)).toEqual(['AA31'])
    await chain.writer.send(deployer, { to: dry, value: parseEther('1') })
    expect(await chain.submit(signed)).toEqual(['done'])
  })
})

describe('a key', () => {
  async function useSponsored(granted: Grant, sponsorship?: Sponsorship): Promise<string> {
    const drafted = await sponsorOperation(await chain.keyOperation(granted, [ping()]), sponsorship)
    return (await chain.submit(await chain.keyOperation(granted, [ping()], drafted))).join()
  }

  it('V8: uses only the sponsor that its permission names', async () => {
    const account = await createPoorAccount()
    const hostile = await deployPaymaster()
    await chain.writer.send(deployer, { to: hostile, value: parseEther('1') })
    const named = await chain.grant(account, { paymaster, feeLimit: 0n })
    expect(await useSponsored(named, { paymaster: hostile })).toBe('paymaster')
    expect(await useSponsored(named)).toBe('done')
    expect(await chain.use(named, ping())).toBe('fee')
    const unnamed = await chain.grant(account)
    expect(await useSponsored(unnamed)).toBe('paymaster')
    await chain.rpc('anvil_setBalance', account.address, toHex(parseEther('1')))
    expect(await chain.use(unnamed, ping())).toBe('done')
  })

  it('V7: pays no fees of its own when sponsored', async () => {
    const account = await chain.createAccount()
    const granted = await chain.grant(account, { paymaster, feeLimit: 0n })
    const before = await chain.balanceOf(zeroAddress, account.address)
    expect(await useSponsored(granted)).toBe('done')
    expect(await chain.balanceOf(zeroAddress, account.address)).toBe(before)
    expect(await depositOf(account.address)).toBe(0n)
  })
})

describe('the operator', () => {
  it('alone withdraws, changes the signer and the stake', async () => {
    const mine = await deployPaymaster()
    await chain.writer.send(deployer, { to: mine, value: 5n })
    const calls = [
      encodeFunctionData({ abi: paymasterAbi, functionName: 'withdraw', args: [chain.probe, 5n] }),
      encodeFunctionData({ abi: paymasterAbi, functionName: 'setSigner', args: [chain.probe] }),
      encodeFunctionData({ abi: paymasterAbi, functionName: 'addStake', args: [60] }),
      encodeFunctionData({ abi: paymasterAbi, functionName: 'unlockStake' }),
      encodeFunctionData({
        abi: paymasterAbi,
        functionName: 'withdrawStake',
        args: [chain.probe],
      }),
    ]
    for (const data of calls) {
      for (const from of [sponsor.address, chain.probe, entryPointAddress] as const) {
        await expect(chain.call(mine, data, from)).rejects.toMatchObject({ code: 3 })
      }
    }
    const account = await createPoorAccount()
    const operation = await sponsorOperation(await draftPing(account))
    const validate = encodeFunctionData({
      abi: chain.writer.contract('SponsorPaymaster').abi,
      functionName: 'validatePaymasterUserOp',
      args: [toPackedUserOperation(operation), pad('0x'), 0n],
    })
    await expect(chain.call(paymaster, validate)).rejects.toMatchObject({ code: 3 })
    await expect(chain.call(paymaster, validate, entryPointAddress)).resolves.toBeDefined()

    const [withdraw, setSigner, , ...unstake] = calls as [Hex, Hex, Hex, Hex, Hex]
    await chain.writer.send(deployer, { to: mine, data: withdraw })
    expect(await depositOf(mine)).toBe(0n)
    await chain.writer.send(deployer, { to: mine, data: setSigner })
    const read = encodeFunctionData({ abi: paymasterAbi, functionName: 'signer' })
    expect(await chain.call(mine, read)).toBe(pad(chain.probe).toLowerCase())
    const stake = encodeFunctionData({ abi: paymasterAbi, functionName: 'addStake', args: [60] })
    await chain.writer.send(deployer, { to: mine, data: stake, value: 3n })
    await chain.writer.send(deployer, { to: mine, data: unstake[0] as Hex })
    await chain.setTime((await chain.now()) + 100)
    await chain.writer.send(deployer, { to: mine, data: unstake[1] as Hex })
  })
})

const deployPaymaster = () => chain.deploy('SponsorPaymaster', [deployer.address, sponsor.address])
