import { type FrameSocialProvider, socialProvider } from '@latchkey/wire/frame/requests'
import { isRecord } from '@latchkey/wire/json'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import { createIdentityProvider } from '../login/social/createIdentityProvider.js'
import { providerSpecs } from '../login/social/providerSpecs.js'
import { listConfiguredUrls } from '../login/social/socialSettings.js'
import { createSmtpMailer } from '../mail/createSmtpMailer.js'
import { requestNode } from '../nodes/requestNode.js'
import { createOutbound } from '../outbound/createOutbound.js'
import { type Check, createOffCheck, type DoctorParts, type Finding, hostOf } from './Finding.js'
import { problemOf } from './problemOf.js'

/** Mail and social log-ins. */
export function loginChecks(parts: DoctorParts): readonly Check[] {
  const { mail, social } = parts.config
  const names = socialProvider.options.filter((name) => social?.[name])
  return [
    mail
      ? { subject: 'mail', run: () => checkMail(mail) }
      : createOffCheck('mail', 'No mail server is set up: no log-in by email.'),
    ...names.map((name) => ({
      subject: name,
      run: (signal: AbortSignal) => checkSocial(name, parts, signal),
    })),
    ...(social?.farcaster
      ? [{ subject: 'farcaster', run: (signal: AbortSignal) => checkFarcaster(parts, signal) }]
      : []),
    ...(names.length > 0 || social?.farcaster
      ? []
      : [createOffCheck('social', 'No provider is set up: no social log-in.')]),
  ]
}

/** Connects and logs in, but sends nothing. */
async function checkMail(
  settings: NonNullable<DoctorParts['config']['mail']>,
): Promise<readonly Finding[]> {
  const subject = 'mail'
  const mailer = createSmtpMailer(settings)
  const server = new URL(settings.url).host
  try {
    await mailer.check()
    return [{ status: 'works', subject, text: `${server} accepts the log-in. No mail was sent.` }]
  } catch (error) {
    const { code } = (error as Error).cause as { readonly code?: unknown }
    const reason =
      code === 'EAUTH'
        ? 'refuses the user name or password'
        : code === 'ETLS'
          ? 'offers no TLS, and the password is never sent without it'
          : 'cannot be reached, or does not speak SMTP'
    return [{ status: 'broken', subject, text: `No codes can be sent: ${server} ${reason}.` }]
  } finally {
    mailer.stop()
  }
}

/** What providers answer to a code that they did not issue, when they know the client. */
const acceptedErrors = new Set(['invalid_grant', 'bad_verification_code', 'invalid_request'])
const clientErrors = new Set([
  ...['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'],
  'redirect_uri_mismatch',
])

/** Offers an invalid code: the provider's error tells whether it knows the client and its secret. */
async function checkSocial(
  name: FrameSocialProvider,
  { config, clock }: DoctorParts,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const settings = config.social?.[name]
  if (!settings) return []
  const spec = providerSpecs[name]
  const outbound = createOutbound({ allowPrivate: listConfiguredUrls(config.social ?? {}), clock })
  const redirectUri = `${config.loginUrl ?? 'http://localhost'}/oauth/callback/${name}`
  const attempt = { state: 'check', nonce: 'check', verifier: 'v'.repeat(43) }
  const callback = new URLSearchParams({ code: 'check', state: attempt.state })
  const provider = createIdentityProvider({ spec, settings, redirectUri, outbound, clock })
  try {
    await provider.identify(callback, attempt, signal)
    return [
      finding(name, 'broken', `${spec.name} accepted a made-up code; it is not ${spec.name}.`),
    ]
  } catch (error) {
    const answer = readOAuthError(error)
    if (answer !== undefined && acceptedErrors.has(answer)) {
      return [finding(name, 'works', `${spec.name} knows the client and its secret.`)]
    }
    if (answer === 'redirect_uri_mismatch') {
      return [finding(name, 'broken', `Register ${redirectUri} at ${spec.name}.`)]
    }
    if (answer !== undefined && clientErrors.has(answer)) {
      return [finding(name, 'broken', `${spec.name} refuses the client id or its secret.`)]
    }
    const isAnswer = answer !== undefined
    return [
      isAnswer
        ? finding(name, 'limited', `${spec.name} answers; it does not tell about the secret.`)
        : finding(name, 'broken', `No log-in: ${spec.name} ${problemOf(error)}.`),
    ]
  } finally {
    outbound.stop()
  }
}

function finding(subject: string, status: Finding['status'], text: string): Finding {
  return { subject, status, text }
}

/** The `error` of an OAuth answer (RFC 6749), also in one that GitHub sends with status 200. */
function readOAuthError(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause) {
    const { error: named, status } = cause as {
      readonly error?: unknown
      readonly status?: unknown
    }
    const { body } = Object(cause.cause) as { readonly body?: unknown }
    const code = named ?? (isRecord(body) ? body.error : undefined)
    if (typeof code === 'string') return code
    if (status === 401) return 'invalid_client'
    depth += 1
  }
  return undefined
}

async function checkFarcaster(
  { config, http, clock }: DoctorParts,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const subject = 'farcaster'
  const { node = '' } = config.social?.farcaster ?? {}
  const bounds = {
    ...{ signal, now: clock.now, maxBytes: 65_536 },
    ...{ isUnbounded: undefined, onBytes: undefined },
  }
  try {
    const request = { id: 1, method: 'eth_chainId', params: [] }
    const { value } = await requestNode(http, node, request, bounds)
    return parseQuantity(value) === 10n
      ? [finding(subject, 'works', `The node ${hostOf(node)} works.`)]
      : [finding(subject, 'broken', `No log-in: the node ${hostOf(node)} is not of Optimism.`)]
  } catch (error) {
    return [finding(subject, 'broken', `No log-in: the node ${hostOf(node)} ${problemOf(error)}.`)]
  }
}
