import type { NetworkId } from '@latchkey/wire/caip'
import type { PermittedCall } from '@latchkey/wire/login/permissions'
import { type Hex, parseAddress } from '@latchkey/wire/rpc/eip155'
import { decodeFunctionData, encodeFunctionData, erc20Abi, hexToBigInt, parseAbi } from 'viem'
import { BundlerError, bundlerCodes, invalid } from '../bundler/BundlerError.js'
import type { ReadEstimate } from '../bundler/createEstimates.js'
import { type Operation, parseOperation, toRpcFields } from '../bundler/operation.js'
import type { ReadSender, Sender } from '../bundler/senders.js'
import type { TokenFeeSettings } from '../config/paymasterSettings.js'
import type { Nodes } from '../nodes/Nodes.js'
import { parseAccountCalls } from './accountCalls.js'
import type { SignWithinBudget } from './createBudgetSigner.js'
import type { RequestCaller } from './createPaymaster.js'
import type { TokenRate } from './createTokenRates.js'
import { rejected } from './rejections.js'
import type { Budget } from './sponsorStore.js'
import {
  type createSigner,
  getMaxCost,
  paymasterFields,
  placeholderTokenData,
  toTokenAmount,
} from './sponsorship.js'

/** Pays the gas of operations whose account pays for it in a token. Throws BundlerErrors. */
export type TokenFees = {
  /** Fields for the estimate, with the rate of now. */
  describe: AnswerRequest
  sign: AnswerRequest
}

type AnswerRequest = (
  chain: NetworkId,
  operation: unknown,
  token: unknown,
  caller: RequestCaller,
) => Promise<object>

/** What it lays out is stored under this name, which no policy can have. */
const spendingName = 'token fees'

const tokenAbi = [
  ...erc20Abi,
  ...parseAbi(['function decreaseAllowance(address spender, uint256 amount)']),
]
const accountAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])

export function createTokenFees({
  settings,
  paymasterOf,
  budgetOf,
  nodes,
  signWithinBudget,
  signer,
  readSender,
  readEstimate,
  readRate,
}: {
  /** Undefined if no fee can be paid in a token. */
  readonly settings: Pick<TokenFeeSettings, 'projects' | 'tokens'> | undefined
  readonly paymasterOf: (chain: NetworkId) => Hex | undefined
  readonly budgetOf: (chain: NetworkId) => Budget
  readonly nodes: Nodes
  readonly signWithinBudget: SignWithinBudget
  readonly signer: ReturnType<typeof createSigner>
  readonly readSender: ReadSender
  readonly readEstimate: ReadEstimate
  readonly readRate: TokenRate
}): TokenFees {
  /** Throws unless the operator accepts the token from this project. */
  function findTerms(chain: NetworkId, input: unknown, { project }: RequestCaller) {
    const token = parseAddress(input)
    if (token === undefined) throw invalid('The token of the context is not an address.')
    const paymaster = paymasterOf(chain)
    if (!settings?.projects.includes(project.id) || paymaster === undefined) {
      throw rejected('token', 'This project accepts no tokens for fees here.')
    }
    if (!settings.tokens[chain]?.some((one) => one.toLowerCase() === token)) {
      throw rejected('token', 'This token is not accepted for fees.')
    }
    return { token, paymaster }
  }

  async function readUint(chain: NetworkId, to: Hex, data: Hex, signal: AbortSignal) {
    const answer = await nodes.call(chain, 'eth_call', [{ to, data }, 'latest'], signal)
    return hexToBigInt(answer as Hex)
  }

  /** Throws unless the account can pay the amount, before its calls or after them. */
  async function assertPayable(
    chain: NetworkId,
    draft: Operation & { readonly paymaster: Hex },
    account: Sender,
    calls: readonly PermittedCall[],
    { token, amount }: { readonly token: Hex; readonly amount: bigint },
    signal: AbortSignal,
  ): Promise<void> {
    const { sender, paymaster } = draft
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'allowance',
      args: [sender, paymaster],
    })
    const earlier = await readUint(chain, token, data, signal)
    const isPrepaid = earlier >= amount
    if (!isPrepaid && readApproval(calls, token, paymaster, earlier) < amount) {
      throw rejected('allowance', `The operation does not approve ${amount} to the paymaster.`)
    }
    const payment = {
      to: token,
      value: 0n,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [paymaster, amount],
      }),
    }
    const callData = encodeFunctionData({
      abi: accountAbi,
      functionName: 'executeBatch',
      args: [isPrepaid ? [payment, ...calls] : [...calls, payment]],
    })
    try {
      await readEstimate(chain, { ...draft, callData }, account, signal)
    } catch (error) {
      if (!(error instanceof BundlerError) || error.code !== bundlerCodes.reverts) throw error
      throw rejected('balance', `The account cannot pay ${amount} besides its calls.`)
    }
  }

  return {
    async describe(chain, input, given, caller) {
      const { token, paymaster } = findTerms(chain, given, caller)
      const operation = parseOperation(input, 'estimate')
      await readSender(chain, operation, caller.signal)
      const rate = await readRate(chain, token)
      const fields = paymasterFields(operation, paymaster, placeholderTokenData({ token, rate }))
      return { ...toRpcFields(fields), isFinal: false }
    },

    async sign(chain, input, given, caller) {
      const { project, signal } = caller
      const { token, paymaster } = findTerms(chain, given, caller)
      const operation = parseOperation(input, 'sponsor')
      const action = parseAccountCalls(operation.callData)
      // The account approves the payment, which is nothing a key should do for it.
      if (action?.kind !== 'calls' || action.permission) {
        throw rejected('policy', 'Only calls of the owner can be paid for in a token.')
      }
      const account = await readSender(chain, operation, signal)
      const rate = await readRate(chain, token)
      const placeholder = placeholderTokenData({ token, rate })
      const draft = { ...operation, ...paymasterFields(operation, paymaster, placeholder) }
      const amount = toTokenAmount(getMaxCost(draft), rate)
      const payers = [{ name: spendingName, budget: budgetOf(chain) }]
      const { paymasterData } = await signWithinBudget(
        {
          ...{ chain, draft, account, payers, projectId: project.id },
          async sign(validUntil) {
            // After the calls alone were tried, so that the error says whether a call failed.
            await assertPayable(chain, draft, account, action.calls, { token, amount }, signal)
            const terms = { token, maxAmount: amount, rate }
            return signer.signTokenFee(chain, paymaster, operation, terms, validUntil)
          },
        },
        signal,
      )
      return toRpcFields(paymasterFields(operation, paymaster, paymasterData))
    },
  }
}

/** What the spender may take after the calls, as far as the account itself changes it. */
function readApproval(
  calls: readonly PermittedCall[],
  token: Hex,
  spender: Hex,
  earlier: bigint,
): bigint {
  return calls.reduce((allowed, { to, data }) => {
    if (to.toLowerCase() !== token) return allowed
    try {
      const { functionName, args } = decodeFunctionData({ abi: tokenAbi, data })
      if (functionName === 'decreaseAllowance') return 0n
      if (functionName !== 'approve' || args[0].toLowerCase() !== spender) return allowed
      return args[1]
    } catch {
      return allowed
    }
  }, earlier)
}
