import { type Hex, parseAddress, parseLooseQuantity } from '@latchkey/wire/rpc/eip155'
import { encodeFunctionData, erc20Abi, size, slice } from 'viem'
import type { ChainCall } from '../api/chains.js'
import { unreachable } from '../api/timeout.js'
import { LoginError } from '../loginError.js'
import type { Lookups } from '../screens/screens.js'
import { encodeCalls } from './accountCalls.js'
import type { Call, FeeChoices, Simulation, TokenFee } from './action.js'
import type { Estimate } from './evmAccount.js'
import type { Plan } from './plan.js'
import { type SmartAccount, withTargets } from './smartAccount.js'
import { type Sponsor, SponsorError } from './sponsor.js'

/** The fee was not paid in the token, so nothing was sent. */
class TokenFeeError extends LoginError {
  constructor(
    override readonly unpaidToken: string,
    cause: SponsorError,
  ) {
    const { rpcCode } = cause.failure
    const message = `The fee could not be paid in ${unpaidToken}, so nothing was sent`
    super({ code: 'chain-fault', message, ...(rpcCode !== undefined && { rpcCode }) }, { cause })
  }
}

/** How the visitor pays the fee of calls; the network's coin unless a token is chosen. */
type TokenPayment = {
  /** Never rejects. */
  readonly choices: Promise<FeeChoices>
  choose(token: Hex | undefined): void
  /** Of the chosen token; undefined for the coin. */
  plan(): Plan | undefined
}

type TokenFeeParts = {
  readonly rpc: ChainCall
  readonly lookups: Lookups
  readonly paymaster: Hex
  readonly tokens: readonly Hex[]
  /** Asks the paymaster with a token. */
  payerOf(token: Hex): Sponsor
}

type PaidCalls = {
  readonly smart: SmartAccount
  readonly chainId: string
  readonly calls: readonly Call[]
  /** In the coin, if the account pays it. */
  readonly fee: Promise<bigint | undefined>
  readonly simulation: Promise<Simulation>
}

/** Of `paymasterData`: validUntil, validAfter, token, maxAmount, rate and signature. */
const dataBytes = 6 + 6 + 20 + 16 + 16 + 65
const oneCoin = 10n ** 18n
/** How much the rate may rise, in percent, until the visitor has confirmed. */
const headroom = 5n
const anyAmount = 2n ** 128n - 1n
const noChoice: FeeChoices = { tokens: [], isCoinShort: false }

export function createTokenPayment(
  parts: TokenFeeParts,
  paid: PaidCalls,
  signal: AbortSignal,
): TokenPayment {
  const { rpc, lookups, paymaster, tokens, payerOf } = parts
  const { smart, chainId, calls, fee, simulation } = paid
  const plans = new Map<Hex, Plan>()
  let chosen: Hex | undefined

  async function readUint(to: Hex, data: Hex): Promise<bigint> {
    const found = await rpc(chainId, 'eth_call', [{ to, data }, 'latest'], signal)
    const value = parseLooseQuantity(found)
    if (value === undefined) throw unreachable()
    return value
  }

  async function prepareToken(token: Hex): Promise<TokenFee | undefined> {
    const balance = await readUint(
      token,
      encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [smart.address] }),
    )
    if (balance === 0n) return undefined
    const [facts, allowance, tried] = await Promise.all([
      lookups.token(chainId, token, signal),
      readUint(
        token,
        encodeFunctionData({
          abi: erc20Abi,
          functionName: 'allowance',
          args: [smart.address, paymaster],
        }),
      ),
      simulation,
    ])
    if (!facts) return undefined
    const payer = payerOf(token)
    const approve = (amount: bigint) => ({
      to: token,
      value: 0n,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [paymaster, amount],
      }),
    })
    // Some tokens take a new approval only after the earlier one is reset.
    const reset = allowance > 0n ? [approve(0n)] : []
    const encode = (approvals: readonly Call[]) =>
      encodeCalls(withTargets([...approvals, ...calls]))
    const estimate = async (approvals: readonly Call[]) => {
      const found = await smart.estimateData(chainId, encode(approvals), signal, payer)
      return { estimate: found, max: toMaxAmount(found, token) }
    }
    const bare = allowance > 0n ? await estimate([]) : undefined
    const isApproved = bare !== undefined && allowance >= bare.max
    const found = isApproved ? bare : await estimate([...reset, approve(anyAmount)])
    const { max } = found
    const callData = encode(isApproved ? [] : [...reset, approve(max)])
    plans.set(token, {
      estimate: found.estimate,
      send: (ended) =>
        smart
          .sendData(chainId, callData, found.estimate, ended, limitPayer(payer, token, max))
          .catch((fault: unknown) => {
            throw fault instanceof SponsorError ? new TokenFeeError(facts.symbol, fault) : fault
          }),
    })
    const isEnough = balance + changeOf(tried, token) >= max
    return { token, ...facts, max, isEnough }
  }

  async function readChoices(): Promise<FeeChoices> {
    const cost = await fee
    if (cost === undefined) return noChoice
    const [balance, ...found] = await Promise.all([
      rpc(chainId, 'eth_getBalance', [smart.address, 'latest'], signal).then(parseLooseQuantity),
      // A token that cannot be used now is not offered.
      ...tokens.map((token) => prepareToken(token).catch(() => undefined)),
    ])
    const offered = found.filter((one) => one !== undefined)
    const spent = calls.reduce((sum, { value }) => sum + value, cost)
    return { tokens: offered, isCoinShort: balance !== undefined && balance < spent }
  }

  return {
    choices: readChoices().catch(() => noChoice),
    choose(token) {
      if (token !== undefined && !plans.has(token)) throw new TypeError('There is no such token.')
      chosen = token
    },
    plan: () => (chosen === undefined ? undefined : plans.get(chosen)),
  }
}

/** The most an operation can cost in the token, at the paymaster's rate. */
function toMaxAmount({ gas, price, sponsored }: Estimate, token: Hex): bigint {
  if (!sponsored) throw unreachable()
  const { fields } = sponsored
  const { rate } = readTerms(fields.paymasterData, token)
  const total =
    gas.call +
    gas.verification +
    gas.preVerification +
    fields.paymasterVerificationGasLimit +
    fields.paymasterPostOpGasLimit
  return divideUp(total * price.maxFeePerGas * rate * (100n + headroom), oneCoin * 100n)
}

/** Refuses terms beyond what the visitor was shown. */
function limitPayer(payer: Sponsor, token: Hex, max: bigint): Sponsor {
  return {
    stub: payer.stub,
    async pay(chainId, operation, signal) {
      const paid = await payer.pay(chainId, operation, signal)
      const { maxAmount } = readTerms(paid.fields.paymasterData, token)
      if (maxAmount > max) throw new SponsorError('it asked for more than was shown')
      return paid
    },
  }
}

function readTerms(data: Hex, token: Hex): { maxAmount: bigint; rate: bigint } {
  if (size(data) !== dataBytes || parseAddress(slice(data, 12, 32)) !== token.toLowerCase()) {
    throw new SponsorError('its paymaster gave an answer that does not fit')
  }
  return { maxAmount: BigInt(slice(data, 32, 48)), rate: BigInt(slice(data, 48, 64)) }
}

/** What the calls take from the account's balance of a token, as a negative number. */
function changeOf(simulation: Simulation, token: Hex): bigint {
  if (simulation.status !== 'succeeded') return 0n
  const found = simulation.changes.find((one) => one.token === token.toLowerCase() && !one.isItems)
  return found && found.units < 0n ? found.units : 0n
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
