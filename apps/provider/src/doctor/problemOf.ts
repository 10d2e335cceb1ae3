import { DeadlineError } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'
import { KeyringError, type KeyringErrorCode } from '../keys/Keyring.js'
import { failureName } from '../log.js'
import { NodeRpcError, NodeUnavailableError } from '../nodes/Nodes.js'
import { OutboundError } from '../outbound/OutboundError.js'

const reasons: { readonly [code in OutboundError['code']]: string } = {
  'url-refused': 'its address is not allowed',
  'address-refused': 'its name resolves to a private address',
  unreachable: 'cannot be reached',
  'too-slow': 'does not answer in time',
  'too-large': 'answers with too many bytes',
  aborted: 'does not answer in time',
}

const keyProblems: { readonly [code in KeyringErrorCode]: string } = {
  unavailable: 'cannot be reached',
  denied: 'refuses the credentials, or the key is disabled',
  'key-unknown': 'does not have the key',
  limited: 'has had too many requests',
  'bad-response': 'answers with something else than documented',
  'not-authentic': 'does not open what it sealed',
}

/** Its message is our own text: the end of a sentence. */
export class KnownProblem extends Error {
  override readonly name = 'KnownProblem'
}

/** Why something does not work, as the end of a sentence and without anything from outside. */
export function problemOf(error: unknown): string {
  if (error instanceof KeyringError) return keyProblems[error.code]
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause) {
    if (cause instanceof KnownProblem) return cause.message
    if (cause instanceof OutboundError) return reasons[cause.code]
    if (cause instanceof DeadlineError) return 'does not answer in time'
    if (cause instanceof NodeRpcError) return `refuses (JSON-RPC error ${cause.code})`
    depth += 1
  }
  if (error instanceof NodeUnavailableError) return lowerFirst(error.message)
  if (error instanceof ApiError) return 'cannot be used'
  if (error instanceof SyntaxError) return 'does not answer with JSON'
  const status = /\bstatus (\d{3})\b/.exec(error instanceof Error ? error.message : '')?.[1]
  if (status !== undefined) return describeStatus(Number(status))
  return `fails (${failureName(error)})`
}

export function describeStatus(status: number): string {
  if (status === 401 || status === 403) return `refuses the key or this machine (status ${status})`
  if (status === 429) return 'has had too many requests (status 429)'
  return `answers with status ${status}`
}

function lowerFirst(message: string): string {
  return message.replace(/^The node /, '').replace(/\.$/, '')
}
