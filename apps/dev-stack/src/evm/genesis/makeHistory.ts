import { encodeFunctionData, maxUint256, parseEther, parseUnits } from 'viem'
import { faucet, type TestAccount, testAccounts } from '../../testAccounts.js'
import { localAddresses } from './addresses.js'
import type { Writer } from './Writer.js'
import { numberOf } from './works.js'

const { collectible, dai, gallery, link, router, usdc, usdt, wrappedNative } = localAddresses
const day = 86_400

/** The last month of the first two test accounts: one transaction of each kind, the newest yesterday. */
export async function makeHistory(writer: Writer, now: number): Promise<void> {
  const [alice, bob] = testAccounts as [TestAccount, TestAccount]
  const token = writer.contract('Token').abi
  const legacyToken = writer.contract('LegacyToken').abi
  const keys = writer.contract('Collectible').abi
  const exchange = writer.contract('Router').abi
  const daysAgo = (days: number) => writer.rpc('evm_setNextBlockTimestamp', now - days * day)

  await daysAgo(28)
  await writer.send(faucet, { to: alice.address, value: parseEther('25') })

  await daysAgo(25)
  await writer.call({
    from: bob,
    to: usdc,
    abi: token,
    name: 'transfer',
    args: [alice.address, parseUnits('250', 6)],
  })

  await daysAgo(21)
  await writer.send(alice, { to: bob.address, value: parseEther('1.5') })

  await daysAgo(18)
  await writer.call({
    from: alice,
    to: usdt,
    abi: legacyToken,
    name: 'transfer',
    args: [bob.address, parseUnits('100', 6)],
  })

  await daysAgo(14)
  await writer.call({
    from: alice,
    to: usdc,
    abi: token,
    name: 'approve',
    args: [router, parseUnits('1000', 6)],
  })
  await writer.call({
    from: alice,
    to: router,
    abi: exchange,
    name: 'swapExactTokensForETH',
    args: [parseUnits('300', 6), 0n, [usdc, wrappedNative], alice.address, maxUint256],
  })

  await daysAgo(10)
  await writer.call({
    from: alice,
    to: router,
    abi: exchange,
    name: 'swapExactETHForTokens',
    args: [0n, [wrappedNative, link], alice.address, maxUint256],
    value: parseEther('0.5'),
  })

  await daysAgo(9)
  await writer.call({
    from: alice,
    to: wrappedNative,
    abi: writer.contract('WrappedNative').abi,
    name: 'deposit',
    value: parseEther('3'),
  })

  await daysAgo(7)
  await writer.call({
    from: alice,
    to: collectible,
    abi: keys,
    name: 'transferFrom',
    args: [alice.address, bob.address, 2n],
  })

  await daysAgo(6)
  await writer.call({
    from: bob,
    to: collectible,
    abi: keys,
    name: 'transferFrom',
    args: [bob.address, alice.address, 5n],
  })

  await daysAgo(5)
  await writer.call({
    from: alice,
    to: gallery,
    abi: writer.contract('Gallery').abi,
    name: 'claim',
    args: [numberOf('tide')],
  })

  await daysAgo(3)
  // More than the balance.
  await writer.sendFailing(alice, {
    to: dai,
    data: encodeFunctionData({
      abi: token,
      functionName: 'transfer',
      args: [bob.address, parseEther('1000000')],
    }),
  })

  await daysAgo(1)
  await writer.call({
    from: faucet,
    to: dai,
    abi: token,
    name: 'transfer',
    args: [alice.address, parseEther('50')],
  })
}
