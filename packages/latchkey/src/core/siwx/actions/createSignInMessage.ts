import { addressPlaceholder } from '@latchkey/wire/frame/siwxMessage'
import { parseSiwxMessage, readTime, type SiwxMessage } from '@latchkey/wire/siwx'
import {
  SignInMessageError,
  type SignInMessageProblem,
  SignInNotConfiguredError,
  SignInTimeoutError,
} from '../../runtime/errors/siwx.js'
import * as limits from '../../runtime/limits.js'
import { withTimeout } from '../../runtime/withTimeout.js'
import type { Widget } from '../../widget.js'
import type { SiwxMessageInput, SiwxMessageToSign } from '../siwx.js'

/** Creates the site's message for an account and checks it. Throws `SignInMessageError`. */
export async function createSignInMessage(
  widget: Widget,
  input: SiwxMessageInput,
): Promise<SiwxMessageToSign> {
  const { siwx } = widget
  if (!siwx) throw new SignInNotConfiguredError()
  const message = await withTimeout(
    widget.ports.clock,
    {
      limit: limits.signInCallWait,
      late: () => new SignInTimeoutError(),
      signal: widget.signal,
    },
    async () => (await siwx()).createMessage(input),
  )
  const problem = findFieldProblem(widget, message, input) ?? findTextProblem(message)
  if (problem) throw new SignInMessageError(problem)
  return message
}

const lineBreak = /[\r\n\u2028\u2029]/

function findFieldProblem(
  { ports }: Widget,
  message: SiwxMessageToSign,
  input: SiwxMessageInput,
): SignInMessageProblem | undefined {
  const page = new URL(ports.page.address())
  const { scheme, statement, resources = [], requestId = '' } = message
  if (message.domain !== page.host) return 'domain'
  if (scheme !== undefined && `${scheme}:` !== page.protocol) return 'domain'
  if (!URL.canParse(message.uri) || new URL(message.uri).origin !== page.origin) return 'uri'
  if (message.accountAddress !== input.accountAddress) return 'address'
  if (message.chainId !== input.chainId) return 'chain'
  if (message.version !== '1') return 'version'
  if (!/^[a-zA-Z0-9]{8,256}$/.test(message.nonce)) return 'nonce'
  if (statement !== undefined && lineBreak.test(statement)) return 'statement'
  if ([message.uri, requestId, ...resources].some((text) => lineBreak.test(text))) return 'text'
  return hasSensibleTimes(message, ports.clock.now()) ? undefined : 'times'
}

/** A message that is expired, or valid only later, cannot start a session now. */
function hasSensibleTimes(message: SiwxMessage, now: number): boolean {
  const [issuedAt = now, notBefore = now, expiresAt = Number.POSITIVE_INFINITY] = (
    [message.issuedAt, message.notBefore, message.expirationTime] as const
  ).map((time) => (time === undefined ? undefined : (readTime(time) ?? Number.NaN)))
  return (
    issuedAt <= now + limits.clockSkew && notBefore <= now && expiresAt > Math.max(now, issuedAt)
  )
}

/** The text must say what the fields say. Texts in a format of the site must contain them. */
function findTextProblem(message: SiwxMessageToSign): SignInMessageProblem | undefined {
  const text = message.toString()
  const { accountAddress, domain, uri, nonce } = message
  if (typeof text !== 'string') return 'text'
  if ([accountAddress, domain, uri, nonce].some((value) => !text.includes(value))) return 'text'
  // Any address makes a text with the placeholder parseable.
  const anyAddress = `0x${'0'.repeat(40)}`
  const parsed = parseSiwxMessage(text.replace(addressPlaceholder, anyAddress))
  if (!parsed) return undefined
  const signed = {
    ...parsed,
    ...(accountAddress === addressPlaceholder && { accountAddress: addressPlaceholder }),
  }
  const names = [...new Set([...Object.keys(signed), ...fieldNames])] as (keyof SiwxMessage)[]
  return names.every((name) => String(signed[name] ?? '') === String(message[name] ?? ''))
    ? undefined
    : 'text'
}

const fieldNames = [
  'statement',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
  'resources',
] satisfies (keyof SiwxMessage)[]
