import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { parseAddress, parseLooseQuantity } from '@latchkey/wire/rpc/eip155'
import type { Hex } from 'viem'
import { BundlerError, bundlerCodes, invalid } from '../bundler/BundlerError.js'
import type { Estimate, ReadEstimate } from '../bundler/createEstimates.js'
import type { Fees } from '../bundler/fees.js'
import {
  getOperationHash,
  type Operation,
  parseOperation,
  toRpcFields,
} from '../bundler/operation.js'
import type { ReadSender } from '../bundler/senders.js'
import type { Clock } from '../clock.js'
import type { Caller } from '../http/route.js'
import { parseAccountCalls } from './accountCalls.js'
import type { Settlement } from './createSettlement.js'
import type { ReadNonce } from './nonces.js'
import type { Policy } from './policies.js'
import type { Shortage, SponsorStore } from './sponsorStore.js'
import { type createSigner, getMaxCost, placeholderData, sponsorFields } from './sponsorship.js'

/** Pays the gas of operations that a policy of their project allows (ERC-7677). */
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

/** How long a signature is valid; rounded up to a minute, so that a repeated request is the same. */
const validitySeconds = 300
const minute = 60
/** How far above the bundler's own estimate a limit may be, in percent. */
const maxExcess = 150n

export function createPaymaster({
  chains,
  paymasterOf,
  policies,
  store,
  settlement,
  signer,
  readNonce,
  readSender,
  readEstimate,
  fees,
  clock,
  onRejected,
}: {
  readonly chains: readonly NetworkId[]
  readonly paymasterOf: (chain: NetworkId) => Hex
  readonly policies: readonly Policy[]
  readonly store: Pick<SponsorStore, 'reserve'>
  readonly settlement: Pick<Settlement, 'start'>
  readonly signer: ReturnType<typeof createSigner>
  readonly readNonce: ReadNonce
  readonly readSender: ReadSender
  readonly readEstimate: ReadEstimate
  readonly fees: Pick<Fees, 'assertAcceptable'>
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
    if (named && named !== paymasterOf(chain)) {
      throw rejected('policy', 'The permission does not allow this paymaster.')
    }
    const problems = own.map((policy) => policy.findProblem(chain, action, clock.now()))
    const allowed = own.filter((_, index) => problems[index] === undefined)
    if (allowed.length > 0) return allowed
    const reasons = own.map(({ name }, index) => `${name}: ${problems[index]}`).join(' ')
    throw rejected('policy', `No policy of the project pays for this operation. ${reasons}`)
  }

  async function describe(chain: NetworkId, input: unknown, { signal, project }: RequestCaller) {
    const operation = parseOperation(input, 'estimate')
    findPolicies(chain, project.id, operation)
    await readSender(chain, operation, signal)
    const fields = sponsorFields(operation, paymasterOf(chain), placeholderData())
    return { sponsor: { name: project.name }, ...toRpcFields(fields), isFinal: false }
  }

  async function sponsor(chain: NetworkId, input: unknown, { signal, project }: RequestCaller) {
    const operation = parseOperation(input, 'sponsor')
    const allowed = findPolicies(chain, project.id, operation)
    const account = await readSender(chain, operation, signal)
    const paymaster = paymasterOf(chain)
    const draft = { ...operation, ...sponsorFields(operation, paymaster, placeholderData()) }
    const { sender, nonce } = operation
    const [estimate, following] = await Promise.all([
      readEstimate(chain, draft, account, signal),
      readNonce(chain, sender, nonce >> 64n, 'latest', signal),
      fees.assertAcceptable(chain, draft, signal),
      settlement.start(chain, signal),
    ])
    // It could never be included, and would keep a part of the budget.
    if (following > nonce) throw rejected('nonce-used', shortageMessages['nonce-used'])
    assertNoExcess(draft, estimate)
    const now = Math.ceil(clock.now() / 1_000)
    const validUntil = Math.ceil((now + validitySeconds) / minute) * minute
    const signed = await signer.sign(chain, paymaster, operation, validUntil)
    const reservation = {
      chain,
      paymaster,
      hash: getOperationHash(signed, Number(referenceOf(chain))),
      projectId: project.id,
      sender: operation.sender,
      owner: account.owner.toLowerCase() as Hex,
      nonce: operation.nonce,
      maxCost: getMaxCost(signed),
      validUntil,
    }
    let shortage: Shortage | undefined
    for (const policy of allowed) {
      const policyReservation = { ...reservation, policy: policy.name }
      const result = await store.reserve(policyReservation, policy.budget(chain))
      // Only now may the signature leave this process.
      if (result === 'reserved') {
        const { paymasterData } = signed
        return toRpcFields(sponsorFields(operation, paymaster, paymasterData))
      }
      shortage ??= result
    }
    throw rejected(shortage ?? 'policy', shortage ? shortageMessages[shortage] : '')
  }

  const methods = new Map<string, typeof describe | typeof sponsor>([
    ['pm_getPaymasterStubData', describe],
    ['pm_getPaymasterData', sponsor],
  ])

  async function run(chain: NetworkId, name: string, params: unknown, caller: RequestCaller) {
    const method = methods.get(name)
    if (!method) {
      throw new BundlerError(bundlerCodes.methodUnknown, `The method ${name} is not supported.`)
    }
    const [operation, entryPoint, chainId] = Array.isArray(params) ? params : []
    assertPlace(chain, entryPoint, chainId)
    return method(chain, operation, caller)
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

type RequestCaller = Pick<Caller, 'signal' | 'project'>

/** Why an operation is not paid for. */
export type Rejection = Shortage | 'policy' | 'gas' | 'reverts' | 'invalid'

const shortageMessages: Readonly<Record<Shortage, string>> = {
  'account-budget': 'The budget of this account for today is used up.',
  'day-budget': 'The budget for today is used up.',
  'total-budget': 'The budget is used up.',
  deposit: 'The deposit of the paymaster is too low.',
  'nonce-used': 'An operation with this nonce was included already.',
  'too-many': 'Too many signatures for this nonce; wait until they expire.',
}

function assertPlace(chain: NetworkId, entryPoint: unknown, chainId: unknown): void {
  if (parseAddress(entryPoint) !== entryPointAddress.toLowerCase()) {
    throw invalid('This entry point is not supported.')
  }
  if (parseLooseQuantity(chainId) !== BigInt(referenceOf(chain))) {
    throw invalid('The chain id is not that of the address.')
  }
}

/** Limits far above what is needed would reserve a budget, or pay a bundler for nothing. */
function assertNoExcess(operation: Operation, estimate: Estimate): void {
  for (const name of ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const) {
    const max = (estimate[name] * maxExcess) / 100n
    if (operation[name] > max) throw rejected('gas', `${name} is above ${max}.`)
  }
}

function rejected(reason: Rejection, message: string): BundlerError {
  const isShort = reason in shortageMessages
  const code = isShort ? bundlerCodes.limitExceeded : bundlerCodes.paymasterRejected
  return new BundlerError(code, message, { reason })
}

function reasonOf({ code, data }: BundlerError): Rejection {
  const { reason } = Object(data) as { reason?: Rejection }
  if (reason !== undefined) return reason
  return code === bundlerCodes.reverts ? 'reverts' : 'invalid'
}
