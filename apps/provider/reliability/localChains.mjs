import { localAddresses, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { startLocalSolana } from '@latchkey/dev-stack/startLocalSolana'
import { developmentProjectId } from '@latchkey/provider/startApi'

/** Starts local chains on free ports and returns provider settings for them. */
export async function startLocalChains({ evm = [1, 8453], solana = true } = {}) {
  const started = []
  const stop = () => Promise.all(started.map((chain) => chain.stop()))
  const begin = async (starting) => {
    const chain = await starting
    started.push(chain)
    return chain
  }
  const results = await Promise.allSettled([
    ...evm.map((chainId) => begin(startLocalEvm({ chainId }))),
    ...(solana ? [begin(startLocalSolana())] : []),
  ])
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  const chains = results.map(({ value }) => value)
  const evmChains = chains.slice(0, evm.length)
  const ids = evmChains.map(({ settings }) => settings.id)
  const sandbox = {
    driver: 'sandbox',
    chains: chains.map(({ settings }) => settings.id),
    treasuryKey: evmChains[0].faucet.privateKey,
    ...(solana && {
      solanaTreasuryKey: `0x${Buffer.from(chains.at(-1).faucet.privateKey).toString('hex')}`,
    }),
  }
  return {
    evm: evmChains,
    stop,
    settings: {
      chains: chains.map(({ settings }) => settings),
      onramp: sandbox,
      pay: sandbox,
      bundler: { chains: ids, executorKey: evmChains[0].executor.privateKey },
      paymaster: {
        contracts: Object.fromEntries(ids.map((id) => [id, localAddresses.sponsorPaymaster])),
        confirmations: Object.fromEntries(ids.map((id) => [id, 0])),
        policies: [
          {
            name: 'local',
            project: developmentProjectId,
            chains: ids,
            budget: { perAccountPerDay: '0.1', perDay: '1', total: '5' },
          },
        ],
      },
    },
  }
}
