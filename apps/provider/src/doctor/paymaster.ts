import { formatAmount } from '@latchkey/wire/amount'
import type { NetworkId } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { isAddressEqual, parseAbi, parseUnits } from 'viem'
import { ConfigError } from '../errors/ConfigError.js'
import { readPaymasterKey } from '../keys/paymasterKey.js'
import { createNodes } from '../nodes/createNodes.js'
import { defaultLowDeposit } from '../paymaster/composePaymaster.js'
import { type Check, createOffCheck, type DoctorParts, type Finding } from './Finding.js'
import { problemOf } from './problemOf.js'

const abi = parseAbi([
  'function signer() view returns (address)',
  'function balanceOf(address account) view returns (uint256)',
])

/** Whether the paymasters of each chain have a deposit, and know the key that signs here. */
export function paymasterChecks({ config, http, clock }: DoctorParts): readonly Check[] {
  const { paymaster, chains, dataDir } = config
  if (!paymaster) return [createOffCheck('paymaster', 'Not set up: nobody else pays for gas.')]
  const { contracts, tokenFees, lowDeposit, keys } = paymaster
  const deployed = [contracts, tokenFees?.contracts ?? {}].flatMap((one) => Object.entries(one))
  const nodes = createNodes({ chains, http, clock, random: Math.random })
  let opened: ReturnType<typeof readPaymasterKey> | undefined
  const openSigner = () => {
    opened ??= readPaymasterKey(dataDir, keys)
    return opened
  }

  const find = (status: Finding['status'], text: string): readonly Finding[] => [
    { status, subject: 'paymaster', text },
  ]
  const checkChain = async (
    chain: NetworkId,
    address: `0x${string}`,
  ): Promise<readonly Finding[]> => {
    const { name, nativeCurrency } = nodes.settings(chain)
    const { symbol, decimals } = nativeCurrency
    if ((await nodes.call(chain, 'eth_getCode', [address, 'latest'])) === '0x') {
      return find('broken', `${name}: no gas is paid: there is no contract at ${address}.`)
    }
    const client = nodes.evm(chain)
    const [expected, deposit, own] = await Promise.all([
      client.readContract({ address, abi, functionName: 'signer' }),
      client.readContract({
        ...{ address: entryPointAddress, abi },
        ...{ functionName: 'balanceOf', args: [address] },
      }),
      // Reported on its own.
      openSigner().catch(() => undefined),
    ])
    if (own && !isAddressEqual(own.address, expected)) {
      const text = `${address} wants the signer ${expected}, and this provider signs as ${own.address}.`
      return find('broken', `${name}: no gas is paid: ${text}`)
    }
    if (deposit === 0n) {
      return find(
        'broken',
        `${name}: no gas is paid: deposit ${symbol} at the EntryPoint for ${address}.`,
      )
    }
    const wanted = lowDeposit?.[chain] ?? defaultLowDeposit
    const amount = `${formatAmount(deposit, decimals)} ${symbol}`
    return deposit < parseUnits(wanted, decimals)
      ? find('limited', `${name}: the deposit of ${amount} is below ${wanted} ${symbol}.`)
      : find('works', `${name}: a deposit of ${amount} pays for gas.`)
  }

  return [
    {
      subject: 'paymaster',
      async run() {
        try {
          const key = await openSigner()
          return key
            ? find('works', `Signs as ${key.address}.`)
            : find('limited', 'The first start creates the key that signs.')
        } catch (error) {
          if (error instanceof ConfigError) return find('broken', error.message)
          return find('broken', `No gas is paid: the key that signs ${problemOf(error)}.`)
        }
      },
    },
    ...(deployed as [NetworkId, `0x${string}`][]).map(
      ([chain, address]): Check => ({
        subject: 'paymaster',
        async run() {
          try {
            return await checkChain(chain, address)
          } catch (error) {
            const { name } = nodes.settings(chain)
            return find('broken', `${name}: no gas is paid: the chain ${problemOf(error)}.`)
          }
        },
      }),
    ),
  ]
}
