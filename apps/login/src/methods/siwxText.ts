import { addressPlaceholder, type SiwxMessage } from '@latchkey/wire/frame/siwxMessage'
import { LoginFault } from '../loginFault.js'

/** What the frame knows by itself, whatever a message says. */
export type Facts = {
  /** Of the page, by the handshake. */
  readonly parentOrigin: string
  readonly address: string
  /** CAIP-2. */
  readonly chainId: string
}

/**
 * The text to sign at a login without asking anybody. So it has to be a sign-in for the very page that
 * asks and nothing else: its fields are compared with what the frame knows, and its text has to be the
 * one those fields make. Anything else is refused, not warned of.
 */
export function siwxText(
  message: SiwxMessage,
  facts: Facts,
): { text: string; message: SiwxMessage } {
  const { serializedMessage, ...fields } = message
  const filled = { ...fields, accountAddress: fill(fields.accountAddress, facts.address) }
  if (!isForThisPage(filled, facts) || !isWellFormed(filled)) throw refused()
  const forms = textForms(filled, serializedMessage)
  const text = serializedMessage === undefined ? forms[0] : fill(serializedMessage, facts.address)
  if (text === undefined || !forms.includes(text)) throw refused()
  return {
    text,
    message: { ...filled, ...(serializedMessage !== undefined && { serializedMessage: text }) },
  }
}

const refused = () =>
  new LoginFault({ code: 'not-allowed', message: 'The sign-in message is not for this site' })

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

/** No field can pretend to be another: none breaks its line. */
function isWellFormed(message: SiwxMessage): boolean {
  const { version, nonce, resources = [], issuedAt, expirationTime, notBefore } = message
  const texts = [message.uri, message.statement, message.requestId, ...resources]
  if (texts.some((text) => text !== undefined && !/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u.test(text))) {
    return false
  }
  const times = [issuedAt, expirationTime, notBefore].filter((time) => time !== undefined)
  if (times.some((time) => !instant.test(time) || Number.isNaN(Date.parse(time)))) return false
  return version === '1' && /^[A-Za-z0-9]{8,}$/.test(nonce) && message.statement !== ''
}

/** The ways in which these fields are written down: EIP-4361 first, then what else is in use. */
function textForms(message: SiwxMessage, given: string | undefined): readonly string[] {
  const { domain, accountAddress, statement, uri, version, nonce } = message
  // Strict readers know one word here; others write the network's own name.
  const [, word = 'Ethereum'] =
    / with your ([\p{L}\p{N} .-]{1,40}) account:$/mu.exec(given ?? '') ?? []
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
