import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import * as v from 'valibot'
import { failureName } from '../../log.js'
import type { LoginParts } from '../LoginParts.js'
import type { Flow } from '../session/flows.js'
import { assertSameOrigin } from '../site/numberPage.js'
import type { PageRequest, PageResponse, SitePage } from '../site/sitePage.js'
import type { Wallets } from '../wallet/Wallets.js'
import {
  createToken,
  deriveAttempt,
  digestBrowserKey,
  formatBrowserCookie,
  getBrowserKey,
  isSameBrowser,
  isToken,
} from './browserKey.js'
import { type Identity, IdentityError } from './createIdentityProvider.js'
import {
  arrivedDocument,
  closeDocument,
  failedDocument,
  loadingDocument,
  unknownDocument,
} from './documents.js'
import { createMatchNumber } from './matchNumber.js'
import { providerSpecs } from './providerSpecs.js'
import {
  formatResultUri,
  formatReturnUrl,
  isSocialLogin,
  parseSocialDetails,
  type SocialFailure,
  toStoredIdentity,
} from './socialFlow.js'
import type { IdentityProviders } from './socialRoutes.js'

/** Apple's form contains a code, a state and a name. */
const maxFormBytes = 16_384
/** How long the person has to type the number. */
const ticketLifetimeMs = 300_000

const flowId = v.pipe(v.string(), v.uuid())

/** The pages of the log-in window: to the provider and back. */
export function socialPages(
  parts: LoginParts & { readonly wallets: Pick<Wallets, 'has' | 'isKnownFrame'> },
  providers: IdentityProviders,
): SitePage[] {
  const { flows, publicUrl } = parts

  async function findFlow(handle: string | null): Promise<Flow | undefined> {
    const flow = isToken(handle) ? await flows.findByHandle(handle) : undefined
    return flow && isSocialLogin(flow) ? flow : undefined
  }

  async function start({ params, cookies }: PageRequest): Promise<PageResponse> {
    const flow = v.is(flowId, params.flow) ? await flows.findById(params.flow) : undefined
    const provider = flow && providers.get(flow.method as FrameSocialProvider)
    if (!flow || !isSocialLogin(flow) || !provider) return unknownFlow()
    const browserKey = getBrowserKey(cookies)
    // Bound to the first browser that opens it, which may start again with a new state.
    const isSameBrowserAgain =
      flow.state === 'away' && isSameBrowser(browserKey, parseSocialDetails(flow).browser)
    if (flow.state !== 'begun' && !isSameBrowserAgain) return unknownFlow()
    // One key per browser, so that concurrent log-ins do not break each other.
    const key = browserKey ?? createToken()
    const state = createToken()
    const updated = await flows.transition(flow, {
      from: flow.state,
      to: 'away',
      handle: state,
      details: { browser: digestBrowserKey(key) },
    })
    if (!updated) return unknownFlow()
    return {
      redirect: await provider.createAuthorizationUrl(deriveAttempt(key, state)),
      cookies: [formatBrowserCookie(key)],
    }
  }

  async function handleCallback(
    fields: URLSearchParams,
    { params, cookies, signal }: PageRequest,
  ): Promise<PageResponse> {
    const state = fields.get('state')
    const flow = await findFlow(state)
    const key = getBrowserKey(cookies)
    const name = params.provider as FrameSocialProvider
    const provider = providers.get(name)
    if (!flow || !provider || !isToken(state) || key === undefined) return unknownFlow()
    if (flow.method !== name || !isSameBrowser(key, parseSocialDetails(flow).browser))
      return unknownFlow()
    // The ticket replaces the state, so the state is used up whatever follows.
    const ticket = createToken()
    const step = {
      from: 'away',
      to: 'arriving',
      handle: ticket,
      lifetimeMs: ticketLifetimeMs,
    } as const
    if (!(await flows.transition(flow, step))) return unknownFlow()
    let identity: Identity
    try {
      identity = await provider.identify(fields, deriveAttempt(key, state), signal)
      const details = { identity: toStoredIdentity(identity) }
      if (!(await flows.transition(flow, { from: 'arriving', to: 'arrived', details })))
        return unknownFlow()
    } catch (error) {
      return fail(flow, error)
    }
    const { returnTo } = parseSocialDetails(flow)
    const result = formatResultUri(publicUrl, flow.id)
    return {
      document: arrivedDocument({
        provider: providerSpecs[name].name,
        site: flow.origin,
        flowId: flow.id,
        binding: flow.binding,
        ticket,
        resultUri: result,
        returnTo: returnTo === undefined ? undefined : formatReturnUrl(returnTo, result),
        needsRecovery: await needsRecovery(flow, identity),
      }),
    }
  }

  /** Whether the wallet exists and has not been in this frame before. */
  async function needsRecovery(flow: Flow, identity: Identity): Promise<boolean> {
    const accountId = await parts.accounts.find(identity)
    if (accountId === undefined || !(await parts.wallets.has(accountId))) return false
    const { deviceId, frameKey = '' } = parseSocialDetails(flow)
    return !(await parts.wallets.isKnownFrame(accountId, deviceId, frameKey))
  }

  async function fail(flow: Flow, error: unknown): Promise<PageResponse> {
    parts.log({ level: 'warn', event: 'social-login-failed', reason: failureName(error) })
    const reason = toFailure(error)
    await flows.transition(flow, { from: 'arriving', to: 'failed', details: { reason } })
    const result = formatResultUri(publicUrl, flow.id, reason)
    const { returnTo } = parseSocialDetails(flow)
    if (returnTo !== undefined) return { redirect: formatReturnUrl(returnTo, result) }
    const { name } = providerSpecs[flow.method as FrameSocialProvider]
    return {
      // Declining is not an error.
      status: reason === 'denied' ? 200 : 400,
      document: failedDocument({
        provider: name,
        site: flow.origin,
        resultUri: result,
        error: reason,
      }),
    }
  }

  /** A step of the window. Its ticket proves that it is the window that returned. */
  async function handleStep(request: PageRequest): Promise<PageResponse> {
    assertSameOrigin(publicUrl, request)
    const { form } = request
    const flow = await findFlow(form.get('ticket'))
    return (flow && (await applyStep(flow, form.get('step')))) ?? unknownFlow()
  }

  async function applyStep(flow: Flow, step: string | null): Promise<PageResponse | undefined> {
    switch (step) {
      case 'allow': {
        const details = { allowsRecovery: true }
        const updated = await flows.transition(flow, { from: 'arrived', to: 'arrived', details })
        return updated && { json: {} }
      }
      case 'number': {
        // A window that lost the response gets the same number again.
        const number = parseSocialDetails(flow).number ?? createMatchNumber()
        const from = ['arrived', 'numbered']
        const updated = await flows.transition(flow, { from, to: 'numbered', details: { number } })
        return updated && { json: { number } }
      }
      case 'leave':
        return (await flows.transition(flow, { from: 'arrived', to: 'left' })) && { json: {} }
      default:
        return undefined
    }
  }

  return [
    createPage('loading', 'GET', '/loading', async () => ({ document: loadingDocument })),
    createPage('social', 'GET', '/social', async () => ({ document: closeDocument })),
    createPage('oauthStart', 'GET', '/oauth/start/:flow', start),
    createPage('oauthCallback', 'GET', '/oauth/callback/:provider', (request) =>
      handleCallback(request.query, request),
    ),
    createPage('oauthCallbackForm', 'POST', '/oauth/callback/:provider', (request) =>
      handleCallback(request.form, request),
    ),
    createPage('oauthWindow', 'POST', '/oauth/window', handleStep),
  ]
}

function createPage(
  name: string,
  method: SitePage['method'],
  path: string,
  handle: SitePage['handle'],
): SitePage {
  return { name, method, path, handle, ...(method === 'POST' && { bodyLimit: maxFormBytes }) }
}

function unknownFlow(): PageResponse {
  return { status: 400, document: unknownDocument }
}

function toFailure(error: unknown): SocialFailure {
  if (!(error instanceof IdentityError)) throw error
  return error.code === 'invalid' ? 'login-failed' : error.code
}
