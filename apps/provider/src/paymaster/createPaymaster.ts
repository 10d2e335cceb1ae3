import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { parseAddress, parseLooseQuantity } from '@latchkey/wire/rpc/eip155'
import type { Hex } from 'viem'
import { BundlerError, bundlerCodes, invalid } from '../bundler/BundlerError.js'
import { type Operation, parseOperation, toRpcFields } from '../bundler/operation.js'
import type { ReadSender } from '../bundler/senders.js'
import type { Clock } from '../clock.js'
import type { Caller } from '../http/route.js'
import { parseAccountCalls } from './accountCalls.js'
import type { SignWithinBudget } from './createBudgetSigner.js'
import type { TokenFees } from './createTokenFees.js'
import type { Policy } from './policies.js'
import { type Rejection, reasonOf, rejected } from './rejections.js'
import { type createSigner, paymasterFields, placeholderData } from './sponsorship.js'

/** Pays the gas of operations (ERC-7677), for the operator or for a token of the account. */
export type Paymaster = {
  readonly chains: readonly NetworkId[]
  /** Runs a JSON-RPC method. Throws a BundlerError. */
  request(
    chain: NetworkId,
    method: string,
    params: unknown,
    caller: Pick<Caller, 'signal' | 'project'>,
  ): Promise<unknown>
}

export function createPaymaster({
  chains,
  paymasterOf,
  policies,
  signWithinBudget,
  tokenFees,
  signer,
  readSender,
  clock,
  onRejected,
}: {
  readonly chains: readonly NetworkId[]
  readonly paymasterOf: (chain: NetworkId) => Hex
  readonly policies: readonly Policy[]
  readonly signWithinBudget: SignWithinBudget
  /** For requests with a token in their context. */
  readonly tokenFees: TokenFees
  readonly signer: ReturnType<typeof createSigner>
  readonly readSender: ReadSender
  readonly clock: Clock
  readonly onRejected: (chain: NetworkId, reason: Rejection) => void
}): Paymaster {
  /** The policies that allow an operation, in order. Throws if there is none. */
  function findPolicies(chain: NetworkId, projectId: string, operation: Operation): Policy[] {
    const own = policies.filter((policy) => policy.projectId === projectId)
    if (own.length === 0) throw rejected('policy', 'This project pays for no gas.')
    const action = parseAccountCalls(operation.callData)
    if (!action) throw rejected('policy', 'The calls of the operation could not be read.')
    const named = action.kind === 'calls' && action.permission?.paymaster
    const problems = own.map((policy) => policy.findProblem(chain, action, clock.now()))
    const allowed = own.filter((_, index) => problems[index] === undefined)
    if (allowed.length === 0) {
      const reasons = own.map(({ name }, index) => `${name}: ${problems[index]}`).join(' ')
      throw rejected('policy', `No policy of the project pays for this operation. ${reasons}`)
    }
    if (named && named !== paymasterOf(chain)) {
      throw rejected('policy', 'The permission does not allow this paymaster.')
    }
    return allowed
  }

  async function describe(chain: NetworkId, input: unknown, { signal, project }: RequestCaller) {
    const operation = parseOperation(input, 'estimate')
    findPolicies(chain, project.id, operation)
    await readSender(chain, operation, signal)
    const fields = paymasterFields(operation, paymasterOf(chain), placeholderData())
    return { sponsor: { name: project.name }, ...toRpcFields(fields), isFinal: false }
  }

  async function sponsor(chain: NetworkId, input: unknown, { signal, project }: RequestCaller) {
    const operation = parseOperation(input, 'sponsor')
    const allowed = findPolicies(chain, project.id, operation)
    const account = await readSender(chain, operation, signal)
    const paymaster = paymasterOf(chain)
    const { paymasterData } = await signWithinBudget(
      {
        chain,
        draft: { ...operation, ...paymasterFields(operation, paymaster, placeholderData()) },
        account,
        projectId: project.id,
        payers: allowed.map(({ name, budget }) => ({ name, budget: budget(chain) })),
        sign: (validUntil) => signer.sign(chain, paymaster, operation, validUntil),
      },
      signal,
    )
    return toRpcFields(paymasterFields(operation, paymaster, paymasterData))
  }

  async function run(chain: NetworkId, name: string, params: unknown, caller: RequestCaller) {
    const isStub = name === 'pm_getPaymasterStubData'
    if (!isStub && name !== 'pm_getPaymasterData') {
      throw new BundlerError(bundlerCodes.methodUnknown, `The method ${name} is not supported.`)
    }
    const [operation, entryPoint, chainId, context] = Array.isArray(params) ? params : []
    assertPlace(chain, entryPoint, chainId)
    const { token } = Object(context) as { readonly token?: unknown }
    if (token !== undefined && token !== null) {
      return tokenFees[isStub ? 'describe' : 'sign'](chain, operation, token, caller)
    }
    return isStub ? describe(chain, operation, caller) : sponsor(chain, operation, caller)
  }

  return {
    chains,
    async request(chain, method, params, caller) {
      try {
        return await run(chain, method, params, caller)
      } catch (error) {
        if (error instanceof BundlerError) onRejected(chain, reasonOf(error))
        throw error
      }
    },
  }
}

export type RequestCaller = Pick<Caller, 'signal' | 'project'>

function assertPlace(chain: NetworkId, entryPoint: unknown, chainId: unknown): void {
  if (parseAddress(entryPoint) !== entryPointAddress.toLowerCase()) {
    throw invalid('This entry point is not supported.')
  }
  if (parseLooseQuantity(chainId) !== BigInt(referenceOf(chain))) {
    throw invalid('The chain id is not that of the address.')
  }
}
