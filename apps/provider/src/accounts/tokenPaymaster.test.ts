import { localAddresses } from '@latchkey/dev-stack/startLocalEvm'
import { deployer, faucet } from '@latchkey/dev-stack/testAccounts'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  parseEther,
  parseEventLogs,
  slice,
  zeroHash,
} from 'viem'
import { entryPoint08Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOperationHash, type Operation } from '../bundler/operation.js'
import { callProbe, malleate } from './permissionCalls.fixture.js'
import {
  type Account,
  newKey,
  openPermissionChain,
  type PermissionChain,
  sessionAccountAbi,
} from './permissionChain.fixture.js'
import { signSponsorship } from './sponsorship.fixture.js'
import { signTokenFee, type TokenFee } from './tokenFee.fixture.js'

const paymasterAbi = parseAbi([
  'function withdrawToken(address token, address recipient, uint256 amount)',
  'function postOp(uint8 mode, bytes context, uint256 gasCost, uint256 feePerGas)',
  'event FeePaid(bytes32 indexed operationHash, address indexed account, address indexed token, uint256 amount)',
])
const hostileAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function change(bool fails, uint256 lossPercent)',
])
type Call = { readonly to: Hex; readonly value: bigint; readonly data: Hex }

const paymaster: Hex = localAddresses.tokenPaymaster
const { usdc, usdt } = localAddresses
/** 3,000 for an ether. */
const rate = 3_000_000_000n
const maxAmount = 40_000_000n
const fee: TokenFee = { token: usdc, maxAmount, rate }

let chain: PermissionChain
let hostile: Hex

beforeAll(async () => {
  chain = await openPermissionChain()
  hostile = await chain.deploy('HostileToken')
})
afterAll(() => chain?.stop())

/** Without a coin, and with 100 of a token. */
async function createHolder(token: Hex = usdc): Promise<Account> {
  const account = await chain.createAccount()
  await chain.rpc('anvil_setBalance', account.address, '0x0')
  const current = await chain.balanceOf(token, account.address)
  await give(token, account.address, 100_000_000n - current)
  return account
}

async function give(token: Hex, to: Hex, amount: bigint): Promise<void> {
  const data =
    token === hostile
      ? encodeFunctionData({ abi: hostileAbi, functionName: 'mint', args: [to, amount] })
      : encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  await chain.writer.send(faucet, { to: token, data })
}

const callToken = (
  token: Hex,
  functionName: 'transfer' | 'approve',
  to: Hex,
  amount: bigint,
): Call => ({
  to: token,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }),
})
const approve = (amount = maxAmount, token: Hex = usdc) =>
  callToken(token, 'approve', paymaster, amount)
const ping = () => callProbe(chain.probe, 'ping', [0n, 0n])
const fail = () => callProbe(chain.probe, 'fail', [])

function draft({ address }: Account, calls: readonly Call[]): Promise<Operation> {
  const args = [calls] as const
  return chain.draft(
    address,
    0n,
    encodeFunctionData({ abi: sessionAccountAbi, functionName: 'executeBatch', args }),
  )
}

const signAs = async ({ owner }: Account, operation: Operation): Promise<Operation> => ({
  ...operation,
  signature: await owner.sign({ hash: getOperationHash(operation, 1) }),
})

async function prepare(account: Account, calls: readonly Call[], terms: TokenFee = fee) {
  return signAs(account, await signTokenFee(chain, await draft(account, calls), terms))
}

const depositOf = async (holder: Hex) =>
  BigInt(
    await chain.call(
      entryPointAddress,
      encodeFunctionData({ abi: entryPoint08Abi, functionName: 'balanceOf', args: [holder] }),
    ),
  )

/** What happened, what the account paid, and what the operation cost the operator. */
async function pay(operation: Operation, token: Hex = usdc) {
  const read = () =>
    Promise.all([
      chain.balanceOf(token, operation.sender),
      chain.balanceOf(token, paymaster),
      depositOf(paymaster),
    ])
  const before = await read()
  const outcome = (await chain.submit(operation)).join()
  const after = await read()
  return {
    outcome,
    paid: before[0] - after[0],
    received: after[1] - before[1],
    cost: before[2] - after[2],
  }
}

/** What the contract says about the last payment. */
async function lastFeePaid() {
  const filter = { address: paymaster, fromBlock: 'latest', toBlock: 'latest' }
  const logs = await chain.rpc<Parameters<typeof parseEventLogs>[0]['logs']>('eth_getLogs', filter)
  return parseEventLogs({ abi: paymasterAbi, eventName: 'FeePaid', logs })[0]?.args
}

const worth = (cost: bigint) => (cost * rate) / parseEther('1')

/** Sends the approval with a transaction of the owner, so that it exists before the operation. */
const approveBefore = ({ owner, address }: Account, token: Hex = usdc, amount = maxAmount) => {
  const { to, value, data } = approve(amount, token)
  const args = [to, value, data] as const
  return chain.sendFromOwner(
    { owner, address },
    address,
    encodeFunctionData({ abi: sessionAccountAbi, functionName: 'execute', args }),
  )
}

describe('an account without a coin', () => {
  it.each([
    ['USDC', usdc],
    ['USDT, which returns nothing', usdt],
  ])('pays what the operation cost, in %s', async (_, token) => {
    const account = await createHolder(token)
    const terms = { ...fee, token }
    const result = await pay(
      await prepare(account, [approve(maxAmount, token), ping()], terms),
      token,
    )
    expect(result.outcome).toBe('done')
    expect(result.paid).toBe(result.received)
    // The operator gets what it spent, and little more.
    expect(result.paid).toBeGreaterThanOrEqual(worth(result.cost))
    expect(result.paid).toBeLessThan((worth(result.cost) * 13n) / 10n)
  })

  it('pays in advance with an earlier approval, and gets the rest back', async () => {
    for (const token of [usdc, usdt]) {
      const account = await createHolder(token)
      await approveBefore(account, token)
      const operation = await prepare(account, [ping()], { ...fee, token })
      const result = await pay(operation, token)
      expect(result.outcome).toBe('done')
      expect(result.paid).toBe(result.received)
      expect(await lastFeePaid()).toEqual({
        operationHash: getOperationHash(operation, 1),
        account: account.address,
        token,
        amount: result.paid,
      })
      expect(result.paid).toBeGreaterThanOrEqual(worth(result.cost))
      expect(result.paid).toBeLessThan((worth(result.cost) * 13n) / 10n)
    }
  })

  it('never pays more than the maximum that it approved', async () => {
    const account = await createHolder()
    const small = { ...fee, maxAmount: 1_000n, rate: 2n ** 100n }
    const after = await pay(await prepare(account, [approve(), ping()], small))
    expect(after).toMatchObject({ outcome: 'done', paid: 1_000n, received: 1_000n })
    await approveBefore(account)
    const before = await pay(await prepare(account, [ping()], small))
    expect(before).toMatchObject({ outcome: 'done', paid: 1_000n, received: 1_000n })
  })
})

describe('the operator is paid', () => {
  it('for an operation that reverts, with an earlier approval', async () => {
    const account = await createHolder()
    await approveBefore(account)
    const result = await pay(await prepare(account, [ping(), fail()]))
    expect(result.outcome).toBe('reverted')
    expect(result.paid).toBeGreaterThanOrEqual(worth(result.cost))
  })

  it('although the calls take the allowance or the balance away, with an earlier approval', async () => {
    const takers = [approve(0n), callToken(usdc, 'transfer', deployer.address, 60_000_000n)]
    for (const taker of takers) {
      const account = await createHolder()
      await approveBefore(account)
      const before = await chain.balanceOf(usdc, paymaster)
      const result = await pay(await prepare(account, [taker, ping()]))
      expect(result.outcome).toBe('done')
      expect((await chain.balanceOf(usdc, paymaster)) - before).toBeGreaterThanOrEqual(
        worth(result.cost),
      )
    }
  })
})

describe('calls do not happen unless they are paid for', () => {
  const expectUnpaid = async (calls: readonly Call[], terms = fee, token: Hex = usdc) => {
    const account = await createHolder(token)
    const before = await chain.probeCalls()
    const { outcome, paid } = await pay(await prepare(account, calls, terms), token)
    expect(outcome).not.toBe('done')
    expect(paid).toBe(0n)
    expect(await chain.probeCalls()).toBe(before)
    return account
  }

  it('without an approval, or with one that is too low or taken back', async () => {
    await expectUnpaid([ping()])
    await expectUnpaid([approve(1n), ping()])
    const account = await expectUnpaid([approve(), ping(), approve(0n)])
    expect((await pay(await prepare(account, [approve(), ping()]))).outcome).toBe('done')
  })

  it('when the balance is too low, also because the calls spend it', async () => {
    const everything = callToken(usdc, 'transfer', deployer.address, 100_000_000n)
    const account = await expectUnpaid([approve(), ping(), everything])
    expect((await pay(await prepare(account, [approve(), ping()]))).outcome).toBe('done')
  })

  it('with a token that returns false or keeps a part', async () => {
    const terms = { ...fee, token: hostile }
    const change = (fails: boolean, loss: bigint) =>
      chain.writer.send(deployer, {
        to: hostile,
        data: encodeFunctionData({ abi: hostileAbi, functionName: 'change', args: [fails, loss] }),
      })
    for (const [fails, loss] of [
      [true, 0n],
      [false, 1n],
    ] as const) {
      await change(fails, loss)
      await expectUnpaid([approve(maxAmount, hostile), ping()], terms, hostile)
      const early = await createHolder(hostile)
      await approveBefore(early, hostile)
      const result = await pay(await prepare(early, [ping()], terms), hostile)
      expect(result).toMatchObject({ outcome: 'AA33', paid: 0n, cost: 0n })
    }
    await change(false, 0n)
    const account = await createHolder(hostile)
    const calls = [approve(maxAmount, hostile), ping()]
    expect((await pay(await prepare(account, calls, terms), hostile)).outcome).toBe('done')
  })
})

describe('signed terms', () => {
  it('are valid once, for their operation', async () => {
    const account = await createHolder()
    const operation = await prepare(account, [approve(), ping()])
    expect((await pay(operation)).outcome).toBe('done')
    expect((await pay(operation)).outcome).toBe('AA25')
    const { paymasterData } = operation
    const other = { ...(await prepare(account, [approve(), ping()])), paymasterData }
    expect((await pay(await signAs(account, other))).outcome).toBe('AA34')
  })

  it('are refused if anything in them or in the operation was changed', async () => {
    const account = await createHolder()
    const other = await createHolder()
    const good = await signTokenFee(chain, await draft(account, [approve(), ping()]), fee)
    const data = good.paymasterData as Hex
    const replace = (start: number, value: Hex): Hex =>
      `${data.slice(0, 2 + 2 * start)}${value.slice(2)}${data.slice(2 * start + value.length)}` as Hex
    const changes: readonly Partial<Operation>[] = [
      { paymasterData: replace(0, '0xffffffffffff') },
      { paymasterData: replace(6, '0x000000000001') },
      { paymasterData: replace(12, usdt) },
      { paymasterData: replace(32, numberToHex(maxAmount + 1n, { size: 16 })) },
      { paymasterData: replace(32, numberToHex(maxAmount - 1n, { size: 16 })) },
      { paymasterData: replace(48, numberToHex(rate - 1n, { size: 16 })) },
      { paymasterData: replace(64, malleate(slice(data, 64))) },
      { paymasterData: concat([data, '0x00']) },
      { paymasterData: slice(data, 0, 128) },
      { paymasterData: '0x' },
      { callData: `${good.callData}00` },
      { callGasLimit: good.callGasLimit + 1n },
      { verificationGasLimit: good.verificationGasLimit + 1n },
      { preVerificationGas: good.preVerificationGas + 1n },
      { maxFeePerGas: good.maxFeePerGas + 1n },
      { maxPriorityFeePerGas: good.maxPriorityFeePerGas + 1n },
      { paymasterVerificationGasLimit: 200_001n },
      { paymasterPostOpGasLimit: 150_001n },
      { nonce: good.nonce + (1n << 64n) },
    ]
    for (const [index, change] of changes.entries()) {
      const { outcome, paid } = await pay(await signAs(account, { ...good, ...change }))
      expect([outcome, paid], `${index}`).toEqual(['AA34', 0n])
    }
    const theirs = await signAs(other, { ...good, sender: other.address })
    expect((await pay(theirs)).outcome).toBe('AA34')
    expect((await pay(await signAs(account, good))).outcome).toBe('done')
  })

  it('are refused from others, for other chains and contracts, and as a sponsorship', async () => {
    const account = await createHolder()
    const calls = [approve(), ping()]
    const twin = await chain.deploy('TokenPaymaster', [deployer.address, deployer.address])
    await chain.writer.send(deployer, { to: twin, value: parseEther('1') })
    const drafted = await draft(account, calls)
    const bad = [
      await signTokenFee(chain, drafted, { ...fee, signer: newKey() }),
      await signTokenFee(chain, drafted, { ...fee, signer: account.owner }),
      await signTokenFee(chain, drafted, { ...fee, chainId: 8453 }),
      await signTokenFee(chain, drafted, { ...fee, paymaster: twin }),
      await signSponsorship(chain, drafted, { paymaster }),
    ]
    for (const [index, operation] of bad.entries()) {
      expect((await pay(await signAs(account, operation))).outcome, `${index}`).toBe('AA34')
    }
    expect((await pay(await prepare(account, calls))).outcome).toBe('done')
  })

  it('are refused before and after their time', async () => {
    const account = await createHolder()
    const start = (await chain.now()) + 1_000
    const terms = { ...fee, validAfter: start, validUntil: start + 100 }
    const operation = await prepare(account, [approve(), ping()], terms)
    expect((await pay(operation)).outcome).toBe('AA32')
    await chain.setTime(start + 101)
    expect((await pay(operation)).outcome).toBe('AA32')
    expect((await pay(await prepare(account, [approve(), ping()]))).outcome).toBe('done')
  })
})

describe('an approval', () => {
  it('is of no use to anyone but an operation that the owner has signed', async () => {
    const account = await createHolder()
    await approveBefore(account)
    const terms = encodeAbiParameters(
      parseAbiParameters('bytes32, address, address, uint128, uint128, bool'),
      [zeroHash, account.address, usdc, maxAmount, rate, false],
    )
    const charge = encodeFunctionData({
      abi: paymasterAbi,
      functionName: 'postOp',
      args: [0, terms, parseEther('1'), 1n],
    })
    const unsigned = await signTokenFee(chain, await draft(account, [ping()]), fee)
    const validate = encodeFunctionData({
      abi: chain.writer.contract('TokenPaymaster').abi,
      functionName: 'validatePaymasterUserOp',
      args: [toPackedUserOperation(unsigned), zeroHash, 0n],
    })
    for (const data of [charge, validate]) {
      await expect(chain.call(paymaster, data)).rejects.toMatchObject({ code: 3 })
      await expect(chain.call(paymaster, data, entryPointAddress)).resolves.toBeDefined()
    }
    const thief = newKey()
    const forged = { ...unsigned, signature: await thief.sign({ hash: zeroHash }) }
    expect(await pay(forged)).toMatchObject({ outcome: 'AA24', paid: 0n })
  })
})

describe('the operator', () => {
  it('alone withdraws the tokens', async () => {
    const account = await createHolder()
    const { received } = await pay(await prepare(account, [approve(), ping()]))
    const data = encodeFunctionData({
      abi: paymasterAbi,
      functionName: 'withdrawToken',
      args: [usdc, chain.probe, received],
    })
    for (const from of [account.address, faucet.address, entryPointAddress] as const) {
      await expect(chain.call(paymaster, data, from)).rejects.toMatchObject({ code: 3 })
    }
    const before = await chain.balanceOf(usdc, chain.probe)
    await chain.writer.send(deployer, { to: paymaster, data })
    expect((await chain.balanceOf(usdc, chain.probe)) - before).toBe(received)
  })
})
