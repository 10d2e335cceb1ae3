import { addressPlaceholder, type SiwxMessage } from '@latchkey/wire/frame/siwxMessage'
import { LoginError } from '../loginError.js'

/** Facts that the frame knows without the message. */
export type Facts = {
  /** Origin of the page, from the handshake. */
  readonly parentOrigin: string
  readonly address: string
  /** CAIP-2. */
  readonly chainId: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

const minute = 60_000
const day = 24 * 60 * minute
/** How long a sign-in may last, how old its message may be, and how far clocks may differ. */
const maxLifetime = 30 * day
const oldestIssue = 60 * minute
const clockSlack = 5 * minute
const maxResources = 20

/**
 * The text to sign at a log-in without a prompt, so it must be a sign-in for exactly this page: its
 * fields and its text are compared with facts the frame knows. Anything else is rejected.
 */
export function siwxText(
  message: SiwxMessage,
  facts: Facts,
): { text: string; message: SiwxMessage } {
  const { serializedMessage, ...fields } = message
  const filled = { ...fields, accountAddress: fill(fields.accountAddress, facts.address) }
  if (!isForThisPage(filled, facts) || !isWellFormed(filled) || !isTimely(filled, facts.now)) {
    throw notAllowed()
  }
  const forms = textForms(filled, serializedMessage)
  const text = serializedMessage === undefined ? forms[0] : fill(serializedMessage, facts.address)
  if (text === undefined || !forms.includes(text)) throw notAllowed()
  return {
    text,
    message: { ...filled, ...(serializedMessage !== undefined && { serializedMessage: text }) },
  }
}

const notAllowed = () =>
  new LoginError({ code: 'not-allowed', message: 'The sign-in message is not for this site' })

const fill = (text: string, address: string) => text.replaceAll(addressPlaceholder, address)

function isForThisPage(message: SiwxMessage, { parentOrigin, address, chainId }: Facts): boolean {
  const page = new URL(parentOrigin)
  const uri = URL.canParse(message.uri) ? new URL(message.uri) : undefined
  if (page.protocol !== 'https:' && !isLocal(page.hostname)) return false
  if (message.domain !== page.host) return false
  if (uri?.origin !== parentOrigin || uri.username || uri.password) return false
  if (message.accountAddress !== address) return false
  return [chainId, chainId.slice(chainId.indexOf(':') + 1)].includes(message.chainId)
}

function isLocal(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

const statementText = /^[\x20-\x7e]{1,300}$/
const uriText = /^[\x21-\x7e]{1,2048}$/
const resourceText = /^[\x21-\x7e]{1,200}$/
const requestIdText = /^[\x21-\x7e]{0,256}$/
/** A ReCap grants rights (ERC-5573): more than a sign-in, so never without a prompt. */
const recap = /^urn:recap:/i

/** No field contains a line break, so none can imitate another, and none grants rights. */
function isWellFormed(message: SiwxMessage): boolean {
  const { version, nonce, uri, statement, requestId, resources = [] } = message
  return (
    version === '1' &&
    /^[A-Za-z0-9]{8,}$/.test(nonce) &&
    uriText.test(uri) &&
    (statement === undefined || statementText.test(statement)) &&
    (requestId === undefined || requestIdText.test(requestId)) &&
    resources.length <= maxResources &&
    resources.every((resource) => resourceText.test(resource) && !recap.test(resource))
  )
}

/** Valid now, and only for a limited time. Requires the issue time, as the expiry is optional. */
function isTimely(message: SiwxMessage, now: number): boolean {
  const [issued, expires, starts] = [
    message.issuedAt,
    message.expirationTime,
    message.notBefore,
  ].map((time) =>
    time === undefined ? undefined : instant.test(time) ? Date.parse(time) : Number.NaN,
  )
  const isWithin = (time: number | undefined, from: number, to: number) =>
    time === undefined || (time >= now + from && time <= now + to)
  return (
    issued !== undefined &&
    isWithin(issued, -oldestIssue, clockSlack) &&
    isWithin(expires, 0, maxLifetime) &&
    isWithin(starts, Number.NEGATIVE_INFINITY, clockSlack)
  )
}

/** The text formats of these fields: EIP-4361 first, then others in use. */
function textForms(message: SiwxMessage, given: string | undefined): readonly string[] {
  const { domain, accountAddress, statement, uri, version, nonce } = message
  // Strict parsers accept one word here; others use the network's name.
  const [, word = 'Ethereum'] =
    / with your ([A-Za-z0-9 .-]{1,40}) account:$/m.exec(given ?? '') ?? []
  const reference = message.chainId.slice(message.chainId.indexOf(':') + 1)
  const namespaced = `eip155:${reference}`
  const forms = [reference, namespaced].flatMap((chainId) => {
    const header = `${domain} wants you to sign in with your ${word} account:\n${accountAddress}\n`
    const body = [
      `URI: ${uri}`,
      `Version: ${version}`,
      `Chain ID: ${chainId}`,
      `Nonce: ${nonce}`,
      message.issuedAt !== undefined && `Issued At: ${message.issuedAt}`,
      message.expirationTime !== undefined && `Expiration Time: ${message.expirationTime}`,
      message.notBefore !== undefined && `Not Before: ${message.notBefore}`,
      message.requestId !== undefined && `Request ID: ${message.requestId}`,
      message.resources?.length &&
        ['Resources:', ...message.resources.map((at) => `- ${at}`)].join('\n'),
    ]
      .filter((line) => typeof line === 'string')
      .join('\n')
    if (statement !== undefined) return [`${header}\n${statement}\n\n${body}`]
    return [`${header}\n\n${body}`, `${header}\n${body}`]
  })
  return forms
}
